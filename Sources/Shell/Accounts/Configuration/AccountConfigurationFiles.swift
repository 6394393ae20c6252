public import Disk
internal import JSONText

/// The accounts of a home, with one file per account.
public struct AccountConfigurationFiles: Sendable {
    public let home: Home

    static let suffix = Array(".json".utf8)
    /// The suffix of the file of an account that is being removed.
    static let removing = Array(".json.removing".utf8)
    static let lockName = Array(".lock".utf8)

    public init(_ home: Home) {
        self.home = home
    }

    /// The valid accounts, sorted by name, and the problems of the others.
    public struct Listing: Sendable {
        public fileprivate(set) var accounts: [AccountConfiguration] = []
        public fileprivate(set) var problems: [ConfigurationError] = []

        public func account(_ name: AccountName) -> AccountConfiguration? {
            accounts.first { $0.name == name }
        }

        /// Returns the problems of one account's file.
        public func problems(of name: AccountName) -> [ConfigurationError] {
            problems.filter { $0.file?.lastComponent == name.octets + AccountConfigurationFiles.suffix }
        }
    }

    /// Returns the configured accounts. An invalid file does not affect the others.
    public func listing() throws(FileError) -> Listing {
        var listing = Listing()
        var places: [(name: AccountName, place: DirectoryOverlap)] = []
        for file in try files() {
            do throws(ConfigurationError) {
                guard let account = try account(in: file, &listing.problems) else { continue }
                let path = mailPath(of: account)
                let place = DirectoryOverlap(path, on: home.system)
                if let other = places.first(where: { $0.place.overlaps(place) }) {
                    throw ConfigurationError.sharedMaildir(file, path, with: other.name)
                }
                places.append((account.name, place))
                listing.accounts.append(account)
            } catch {
                listing.problems.append(error)
            }
        }
        return listing
    }

    /// Returns the accounts that commands can use. A home without account files has the implicit account `local`. That
    /// account stays visible after others are added if it contains mail.
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

    /// Whether a mailbox of the account contains a message.
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

    /// Returns the directory of an account's mail, which may not exist yet.
    public func mailPath(of account: AccountConfiguration) -> Path {
        account.maildir ?? home.path(of: .mail(account.name))
    }

    /// Returns the path of an account's file, which may not exist yet.
    public func file(of name: AccountName) -> Path {
        home.path(of: .accounts) / (name.octets + Self.suffix)
    }

    /// Whether the account has a file, valid or not.
    public func has(_ name: AccountName) throws(FileError) -> Bool {
        try home.directory(.accounts)?.status(of: name.octets + Self.suffix) != nil
    }

    private func files() throws(FileError) -> [Path] {
        guard let directory = try home.directory(.accounts) else { return [] }
        // Names that begin with a dot are temporary files of an editor or of an interrupted write.
        let names = try directory.names().filter { $0.ends(with: Self.suffix) && $0.first != 0x2E }
        return names.map { directory.path / $0 }
    }

    /// Returns the account of a file. If the file has problems, appends or throws them.
    private func account(
        in file: Path, _ problems: inout [ConfigurationError]
    ) throws(ConfigurationError) -> AccountConfiguration? {
        guard let name = AccountName(file.lastComponent.dropLast(Self.suffix.count)) else {
            throw ConfigurationError(file, "An account's name is \(AccountName.rule). Rename the file.")
        }
        guard let octets = try ConfigurationReader.contents(of: file) else {
            throw ConfigurationError(file, "This link points to no file. Remove it, or restore the file.")
        }
        let reader = try ConfigurationReader(octets, of: file, userDirectory: home.userDirectory)
        return AccountConfiguration(name, reader, &problems)
    }
}

extension Collection where Element: Equatable {
    fileprivate func ends(with other: some BidirectionalCollection<Element>) -> Bool
    where Self: BidirectionalCollection {
        reversed().starts(with: other.reversed())
    }
}
