public import Disk
public import MailTypes

extension Maildir {
    /// Where a message with these flags stands, and under which name: in `new` what nobody has seen or marked yet, as
    /// other programs expect it there.
    public static func entry(_ base: [UInt8], _ flags: MessageFlags) -> Entry {
        flags.isEmpty
            ? Entry(place: .new, name: MaildirFilename(base))
            : Entry(place: .cur, name: MaildirFilename(base: base, flags: flags))
    }

    /// Gives a message another unique name and perhaps other flags. `nil` where it is gone, or where the name is taken
    /// already. Lasts when `synchronize` has returned.
    public func rename(
        _ entry: Entry, to base: [UInt8], _ change: (MessageFlags) -> MessageFlags
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

    /// Puts a message into another mailbox under the name of a message there. Lasts when `synchronize` has returned for
    /// both. `nil` where the message is gone, or the name is taken already.
    public func move(
        _ entry: Entry, to other: Maildir, as base: [UInt8], _ change: (MessageFlags) -> MessageFlags = { $0 }
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

    /// A second name for a message, as that of a message in another mailbox or here: one file on the disk where the disk
    /// can do that. `nil` where the message is gone. Lasts when `synchronize` has returned for the other one.
    public func link(
        _ entry: Entry, to other: Maildir, as base: [UInt8], _ flags: MessageFlags
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
                    // It was linked before, by a sync that did not come to its end.
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

/// Messages that arrive in one mailbox: many files that last together.
public struct MaildirArrivals {
    private let temporary: Directory
    private let new: Directory
    private let cur: Directory
    private let batch = DurableBatch()

    public init(_ maildir: Maildir) throws(FileError) {
        let whole = try Maildir(completing: maildir.directory)
        temporary = try maildir.directory.directory(Maildir.temporaryName)
        new = try whole.opened(.new)
        cur = try whole.opened(.cur)
    }

    /// A message that is fetched again takes the place of the same file.
    public func add(_ message: [UInt8], _ entry: Maildir.Entry) throws(FileError) {
        try batch.add(
            message, as: entry.name.octets, in: entry.place == .new ? new : cur, .replacing, through: temporary,
            named: UniqueName.next())
    }

    /// Begins a message that is too large for the memory.
    public func begin() throws(FileError) -> DurableWrite {
        try DurableWrite(in: temporary, as: UniqueName.next())
    }

    public func add(_ message: consuming DurableWrite, _ entry: Maildir.Entry) {
        batch.add(message, as: entry.name.octets, in: entry.place == .new ? new : cur, .replacing)
    }

    /// All of them last when this returns.
    public func commit() throws(FileError) {
        try batch.commit()
    }
}
