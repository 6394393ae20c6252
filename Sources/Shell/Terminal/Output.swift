private import CLinux
private import Glibc
public import LineEditing

/// A buffered output stream to a file descriptor, in chunks of 64 KiB, or to memory.
public struct Output: Sendable {
    private static let pieceSize = 1 << 16

    private var buffer: [UInt8] = []
    private let descriptor: Int32?
    /// The `errno` of the first failed write. Later writes are ignored.
    public private(set) var failure: Int32?

    /// Creates a stream that keeps everything in memory: see `contents`.
    public init() {
        descriptor = nil
    }

    public init(descriptor: Int32) {
        self.descriptor = descriptor
        buffer.reserveCapacity(Self.pieceSize)
    }

    public static var standardOutput: Output { Output(descriptor: STDOUT_FILENO) }
    public static var standardError: Output { Output(descriptor: STDERR_FILENO) }

    /// The width of the terminal that is written to, 80 if it is unknown, or `nil` if the output is not a terminal.
    public var terminalColumns: Int? {
        guard let descriptor, isatty(descriptor) == 1 else { return nil }
        let columns = Int(linux_terminal_columns(descriptor))
        return columns > 0 ? columns : 80
    }

    /// The bytes that were written but not flushed.
    public var contents: [UInt8] { buffer }

    /// Whether the reader has closed the pipe. This is not an error, but further output is useless.
    public var isBroken: Bool { failure == EPIPE }

    public mutating func write(_ octet: UInt8) {
        buffer.append(octet)
        flushIfFull()
    }

    public mutating func write(_ octets: Span<UInt8>) {
        buffer.append(addingCapacity: octets.count) { output in
            for index in 0..<octets.count { output.append(octets[index]) }
        }
        flushIfFull()
    }

    public mutating func write(_ text: String) {
        write(text.utf8.span)
    }

    private mutating func flushIfFull() {
        if buffer.count >= Self.pieceSize, descriptor != nil { flush() }
    }

    public mutating func flush() {
        guard let descriptor else { return }
        if failure == nil { failure = Self.writeAll(buffer.span, to: descriptor) }
        buffer.removeAll(keepingCapacity: true)
    }

    private static func writeAll(_ octets: Span<UInt8>, to descriptor: Int32) -> Int32? {
        unsafe octets.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let address = unsafe buffer.baseAddress.map { unsafe $0 + written }
                let count = unsafe Glibc.write(descriptor, address, buffer.count - written)
                if count < 0, errno == EINTR { continue }
                if count < 0, errno == EAGAIN {
                    // Another process has made the terminal nonblocking, so wait until it is writable.
                    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = unsafe poll(&request, 1, -1)
                    continue
                }
                if count < 0 { return errno }
                written += count
            }
            return nil
        }
    }
}

extension TerminalSafeText {
    private static let pieceSize = 1 << 16

    /// Writes text with its line feeds, in chunks. `text` is UTF-8.
    public static func write(lines text: [UInt8], to output: inout Output) {
        var start = 0
        while start < text.count {
            var end = min(start + pieceSize, text.count)
            // Do not split a character, which has at most four bytes.
            while end < text.count, end > start + 4, text[end] & 0xC0 == 0x80 { end -= 1 }
            output.write(lines(text[start..<end]))
            start = end
        }
    }
}
