internal import Conversations
public import InternetMessage
public import MailTypes

/// The draft of a reply to a message, before the user edits it [FR-COMP-01, modes table].
public struct Reply: Sendable {
    /// Who receives the reply.
    public enum Mode: Sendable {
        /// The author, or the Reply-To address if there is one.
        case sender
        /// The author and all other recipients.
        case all
        /// The mailing list that delivered the message [RFC 2369].
        case list
    }

    public let draft: Draft
    /// Recipients that a reply to all would include and this one does not.
    public let leftOut: [Address]

    /// Creates the reply. `own` contains the addresses of all accounts, which are not added as recipients. Returns
    /// `nil` if the mode is `list` and the message names no list.
    public init?(to message: Message, _ mode: Mode, own: OwnAddresses) {
        let header = message.header
        let people = ReplyRecipients(header, own: own)
        var recipients = Recipients()
        switch mode {
        case .sender: recipients.to = people.author
        case .all: (recipients.to, recipients.cc) = (people.allTo, people.allCc)
        case .list:
            guard let list = people.list else { return nil }
            recipients.to = [list]
        }
        var draft = Draft()
        draft.sender = own.identity(for: header)
        draft.recipients = recipients
        draft.subject = Self.subject(header.subject ?? "")
        (draft.inReplyTo, draft.references) = Self.threading(header)
        draft.lines = ["", Attribution.line(header)] + Quotation.lines(of: message)
        self.draft = draft
        let answered = Set(recipients.all.compactMap(\.email))
        leftOut = (people.allTo + people.allCc).filter { $0.email.map { !answered.contains($0) } ?? false }
    }

    /// Returns the subject with a single "Re: " prefix, followed by "Fwd: " if the original is forwarded [FR-COMP-01].
    static func subject(_ original: String) -> String {
        let marks = BaseSubject.marks(of: original)
        return "Re: " + (marks.isForward ? "Fwd: " : "") + marks.rest
    }

    /// The In-Reply-To and References of a reply [RFC 5322 §3.6.4].
    static func threading(_ header: Header) -> (inReplyTo: [MessageID], references: [MessageID]) {
        let parent = header.messageID.flatMap { $0.isValid ? $0 : nil }
        var chain = Array(header.messageIDs(.references))
        if chain.isEmpty {
            let grandparents = Array(header.messageIDs(.inReplyTo))
            if grandparents.count == 1 { chain = grandparents }
        }
        let answered = [parent].compactMap(\.self)
        var seen = Set(answered)
        return (answered, chain.filter { $0.isValid && seen.insert($0).inserted } + answered)
    }
}
