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
            try source.rename(last, to: newLast, in: target)
            try target.synchronize()
            try source.synchronize()
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
                try root.rename(last, to: target)
            } catch  where error.isMissing {}
        }
        try root.synchronize()
    }
}
