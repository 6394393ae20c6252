public import Disk
public import MailTypes

extension DraftStore {
    /// Returns drafts and outbox without recovering or changing anything.
    public func contentsReadOnly(at now: Instant) throws(FileError) -> Contents {
        let opened = try open()
        defer { withExtendedLifetime(opened) {} }
        var contents = Contents()
        for kind in SidecarMaildir.Kind.allCases { contents[kind] = try scan(opened.box(kind), at: now).items }
        return contents
    }

    /// Returns drafts and outbox although nothing can be saved, without the lock.
    public func contentsWithoutLock(at now: Instant) throws(FileError) -> Contents {
        var contents = Contents()
        let opened: Opened
        do throws(FileError) {
            opened = try Opened(withoutLock: self)
        } catch {
            // The directories do not exist, so nothing was ever stored.
            if error.preventsSaving { return contents }
            throw error
        }
        for kind in SidecarMaildir.Kind.allCases { contents[kind] = try scan(opened.box(kind), at: now).items }
        return contents
    }

    /// Returns whether a process has the draft open, possibly with unsaved lines.
    public func isOpen(_ id: DraftID) throws(FileError) -> Bool {
        let name = Array("drafts".utf8)
        guard try state.status(of: name)?.kind == .directory else { return false }
        let locks = try state.directory(name)
        let lock = Array((id.text + ".lock").utf8)
        guard try locks.status(of: lock) != nil else { return false }
        return try locks.lock(lock, waiting: false) == nil
    }
}
