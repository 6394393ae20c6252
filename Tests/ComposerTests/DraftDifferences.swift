import Composer
import MailTypes

/// Returns the differences between two drafts, compared byte for byte. Ignores the numbers of attachments, which begin
/// at 1 whenever a draft is opened.
func differences(_ one: Draft, _ other: Draft) -> [String] {
    var found: [String] = []
    func compare<Value: Equatable>(_ name: String, _ left: Value, _ right: Value) {
        if left != right { found.append("\(name): \(left) is not \(right)") }
    }
    compare("sender", one.sender, other.sender)
    for field in Recipients.Field.allCases { compare(field.rawValue, one.recipients[field], other.recipients[field]) }
    compare("subject", Array(one.subject.utf8), Array(other.subject.utf8))
    compare("lines", one.lines.map { Array($0.utf8) }, other.lines.map { Array($0.utf8) })
    compare("plain text", one.isPlainText, other.isPlainText)
    compare("in-reply-to", one.inReplyTo, other.inReplyTo)
    compare("references", one.references, other.references)
    compare("fields", one.otherFields.map(\.name), other.otherFields.map(\.name))
    compare("fields", one.otherFields.map { Array($0.text.utf8) }, other.otherFields.map { Array($0.text.utf8) })
    compare("files", one.attachments.count, other.attachments.count)
    for (left, right) in zip(one.attachments, other.attachments) {
        compare("file name", Array(left.filename.utf8), Array(right.filename.utf8))
        compare("type", left.mediaType, right.mediaType)
        compare("parameters", left.parameters, right.parameters)
        compare("content of \(left.mediaType)", left.content, right.content)
        compare("content-id", left.contentID, right.contentID)
    }
    return found
}
