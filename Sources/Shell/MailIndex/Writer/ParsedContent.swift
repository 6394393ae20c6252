internal import Conversations
internal import Digest
internal import InternetMessage
public import MailTypes

/// A message parsed for the index: the properties to list, its threading keys and its words.
public struct ParsedContent: Sendable {
    public let content: IndexedContent
    let threading: ThreadingKeys
    let words: ContentWords

    /// Parses a message. `received` is used as the date if the header has no valid one.
    public init(_ octets: [UInt8], received: Instant) {
        self.init(beginning: octets, size: octets.count, hash: XXH3.contentHash(octets), received: received)
    }

    /// Parses the beginning of a large message: text and attachments after it are not indexed. `size` and `hash` are
    /// those of the whole message.
    public init(beginning octets: [UInt8], size: Int, hash: ContentHash, received: Instant) {
        let message = Message(octets)
        let header = message.header
        // A draft that is going to be encrypted may quote what was: its text is not indexed.
        let isPrivate =
            header.first(named: "x-petrel-security")?.text.split(separator: " ").contains("encrypt") ?? false
        let text = isPrivate ? [] : ReadableText.of(message.root)
        let messageID = header.messageID
        var parts = PartWalk()
        if !isPrivate { parts.visit(message.root) }
        content = IndexedContent(
            hash: hash, messageID: messageID.flatMap { $0.text.utf8.count <= Self.longestID ? $0 : nil },
            date: Self.bounded(header.date?.instant ?? received), size: message.originalSize ?? size,
            from: Self.addresses(header, .from), to: Self.addresses(header, .to), cc: Self.addresses(header, .cc),
            subject: Self.cut(header.subject ?? "", Self.longestSubject), snippet: Snippet.of(text),
            attachments: parts.attachments)
        threading = ThreadingKeys(header, messageID, hash)
        words = ContentWords(header, text: text, parts)
    }

    // MARK: - Limits

    /// The maximum length of a Message-ID that is kept [RFC 5322 §2.1.1].
    private static let longestID = 998
    private static let longestSubject = 998
    private static let longestName = 256
    private static let mostAddresses = 64

    /// Limits dates to about ten thousand years around 1970, so that differences between them do not overflow.
    private static func bounded(_ date: Instant) -> Instant {
        Instant(seconds: min(max(date.seconds, -1 << 38), 1 << 38))
    }

    private static func addresses(_ header: Header, _ name: FieldName) -> [Address] {
        var kept: [Address] = []
        for address in header.addresses(name) {
            kept.append(
                Address(
                    name: address.name.map { cut($0, longestName) },
                    email: address.email.map { EmailAddress(cut($0.text, longestName)) },
                    group: address.group.map { cut($0, longestName) }))
            if kept.count == mostAddresses { break }
        }
        return kept
    }

    /// Returns the beginning of a text, at most `limit` bytes, ending with a complete Unicode scalar.
    static func cut(_ text: String, _ limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var octets = Array(text.utf8.prefix(limit))
        while let last = octets.last, last & 0xC0 == 0x80 { octets.removeLast() }
        if let last = octets.last, last >= 0xC0 { octets.removeLast() }
        return String(decoding: octets, as: UTF8.self)
    }

    // MARK: - Parts

    /// Collects the attachments of a message, and the texts of embedded messages and of text attachments.
    struct PartWalk {
        private(set) var attachments: [IndexedAttachment] = []
        private(set) var furtherTexts: [[UInt8]] = []
        private static let mostTexts = 16

        mutating func visit(_ part: Part) {
            switch part.kind {
            case .multipart:
                for child in part.children { visit(child) }
            case .message:
                add(part, size: part.rawBody.count)
                guard furtherTexts.count < Self.mostTexts, let embedded = part.embeddedMessage else { return }
                furtherTexts.append(Array((embedded.header.subject ?? "").utf8))
                furtherTexts.append(ReadableText.of(embedded))
            case .leaf:
                guard part.isAttachment else { return }
                add(part, size: part.contentSize)
                let type = part.contentType
                // Other texts are part of the readable text, or are shown in its place.
                let isLeftOut =
                    part.contentDisposition?.isAttachment ?? false
                    || !type.is("text", "plain") && !type.is("text", "html")
                guard type.isText, isLeftOut, furtherTexts.count < Self.mostTexts else { return }
                let text = part.textOctets
                // A file with a zero byte is not text, whatever its type says: git and grep use the same rule. The random
                // words of one large file would outnumber those of all messages.
                guard !text.contains(0) else { return }
                furtherTexts.append(type.is("text", "html") ? HTMLToText.render(text) : text)
            }
        }

        private mutating func add(_ part: Part, size: Int) {
            guard attachments.count < Part.mostAttachments else { return }
            let type = part.contentType
            attachments.append(
                IndexedAttachment(
                    number: attachments.count + 1, filename: part.filename.map { cut($0, longestName) },
                    mediaType: cut("\(type.type)/\(type.subtype)", longestName), size: size,
                    section: part.missing?.section ?? []))
        }
    }
}
