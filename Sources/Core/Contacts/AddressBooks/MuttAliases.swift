internal import InternetMessage
internal import MailTypes

/// The aliases in a configuration file of mutt: `alias [-group name] nick Name <address>, …` [muttrc(5)].
enum MuttAliases {
    static func entries(in bytes: [UInt8]) -> [AddressBookEntry] {
        var entries: [AddressBookEntry] = []
        /// What each alias stands for, because groups contain the names of other aliases.
        var known: [String: [Address]] = [:]
        var total = 0
        for line in lines(of: bytes) where total < AddressBookEntry.maximumCount {
            var words = line.split(maxSplits: 2) { $0 == 0x20 || $0 == 0x09 }
            guard words.first?.elementsEqual("alias".utf8) ?? false else { continue }
            while words.count == 3, words[1].elementsEqual("-group".utf8) {
                let rest = words[2].split(maxSplits: 2) { $0 == 0x20 || $0 == 0x09 }
                guard rest.count == 3 else { break }
                words = [words[0], rest[1], rest[2]]
            }
            guard words.count == 3, let nickname = String(validating: words[1], as: UTF8.self),
                let text = String(validating: words[2], as: UTF8.self)
            else { continue }
            let addresses = Self.addresses(in: text, known)
            guard !addresses.isEmpty else { continue }
            known[nickname.lowercased()] = addresses
            total += addresses.count
            entries.append(AddressBookEntry(nicknames: [nickname], addresses: addresses))
        }
        return entries
    }

    private static let maximumMembers = 500

    /// A member without an `@` is another alias.
    private static func addresses(in text: String, _ known: [String: [Address]]) -> [Address] {
        var found: [Address] = []
        for entry in AddressList(withoutComment(text)).prefix(maximumMembers) where found.count < maximumMembers {
            let word = entry.email?.text ?? entry.name ?? ""
            if let email = entry.email, email.text.utf8.contains(0x40) {
                found.append(Address(name: entry.name, email: email))
            } else {
                found += known[word.lowercased()] ?? []
            }
        }
        return Array(found.prefix(maximumMembers))
    }

    /// Removes a comment, which begins with a `#` after a blank.
    private static func withoutComment(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let hash = bytes.indices.first { $0 > 0 && bytes[$0] == 0x23 && bytes[$0 - 1] <= 0x20 }
        return hash.map { String(decoding: bytes[..<$0], as: UTF8.self) } ?? text
    }

    /// The lines, with those that end in a backslash joined to the next.
    private static func lines(of bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var isJoined = false
        for piece in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            var piece = piece.last == 0x0D ? piece.dropLast() : piece
            let continues = piece.last == 0x5C
            if continues { piece = piece.dropLast() }
            if isJoined { lines[lines.count - 1] += piece } else { lines.append(Array(piece)) }
            isJoined = continues
        }
        return lines
    }
}
