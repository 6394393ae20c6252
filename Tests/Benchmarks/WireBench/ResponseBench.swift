import Glibc
import IMAPProtocol
import MailTypes

/// Frames and parses the responses of a first sync and of a flag pass, and compares that with a bare scan for line
/// ends.
struct ResponseBench {
    private let octets: [UInt8]
    private let lines: Int
    private let clock = ContinuousClock()

    /// The size of a read from a socket.
    private static let piece = 65_536
    private static let rounds = 20

    init(lines: Int, line: (Int) -> String) {
        octets = (1...lines).flatMap { Array((line($0) + "\r\n").utf8) }
        self.lines = lines
    }

    static let metadata = ResponseBench(lines: 100_000) { number in
        "* \(number) FETCH (UID \(number + 70_000) FLAGS (\\Seen \\Answered $Forwarded) INTERNALDATE "
            + "\"12-Oct-2026 14:03:\(number % 50 + 10) +0200\" RFC822.SIZE \(number * 7 % 90_000) MODSEQ (\(number + 900_000)))"
    }

    static let flags = ResponseBench(lines: 100_000) { number in
        "* \(number) FETCH (UID \(number + 70_000) FLAGS (\(number % 3 == 0 ? "\\Seen $label1" : "\\Seen")))"
    }

    /// Reports the number of bytes and the seconds of the best round of each.
    func report(_ name: String) {
        var best = Duration.seconds(3600)
        var scan = best
        for _ in 0..<Self.rounds {
            best = min(best, clock.measure(parse))
            scan = min(scan, clock.measure(scanLines))
        }
        print(
            "{\"name\": \"\(name)\", \"lines\": \(lines), \"bytes\": \(octets.count), \"seconds\": \(best / .seconds(1)), "
                + "\"scanSeconds\": \(scan / .seconds(1))}")
    }

    private func parse() {
        var framer = Framer()
        let parser = ResponseParser()
        var count = 0
        var sum: UInt64 = 0
        do {
            for start in stride(from: 0, to: octets.count, by: Self.piece) {
                framer.feed(Array(octets[start..<min(start + Self.piece, octets.count)]))
                while let frame = try framer.next() {
                    guard case .response(let raw) = frame, case .fetch(let message) = try parser.parse(raw) else {
                        continue
                    }
                    count += 1
                    sum &+= UInt64(message.uid?.rawValue ?? 0) &+ (message.modSequence?.rawValue ?? 0)
                    if message.flags?.isEmpty ?? false { sum &+= 1 }
                }
            }
        } catch {
            print("WireBench: \(error)")
            exit(1)
        }
        guard count == lines, sum > 0 else {
            print("WireBench: \(count) responses of \(lines)")
            exit(1)
        }
    }

    private func scanLines() {
        var count = 0
        unsafe octets.withUnsafeBytes { bytes in
            guard var start = bytes.baseAddress else { return }
            let end = unsafe start + bytes.count
            while unsafe start < end, let found = unsafe memchr(start, 10, end - start) {
                count += 1
                unsafe start = UnsafeRawPointer(found) + 1
            }
        }
        guard count == lines else {
            print("WireBench: \(count) lines of \(lines)")
            exit(1)
        }
    }
}
