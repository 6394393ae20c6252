public import Disk
public import MailTypes

extension Maildir {
    /// Returns the place and name of a message with these flags. A message without flags is stored in `new`, where
    /// other programs expect unseen messages.
    public static func entry(_ base: [UInt8], _ flags: MaildirFlags) -> Entry {
        flags.isEmpty
            ? Entry(place: .new, name: MaildirFilename(base))
            : Entry(place: .cur, name: MaildirFilename(base: base, flags: flags))
    }

    /// Changes the unique name of a message and possibly its flags. Returns `nil` if the message is gone or the name is
    /// taken. The change is durable once `synchronize` has returned.
    public func rename(
        _ entry: Entry, to base: [UInt8], _ change: (MaildirFlags) -> MaildirFlags
    ) throws(FileError) -> Entry? {
        let maildir = try complete()
        var entry = entry
        do throws(FileError) {
            return try maildir.following(&entry) { (entry) throws(FileError) in
                let flags = change(entry.name.flags)
                let place: Place = entry.place == .new && flags.isEmpty ? .new : .cur
                let name = entry.name.with(base: base)
                let renamed = Entry(place: place, name: place == .new ? name : name.with(flags))
                if renamed == entry { return entry }
                try maildir.opened(entry.place).rename(
                    entry.name.octets, to: renamed.name.octets, in: maildir.opened(place))
                return renamed
            }
        } catch  where error.isMissing || error.isTaken {
            return nil
        }
    }

    /// Moves a message to `cur` of another mailbox under a new unique name, durably. At every moment the message is in
    /// exactly one of the two mailboxes; if they are on different file systems, a crash may leave it in both. It is no longer
    /// marked as one to be deleted, because other programs would delete it from there. Returns `nil` if the message is gone
    /// or is not a regular file.
    public func move(_ entry: Entry, to other: Maildir) throws(FileError) -> Entry? {
        let target = try other.complete().opened(.cur)
        let base = UniqueName.next()
        var entry = entry
        do throws(FileError) {
            return try following(&entry) { (entry) throws(FileError) in
                let source = try opened(entry.place)
                if let kind = try source.status(of: entry.name.octets)?.kind, kind != .file { return nil }
                let name = MaildirFilename(base: base, flags: entry.name.flags.subtracting(.deleted))
                try source.rename(entry.name.octets, to: name.octets, in: target)
                // The new name first: if the power fails between the two, the message has two names rather than none.
                try target.synchronize()
                try source.synchronize()
                return Entry(place: .cur, name: name)
            }
        } catch  where error.isMissing {
            return nil
        } catch  where error.isOtherFileSystem {
            return try moveByCopying(entry, to: other)
        }
    }

    private func moveByCopying(_ entry: Entry, to other: Maildir) throws(FileError) -> Entry? {
        guard let copy = try copy(entry, to: other) else { return nil }
        guard let removed = try remove(entry) else {
            try other.remove(copy)
            return nil
        }
        let flags = removed.name.flags.subtracting(.deleted)
        return flags == copy.name.flags ? copy : try other.setFlags(of: copy) { _ in flags }
    }

    /// Moves a message to another mailbox under the given unique name. Returns `nil` if the message is gone or the name
    /// is taken. The change is durable once `synchronize` has returned for both mailboxes.
    public func move(
        _ entry: Entry, to other: Maildir, as base: [UInt8], _ change: (MaildirFlags) -> MaildirFlags = { $0 }
    ) throws(FileError) -> Entry? {
        let target = try other.complete()
        var entry = entry
        do throws(FileError) {
            return try following(&entry) { (entry) throws(FileError) in
                let moved = Self.entry(base, change(entry.name.flags))
                try opened(entry.place).rename(
                    entry.name.octets, to: moved.name.octets, in: target.opened(moved.place))
                return moved
            }
        } catch  where error.isMissing || error.isTaken {
            return nil
        }
    }

    /// Creates another name for a message, in the same or another mailbox. This is a hard link if the file system
    /// supports it, otherwise a copy. Returns `nil` if the message is gone. The change is durable once `synchronize`
    /// has returned for `other`.
    public func link(
        _ entry: Entry, to other: Maildir, as base: [UInt8], _ flags: MaildirFlags
    ) throws(FileError) -> Entry? {
        let maildir = try other.complete()
        let linked = Self.entry(base, flags)
        let target = try maildir.opened(linked.place)
        var entry = entry
        do throws(FileError) {
            return try following(&entry) { (entry) throws(FileError) in
                do throws(FileError) {
                    try opened(entry.place).link(entry.name.octets, to: linked.name.octets, in: target)
                } catch  where error.isTaken {
                    // Linked before by an interrupted sync.
                } catch  where error.cannotLink {
                    let content = try opened(entry.place).contents(of: entry.name.octets)
                    let temporary = try maildir.directory.directory(Self.temporaryName)
                    try target.write(
                        content, as: linked.name.octets, .replacing, through: temporary, named: UniqueName.next())
                }
                return linked
            }
        } catch  where error.isMissing {
            return nil
        }
    }
}
