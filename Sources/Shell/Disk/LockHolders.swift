/// The processes that hold a lock on a file, according to the kernel [proc_locks(5)].
struct LockHolders {
    private let processes: [Int32]
    private let system: any FileSystem

    init(of file: FileStatus, on system: any FileSystem) {
        self.system = system
        let lines = Self.content(Path("/proc"), "locks", on: system).split(separator: 0x0A)
        let rows = lines.compactMap { Row(String(decoding: $0, as: UTF8.self)) }
        let ofNumber = rows.filter { $0.inode == file.inode }
        // Some file systems report a different device here than in stat(2).
        let ofDevice = ofNumber.filter { $0.device == file.device }
        processes = (ofDevice.isEmpty ? ofNumber : ofDevice).map(\.process)
    }

    /// A holder that is stopped, if any.
    var stopped: Int32? { processes.first(where: isStopped) }

    /// A line such as "1: FLOCK  ADVISORY  WRITE 708 08:01:12345 0 EOF", with device and inode after the process ID.
    /// Lines with an arrow are processes waiting for the lock, and are rejected.
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
            // Combined into one number as in stat(2) [makedev(3)].
            device = (major & ~0xFFF) << 32 | (major & 0xFFF) << 8 | (minor & ~0xFF) << 12 | minor & 0xFF
        }
    }

    /// Parses "708 (petrel) T 1 …". The name in parentheses may contain any characters.
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
