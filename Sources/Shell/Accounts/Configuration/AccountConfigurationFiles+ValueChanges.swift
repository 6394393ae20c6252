internal import Disk
internal import JSONText

extension AccountConfigurationFiles {
    /// Changes what is different in an account's file, and keeps everything else that the user wrote: comments, order
    /// and names that this version does not know. Returns `false` and leaves the file as it is if it does not say the
    /// same as `former`.
    public func change(
        _ former: AccountConfiguration, to account: AccountConfiguration
    ) throws(AccountError) -> Bool {
        precondition(former.name == account.name, "an account keeps its name")
        let directory = try AccountError.from { () throws(FileError) in try home.makingDirectory(.accounts) }
        let lock = try AccountError.from { () throws(FileError) in try directory.lock(Self.lockName, waiting: true) }
        defer { withExtendedLifetime(lock) {} }
        // The file may be a link, for example into a repository of the user's.
        let target = file(of: account.name).resolved
        guard let slash = target.bytes.lastIndex(of: 0x2F) else { return false }
        let octets = try AccountError.from { () throws(FileError) in try FileReading.contents(of: target) }
        guard reading(octets, former.name)?.fileContent == former.fileContent,
            let changed = Self.text(octets, changing: former, to: account),
            reading(changed, account.name)?.fileContent == account.fileContent
        else { return false }
        try AccountError.from { () throws(FileError) in
            let place = try Directory.open(Path(target.bytes[...slash]), on: home.system)
            try place.write(
                changed, as: target.lastComponent, .replacing, through: place, named: [0x2E] + UniqueName.next())
        }
        return true
    }

    private func reading(_ octets: [UInt8], _ name: AccountName) -> AccountConfiguration? {
        let reader = try? ConfigurationReader(octets, of: file(of: name), userDirectory: home.userDirectory)
        var problems: [ConfigurationError] = []
        return reader.flatMap { AccountConfiguration(name, $0, &problems) }
    }

    private static func text(
        _ octets: [UInt8], changing former: AccountConfiguration, to account: AccountConfiguration
    ) -> [UInt8]? {
        let (before, after) = (former.json, account.json)
        var text = octets
        for (name, _) in before.members where after[name] == nil {
            guard let shorter = JSONReader.text(text, setting: name, to: nil) else { return nil }
            text = shorter
        }
        for (name, value) in after.members where before[name]?.octets != value.octets {
            guard let changed = JSONReader.text(text, setting: name, to: value) else { return nil }
            text = changed
        }
        return text
    }
}
