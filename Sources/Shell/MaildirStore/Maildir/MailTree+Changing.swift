public import Disk
public import MailTypes

extension MailTree {
    /// Renames a mailbox and those below it. Does nothing if it has been renamed already.
    public func rename(_ name: MailboxName, to newName: MailboxName) throws(FileError) {
        let old = Self.directories(of: name)
        let new = Self.directories(of: newName)
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
        let pieces = Self.directories(of: name)
        guard let last = pieces.last else { return }
        var parent = root
        for piece in pieces.dropLast() { parent = try parent.directory(piece) }
        let directory = try parent.directory(last)
        for inner in [Maildir.Place.new.octets, Maildir.Place.cur.octets, Maildir.temporaryName] {
            do throws(FileError) {
                let begun = inner == Maildir.temporaryName ? try directory.directory(inner).unsortedNames() : []
                if begun.isEmpty { try directory.removeDirectory(inner) }
            } catch  where error.isMissing {}
        }
        try directory.synchronize()
        if try directory.unsortedNames().isEmpty {
            try parent.removeDirectory(last)
            try parent.synchronize()
        }
    }
}
