internal import Database
internal import Disk
internal import MailIndexing
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation
internal import SyncLedger

/// Creating, renaming and removing mailboxes here.
extension SyncStore {
    func known() throws(SyncFailure) -> [SyncLedger.Mailbox] {
        try SyncFailure.ledger { () throws(DatabaseError) in try ledger.mailboxes() }
    }

    /// Plans which mailboxes to create, rename, remove and open. Only those that are `wanted` are opened because of changes
    /// here, or all if it is `nil`.
    func mailboxPlan(
        _ listing: ServerMailboxNames, isVerified: Bool, wanted: Set<MailboxName>?
    ) throws(SyncFailure) -> MailboxListPlan {
        try endRenames()
        let known = try known()
        var baselines: [MailboxName: SyncBaseline] = [:]
        for mailbox in known {
            // The messages are only needed for a mailbox that may have to be removed.
            baselines[mailbox.name] =
                listing.listed(mailbox.name) == nil
                ? try SyncFailure.ledger { () throws(DatabaseError) in try ledger.baseline(of: mailbox, &pass.contents)
                }
                : SyncBaseline(status: mailbox.status, pending: mailbox.pending)
        }
        let looks = Dictionary(known.map { ($0.name, $0.look) }, uniquingKeysWith: { first, _ in first })
        var directories: [LocalDirectory] = []
        let found = try SyncFailure.file { () throws(FileError) in try tree.mailboxes() }
        var present: Set<MailboxName> = []
        for mailbox in found where present.insert(mailbox.name).inserted {
            if case .archive = listing.kind(of: mailbox.name) { continue }
            let isWanted = wanted?.contains(mailbox.name) ?? true
            let isChanged = isWanted && hasChanged(mailbox.name, since: looks[mailbox.name] ?? [])
            directories.append(LocalDirectory(mailbox.name, isChanged: isChanged))
        }
        let missing = known.filter { !present.contains($0.name) }
        if !missing.isEmpty {
            let new = directories.indices.filter { looks[directories[$0].name] == nil }
            for index in new {
                let name = directories[index].name
                directories[index].origin = try origin(of: name, among: missing, isOnlyNew: new.count == 1)
            }
        }
        return MailboxListPlan(
            listed: listing.mailboxes, directories: directories, baselines: baselines, uses: listing.uses.uses,
            isVerified: isVerified,
            leaving: Set(try openEntries().lazy.filter { $0.kind == .leave }.compactMap(\.source)))
    }

    /// Returns the former name of a mailbox whose directory was renamed here: one of the mailboxes whose directories are
    /// missing. It is recognized by its directories if it has a message of that mailbox, or if that mailbox has none. It is
    /// also recognized if it has most messages of that mailbox, and as many as of all others that are missing. Other files
    /// may have been moved in since. If a mailbox without messages changed too recently for its directories to be recorded,
    /// it is recognized because it is the only such mailbox that is missing and one directory `isOnlyNew`.
    private func origin(
        of name: MailboxName, among missing: [SyncLedger.Mailbox], isOnlyNew: Bool
    ) throws(SyncFailure) -> MailboxName? {
        guard let maildir = try SyncFailure.file({ () throws(FileError) in try tree.maildir(name) }) else { return nil }
        let entries = try SyncFailure.file { () throws(FileError) in try maildir.entries() }
        let names = entries.compactMap { SyncedFilename($0.name.base) }
        let counts = missing.map { mailbox in
            let tag = SyncedFilename.tag(of: mailbox.name)
            return Set(names.lazy.filter { $0.isTagged(tag) }.map(\.uid)).count
        }
        let directories = Maildir.Place.allCases.map { maildir.subdirectory($0) }
        if let times = try? MailboxModificationTimes(directories, now: clock.now()) {
            for (mailbox, count) in zip(missing, counts) where count > 0 || mailbox.status.messages == 0 {
                if times.isOfSameDirectories(asIn: mailbox.look) { return mailbox.name }
            }
        }
        let total = counts.reduce(0, +)
        for (mailbox, count) in zip(missing, counts) where count > 0 && count * 2 >= total {
            let agreed = try SyncFailure.ledger { () throws(DatabaseError) in try ledger.count(in: mailbox) }
            if count * 2 > agreed { return mailbox.name }
        }
        let empty = missing.filter { $0.status.messages == 0 }
        return total == 0 && isOnlyNew && empty.count == 1 && empty[0].look.isEmpty ? empty[0].name : nil
    }

    /// Returns those of these mailboxes that have changed here since they were compared with the server. If the directories
    /// of one are not recorded, it may have changed if it has or had files: all of them may have been moved away.
    func changedMailboxes(among names: [MailboxName]) throws(SyncFailure) -> [MailboxName] {
        let known = Dictionary(try known().map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var changed: [MailboxName] = []
        for name in names {
            guard let maildir = try SyncFailure.file({ () throws(FileError) in try tree.maildir(name) }) else {
                continue
            }
            if let look = known[name]?.look, !look.isEmpty {
                if hasChanged(name, since: look) { changed.append(name) }
                continue
            }
            let agreed = try known[name].map { mailbox throws(SyncFailure) in
                try SyncFailure.ledger { () throws(DatabaseError) in try ledger.count(in: mailbox) }
            }
            let hasFiles = try SyncFailure.file { () throws(FileError) in try !maildir.entries().isEmpty }
            if hasFiles || agreed ?? 0 > 0 { changed.append(name) }
        }
        return changed
    }

    private func hasChanged(_ name: MailboxName, since look: [UInt8]) -> Bool {
        guard !look.isEmpty, let maildir = try? tree.maildir(name) else { return true }
        let directories = Maildir.Place.allCases.map { maildir.subdirectory($0) }
        return (try? MailboxModificationTimes(directories, now: clock.now()).facts) != look
    }

    func makeMailbox(_ name: MailboxName) throws(SyncFailure) {
        try SyncFailure.file { () throws(FileError) in _ = try tree.makeMaildir(name) }
    }

    func renameMailbox(_ name: MailboxName, to newName: MailboxName) throws(SyncFailure) {
        // Without the journal entry, the new name would look like a rename by the user if the server reverts its own.
        _ = try begin(.rename, from: name, to: newName)
        try SyncFailure.file { () throws(FileError) in try tree.rename(name, to: newName) }
        try endRenames()
    }

    /// Records the outcome of directory renames that were begun, and ends their journal entries.
    private func endRenames() throws(SyncFailure) {
        for entry in try openEntries() where entry.kind == .rename {
            guard let source = entry.source, let target = entry.target else { continue }
            let isDone = try SyncFailure.file { () throws(FileError) in
                guard try tree.maildir(target) != nil else { return false }
                guard try tree.maildir(source) != nil else { return true }
                return try tree.completeRename(source, to: target)
            }
            try SyncFailure.ledger { () throws(DatabaseError) in
                try ledger.transaction { () throws(DatabaseError) in
                    if isDone { try ledger.renameTree(source, to: target) }
                    try ledger.end(entry)
                }
            }
        }
    }

    /// Renames a mailbox in the ledger only. Its directory already has the new name, or is gone.
    func recordRename(of name: MailboxName, to newName: MailboxName) throws(SyncFailure) {
        try SyncFailure.ledger { () throws(DatabaseError) in try ledger.rename(name, to: newName) }
    }

    /// Returns the mailboxes below one whose directories were renamed here with it, and their new names.
    func inferiors(
        of name: MailboxName, renamedTo newName: MailboxName
    ) throws(SyncFailure) -> [(old: MailboxName, new: MailboxName)] {
        var found: [(old: MailboxName, new: MailboxName)] = []
        for old in try known().map(\.name).sorted() where old.isInferior(to: name) {
            guard let new = old.renamed(by: name, to: newName) else { continue }
            let isRenamed = try SyncFailure.file { () throws(FileError) in
                guard try tree.maildir(old) == nil else { return false }
                return try tree.maildir(new) != nil
            }
            if isRenamed { found.append((old, new)) }
        }
        return found
    }

    /// Carries the sync state of mailboxes that the server has renamed to those new names that it lists, and ends the
    /// journal entry.
    func recordServerRename(
        _ entry: SyncLedger.Entry, of name: MailboxName, to newName: MailboxName, listed: Set<MailboxName>
    ) throws(SyncFailure) {
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.transaction { () throws(DatabaseError) in
                try ledger.renameTree(name, to: newName) { listed.contains($0) }
                try ledger.end(entry)
            }
        }
    }

    /// Removes a mailbox that the server no longer has, and its messages. Returns `false` if it contains files that the
    /// server never had, or drafts, which the user has written. These stay in what is now a local mailbox, which is
    /// uploaded like any other.
    func removeMailbox(_ name: MailboxName) throws(SyncFailure) -> Bool {
        guard let mailbox = try known().first(where: { $0.name == name }) else { return true }
        let baseline = try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.baseline(of: mailbox, &pass.contents)
        }
        // Without the journal entry, the removed files would look like deletions by the user if the mailbox reappears.
        _ = try begin(.leave, from: name)
        let isGone = try SyncFailure.file { () throws(FileError) in
            guard let maildir = try tree.maildir(name) else { return true }
            let scan = try LocalScan(maildir, of: name, now: clock.now())
            let keepsAll = name == .drafts && drafts != nil
            let known = keepsAll ? [] : scan.files.filter { LocalScan.isKnown($0, in: baseline) != nil }
            for file in known { try maildir.remove(file.entry, lasting: false) }
            try maildir.synchronize()
            guard known.count == scan.files.count else { return false }
            try tree.removeEmpty(name)
            return true
        }
        try startOver(name)
        return isGone
    }

    /// Discards the sync state of a mailbox, and ends journal entries about its removal.
    func startOver(_ name: MailboxName) throws(SyncFailure) {
        let begun = try openEntries().filter { $0.kind == .leave && $0.source == name }
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.transaction { () throws(DatabaseError) in
                try ledger.remove(name)
                for entry in begun { try ledger.end(entry) }
            }
        }
    }
}
