internal import Conversations
public import MailTypes

/// Why a draft should not be sent as it is. What is found is told, never mended.
public enum DraftProblem: Hashable, Sendable {
    /// Nobody is named in To, Cc or Bcc.
    case noRecipient
    /// Mail cannot go there.
    case invalidAddress(Address, Recipients.Field)
    /// The sender is nobody, or cannot be one.
    case noSender
    /// Octets of all files, over what servers take [FR-COMP-01, 25 MB].
    case tooLarge(Int)
    case noSubject
    case noText
    /// The word in the text that speaks of a file, where there is none.
    case noAttachment(String)

    /// Whether it forbids sending; the others are asked about.
    public var isError: Bool {
        switch self {
        case .noRecipient, .invalidAddress, .noSender, .tooLarge: true
        case .noSubject, .noText, .noAttachment: false
        }
    }
}

extension Draft {
    /// Octets of files that are more than most servers take.
    public static let attachmentLimit = 25_000_000
    /// Octets of text that are more than people read in a mail; a word is said about it, no more.
    public static let generousBody = 100_000

    /// Errors first, then questions, in the order in which they are told.
    public var problems: [DraftProblem] {
        var found: [DraftProblem] = []
        for field in [Recipients.Field.to, .cc, .bcc, .replyTo] {
            found += recipients[field].filter { !$0.isDeliverable && !$0.isEmptyGroup }.map {
                .invalidAddress($0, field)
            }
        }
        if recipients.all.allSatisfy(\.isEmptyGroup) { found.append(.noRecipient) }
        if !(sender?.isDeliverable ?? false) { found.append(.noSender) }
        if attachedSize > Self.attachmentLimit { found.append(.tooLarge(attachedSize)) }
        if subject.isBlank { found.append(.noSubject) }
        let own = ownLines
        // Who passes a message on need not say anything about it.
        if own.allSatisfy(\.isBlank), !lines.contains(Forward.mark) { found.append(.noText) }
        let marks = BaseSubject.marks(of: subject)
        let isOwnSubject = !marks.isReply && !marks.isForward
        if attachments.isEmpty, let word = AttachmentKeywords.first(in: own + (isOwnSubject ? [subject] : [])) {
            found.append(.noAttachment(word))
        }
        return found
    }

    /// What the writer wrote: no quoted lines, no line that says who wrote them, nothing that was passed on, and no
    /// signature.
    private var ownLines: [String] {
        var own: [String] = []
        for (index, line) in lines.enumerated() {
            if line == Forward.mark || line == "-- " { break }
            if line.utf8.first == 0x3E { continue }
            if line.utf8.last == 0x3A, isQuoted(behind: index) { continue }
            own.append(line)
        }
        return own
    }

    /// Whether the next line that is not blank is quoted.
    private func isQuoted(behind index: Int) -> Bool {
        lines[(index + 1)...].first { !$0.isBlank }?.utf8.first == 0x3E
    }
}
