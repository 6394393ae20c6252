internal import Composer
internal import Contacts
internal import InternetMessage
internal import MailTypes

/// Resolves recipients: typed addresses, nicknames in address books, and people by part of their name.
struct RecipientResolver {
    /// The contacts of the account that the message is sent from.
    let contacts: ContactIndex
    /// The contacts of all accounts, from which the user is asked to choose; `nil` if there is nobody to ask.
    let offered: ContactIndex?
    let book: ExternalAddressBook

    /// The possible meanings of one typed name.
    enum Meaning {
        case address(Address)
        /// The only person in the contacts that the typed text matches. Contacts are collected from mail, which strangers
        /// send too.
        case contact(Address, for: String)
        /// Several people, the most frequent first.
        case several([Address])
        /// The only person that matches, who is in the contacts of another account only.
        case elsewhere(Address, for: String)
        /// Neither a contact nor an address.
        case noMatch(String)

        /// Returns the same people as members of a group.
        func inside(_ group: String?) -> Meaning {
            guard let group else { return self }
            func member(_ one: Address) -> Address { Address(name: one.name, email: one.email, group: group) }
            switch self {
            case .address(let address): return .address(member(address))
            case .contact(let address, let text): return .contact(member(address), for: text)
            case .several(let addresses): return .several(addresses.map(member))
            case .elsewhere(let address, let text): return .elsewhere(member(address), for: text)
            case .noMatch: return self
            }
        }
    }

    /// The maximum number of choices offered.
    private static let choices = 9

    /// Parses `ben@example.org`, `Ben <ben@example.org>, Ana <ana@example.org>`, `ana`, or several of them, and groups:
    /// `Team: ana, ben@example.org;` and `undisclosed-recipients:;` [RFC 5322 §3.4]. `Ben ben@example.org` in one operand is
    /// one person.
    func meanings(_ operands: [String]) -> [Meaning] {
        let text = operands.joined(separator: " ")
        let octets = Array(text.utf8)
        // With brackets or commas, it is an address list; otherwise each word is a recipient.
        if octets.contains(where: { $0 == 0x3C || $0 == 0x2C || $0 == 0x3B || $0 == 0x22 }) {
            return AddressList(text).flatMap { entry in
                if let email = entry.email, entry.name != nil || email.text.utf8.contains(0x40) {
                    return [Meaning.address(Self.checked(entry, email))]
                }
                guard let text = entry.email?.text ?? entry.name else {
                    return members(of: entry.group ?? "").map { $0.inside(entry.group) }
                }
                return meanings(of: text).map { $0.inside(entry.group) }
            }
        }
        return operands.flatMap { operand -> [Meaning] in
            if operand.utf8.contains(0x40) {
                return meanings(ofAddresses: operand)
            }
            return operand.utf8.allSatisfy({ $0 == 0x20 }) ? [] : meanings(of: operand)
        }
    }

    /// Words in front of an address are the name of that person.
    private func meanings(ofAddresses operand: String) -> [Meaning] {
        var found: [Meaning] = []
        var name: [String] = []
        for word in operand.utf8.split(separator: 0x20).map({ String(decoding: Array($0), as: UTF8.self) }) {
            if word.utf8.contains(0x40) {
                let name = name.isEmpty ? nil : name.joined(separator: " ")
                found.append(.address(Self.checked(Address(name: name, email: nil), EmailAddress(word))))
            }
            name = word.utf8.contains(0x40) ? [] : name + [word]
        }
        return found + name.flatMap { meanings(of: $0) }
    }

    /// Checks an address. An invalid one keeps the typed text, so that the user can correct it.
    private static func checked(_ entry: Address, _ email: EmailAddress) -> Address {
        let address = Address(name: entry.name, email: email, group: entry.group)
        return email.isValid ? address : Address(email: EmailAddress(AddressDisplay.of(address)))
    }

    /// Returns the members that an address book gives to a group; without any, the group itself, which gets no mail.
    private func members(of group: String) -> [Meaning] {
        if group.utf8.allSatisfy({ $0 <= 0x20 }) { return [] }
        return book.addresses(of: group)?.map { .address($0) } ?? [.address(Address(email: nil, group: group))]
    }

    /// A nickname stands for its address, or for those of a group.
    private func meanings(of text: String) -> [Meaning] {
        book.addresses(of: text)?.map { .address($0) } ?? [meaning(text)]
    }

    private static func people(matching text: String, in contacts: ContactIndex) -> [Address] {
        contacts.matches(text, limit: choices).map { Address(name: $0.contact.name, email: $0.contact.address) }
    }

    private func meaning(_ text: String) -> Meaning {
        let own = Set(Self.people(matching: text, in: contacts).compactMap(\.email))
        var found = Self.people(matching: text, in: offered ?? contacts)
        let collected = Set(found.compactMap(\.email))
        func one(_ address: Address) -> Meaning {
            let isInBook = book.matches(address.email?.text ?? "", limit: 1).contains { $0.email == address.email }
            let isCollected = address.email.map { collected.contains($0) } ?? false
            if isInBook || !isCollected { return .address(address) }
            let isOwn = address.email.map { own.contains($0) } ?? false
            return isOwn ? .contact(address, for: text) : .elsewhere(address, for: text)
        }
        for address in book.matches(text, limit: Self.choices) where found.count < Self.choices {
            if !found.contains(where: { $0.email == address.email }) { found.append(address) }
        }
        if found.isEmpty { return .noMatch(text) }
        // A contact with exactly that name is chosen over longer names.
        let wanted = SearchFold.folded(text)
        let exact = found.filter { address in
            let local = address.email.map { SearchFold.folded(String($0.localPart)) }
            return local == wanted || address.name.map { SearchFold.folded($0) } == wanted
        }
        if exact.count == 1 { return one(exact[0]) }
        return found.count == 1 ? one(found[0]) : .several(found)
    }
}

extension EmailAddress {
    /// The nearest valid address, without the slips of the keyboard that are common: brackets and punctuation around it,
    /// and dots and signs that are doubled. `nil` if that is not an address either.
    var corrected: EmailAddress? {
        var octets = Array(text.utf8)
        let around = Array("<>()[]\"',;:.".utf8)
        while let last = octets.last, around.contains(last) { octets.removeLast() }
        octets = Array(octets.drop { around.contains($0) })
        var kept: [UInt8] = []
        for octet in octets {
            let isMark = octet == 0x40 || octet == 0x2E
            if isMark, kept.last == octet || (octet == 0x2E && kept.last == 0x40) { continue }
            if octet == 0x40, kept.last == 0x2E { kept.removeLast() }
            kept.append(octet)
        }
        let corrected = EmailAddress(String(decoding: kept, as: UTF8.self))
        return corrected.isValid ? corrected : nil
    }
}
