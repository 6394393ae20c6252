public import InternetMessage

/// Puts decrypted or verified content into the place of what enclosed it, so that it can be read like any message.
public enum MessageUnwrapping {
    /// The fields that protected ones replace. All others stay those of the transport, which knows them better.
    private static let replaceable: Set<String> = [
        "from", "sender", "reply-to", "to", "cc", "date", "subject", "message-id", "in-reply-to", "references",
        "followup-to", "keywords", "comments", "list-id",
    ]

    /// Returns a message with the header of `outer` and the body of `content`, an entity with its own header. Protected
    /// header fields of the content take the place of the outer ones; `fixedFrom` keeps the outer From, which decides whose
    /// signature is expected.
    public static func octets(_ content: [UInt8], in outer: Message, fixedFrom: Bool = true) -> [UInt8] {
        let inner = Message(content).root
        let protected = ProtectedHeaders(of: inner)
        var header: [UInt8] = []
        for field in outer.header.allFields where !isStructural(field.name) {
            let name = field.name.lowercased()
            if protected?.has(name) ?? false, isReplaced(name, fixedFrom) { continue }
            append(field, to: &header)
        }
        for field in protected?.fields ?? [] where isReplaced(field.name.lowercased(), fixedFrom) {
            append(field, to: &header)
        }
        header += Array("MIME-Version: 1.0\r\n".utf8)
        for field in inner.header.allFields where field.name.lowercased().hasPrefix("content-") {
            append(field, to: &header)
        }
        return header + [0x0D, 0x0A] + content[inner.rawBody]
    }

    /// Returns the message with the protected fields of its signed content in place of the outer ones.
    public static func octets(ofSigned message: Message, _ content: Part) -> [UInt8] {
        guard let protected = ProtectedHeaders(of: content) else { return message.bytes }
        var header: [UInt8] = []
        for field in message.header.allFields {
            let name = field.name.lowercased()
            if protected.has(name), isReplaced(name, true) { continue }
            append(field, to: &header)
        }
        for field in protected.fields where isReplaced(field.name.lowercased(), true) { append(field, to: &header) }
        return header + [0x0D, 0x0A] + message.bytes[message.root.rawBody]
    }

    private static func isReplaced(_ name: String, _ fixedFrom: Bool) -> Bool {
        replaceable.contains(name) && !(fixedFrom && (name == "from" || name == "sender"))
    }

    private static func isStructural(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix("content-") || name == "mime-version"
    }

    private static func append(_ field: HeaderField, to header: inout [UInt8]) {
        header += Array(field.name.utf8) + [0x3A] + field.rawValue
        header += [0x0D, 0x0A]
    }

    /// Returns plain text as an entity, for text that was decrypted without MIME.
    public static func textEntity(_ text: [UInt8], charset: String) -> [UInt8] {
        let isName =
            !charset.isEmpty
            && charset.utf8.allSatisfy {
                $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2D || $0 == 0x5F || $0 == 0x2E
            }
        let name = isName ? charset : "utf-8"
        return Array("Content-Type: text/plain; charset=\(name)\r\nContent-Transfer-Encoding: 8bit\r\n\r\n".utf8) + text
    }
}
