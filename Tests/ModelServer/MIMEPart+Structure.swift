/// ENVELOPE and BODYSTRUCTURE [RFC 3501 §7.4.2].
extension MIMEPart {
    private static let null = Array("NIL".utf8)

    private static func nstring(_ octets: [UInt8]?) -> [UInt8] {
        octets.map { ModelSession.quoted($0) } ?? null
    }

    private static func list(_ items: [[UInt8]]) -> [UInt8] {
        [0x28] + Array(items.joined(separator: [0x20])) + [0x29]
    }

    var envelope: [UInt8] {
        let from = addresses("from")
        let sender = addresses("sender")
        let replyTo = addresses("reply-to")
        return Self.list([
            Self.nstring(value(of: "date")), Self.nstring(value(of: "subject")), from,
            sender == Self.null ? from : sender, replyTo == Self.null ? from : replyTo, addresses("to"),
            addresses("cc"), addresses("bcc"), Self.nstring(value(of: "in-reply-to")),
            Self.nstring(value(of: "message-id")),
        ])
    }

    private func addresses(_ name: String) -> [UInt8] {
        let found = fields.filter { $0.name == name }.flatMap { Self.mailboxes($0.value) }
        return found.isEmpty ? Self.null : [0x28] + found.flatMap { $0 } + [0x29]
    }

    /// Returns each address of a list as its four strings. A group starts with an address without a host and ends with
    /// one of four NILs.
    private static func mailboxes(_ value: [UInt8]) -> [[UInt8]] {
        var result: [[UInt8]] = []
        var piece: [UInt8] = []
        var isQuoted = false
        var depth = 0
        func end() {
            let address = trimmed(piece)
            if !address.isEmpty { result.append(mailbox(address)) }
            piece = []
        }
        for octet in value {
            if octet == 0x22 { isQuoted.toggle() }
            if !isQuoted, octet == 0x28 { depth += 1 }
            if isQuoted {
                piece.append(octet)
            } else if depth > 0 {
                if octet == 0x29 { depth -= 1 }
            } else if octet == 0x2C {
                end()
            } else if octet == 0x3A {
                result.append(list([null, null, nstring(trimmed(piece)), null]))
                piece = []
            } else if octet == 0x3B {
                end()
                result.append(list([null, null, null, null]))
            } else {
                piece.append(octet)
            }
        }
        end()
        return result
    }

    private static func mailbox(_ piece: [UInt8]) -> [UInt8] {
        var name: [UInt8]?
        var address = piece
        if let open = piece.lastIndex(of: 0x3C), let close = piece.lastIndex(of: 0x3E), open < close {
            let words = unquoted(trimmed(Array(piece[..<open])))
            name = words.isEmpty ? nil : words
            address = Array(piece[(open + 1)..<close])
        }
        let at = address.lastIndex(of: 0x40)
        let local = at.map { Array(address[..<$0]) } ?? address
        let domain = at.map { Array(address[($0 + 1)...]) } ?? []
        return list([nstring(name), null, nstring(unquoted(local)), nstring(domain)])
    }

    var structure: [UInt8] {
        if isMultipart {
            let parts = children.flatMap(\.structure)
            return [0x28] + parts + [0x20]
                + Array([Self.nstring(Array(subtype.utf8)), parameterList] + extensions).joined(separator: [0x20])
                + [0x29]
        }
        var items = [
            Self.nstring(Array(type.utf8)), Self.nstring(Array(subtype.utf8)), parameterList,
            Self.nstring(value(of: "content-id")), Self.nstring(value(of: "content-description")),
            Self.nstring(value(of: "content-transfer-encoding") ?? Array("7BIT".utf8)),
            Array(String(body.count).utf8),
        ]
        if isMessage, let message = children.first { items += [message.envelope, message.structure] }
        if isMessage || type == "TEXT" { items.append(Array(String(body.count { $0 == 0x0A }).utf8)) }
        // MD5 comes before the other extension data.
        items.append(Self.nstring(value(of: "content-md5")))
        return Self.list(items + extensions)
    }

    private var parameterList: [UInt8] {
        // Text without a charset is US-ASCII [RFC 2045 §5.2].
        let isSilent = type == "TEXT" && !parameters.contains { $0.name == "CHARSET" }
        return Self.parameterList(parameters + (isSilent ? [("CHARSET", Array("us-ascii".utf8))] : []))
    }

    private static func parameterList(_ parameters: [(name: String, value: [UInt8])]) -> [UInt8] {
        guard !parameters.isEmpty else { return null }
        return list(parameters.flatMap { [nstring(Array($0.name.utf8)), nstring($0.value)] })
    }

    /// Disposition, language and location.
    private var extensions: [[UInt8]] {
        let disposition = value(of: "content-disposition").map { Self.value($0) }
        return [
            disposition.map {
                Self.list([Self.nstring(Array($0.value.uppercased().utf8)), Self.parameterList($0.parameters)])
            } ?? Self.null,
            Self.nstring(value(of: "content-language")), Self.nstring(value(of: "content-location")),
        ]
    }
}
