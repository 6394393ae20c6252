public import MailTypes

/// Recipient edits for the commands.
extension Draft {
    /// Adds addresses to a field. Addresses already in the field are skipped, and those in another field are moved, so
    /// that no recipient gets two copies. Returns `nil` if nothing would change.
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

    /// Removes addresses from all fields, or from one. Returns `nil` if none of them is present.
    public func removing(_ addresses: [Address], from field: Recipients.Field? = nil) -> DraftEdit? {
        var changed = recipients
        for other in Recipients.Field.allCases where field == nil || field == other {
            changed[other].removeAll { entry in addresses.compactMap(\.carried).contains { $0.isSamePerson(as: entry) }
            }
        }
        return changed == recipients ? nil : edit(to: changed)
    }

    /// Returns the recipients that match a text: an exact address, or otherwise part of a name or address, ignoring
    /// case and accents.
    public func recipients(matching text: String) -> [(field: Recipients.Field, address: Address)] {
        let wanted = SearchFold.folded(text)
        guard !wanted.isEmpty else { return [] }
        var found: [(field: Recipients.Field, address: Address)] = []
        for field in Recipients.Field.allCases {
            for address in recipients[field] {
                if let email = address.email, email == EmailAddress(text) { return [(field, address)] }
                let whole = SearchFold.folded(AddressDisplay.of(address))
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
    /// Whether both entries have the same address, or the same name and group if they have no address.
    fileprivate func isSamePerson(as other: Address) -> Bool {
        email == other.email && (email != nil || name == other.name && group == other.group)
    }
}
