private import Glibc

/// How somebody waits for a lock: for as long as whoever holds it works, and not for one that is stopped.
struct LockTimeout {
    /// Microseconds between two attempts: the first ones come soon, as most locks are held for a moment.
    private var pause: UInt32 = 200
    private static let longestPause: UInt32 = 10_000
    /// Microseconds waited since somebody last looked who holds it, and since that was found to be a stopped process.
    private var unlooked: UInt32 = 0
    private var stopped: UInt32 = 0
    private static let lookPeriod: UInt32 = 250_000
    /// A terminal stops a program for longer, if at all; a debugger, or a copy of a machine, for less.
    private static let limit: UInt32 = 3_000_000

    /// Waits for a moment. `false` where a process that is stopped has held the lock all the time, for long enough.
    mutating func wait(unless stoppedHolder: () -> Int32?) -> Bool {
        usleep(pause)
        unlooked += pause
        pause = min(2 * pause, Self.longestPause)
        guard unlooked >= Self.lookPeriod else { return true }
        stopped = stoppedHolder() == nil ? 0 : stopped + unlooked
        unlooked = 0
        return stopped < Self.limit
    }
}

/// Which processes hold a lock on a file, as the kernel tells [proc_locks(5)].
struct LockHolders {
    private let processes: [Int32]
    private let system: any FileSystem

    init(of file: FileStatus, on system: any FileSystem) {
        self.system = system
        let lines = Self.content(Path("/proc"), "locks", on: system).split(separator: 0x0A)
        let rows = lines.compactMap { Row(String(decoding: $0, as: UTF8.self)) }
        let ofNumber = rows.filter { $0.inode == file.inode }
        // Some file systems tell of another device there than stat(2) does.
        let ofDevice = ofNumber.filter { $0.device == file.device }
        processes = (ofDevice.isEmpty ? ofNumber : ofDevice).map(\.process)
    }

    /// One of them that is stopped.
    var stopped: Int32? { processes.first(where: isStopped) }

    /// "1: FLOCK  ADVISORY  WRITE 708 08:01:12345 0 EOF": device and inode behind the process. A row with an arrow is of
    /// one that waits.
    private struct Row {
        let process: Int32
        let device: UInt64
        let inode: UInt64

        init?(_ line: String) {
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", let process = Int32(words[4]), process > 0 else { return nil }
            let place = words[5].split(separator: ":")
            guard place.count == 3, let major = UInt64(place[0], radix: 16), let minor = UInt64(place[1], radix: 16),
                let inode = UInt64(place[2])
            else { return nil }
            self.process = process
            self.inode = inode
            // As stat(2) puts the two into one number [makedev(3)].
            device = (major & ~0xFFF) << 32 | (major & 0xFFF) << 8 | (minor & ~0xFF) << 12 | minor & 0xFF
        }
    }

    /// "708 (petrel) T 1 …": the name may hold anything.
    private func isStopped(_ process: Int32) -> Bool {
        let content = Self.content(Path("/proc/\(process)"), "stat", on: system)
        guard let end = content.lastIndex(of: 0x29), let state = content[(end + 1)...].first(where: { $0 != 0x20 })
        else { return false }
        return state == 0x54 || state == 0x74
    }

    private static func content(_ directory: Path, _ name: String, on system: any FileSystem) -> [UInt8] {
        (try? Directory.open(directory, on: system).contents(of: Array(name.utf8))) ?? []
    }
}
