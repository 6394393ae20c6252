internal import InternetMessage
internal import MailTypes

/// The cards of a .vcf file: names, nicknames and mail addresses [RFC 6350, RFC 2426].
enum VCardFile {
    private struct Card {
        var name: String?
        var structuredName: String?
        var nicknames: [String] = []
        var addresses: [String] = []
    }

    private static let maximumAddresses = 50

    static func entries(in bytes: [UInt8]) -> [AddressBookEntry] {
        var entries: [AddressBookEntry] = []
        var card = Card()
        for line in unfolded(bytes) where entries.count < AddressBookEntry.maximumCount {
            guard let property = property(line) else { continue }
            switch property.name {
            case "BEGIN": card = Card()
            case "FN": card.name = card.name ?? text(property.value)
            case "N": card.structuredName = structuredName(property.value)
            case "NICKNAME":
                card.nicknames += property.value.split(separator: 0x2C).map { text(Array($0)) }.filter { !$0.isEmpty }
            case "EMAIL":
                var address = text(property.value)
                if address.lowercased().utf8.starts(with: "mailto:".utf8) { address = String(address.dropFirst(7)) }
                if address.utf8.contains(0x40), card.addresses.count < maximumAddresses {
                    // An address that other programs prefer comes first.
                    card.addresses.insert(address, at: property.isPreferred ? 0 : card.addresses.count)
                }
            case "END":
                let name = [card.name, card.structuredName].compactMap(\.self).first { !$0.isEmpty }
                for address in card.addresses {
                    let entry = Address(name: name, email: EmailAddress(address))
                    entries.append(AddressBookEntry(nicknames: card.nicknames, addresses: [entry]))
                }
                card = Card()
            default: break
            }
        }
        return entries
    }

    /// Joins lines that are continued on the next, which then begins with a blank.
    private static func unfolded(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for piece in bytes.split(separator: 0x0A) {
            let piece = piece.last == 0x0D ? piece.dropLast() : piece
            if let first = piece.first, first == 0x20 || first == 0x09, !lines.isEmpty {
                lines[lines.count - 1] += piece.dropFirst()
            } else {
                lines.append(Array(piece))
            }
        }
        return lines
    }

    /// Splits `item1.EMAIL;TYPE=work,pref:kim@example.net`.
    private static func property(_ line: [UInt8]) -> (name: String, isPreferred: Bool, value: [UInt8])? {
        var isQuoted = false
        let colon = line.firstIndex { byte in
            if byte == 0x22 { isQuoted.toggle() }
            return byte == 0x3A && !isQuoted
        }
        guard let colon else { return nil }
        let head = line[..<colon].split(separator: 0x3B)
        guard let full = head.first, let name = full.split(separator: 0x2E).last else { return nil }
        let parameters = head.dropFirst().map { String(decoding: $0, as: UTF8.self).uppercased() }
        let isPreferred = parameters.contains { parameter in
            parameter == "PREF" || parameter == "PREF=1"
                || parameter.utf8.starts(with: "TYPE=".utf8)
                    && parameter.dropFirst(5).split(separator: ",").contains { $0 == "PREF" }
        }
        var value = Array(line[(colon + 1)...])
        if parameters.contains(where: { $0.utf8.elementsEqual("ENCODING=QUOTED-PRINTABLE".utf8) }) {
            value = quotedPrintable(value)
        }
        return (String(decoding: name, as: UTF8.self).uppercased(), isPreferred, value)
    }

    /// Decodes `=C3=A4`, which vCard 2.1 has in names.
    private static func quotedPrintable(_ value: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        while index < value.count {
            if value[index] == 0x3D, index + 2 < value.count,
                let byte = UInt8(String(decoding: value[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                output.append(byte)
                index += 3
            } else {
                output.append(value[index])
                index += 1
            }
        }
        return output
    }

    /// Removes the backslashes before commas and semicolons, and turns line ends and control characters into blanks.
    private static func text(_ value: [UInt8]) -> String {
        var output: [UInt8] = []
        var isEscaped = false
        for byte in value {
            if isEscaped {
                output.append(byte == 0x6E || byte == 0x4E ? 0x20 : byte)
                isEscaped = false
            } else if byte == 0x5C {
                isEscaped = true
            } else {
                output.append(byte < 0x20 || byte == 0x7F ? 0x20 : byte)
            }
        }
        let words = output.split(separator: 0x20)
        return String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
    }

    /// Returns `Kim Park` for `Park;Kim;;;`.
    private static func structuredName(_ value: [UInt8]) -> String {
        let parts = value.split(separator: 0x3B, omittingEmptySubsequences: false).map { text(Array($0)) }
        return [parts.dropFirst().first, parts.first].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
