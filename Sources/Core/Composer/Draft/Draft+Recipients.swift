public import MailTypes

/// Edits of recipients, as the commands make them.
extension Draft {
    /// Adds people to a field. Who is in it already is not added again; who is in another field is moved, since nobody
    /// wants two copies. `nil` where nothing would change.
    public func adding(_ addresses: [Address], to field: Recipients.Field) -> DraftEdit? {
        let present = recipients[field]
        var added: [Address] = []
        for address in addresses.compactMap(\.carried) {
            let isThere = { (entry: Address) in entry.isSamePerson(as: address) }
            if !present.contains(where: isThere), !added.contains(where: isThere) { added.append(address) }
        }
        guard !added.isEmpty else { return nil }
        var changed = recipients
        changed[field] += added
        for other in [Recipients.Field.to, .cc, .bcc] where other != field && field != .replyTo {
            changed[other].removeAll { entry in added.contains { $0.isSamePerson(as: entry) } }
        }
        return edit(to: changed)
    }

    /// Takes people out of all fields, or of one. `nil` where none of them is there.
    public func removing(_ addresses: [Address], from field: Recipients.Field? = nil) -> DraftEdit? {
        var changed = recipients
        for other in Recipients.Field.allCases where field == nil || field == other {
            changed[other].removeAll { entry in addresses.compactMap(\.carried).contains { $0.isSamePerson(as: entry) }
            }
        }
        return changed == recipients ? nil : edit(to: changed)
    }

    /// The recipients that a word means: the address, a part of the name or of the address, in any case and accent.
    public func recipients(matching text: String) -> [(field: Recipients.Field, address: Address)] {
        let wanted = SearchFold.folded(text)
        guard !wanted.isEmpty else { return [] }
        var found: [(field: Recipients.Field, address: Address)] = []
        for field in Recipients.Field.allCases {
            for address in recipients[field] {
                if let email = address.email, email == EmailAddress(text) { return [(field, address)] }
                let whole = SearchFold.folded(AddressText.of(address))
                if whole.holds(wanted) { found.append((field, address)) }
            }
        }
        return found
    }

    private func edit(to changed: Recipients) -> DraftEdit {
        let edits = Recipients.Field.allCases.filter { changed[$0] != recipients[$0] }
        let parts = edits.map { DraftEdit.setRecipients($0, changed[$0]) }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }
}

extension Address {
    /// Whether mail to both reaches one mailbox.
    fileprivate func isSamePerson(as other: Address) -> Bool {
        email == other.email && (email != nil || name == other.name && group == other.group)
    }
}
