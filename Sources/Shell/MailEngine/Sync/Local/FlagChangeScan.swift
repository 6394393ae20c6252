internal import Disk
internal import MailIndexing
internal import MailTypes
internal import MaildirStore

/// The messages of a mailbox whose flags were changed here, if nothing else was changed here: each message of the sync
/// state has exactly one file, and there are no other files.
///
/// Mail programs change flags far more often than anything else. This finds the changes with a few bytes of memory for
/// each message, so that the sync has to compare only the changed messages.
struct FlagChangeScan {
    /// The facts of the signature of the directories before they were read.
    let facts: [UInt8]
    /// Whether the facts are reliable: the directories did not change just before.
    let isSettled: Bool
    private(set) var changed = UIDSet()

    /// Returns `nil` if anything but flags was changed. `forEachMessage` passes the messages of the sync state, in
    /// ascending order of their UIDs.
    init?(
        _ maildir: Maildir, of name: MailboxName, _ uidValidity: UIDValidity, trusting trusted: [UInt8], now: Instant,
        forEachMessage: ((UID, FlagSet) -> Void) throws(SyncFailure) -> Void
    ) throws(SyncFailure) {
        let signature: MailboxModificationTimes
        let found: [UInt64]?
        do throws(FileError) {
            signature = try MailboxModificationTimes(Maildir.Place.allCases.map { maildir.subdirectory($0) }, now: now)
            found = try Self.flags(in: maildir, tag: SyncedFilename.tag(of: name), uidValidity)
        } catch {
            return nil
        }
        facts = signature.facts
        isSettled = facts == trusted || !signature.octets.isEmpty
        guard let found else { return nil }
        let differing = FlagSet.maildir.bits
        var next = 0
        var isComplete = true
        var changed: [UID] = []
        try forEachMessage { uid, flags in
            guard isComplete, next < found.count, found[next] >> 32 == UInt64(uid.rawValue) else {
                isComplete = false
                return
            }
            if (UInt32(truncatingIfNeeded: found[next]) ^ flags.bits) & differing != 0 { changed.append(uid) }
            next += 1
        }
        guard isComplete, next == found.count else { return nil }
        self.changed = UIDSet(changed)
    }

    /// Returns the UID, in the upper half, and the flags of each file, in ascending order. Returns `nil` if a file has no
    /// UID of this mailbox.
    private static func flags(
        in maildir: Maildir, tag: [UInt8], _ uidValidity: UIDValidity
    ) throws(FileError) -> [UInt64]? {
        var found: [UInt64] = []
        var isComplete = true
        for place in Maildir.Place.allCases {
            try maildir.subdirectory(place)?.forEachName { octets in
                guard isComplete, octets.first != 0x2E else { return }
                let name = MaildirFilename(octets)
                guard let synced = SyncedFilename(name.base), synced.isTagged(tag), synced.uidValidity == uidValidity
                else {
                    isComplete = false
                    return
                }
                found.append(UInt64(synced.uid.rawValue) << 32 | UInt64(FlagSet(name.flags).bits))
            }
        }
        guard isComplete else { return nil }
        found.sort()
        return found
    }
}
