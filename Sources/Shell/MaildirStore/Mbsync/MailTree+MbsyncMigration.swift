public import Disk
public import MailTypes

/// Trees that petrel laid out before mbsync began to sync them.
extension MailTree {
    /// Moves the outbox out of the tree, because mbsync would make a mailbox of it on the server. Messages that mbsync
    /// has put on the server already are removed there by mbsync. Can be repeated after an interruption. Must be called
    /// with the locks of drafts and outbox.
    func moveOutboxOut() throws(FileError) {
        guard let outboxPlace, try root.status(of: Self.outboxName)?.kind == .directory,
            let former = try Maildir(root.directory(Self.outboxName))
        else { return }
        let target = try Maildir(completing: outboxPlace.making())
        for place in Maildir.Place.allCases {
            guard let source = former.subdirectory(place) else { continue }
            for name in try source.names() where name.first != 0x2E {
                do throws(FileError) {
                    try source.rename(name, to: name, in: target.opened(place))
                } catch  where error.cannotLink {
                    try move(name, from: source, to: target.opened(place), through: target)
                }
            }
            try target.opened(place).synchronize()
            try source.synchronize()
        }
        guard try former.directory.status(of: LockedMbsyncState.counterName) == nil else { return }
        for inner in try former.directory.names() {
            guard try former.directory.directory(inner).unsortedNames().isEmpty else { return }
            try former.directory.removeDirectory(inner)
        }
        try root.removeDirectory(Self.outboxName)
        try root.synchronize()
    }

    /// Moves a file to another file system.
    private func move(
        _ name: [UInt8], from source: Directory, to target: Directory, through maildir: Maildir
    ) throws(FileError) {
        let temporary = try maildir.directory.makingDirectory(Maildir.temporaryName)
        try target.write(
            source.contents(of: name), as: name, .replacing, through: temporary, named: UniqueName.next())
        try source.remove(name)
    }

    /// Makes a tree ready for mbsync, once. `state`: the account's directory for data that only petrel reads.
    public func adopt(state: Directory) throws(FileError) {
        guard let sharing, !sharing.isRemembered, dangers.isEmpty else { return }
        let sending = try state.lock(Array("outbox.lock".utf8), waiting: true)
        let changing = try DraftStore.lock(of: state)
        if sharing.isRemembered { return }
        try moveOutboxOut()
        try hideSentCopies(state: state)
        try sharing.remember(sharing.layout.aliases)
        withExtendedLifetime((sending, changing)) {}
    }

    /// Gives the directories of a mailbox the name that mbsync expects, if they still have petrel's.
    public func adoptDirectory(of name: MailboxName) throws(FileError) {
        guard sharing != nil, layout.style == .verbatim, let new = directories(of: name),
            let old = MailTreeLayout.own.directories(of: name), old != new, let last = old.last, let newLast = new.last
        else { return }
        do throws(FileError) {
            var source = root
            for piece in old.dropLast() { source = try source.directory(piece) }
            guard try source.status(of: last)?.kind == .directory, try Maildir(source.directory(last)) != nil else {
                return
            }
            var target = root
            for piece in new.dropLast() { target = try target.makingDirectory(piece) }
            try source.rename(last, to: newLast, in: target)
            try target.synchronize()
            try source.synchronize()
        } catch  where error.isMissing || error.isTaken {
            // There is nothing to rename, or mbsync has made the mailbox.
        }
    }
}
