internal import Accounts
internal import Contacts
internal import Disk
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Terminal

extension Console {
    /// Returns for each contact what decided its place in a completion: "al: the name Alice Park; 12 messages (work 12,
    /// home 3); the newest of 12 Oct".
    func ranking(
        of matches: [ContactMatch], _ words: [String], _ accounts: [MailAccount]
    ) throws(CommandFailure) -> [String] {
        var books: [(name: String, index: ContactIndex)] = []
        for account in accounts { books.append((account.name.text, try contacts(of: [account]))) }
        let zone = zone
        return matches.map { match in
            let contact = match.contact
            var reasons = words.map { "\($0): \(Self.matched($0, contact))" }
            let counts = books.compactMap { book in
                book.index.matches(contact.address.text, limit: Self.mostAlike).first {
                    $0.contact.address == contact.address
                }.map { "\(book.name) \($0.contact.frequency)" }
            }
            let messages = contact.frequency.counted("message")
            reasons.append(counts.count > 1 ? "\(messages) (\(counts.joined(separator: ", ")))" : messages)
            reasons.append("the newest of \(MessageListFormatter.day(zone.time(contact.lastSeen).local))")
            return reasons.joined(separator: "; ")
        }
    }

    /// The most contacts of which the words begin like those of an address, among which that address is looked for.
    private static let mostAlike = 20

    /// Says where a word was found: in the name, or otherwise in the address.
    private static func matched(_ word: String, _ contact: Contact) -> String {
        let named = Contact(
            address: EmailAddress("-@-"), name: contact.name, lastSeen: contact.lastSeen, frequency: contact.frequency)
        let isInName = contact.name != nil && !ContactIndex(contacts: [[named]]).matches(word, limit: 1).isEmpty
        return isInName ? "the name \(contact.name ?? "")" : "the address"
    }
}
