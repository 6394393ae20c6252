public import MailTypes

/// A change to a draft. Everything a user does to a draft is one or more of these, so that it can be undone, journalled
/// and replayed.
public enum DraftEdit: Sendable {
    case setSender(Address?)
    case setRecipients(Recipients.Field, [Address])
    case setSubject(String)
    case setOtherFields([Draft.OtherHeaderField])
    case setSecurity(DraftSecurity?)
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
        case .setSender, .setRecipients, .setSubject, .setOtherFields, .setSecurity, .replaceLines, .removeAttachment:
            false
        }
    }
}

extension Draft {
    /// Applies the edit and returns its inverse. Returns `nil` and changes nothing if the edit refers to a line or file
    /// that does not exist.
    public mutating func apply(_ edit: DraftEdit) -> DraftEdit? {
        switch edit {
        case .setSender(let address):
            defer { sender = address }
            return .setSender(sender)
        case .setRecipients(let field, let addresses):
            defer { recipients[field] = addresses }
            return .setRecipients(field, recipients[field])
        case .setSubject(let text):
            defer { subject = text }
            return .setSubject(subject)
        case .setOtherFields(let fields):
            defer { otherFields = fields }
            return .setOtherFields(otherFields)
        case .setSecurity(let choice):
            defer { security = choice }
            return .setSecurity(security)
        case .replaceLines(let range, let new):
            guard range.lowerBound >= 0, range.upperBound <= lines.count else { return nil }
            let old = Array(lines[range])
            lines.replaceSubrange(range, with: new.map(\.singleLine))
            return .replaceLines(range.lowerBound..<range.lowerBound + new.count, old)
        case .insertAttachment(let attachment, let index):
            guard (0...attachments.count).contains(index) else { return nil }
            attachments.insert(attachment, at: index)
            return .removeAttachment(at: index)
        case .removeAttachment(let index):
            guard attachments.indices.contains(index) else { return nil }
            return .insertAttachment(attachments.remove(at: index), at: index)
        case .sequence(let edits):
            return apply(edits)
        }
    }

    private mutating func apply(_ edits: [DraftEdit]) -> DraftEdit? {
        var changed = self
        var inverses: [DraftEdit] = []
        for edit in edits {
            guard let inverse = changed.apply(edit) else { return nil }
            inverses.append(inverse)
        }
        self = changed
        return .sequence(inverses.reversed())
    }
}
