internal import InternetMessage
internal import MailTypes

/// The words of a message for the full-text table, folded and separated by single blanks.
struct ContentWords: Hashable, Sendable {
    var subject: [UInt8] = []
    var sender: [UInt8] = []
    var recipient: [UInt8] = []
    var copied: [UInt8] = []
    var blind: [UInt8] = []
    var body: [UInt8] = []
    var attachment: [UInt8] = []
    var list: [UInt8] = []

    /// The maximum number of bytes of body text that are indexed per message.
    private static let limit = 1 << 20
    /// The maximum number of bytes of header text that are indexed per field.
    private static let fieldLimit = 1 << 14

    init(_ header: Header, text: [UInt8], _ parts: ParsedContent.PartWalk) {
        Self.fold(Array((header.subject ?? "").utf8), Self.fieldLimit, into: &subject)
        Self.fold(header, .from, into: &sender)
        Self.fold(header, .to, into: &recipient)
        Self.fold(header, .cc, into: &copied)
        Self.fold(header, .bcc, into: &blind)
        if let field = header.first(named: "list-id") { Self.fold(field.textOctets, Self.fieldLimit, into: &list) }
        Self.fold(text, Self.limit, into: &body)
        for embedded in parts.furtherTexts { Self.fold(embedded, Self.limit - body.count, into: &body) }
        for attachment in parts.attachments {
            Self.fold(Array((attachment.filename ?? "").utf8), Self.fieldLimit, into: &self.attachment)
        }
    }

    private static func fold(_ header: Header, _ name: FieldName, into words: inout [UInt8]) {
        for address in header.addresses(name) {
            for text in [address.name, address.email?.text] {
                guard let text, words.count < fieldLimit else { continue }
                fold(Array(text.utf8), fieldLimit, into: &words)
            }
        }
    }

    private static func fold(_ text: [UInt8], _ limit: Int, into words: inout [UInt8]) {
        guard limit > 0, !text.isEmpty else { return }
        if !words.isEmpty { words.append(0x20) }
        SearchFold.words(of: text.span.extracting(first: limit), into: &words)
    }
}
