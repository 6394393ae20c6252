public import MailTypes

/// Rewrites the header of a message for servers that accept only ASCII there.
public enum ASCIIHeader {
    /// Returns the message with its header in ASCII: text and names as encoded words [RFC 2047], and domains of addresses
    /// as `domain` returns them. A field that has no such form is unchanged: one with a local part that is not ASCII, for
    /// example. All other bytes are unchanged.
    public static func rewriting(_ message: [UInt8], domain: (String) -> String?) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(message.count + 1024)
        var position = 0
        while position < message.count, message[position] != ASCII.lf, message[position] != ASCII.cr {
            var end = position
            repeat {
                end = message[end...].firstIndex(of: ASCII.lf).map { $0 + 1 } ?? message.count
            } while end < message.count && (message[end] == ASCII.space || message[end] == ASCII.tab)
            let field = message[position..<end]
            if field.contains(where: { $0 > 0x7F }), let rewritten = rewritten(Array(field), domain) {
                result += rewritten
            } else {
                result += field
            }
            position = end
        }
        return result + message[position...]
    }

    /// Returns the address with its domain in ASCII; `nil` if its local part is not ASCII, or the domain has no such form.
    public static func address(_ address: EmailAddress, domain: (String) -> String?) -> EmailAddress? {
        guard address.isInternational else { return address }
        guard address.localPart.utf8.allSatisfy({ $0 <= 0x7F }),
            let ascii = address.domain.flatMap({ domain(String($0)) })
        else { return nil }
        return EmailAddress("\(address.localPart)@\(ascii)")
    }

    private static func rewritten(_ field: [UInt8], _ domain: (String) -> String?) -> [UInt8]? {
        let header = Message(field + [ASCII.cr, ASCII.lf]).header
        guard header.count == 1, let only = header.allFields.first(where: { _ in true }) else { return nil }
        switch only.kind {
        case .from, .sender, .replyTo, .to, .cc, .bcc:
            var addresses: [Address] = []
            for entry in header.addresses(only.kind) {
                let ascii = entry.email.map { address($0, domain: domain) }
                if case .some(.none) = ascii { return nil }
                addresses.append(Address(name: entry.name, email: ascii.flatMap(\.self), group: entry.group))
            }
            guard !addresses.isEmpty else { return nil }
            return try? OutgoingField.addresses(only.name, addresses).octets()
        case .subject: return try? OutgoingField.text(only.name, only.text).octets()
        case .other where unstructured.contains(only.name.lowercased()) || only.name.lowercased().hasPrefix("x-"):
            return try? OutgoingField.text(only.name, only.text).octets()
        case .other, .date, .messageID, .inReplyTo, .references, .contentType, .contentTransferEncoding,
            .contentDisposition, .contentID, .contentLocation:
            return nil
        }
    }

    /// The other fields whose value is text for people.
    private static let unstructured: Set<String> = ["comments", "organization", "user-agent", "content-description"]
}
