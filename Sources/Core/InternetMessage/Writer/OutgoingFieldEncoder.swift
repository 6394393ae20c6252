internal import MailTypes

/// Encodes the fields of an outgoing header.
enum OutgoingFieldEncoder {
    static func octets(of field: OutgoingField) throws(OutgoingMessageError) -> [UInt8] {
        try check(name: field.name)
        var writer = FoldedFieldWriter(field.name)
        switch field {
        case .text(_, let text):
            writer.add(text: text)
        case .addresses(_, let addresses):
            guard !addresses.isEmpty else { return [] }
            try write(withoutPlaceholders(addresses), to: &writer)
        case .date(_, let date):
            writer.add(Array(date.internetMessageForm.utf8))
        case .messageIDs(_, let ids):
            guard !ids.isEmpty else { return [] }
            for id in ids {
                guard id.isValid else { throw .invalidMessageID(id.text) }
                writer.add(Array(id.description.utf8))
            }
        }
        return writer.finish()
    }

    private static func check(name: String) throws(OutgoingMessageError) {
        if !OutgoingField.isName(name) { throw .invalidFieldName(name) }
    }

    /// Removes entries that only mark a group as empty if the group has members.
    private static func withoutPlaceholders(_ addresses: [Address]) -> [Address] {
        addresses.indices.filter { index in
            let entry = addresses[index]
            let isMember = { (place: Int) in
                addresses.indices.contains(place) && addresses[place].group == entry.group
                    && addresses[place].email != nil
            }
            return entry.email != nil || entry.group == nil || !(isMember(index - 1) || isMember(index + 1))
        }.map { addresses[$0] }
    }

    private static func write(_ addresses: [Address], to writer: inout FoldedFieldWriter) throws(OutgoingMessageError) {
        var group: String?
        for (index, address) in addresses.enumerated() {
            if address.group != group {
                if let name = address.group {
                    writer.add(phrase: name.isEmpty ? "group" : name)
                    writer.endGroupName()
                }
                group = address.group
            }
            if let email = address.email {
                try write(email, named: address.name, to: &writer)
            } else if address.group == nil {
                throw .invalidAddress(address.name ?? "")
            }
            let next = index + 1 < addresses.count ? addresses[index + 1] : nil
            if group != nil, next?.group != group { writer.append(ASCII.semicolon) }
            if next != nil { writer.append(ASCII.comma) }
        }
    }

    private static func write(
        _ email: EmailAddress, named name: String?, to writer: inout FoldedFieldWriter
    ) throws(OutgoingMessageError) {
        guard email.isValid else { throw .invalidAddress(email.text) }
        if let name, !HeaderWords(name).all.isEmpty {
            writer.add(phrase: name)
            writer.add(Array("<\(email.text)>".utf8))
        } else {
            writer.add(Array(email.text.utf8))
        }
    }
}

extension OutgoingField {
    /// Returns the field as written in a header, folded and encoded. Throws if it cannot be written without changes.
    public func octets() throws(OutgoingMessageError) -> [UInt8] {
        try OutgoingFieldEncoder.octets(of: self)
    }
}
