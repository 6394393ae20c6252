private import Synchronization

/// A file that grows line by line, each on the disk before `append` returns.
///
/// Whoever must not wait for the disk hands a line over first and has another thread make sure of it: lines stand in the
/// file in the order in which they were handed over.
///
/// A line that a crash or a failure cut short is ended when the next one is written, and stands there: lines must be
/// such that none of them begins another, as JSON objects are, so that readers know it and leave it out.
public final class JournalFile: Sendable {
    private struct State {
        /// Whether the last line of the file is one that was cut short.
        var isTorn: Bool
        /// Lines that come before any that is appended from now on.
        var waiting: [[UInt8]] = []
    }

    private let directory: Directory
    private let name: [UInt8]
    private let file: Descriptor
    /// The lock also keeps lines of several tasks apart.
    private let state: Mutex<State>

    /// Opens the file, which is made where it is missing and then lasts.
    public init(_ name: [UInt8], in directory: Directory) throws(FileError) {
        let isNew = try directory.status(of: name) == nil
        let lastOctet = isNew ? nil : try directory.contents(of: name).last
        file = try directory.attempt(.open, name) { () throws(SystemError) in
            try directory.system.open(name, in: directory.descriptor, .appending)
        }
        self.directory = directory
        self.name = name
        state = Mutex(State(isTorn: lastOctet.map { $0 != 0x0A } ?? false))
        // Even if it was there: whoever made it may have been stopped before its name was on the disk.
        try directory.synchronize()
    }

    deinit {
        directory.system.close(file)
    }

    /// The line must not hold a line feed; one is written behind it. What a crash cuts short is a last line without
    /// one, which readers leave out.
    public func append(_ line: [UInt8]) throws(FileError) {
        enqueue(line)
        try synchronize()
    }

    /// Hands over a line that lasts when `synchronize` has returned, or `append` of a later one. Touches no file.
    public func enqueue(_ line: [UInt8]) {
        state.withLock { $0.waiting.append(line) }
    }

    /// Returns when all lines that were handed over before would survive the loss of power. One that cannot be written
    /// waits for the next call, so that none is missing between two others.
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
