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
}
