internal import Conversations
public import MailTypes

/// A reason not to send a draft as it is. Problems are reported, never corrected.
public enum DraftProblem: Hashable, Sendable {
    /// There is no address in To, Cc or Bcc.
    case noRecipient
    /// The address is not deliverable.
    case invalidAddress(Address, Recipients.Field)
    /// The sender is missing or not deliverable.
    case noSender
    /// The total size of all attachments in bytes, which exceeds what servers accept [FR-COMP-01, 25 MB].
    case tooLarge(Int)
    case noSubject
    case noText
    /// The text contains this word for an attachment, but no file is attached.
    case noAttachment(String)

    /// Whether the draft cannot be sent; otherwise the user is asked.
    public var isError: Bool {
        switch self {
        case .noRecipient, .invalidAddress, .noSender, .tooLarge: true
        case .noSubject, .noText, .noAttachment: false
        }
    }
}

extension Draft {
    /// The total size of attachments, in bytes, above which most servers reject a message.
    public static let attachmentLimit = 25_000_000
    /// The size of the body, in bytes, above which the user gets a warning.
    public static let generousBody = 100_000

    /// Errors first, then problems to ask about, in the order of display.
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
        // A forwarded message does not need any text.
        if own.allSatisfy(\.isBlank), !lines.contains(Forward.mark) { found.append(.noText) }
        let marks = BaseSubject.marks(of: subject)
        let isOwnSubject = !marks.isReply && !marks.isForward
        if attachments.isEmpty, let word = AttachmentKeywords.first(in: own + (isOwnSubject ? [subject] : [])) {
            found.append(.noAttachment(word))
        }
        return found
    }

    /// The user's own text: without quoted lines, attribution lines, forwarded text and the signature.
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

    /// Returns whether the next non-blank line is quoted.
    private func isQuoted(behind index: Int) -> Bool {
        lines[(index + 1)...].first { !$0.isBlank }?.utf8.first == 0x3E
    }
}
