public import MailTypes

/// A change to a draft. Everything a user does to a draft is one or more of these, so that it can be undone, journalled
/// and replayed.
public enum DraftEdit: Sendable {
    case setSender(Address?)
    case setRecipients(Recipients.Field, [Address])
    case setSubject(String)
    case setOtherFields([Draft.OtherHeaderField])
    case setSecurity(DraftSecurity?)
    /// Says whether the text has no markup.
    case setPlainText(Bool)
    /// Replaces a range of lines. An empty range inserts.
    case replaceLines(Range<Int>, [String])
    /// Inserts a file at an index of the list.
    case insertAttachment(DraftAttachment, at: Int)
    case removeAttachment(at: Int)
    /// Applied and undone as one edit.
    indirect case sequence([DraftEdit])

    /// Whether the edit adds a file, whose content is not journalled.
    public var bringsFile: Bool {
        switch self {
        case .insertAttachment: true
        case .sequence(let edits): edits.contains(where: \.bringsFile)
        case .setSender, .setRecipients, .setSubject, .setOtherFields, .setSecurity, .setPlainText, .replaceLines,
            .removeAttachment:
            false
        }
    }
}
