public import Disk

/// Changing the text of an account's file, as an editor does.
extension AccountConfigurationFiles {
    static let editedSuffix = Array(".json.edited".utf8)
    /// The content of the account's file when an edit began that is kept.
    static let formerSuffix = Array(".json.former".utf8)

    /// Returns the content of an account's file, valid or not; `nil` if there is none.
    public func content(of name: AccountName) throws(AccountError) -> [UInt8]? {
        guard try AccountError.from({ () throws(FileError) in try has(name) }) else { return nil }
        let file = file(of: name)
        do throws(ConfigurationError) {
            guard let content = try ConfigurationReader.contents(of: file) else {
                throw ConfigurationError(file, "This link points to no file. Remove it, or restore the file.")
            }
            return content
        } catch {
            throw .configuration(error)
        }
    }

    /// Returns the problems that the account would have with this content. Their file has only the name of the
    /// account's file, because the content is not in it yet.
    public func problems(of content: [UInt8], as name: AccountName) throws(FileError) -> [ConfigurationError] {
        let file = Path(name.octets + Self.suffix)
        var problems: [ConfigurationError] = []
        do throws(ConfigurationError) {
            let reader = try ConfigurationReader(content, of: file, userDirectory: home.userDirectory)
            guard let account = AccountConfiguration(name, reader, &problems) else { return problems }
            let path = mailPath(of: account)
            let place = DirectoryOverlap(path, on: home.system)
            let others = try others(than: name)
            if let other = others.first(where: { DirectoryOverlap(mailPath(of: $0), on: home.system).overlaps(place) })
            {
                problems.append(.sharedMaildir(file, path, with: other.name))
            }
        } catch {
            problems.append(error)
        }
        return problems
    }

    private func others(than name: AccountName) throws(ConfigurationError) -> [AccountConfiguration] {
        do throws(FileError) {
            return try listing().accounts.filter { $0.name != name }
        } catch {
            throw ConfigurationError(nil, error.description)
        }
    }

    /// Replaces the content of an account's file durably, and discards a kept edit. Returns `false` and changes nothing
    /// if the file no longer has the content `former`. If the file is a link, replaces what it points to.
    public func replace(_ former: [UInt8], by content: [UInt8], in name: AccountName) throws(AccountError) -> Bool {
        try AccountError.from { () throws(FileError) in
            let accounts = try home.makingDirectory(.accounts)
            let lock = try accounts.lock(Self.lockName, waiting: true)
            defer { withExtendedLifetime(lock) {} }
            let target = file(of: name).resolved
            guard let slash = target.bytes.lastIndex(of: 0x2F), try FileReading.contents(of: target) == former else {
                return false
            }
            let directory = try Directory.open(Path(target.bytes[...slash]), on: home.system)
            try directory.write(
                content, as: target.lastComponent, .replacing, through: directory, named: [0x2E] + UniqueName.next())
            for suffix in [Self.editedSuffix, Self.formerSuffix] { _ = try accounts.remove(name.octets + suffix) }
            return true
        }
    }

    /// The file for an edited text of an account's file that is not used yet.
    public func keptEdit(of name: AccountName) -> Path {
        home.path(of: .accounts) / (name.octets + Self.editedSuffix)
    }

    /// Keeps a text for the next edit of an account's file, whose content was `former` when the edit began. Both are durable
    /// when this returns.
    public func keepEdit(_ content: [UInt8], from former: [UInt8], of name: AccountName) throws(AccountError) {
        try AccountError.from { () throws(FileError) in
            let directory = try home.makingDirectory(.accounts)
            for (octets, suffix) in [(former, Self.formerSuffix), (content, Self.editedSuffix)] {
                try directory.write(
                    octets, as: name.octets + suffix, .replacing, through: directory, named: [0x2E] + UniqueName.next())
            }
        }
    }

    /// Returns the content that an account's file had when the kept edit began; `nil` if that is not known.
    public func formerContent(of name: AccountName) -> [UInt8]? {
        try? home.directory(.accounts)?.contents(of: name.octets + Self.formerSuffix)
    }

    /// Removes a kept text, if there is any.
    public func discardEdit(of name: AccountName) throws(AccountError) {
        try AccountError.from { () throws(FileError) in
            guard let directory = try home.directory(.accounts) else { return }
            for suffix in [Self.editedSuffix, Self.formerSuffix] { _ = try directory.remove(name.octets + suffix) }
        }
    }
}
