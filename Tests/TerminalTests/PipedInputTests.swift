import Foundation
import LineEditing
import MailTestSupport
import Testing

@testable import Terminal

@Suite("Reading lines from a pipe", .serialized, .timeLimit(.minutes(1)))
struct PipedInputTests {
    static let rows: [(octets: String, lines: [LineResult])] = [
        ("", []), ("a", [.line("a")]), ("a\n", [.line("a")]), ("a\r\nb", [.line("a"), .line("b")]),
        ("\n\na", [.line(""), .line(""), .line("a")]), ("\r\n\r", [.line(""), .line("")]),
        ("12345678\n123456789\r\n", [.line("12345678"), .tooLong]), ("12345678\r\n", [.line("12345678")]),
        ("12345678901234567890\nb\n", [.tooLong, .line("b")]), ("12345678901234567890", [.tooLong]),
        ("a\rb\n", [.line("a\rb")]), ("é\n日", [.line("é"), .line("日")]),
    ]

    @Test(
        "Reads lines whatever the size of the pieces, and reports long ones", .holds("PX6"), arguments: rows)
    func pieces(_ row: (octets: String, lines: [LineResult])) {
        for size in 1...max(1, row.octets.utf8.count) {
            var lines = LineSplitter(maximumSize: 8)
            var found: [LineResult] = []
            let octets = Array(row.octets.utf8)
            for start in stride(from: 0, to: octets.count, by: size) {
                lines.append(Array(octets[start..<min(start + size, octets.count)]))
                while let line = lines.next() { found.append(line) }
            }
            let last = lines.last()
            if last != .endOfInput { found.append(last) }
            #expect(found == row.lines, "in pieces of \(size)")
            #expect(lines.last() == .endOfInput)
        }
    }

    @Test("Reads a pipe to its end and writes nothing", .holds("E07"))
    func pipe() throws {
        let pipe = Pipe()
        let output = Pipe()
        let reader = LineReader(
            input: pipe.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor,
            style: TerminalOptions(isTerminal: false, term: Array("xterm".utf8)))
        try pipe.fileHandleForWriting.write(contentsOf: Data([0x61, 0xFF, 0x0A, 0x0A, 0x62]))
        var request = LineRequest(prompt: "> ")
        #expect(!reader.hasReadWindows1252)
        #expect(reader.read(request) == .line("aÿ") && reader.read(request) == .line(""))
        #expect(reader.hasReadWindows1252)
        var ticks = 0
        request.tick = .milliseconds(1)
        request.idle = { isEmpty in
            ticks += 1
            if ticks == 3 { try? pipe.fileHandleForWriting.close() }
            return Idle()
        }
        // On a busy machine, another tick may come before the end.
        #expect(reader.read(request) == .line("b") && ticks >= 3)
        #expect(reader.read(request) == .endOfInput)
        try output.fileHandleForWriting.close()
        #expect(try output.fileHandleForReading.readToEnd()?.isEmpty ?? true)
    }

    @Test("A waiting reader can be cancelled")
    func finished() {
        let pipe = Pipe()
        let reader = LineReader(
            input: pipe.fileHandleForReading.fileDescriptor, style: TerminalOptions(isTerminal: false, term: nil))
        var request = LineRequest(prompt: "> ")
        request.idle = { _ in
            var idle = Idle()
            idle.isFinished = true
            return idle
        }
        let waker = reader.waker
        Thread.detachNewThread { waker.wake() }
        #expect(reader.read(request) == .finished)
    }
}
