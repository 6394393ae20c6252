/// The header fields whose structure this module parses; all others are `other`.
public enum FieldName: UInt8, Sendable {
    case other
    case to, cc, bcc, from, date, sender, replyTo, subject
    case messageID, inReplyTo, references
    case contentType, contentTransferEncoding, contentDisposition, contentID, contentLocation

    /// Recognizes a name, ignoring case. The length is checked first, because it rules out nearly all other fields.
    static func recognise(_ bytes: Span<UInt8>, _ range: Range<Int>) -> FieldName {
        switch range.count {
        case 2:
            if matches(bytes, range, "to") { return .to }
            if matches(bytes, range, "cc") { return .cc }
        case 3:
            if matches(bytes, range, "bcc") { return .bcc }
        case 4:
            if matches(bytes, range, "from") { return .from }
            if matches(bytes, range, "date") { return .date }
        case 6:
            if matches(bytes, range, "sender") { return .sender }
        case 7:
            if matches(bytes, range, "subject") { return .subject }
        case 8:
            if matches(bytes, range, "reply-to") { return .replyTo }
        case 10:
            if matches(bytes, range, "message-id") { return .messageID }
            if matches(bytes, range, "references") { return .references }
            if matches(bytes, range, "content-id") { return .contentID }
        case 11:
            if matches(bytes, range, "in-reply-to") { return .inReplyTo }
        case 12:
            if matches(bytes, range, "content-type") { return .contentType }
        case 16:
            if matches(bytes, range, "content-location") { return .contentLocation }
        case 19:
            if matches(bytes, range, "content-disposition") { return .contentDisposition }
        case 25:
            if matches(bytes, range, "content-transfer-encoding") { return .contentTransferEncoding }
        default:
            break
        }
        return .other
    }

    private static func matches(_ bytes: Span<UInt8>, _ range: Range<Int>, _ name: StaticString) -> Bool {
        bytes.equalsIgnoringCase(name, in: range)
    }
}
