internal import Accounts
internal import Contacts
internal import Disk
internal import InternetMessage
internal import MailTypes

/// The address books of other programs that the user's settings name. Their entries are looked up but do not become
/// contacts.
struct ExternalAddressBook: Sendable {
    private var groups: [(nickname: String, folded: [UInt8], addresses: [Address])] = []
    private let people: ContactIndex
    /// Why files could not be read.
    private(set) var problems: [String] = []

    init(_ entries: [AddressBookEntry], problems: [String] = []) {
        var contacts: [Contact] = []
        for entry in entries {
            for nickname in entry.nicknames {
                groups.append((nickname, SearchFold.folded(nickname), entry.addresses))
            }
            for address in entry.addresses {
                guard let email = address.email, email.isValid else { continue }
                contacts.append(
                    Contact(address: email, name: address.name, lastSeen: Instant(seconds: 0), frequency: 1))
            }
        }
        people = ContactIndex(contacts: [contacts])
        self.problems = problems
    }

    /// Returns the addresses of exactly this nickname, ignoring case; `nil` if there is none.
    func addresses(of nickname: String) -> [Address]? {
        let wanted = SearchFold.folded(nickname)
        return groups.first { $0.folded == wanted }?.addresses
    }

    func nicknames(beginningWith text: String, limit: Int) -> [(nickname: String, addresses: [Address])] {
        let start = SearchFold.folded(text)
        return groups.lazy.filter { $0.folded.starts(with: start) }.prefix(limit).map { ($0.nickname, $0.addresses) }
    }

    /// Returns the people with a name or address in which each word of `text` begins a word.
    func matches(_ text: String, limit: Int) -> [Address] {
        people.matches(text, limit: limit).map { Address(name: $0.contact.name, email: $0.contact.address) }
    }
}

extension Console {
    /// Returns the entries of the files that the setting `address-books` names. At the prompt they are read only once.
    func addressBook() -> ExternalAddressBook {
        if let book = session?.addressBook { return book }
        let book = readAddressBook()
        session?.addressBook = book
        return book
    }

    private func readAddressBook() -> ExternalAddressBook {
        guard let home = try? home(), let setting = Settings(of: home)[.addressBooks] else {
            return ExternalAddressBook([])
        }
        var entries: [AddressBookEntry] = []
        var problems: [String] = []
        for text in setting.split(separator: ":") {
            let path = Path(String(text)).absolute(in: environment)
            do throws(FileError) {
                for file in try AddressBookFiles.files(at: path) {
                    entries += AddressBookEntry.entries(in: try FileReading.contents(of: file, onlyRegular: true))
                }
            } catch {
                problems.append("\(error) Its addresses are not looked up. Correct the setting address-books.")
            }
        }
        return ExternalAddressBook(entries, problems: problems)
    }
}

/// The files of one address book.
enum AddressBookFiles {
    private static let maximumCount = 20_000

    /// Returns the file itself, or the cards in a directory.
    static func files(at path: Path) throws(FileError) -> [Path] {
        guard try FileReading.kind(of: path) == .directory else { return [path] }
        let cards = try FileReading.names(in: path).filter { name in
            name.first != 0x2E && name.reversed().starts(with: ".vcf".utf8.reversed())
        }
        return cards.prefix(maximumCount).map { path / $0 }
    }
}
