import Foundation
import Testing

/// Both ends of a pseudoterminal: the program has one, and the test the other as its user [pty(7)].
public final class PseudoTerminal {
    /// The user's end, or -1 once it is closed.
    public private(set) var seat: Int32
    /// The program's end, for its input and output.
    public let line: Int32
    public let path: String
    public private(set) var written: [UInt8] = []

    public init(columns: UInt16 = 40, rows: UInt16 = 10) throws {
        seat = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var lock: Int32 = 0
        var number: UInt32 = 0
        // TIOCSPTLCK and TIOCGPTN, as function-like macros, are not imported by Swift.
        try #require(ioctl(seat, 0x4004_5431, &lock) == 0 && ioctl(seat, 0x8004_5430, &number) == 0)
        path = "/dev/pts/\(number)"
        line = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(line >= 0)
        resize(columns: columns, rows: rows)
    }

    deinit {
        hangUp()
        close(line)
    }

    public func hangUp() {
        if seat >= 0 { close(seat) }
        seat = -1
    }

    public func resize(columns: UInt16, rows: UInt16 = 10) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(seat, UInt(TIOCSWINSZ), &size)
    }

    /// All settings as raw bytes.
    public var settings: [UInt8] {
        var settings = termios()
        tcgetattr(line, &settings)
        return withUnsafeBytes(of: settings) { Array($0) }
    }

    public func type(_ text: String) {
        type(octets: Array(text.utf8))
    }

    public func type(octets: [UInt8]) {
        #expect(write(seat, octets, octets.count) == octets.count)
    }

    /// Reads the output that is available, waiting at most `milliseconds` for some of it.
    @discardableResult
    public func look(milliseconds: Int32 = 0) -> Bool {
        var request = pollfd(fd: seat, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, milliseconds) > 0 else { return false }
        var octets = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(seat, &octets, octets.count)
        if count > 0 { written += octets[..<count] }
        return count > 0
    }

    /// Reads all output written so far. Output arrives in order, but not at once. A program that is still running may
    /// have written more after that.
    public func drain() {
        var end: UInt8 = 0
        write(line, &end, 1)
        while !written.contains(end), look(milliseconds: 10_000) {}
        let place = written.lastIndex(of: end)
        #expect(place != nil)
        if let place { written.remove(at: place) }
    }

    /// Reads until `text` appears after everything waited for before. Returns false after ten seconds without output.
    public func wait(for text: String) -> Bool {
        while true {
            let all = String(decoding: written, as: UTF8.self)
            if let range = all.range(of: text) {
                written = Array(all[range.upperBound...].utf8)
                return true
            }
            if !look(milliseconds: 10_000) { return false }
        }
    }
}
