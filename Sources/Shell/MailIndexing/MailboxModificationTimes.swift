package import Disk
package import MailTypes
internal import MaildirStore

/// The modification times of a mailbox's directories: while they are equal, the file names are too.
package struct MailboxModificationTimes: Hashable {
    /// While these are equal, the directories have not changed, unless `isRecent` was set when they were taken.
    package let facts: [UInt8]
    /// Whether a directory changed so recently that another change may leave its timestamp the same, because the file
    /// system's clock is coarse.
    let isRecent: Bool

    /// The facts to store; empty if they are not reliable.
    package var octets: [UInt8] { isRecent ? [] : facts }

    /// Whether these are the times of the directories of which `facts` were stored, whatever their names are now.
    package func isOfSameDirectories(asIn facts: [UInt8]) -> Bool {
        let identities = Self.identities(in: facts)
        return !identities.isEmpty && identities == Self.identities(in: self.facts)
    }

    /// Returns the device and inode of each directory that exists.
    private static func identities(in facts: [UInt8]) -> [ArraySlice<UInt8>] {
        var identities: [ArraySlice<UInt8>] = []
        var rest = facts[...]
        while let exists = rest.popFirst() {
            guard exists == 1 else { continue }
            identities.append(rest.prefix(2 * MemoryLayout<UInt64>.size))
            rest = rest.dropFirst(4 * MemoryLayout<UInt64>.size)
        }
        return identities
    }

    /// The number of seconds after a change until a directory's timestamps are reliable.
    package static let patience: Int64 = 2

    /// Timestamps up to this many seconds in the future may be recent changes by a machine whose clock is fast. Later
    /// ones are from before the clock was set back.
    private static let tolerance: Int64 = 600

    /// Must be taken before the directories are read, so that changes during the read are noticed.
    package init(_ directories: [Directory?], now: Instant) throws(FileError) {
        var found: [FileStatus?] = []
        for directory in directories { found.append(try directory?.status()) }
        self.init(found, now: now)
    }

    /// Like the other one, for the directories of the Maildir in `directory`, without opening them.
    init(in directory: Directory, now: Instant) throws(FileError) {
        var found: [FileStatus?] = []
        for place in Maildir.Place.allCases {
            let status = try directory.status(of: place.octets)
            found.append(status?.kind == .directory ? status : nil)
        }
        self.init(found, now: now)
    }

    private init(_ found: [FileStatus?], now: Instant) {
        var octets: [UInt8] = []
        var isRecent = false
        for status in found {
            guard let status else {
                octets.append(0)
                continue
            }
            octets.append(1)
            let facts = [
                status.device, status.inode, UInt64(bitPattern: status.modified), UInt64(bitPattern: status.changed),
            ]
            for fact in facts {
                for shift in stride(from: 0 as UInt64, to: 64, by: 8) {
                    octets.append(UInt8(truncatingIfNeeded: fact >> shift))
                }
            }
            let age = now.seconds - max(status.modified, status.changed) / 1_000_000_000
            isRecent = isRecent || (-Self.tolerance...Self.patience).contains(age)
        }
        facts = octets
        self.isRecent = isRecent
    }
}
