internal import Disk

extension AccountConfigurationFiles {
    /// Writes the file of a new account. It is durable when this returns.
    public func add(_ account: AccountConfiguration) throws(AccountError) {
        let directory = try AccountError.from { () throws(FileError) in try home.makingDirectory(.accounts) }
        let lock = try AccountError.from { () throws(FileError) in try directory.lock(Self.lockName, waiting: true) }
        defer { withExtendedLifetime(lock) {} }
        // The remains of a removed account with this name must not be mistaken for mail of the new one.
        guard try finishRemoval(of: account.name, in: directory) != .busy else { throw .busy(account.name) }
        let name = account.name.octets + Self.suffix
        if try AccountError.from({ () throws(FileError) in try directory.status(of: name) }) != nil {
            throw .alreadyExists(account.name)
        }
        try refuseSharing(account)
        try AccountError.from { () throws(FileError) in
            // If a crash prevents the rename, the file is left with this name, which is not read as an account.
            let temporary = [0x2E] + UniqueName.next()
            try directory.write(account.fileContent, as: name, .new, through: directory, named: temporary)
        }
    }

    private func refuseSharing(_ account: AccountConfiguration) throws(AccountError) {
        let path = mailPath(of: account)
        let place = DirectoryOverlap(path, on: home.system)
        let others = try AccountError.from { () throws(FileError) in try listing() }.accounts
        for other in others where DirectoryOverlap(mailPath(of: other), on: home.system).overlaps(place) {
            throw .sharesMaildir(account.name, with: other.name, path)
        }
    }
}
