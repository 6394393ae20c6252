internal import Disk

extension AccountConfigurationFiles {
    /// Removes an account and everything that the home stores for it. Mail in a directory that the user chose is kept.
    ///
    /// The account's file is renamed to a mark first, which removes the account. If the rest is interrupted, the next
    /// start completes it. Calls `forgetSecrets` when no other process uses the mail, before anything is removed.
    public func remove(_ name: AccountName, forgetSecrets: () -> Void = {}) throws(AccountError) {
        guard let directory = try AccountError.from({ () throws(FileError) in try home.directory(.accounts) }) else {
            throw .unknown(name)
        }
        let lock = try AccountError.from { () throws(FileError) in try directory.lock(Self.lockName, waiting: true) }
        defer { withExtendedLifetime(lock) {} }
        let former = try finishRemoval(of: name, in: directory)
        guard former != .busy, let work = try workLock(of: name) else { throw .busy(name) }
        let file = name.octets + Self.suffix
        guard try AccountError.from({ () throws(FileError) in try directory.status(of: file) }) != nil else {
            if former == .done { return }
            throw .unknown(name)
        }
        forgetSecrets()
        try AccountError.from { () throws(FileError) in
            try directory.rename(file, to: name.octets + Self.removing)
            try directory.synchronize()
        }
        guard try finishRemoval(of: name, in: directory, with: work) == .done else { throw .busy(name) }
    }

    /// Completes removals that were interrupted by a crash. Skips accounts that another process is using.
    public func finishRemovals() throws(AccountError) {
        guard let directory = try AccountError.from({ () throws(FileError) in try home.directory(.accounts) }) else {
            return
        }
        let marks = try AccountError.from { () throws(FileError) in try directory.names() }
            .filter { $0.reversed().starts(with: Self.removing.reversed()) }
            .compactMap { AccountName($0.dropLast(Self.removing.count)) }
        if marks.isEmpty { return }
        let lock = try AccountError.from { () throws(FileError) in try directory.lock(Self.lockName, waiting: false) }
        guard let lock else { return }
        defer { withExtendedLifetime(lock) {} }
        for name in marks { _ = try finishRemoval(of: name, in: directory) }
    }

    /// The result of completing a removal.
    enum Removal {
        case notBegun
        case done
        /// Another process is using the mail.
        case busy
    }

    /// Keeps other processes from using an account's mail.
    struct WorkLock {
        /// Those of processes that sync and that send. None if there is no state directory to lock yet.
        let locks: [FileLock]
    }

    private static let workLocks = ["lock", "outbox.lock"]

    private func workLock(of name: AccountName) throws(AccountError) -> WorkLock? {
        try AccountError.from { () throws(FileError) in
            guard let state = try home.directory(.state(name)) else { return WorkLock(locks: []) }
            var locks: [FileLock] = []
            for file in Self.workLocks {
                guard let lock = try state.lock(Array(file.utf8), waiting: false) else { return nil }
                locks.append(lock)
            }
            return WorkLock(locks: locks)
        }
    }

    func finishRemoval(
        of name: AccountName, in directory: Directory, with held: WorkLock? = nil
    ) throws(AccountError) -> Removal {
        let mark = name.octets + Self.removing
        guard try AccountError.from({ () throws(FileError) in try directory.status(of: mark) }) != nil else {
            return .notBegun
        }
        var work = held
        if work == nil { work = try workLock(of: name) }
        if work == nil { return .busy }
        defer { withExtendedLifetime(work) {} }
        try AccountError.from { () throws(FileError) in
            // If the user has recreated the account by hand, the content now belongs to the new account.
            if try directory.status(of: name.octets + Self.suffix) == nil { try removeContent(of: name) }
            try directory.remove(mark)
            try directory.synchronize()
        }
        return .done
    }

    private func removeContent(of name: AccountName) throws(FileError) {
        try removeTree(name.octets, in: home.data / "mail")
        try removeTree(name.octets, in: home.data / "outbox")
        try removeTree(name.octets, in: home.data / "state")
        try removeTree(name.octets, in: home.cache / "attachments")
        try removeTree(name.octets + Self.passwordSuffix, in: home.path(of: .accounts))
        try removeTree(name.octets + Self.editedSuffix, in: home.path(of: .accounts))
        try removeIndex(of: name)
    }

    /// The index contains all words of the account's mail.
    private func removeIndex(of name: AccountName) throws(FileError) {
        guard let directory = try Directory.openIfPresent(home.path(of: .index), on: home.system) else { return }
        let companions = ["", "-wal", "-shm", "-journal"]
        let numbered = companions.flatMap { [".sqlite" + $0, ".sqlite-building" + $0] }
        let others = ["lock", "seal"] + companions.map { "arriving" + $0 }
        for file in try directory.unsortedNames() where file.starts(with: name.octets + [0x2E]) {
            // Another account's name may consist of this name, a dot and more.
            let rest = file.dropFirst(name.octets.count + 1)
            let kind = rest.drop { $0 &- 0x30 < 10 }
            let kinds = kind.count < rest.count ? numbered : others
            if kinds.contains(where: { kind.elementsEqual($0.utf8) }) { try directory.removeTree(file) }
        }
        try directory.synchronize()
    }

    private func removeTree(_ name: [UInt8], in place: Path) throws(FileError) {
        guard let directory = try Directory.openIfPresent(place, on: home.system),
            try directory.status(of: name) != nil
        else { return }
        try directory.removeTree(name)
        try directory.synchronize()
    }
}
