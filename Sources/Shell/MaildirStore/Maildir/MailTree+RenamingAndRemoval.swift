public import Disk
public import MailTypes

extension MailTree {
    /// Renames a mailbox and those below it. Does nothing if it has been renamed already.
    public func rename(_ name: MailboxName, to newName: MailboxName) throws(FileError) {
        if layout.style == .maildirPlusPlus { return try renameFlat(name, to: newName) }
        guard let old = directories(of: name), let new = directories(of: newName) else {
            throw FileError(.rename, "\(root.path)/\(newName)", code: SystemError.invalidName.code)
        }
        guard let last = old.last, let newLast = new.last else { return }
        do throws(FileError) {
            var source = root
            for piece in old.dropLast() { source = try source.directory(piece) }
            var target = root
            for piece in new.dropLast() { target = try target.makingDirectory(piece) }
            try move(last, of: source, to: newLast, in: target)
        } catch  where error.isMissing {
            guard try maildir(newName) != nil else { throw error }
        }
    }

    /// Removes a mailbox that contains no messages. Other files in its directory, mailboxes below it, and unfinished
    /// files in `tmp` are kept.
    public func removeEmpty(_ name: MailboxName) throws(FileError) {
        guard let pieces = directories(of: name), let last = pieces.last else { return }
        var parent = root
        for piece in pieces.dropLast() { parent = try parent.directory(piece) }
        let directory = try parent.directory(last)
        for inner in [Maildir.Place.new.octets, Maildir.Place.cur.octets, Maildir.temporaryName] {
            do throws(FileError) {
                let begun = inner == Maildir.temporaryName ? try directory.directory(inner).unsortedNames() : []
                if begun.isEmpty { try directory.removeDirectory(inner) }
            } catch  where error.isMissing {}
        }
        // mbsync would apply its record to a new mailbox with this name.
        if sharing != nil { for name in LockedMbsyncState.names { try directory.remove(name) } }
        try directory.synchronize()
        if try directory.unsortedNames().isEmpty {
            try parent.removeDirectory(last)
            try parent.synchronize()
        }
    }

    /// Renames the directories of a mailbox and of those below it, which are not nested.
    private func renameFlat(_ name: MailboxName, to newName: MailboxName) throws(FileError) {
        let own = layout.components(of: name)
        let new = layout.components(of: newName)
        for mailbox in try mailboxes() {
            let components = layout.components(of: mailbox.name)
            guard components.starts(with: own), let last = mailbox.directories.last,
                let target = MailTreeLayout.maildirPlusPlusDirectory(new[...] + components.dropFirst(own.count))
            else { continue }
            do throws(FileError) {
                try move(last, of: root, to: target, in: root)
            } catch  where error.isMissing {}
        }
    }

    /// Completes an interrupted rename that had to merge two directories. Returns `false` if both are mailboxes of their
    /// own.
    public func completeRename(_ name: MailboxName, to newName: MailboxName) throws(FileError) -> Bool {
        do throws(FileError) {
            try rename(name, to: newName)
            return true
        } catch  where error.isTaken {
            return false
        }
    }

    /// Moves a directory. If the new name is already that of a directory that is no mailbox, because it only leads to
    /// others or a program has left files in its `tmp`, moves what is in it.
    private func move(
        _ name: [UInt8], of source: Directory, to newName: [UInt8], in target: Directory
    ) throws(FileError) {
        do throws(FileError) {
            try source.rename(name, to: newName, in: target)
        } catch  where error.isTaken {
            guard try target.status(of: newName)?.kind == .directory else { throw error }
            guard try merge(source.directory(name), into: target.directory(newName)) else { throw error }
            if try source.directory(name).unsortedNames().isEmpty { try source.removeDirectory(name) }
        }
        try target.synchronize()
        try source.synchronize()
    }

    /// Moves all entries of a directory to another one, messages last: until then, the mailbox is where it was. Files with
    /// names that are taken stay where they are. Returns `false` if nothing was moved because both are mailboxes.
    private func merge(_ source: Directory, into target: Directory) throws(FileError) -> Bool {
        let messages = [Maildir.Place.new.octets, Maildir.Place.cur.octets]
        let names = try source.names()
        for name in messages where names.contains(name) {
            guard try target.status(of: name) == nil else { return false }
        }
        for name in names.filter({ !messages.contains($0) }) + messages.filter({ names.contains($0) }) {
            do throws(FileError) {
                try source.rename(name, to: name, in: target)
            } catch  where error.isTaken {
                guard try source.status(of: name)?.kind == .directory, try target.status(of: name)?.kind == .directory
                else { continue }
                let inner = try source.directory(name)
                guard try merge(inner, into: target.directory(name)) else { return false }
                if try inner.unsortedNames().isEmpty { try source.removeDirectory(name) }
            }
        }
        try target.synchronize()
        try source.synchronize()
        return true
    }
}
