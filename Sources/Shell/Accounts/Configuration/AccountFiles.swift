public import Disk
internal import JSONText

/// The accounts of a home: one file each.
public struct AccountFiles: Sendable {
    public let home: Home

    static let suffix = Array(".json".utf8)
    /// Behind the name of a file whose account is being removed.
    static let removing = Array(".json.removing".utf8)
    static let lockName = Array(".lock".utf8)

    public init(_ home: Home) {
        self.home = home
    }

    /// The accounts that can be worked with, in the order of their names, and what is wrong with the others.
    public struct Listing: Sendable {
        public fileprivate(set) var accounts: [AccountConfiguration] = []
        public fileprivate(set) var problems: [ConfigurationError] = []

        public func account(_ name: AccountName) -> AccountConfiguration? {
            accounts.first { $0.name == name }
        }
    }

    /// What is configured. One file that cannot be understood stops none of the others.
    public func listing() throws(FileError) -> Listing {
        var listing = Listing()
        var places: [(name: AccountName, place: MailLocation)] = []
        for file in try files() {
            do throws(ConfigurationError) {
                let account = try account(in: file)
                let path = mailPath(of: account)
                let place = MailLocation(path, on: home.system)
                if let other = places.first(where: { $0.place.overlaps(place) }) {
                    let problem =
                        "Its mail would be stored in \(path), together with that of \(other.name). Give it a separate \"maildir\"."
                    throw ConfigurationError(file, problem)
                }
                places.append((account.name, place))
                listing.accounts.append(account)
            } catch {
                listing.problems.append(error)
            }
        }
        return listing
    }

    /// What there is to work with: a home without any account file behaves as if it had the account `local`. What was
    /// written there is not lost from sight when it gets one.
    public func usable() throws(FileError) -> Listing {
        var listing = try listing()
        let isUnnamed = listing.accounts.isEmpty && listing.problems.isEmpty
        if isUnnamed {
            listing.accounts.append(.local)
        } else if try !has(.local) {
            if try isAnythingWritten(in: .local) { listing.accounts.append(.local) }
        }
        return listing
    }

    /// Whether some mailbox of the account holds a message.
    private func isAnythingWritten(in account: AccountName) throws(FileError) -> Bool {
        guard let mail = try home.directory(.mail(account)) else { return false }
        for mailbox in try mail.names() {
            guard let directory = try? mail.directory(mailbox) else { continue }
            for place in ["cur", "new"] {
                guard let messages = try? directory.directory(Array(place.utf8)) else { continue }
                if try !messages.names().isEmpty { return true }
            }
        }
        return false
    }

    /// Where an account's mail is, made or not.
    public func mailPath(of account: AccountConfiguration) -> Path {
        account.maildir ?? home.path(of: .mail(account.name))
    }

    /// Where the file of an account is, made or not.
    public func file(of name: AccountName) -> Path {
        home.path(of: .accounts) / (name.octets + Self.suffix)
    }

    /// Whether the account has a file, whatever that holds.
    public func has(_ name: AccountName) throws(FileError) -> Bool {
        try home.directory(.accounts)?.status(of: name.octets + Self.suffix) != nil
    }

    private func files() throws(FileError) -> [Path] {
        guard let directory = try home.directory(.accounts) else { return [] }
        // What begins with a dot is an editor's, or a write of ours that a crash cut short.
        let names = try directory.names().filter { $0.ends(with: Self.suffix) && $0.first != 0x2E }
        return names.map { directory.path / $0 }
    }

    private func account(in file: Path) throws(ConfigurationError) -> AccountConfiguration {
        guard let name = AccountName(file.lastComponent.dropLast(Self.suffix.count)) else {
            throw ConfigurationError(file, "An account's name is \(AccountName.rule). Rename the file.")
        }
        guard let octets = try ConfigurationReader.contents(of: file) else {
            throw ConfigurationError(file, "This link points to no file. Remove it, or restore the file.")
        }
        let reader = try ConfigurationReader(octets, of: file, userDirectory: home.userDirectory)
        return try AccountConfiguration(name, reader)
    }
}

extension Collection where Element: Equatable {
    fileprivate func ends(with other: some BidirectionalCollection<Element>) -> Bool
    where Self: BidirectionalCollection {
        reversed().starts(with: other.reversed())
    }
}
