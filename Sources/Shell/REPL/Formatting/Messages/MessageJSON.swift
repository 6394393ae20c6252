internal import Digest
internal import InternetMessage
internal import MailTypes

/// A message as one JSON object: the `parse` row of the machine contract (docs/json.md).
struct MessageJSON {
    enum Detail: Sendable {
        /// Without the text of text parts.
        case structure
        case text
        /// With the decoded content of every leaf as base64 as well.
        case data
    }

    let detail: Detail

    /// The members that describe the message whose outermost part is `root`.
    func members(of root: Part, to json: inout JSONWriter) {
        let header = root.header
        json.key("headers")
        Self.headers(of: header, to: &json)
        for (key, name) in Self.addressFields {
            json.key(key)
            json.array { json in
                for address in header.addresses(name) { member(address, to: &json) }
            }
        }
        json.key("subject")
        json.string(header.subject)
        json.key("date")
        json.string(header.date?.iso8601)
        json.key("messageId")
        json.string(header.messageID?.text)
        for (key, name) in [("inReplyTo", FieldName.inReplyTo), ("references", .references)] {
            json.key(key)
            json.array { json in
                for id in header.messageIDs(name) { json.string(id.text) }
            }
        }
        json.key("body")
        body(root, to: &json)
    }

    /// Writes `[{name, value}]`, decoded, in order.
    static func headers(of header: Header, to json: inout JSONWriter) {
        json.array { json in
            for field in header.allFields {
                json.object { json in
                    json.key("name")
                    json.string(field.name)
                    json.key("value")
                    let value = field.textOctets
                    json.string { $0.piece(value.span) }
                }
            }
        }
    }

    private static let addressFields: [(String, FieldName)] = [
        ("from", .from), ("to", .to), ("cc", .cc), ("bcc", .bcc), ("replyTo", .replyTo), ("sender", .sender),
    ]

    private func member(_ address: Address, to json: inout JSONWriter) {
        json.object { json in
            json.key("name")
            json.string(address.name)
            json.key("address")
            json.string(address.email?.text)
            json.key("group")
            json.string(address.group)
        }
    }

    private func body(_ part: Part, to json: inout JSONWriter) {
        let type = part.contentType
        let disposition = part.contentDisposition
        json.object { json in
            json.key("type")
            json.string("\(type.type)/\(type.subtype)")
            json.key("parameters")
            json.object { json in
                for (name, value) in type.parameters.entries {
                    json.key(name)
                    json.string(value)
                }
            }
            json.key("charset")
            json.string(type.charset)
            json.key("disposition")
            json.string(disposition?.kind)
            json.key("filename")
            json.string(part.filename)
            json.key("contentId")
            json.string(part.header.contentID?.text)
            json.key("encoding")
            json.string(part.transferEncoding.name)
            content(part, type, to: &json)
        }
    }

    private func content(_ part: Part, _ type: ContentType, to json: inout JSONWriter) {
        switch part.kind {
        case .multipart:
            json.key("parts")
            var isEmpty = true
            json.array { json in
                for child in part.children {
                    isEmpty = false
                    body(child, to: &json)
                }
            }
            // There was no delimiter, so the content is one text that would be lost otherwise.
            if isEmpty { leaf(part, isText: true, to: &json) }
        case .message:
            json.key("size")
            json.number(part.rawBody.count)
            if let message = part.embeddedMessage {
                json.key("message")
                json.object { members(of: message, to: &$0) }
            }
        case .leaf:
            // Content that is not a valid message is treated as text.
            leaf(part, isText: type.isText || type.is("message", "rfc822"), to: &json)
        }
    }

    private func leaf(_ part: Part, isText: Bool, to json: inout JSONWriter) {
        guard part.missing == nil else {
            json.key("size")
            json.number(part.contentSize)
            json.key("sha256")
            json.null()
            return
        }
        var size = 0
        var digest = SHA256()
        part.forEachContentPiece { piece in
            size += piece.count
            digest.update(piece)
        }
        json.key("size")
        json.number(size)
        json.key("sha256")
        json.string(hexadecimal(digest.finish()))
        if isText, detail != .structure {
            json.key("text")
            json.string { json in
                part.forEachTextPiece { json.piece($0) }
            }
        }
        if detail == .data {
            json.key("dataBase64")
            json.string { base64(part, to: &$0) }
        }
    }

    /// Pieces are joined if their lengths are not multiples of three.
    private func base64(_ part: Part, to json: inout JSONWriter) {
        var held: [UInt8] = []
        var encoded: [UInt8] = []
        part.forEachContentPiece { piece in
            for index in 0..<piece.count { held.append(piece[index]) }
            let whole = held.count / 3 * 3
            encoded.removeAll(keepingCapacity: true)
            Base64.encode(held.span.extracting(..<whole), into: &encoded)
            json.ascii(encoded.span)
            held.removeFirst(whole)
        }
        encoded.removeAll(keepingCapacity: true)
        Base64.encode(held.span, into: &encoded)
        json.ascii(encoded.span)
    }

    private func hexadecimal(_ octets: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: octets.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
