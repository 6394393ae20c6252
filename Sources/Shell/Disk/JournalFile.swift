private import Synchronization

/// A file to which lines are appended. Each is on the disk before `append` returns.
///
/// A caller that must not wait for the disk enqueues a line and has another thread call `synchronize`. Lines are
/// written in the order in which they were enqueued.
///
/// A line truncated by a crash or an error stays in the file, and is terminated when the next line is written. No line
/// may be a prefix of another one, which holds for JSON objects, so that readers recognize truncated lines and ignore
/// them.
public final class JournalFile: Sendable {
    private struct State {
        /// Whether the last line of the file is truncated.
        var isTorn: Bool
        /// Enqueued lines that have not been written.
        var waiting: [[UInt8]] = []
    }

    private let directory: Directory
    private let name: [UInt8]
    private let file: Descriptor
    /// The lock also keeps the lines of concurrent tasks apart.
    private let state: Mutex<State>

    /// Opens the file, durably creating it if it does not exist.
    public init(_ name: [UInt8], in directory: Directory) throws(FileError) {
        let isNew = try directory.status(of: name) == nil
        let lastOctet = isNew ? nil : try directory.contents(of: name).last
        file = try directory.withDescriptor(.open, name) { (descriptor) throws(SystemError) in
            try directory.system.open(name, in: descriptor, .appending)
        }
        self.directory = directory
        self.name = name
        state = Mutex(State(isTorn: lastOctet.map { $0 != 0x0A } ?? false))
        // Even if it existed: the process that created it may have stopped before its name was durable.
        try directory.synchronize()
    }

    deinit {
        directory.system.close(file)
    }

    /// Durably appends a line, which must not contain a line feed; one is added. A crash may leave a truncated last
    /// line, which readers ignore.
    public func append(_ line: [UInt8]) throws(FileError) {
        enqueue(line)
        try synchronize()
    }

    /// Enqueues a line without writing it. It is durable after the next `synchronize` or `append`.
    public func enqueue(_ line: [UInt8]) {
        state.withLock { $0.waiting.append(line) }
    }

    /// Durably writes all enqueued lines. A line that cannot be written is kept for the next call, so that no line is
    /// missing between others.
    public func synchronize() throws(FileError) {
        try state.withLock { state throws(FileError) in
            while let line = state.waiting.first {
                try write(line, &state.isTorn)
                state.waiting.removeFirst()
            }
        }
        try directory.attempt(.synchronize, name) { () throws(SystemError) in
            try directory.system.synchronize(file)
        }
    }

    private func write(_ line: [UInt8], _ isTorn: inout Bool) throws(FileError) {
        let octets = (isTorn ? [0x0A] : []) + line + [0x0A]
        var written = 0
        defer { if written > 0 { isTorn = written < octets.count } }
        try directory.attempt(.write, name) { () throws(SystemError) in
            while written < octets.count {
                written += try directory.system.write(octets.span.extracting(written...), to: file)
            }
        }
    }
}
