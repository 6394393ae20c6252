internal import MailTypes

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
        case .setPlainText(let isPlain):
            defer { isPlainText = isPlain }
            return .setPlainText(isPlainText)
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
