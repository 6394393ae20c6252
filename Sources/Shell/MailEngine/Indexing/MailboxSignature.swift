internal import Disk
internal import MailTypes

/// The modification times of a mailbox's directories: while they are equal, the file names are too.
struct MailboxSignature: Hashable {
    /// As long as these are the same, nothing has happened since they were taken, if they were to be trusted then.
    let facts: [UInt8]
    /// A directory changed so short a time ago that a further change could go without a trace: the clock of the file
    /// system is coarse.
    let isRecent: Bool

    /// To be remembered: empty where they are not to be trusted.
    var octets: [UInt8] { isRecent ? [] : facts }

    /// Seconds after a change until the look of a directory is believed.
    static let patience: Int64 = 2

    /// Times up to this many seconds in the future may be recent changes by a machine whose clock is fast. Later ones
    /// were made before the clock was set back.
    private static let tolerance: Int64 = 600

    /// From before the directories are read, so that what happens meanwhile makes a difference.
    init(_ directories: [Directory?], now: Instant) throws(FileError) {
        var octets: [UInt8] = []
        var isRecent = false
        for directory in directories {
            guard let status = try directory?.status() else {
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
