public import Accounts
private import CLinux
public import Disk
private import Glibc

/// What a process is for a home: its worker, which syncs, or a client of the worker.
///
/// The worker holds a lock, which ends with its process, and listens on a socket in the runtime directory, whose path is
/// in the file `worker` of the home.
public enum WorkerRole: Sendable {
    case worker(WorkerServer)
    case client(WorkerClient)
    /// Another process is the worker but does not answer: it was stopped, or is of another version.
    case none

    private static let lockName = Array("worker.lock".utf8)
    private static let pathName = Array("worker".utf8)
    private static let maximumPath = 4096
    /// How long to wait for a worker that is starting or ending, and for its greeting, in milliseconds.
    private static let patience = 1000
    private static let tries = 50

    /// Becomes the worker of the home if it has none, and its client otherwise. May take about a second.
    public static func join(_ home: Home) throws(FileError) -> WorkerRole {
        let data = try home.makingDirectory(.data)
        for _ in 0..<tries {
            if let lock = try data.lock(lockName, waiting: false) {
                return .worker(WorkerServer(lock, listening: try? listen(data, home)))
            }
            if let client = try connect(data) { return client.isGreeted(within: patience) ? .client(client) : .none }
            usleep(UInt32(patience * 1000 / tries))
        }
        return .none
    }

    /// Returns a client of the worker; `nil` if there is no worker.
    public static func client(of home: Home) throws(FileError) -> WorkerClient? {
        guard let data = try home.directory(.data), let client = try connect(data) else { return nil }
        return client.isGreeted(within: patience) ? client : nil
    }

    private static func connect(_ data: Directory) throws(FileError) -> WorkerClient? {
        guard let octets = try? data.contents(of: pathName, limit: maximumPath) else { return nil }
        let path = Path(octets)
        guard let (directory, name) = path.split else { return nil }
        let descriptor = unsafe linux_local_connect(directory, name, LineConnection.patience)
        return descriptor >= 0 ? WorkerClient(descriptor) : nil
    }

    private static func listen(_ data: Directory, _ home: Home) throws(FileError) -> Int32? {
        let runtime = try home.makingDirectory(.runtime)
        let status = try data.status()
        let name = Array("worker-\(String(status.device, radix: 36))-\(String(status.inode, radix: 36))".utf8)
        let path = runtime.path / name
        guard let (directory, last) = path.split else { return nil }
        let descriptor = unsafe linux_local_listen(directory, last)
        guard descriptor >= 0 else { return nil }
        if (try? data.contents(of: pathName, limit: maximumPath)) != path.bytes {
            try data.write(
                path.bytes, as: pathName, .replacing, through: data,
                named: Array(".worker.".utf8) + UniqueName.next())
        }
        return descriptor
    }
}

extension Path {
    /// The directory and the last component, as C strings.
    fileprivate var split: (directory: [CChar], name: [CChar])? {
        guard let slash = bytes.lastIndex(of: 0x2F), slash > 0, slash + 1 < bytes.count, !bytes.contains(0) else {
            return nil
        }
        func text(_ slice: ArraySlice<UInt8>) -> [CChar] { slice.map { CChar(bitPattern: $0) } + [0] }
        return (text(bytes[..<slash]), text(bytes[(slash + 1)...]))
    }
}
