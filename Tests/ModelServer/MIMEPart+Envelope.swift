/// ENVELOPE [RFC 3501 §7.4.2].
extension MIMEPart {
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
}
