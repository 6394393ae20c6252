import Deflate
import MailTestSupport
import Testing

@Suite("DEFLATE", .holds("PX6"))
struct DeflateTests {
    /// Lines of mail, alternating with bytes that compress badly.
    private static func text(_ random: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: 0..<40, using: &random)).flatMap { number -> [UInt8] in
            number % 3 == 0
                ? (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
                : Array("* \(number) FETCH (UID \(number) FLAGS (\\Seen) BODY[] {5}\r\nhello)\r\n".utf8)
        }
    }

    private static func inflated(
        _ octets: [UInt8], piece: Int, limit: Int = 65_536
    ) throws(DeflateError) -> (octets: [UInt8], isBetweenBlocks: Bool) {
        var inflater = Inflater()
        var result: [UInt8] = []
        for start in stride(from: 0, to: octets.count, by: piece) {
            inflater.feed(Array(octets[start..<min(start + piece, octets.count)]))
            while true {
                let more = try inflater.next(atMost: limit)
                #expect(more.count <= limit)
                if more.isEmpty { break }
                result += more
            }
        }
        return (result, inflater.isBetweenBlocks)
    }

    @Test("Round-trips whatever the sizes of pieces and reads")
    func roundTrips() throws {
        var random = SeededGenerator.fresh
        let seed = random.seed
        for _ in 0..<50 {
            var deflater = Deflater()
            let texts = (0..<5).map { _ in Self.text(&random) }
            let compressed = texts.flatMap { deflater.compress($0) }
            let piece = Int.random(in: 1...400, using: &random)
            let limit = Int.random(in: 1...500, using: &random)
            let result = try Self.inflated(compressed, piece: piece, limit: limit)
            #expect(result.octets == texts.flatMap(\.self) && result.isBetweenBlocks, "PETREL_SEED=\(seed)")
        }
    }

    @Test("All data can be read once its compressed form is complete")
    func cuts() throws {
        var deflater = Deflater()
        let first = Array("* 3 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n".utf8)
        let second = Array("A1 OK done\r\nA2 OK done as well\r\n".utf8)
        let half = deflater.compress(first)
        let whole = half + deflater.compress(second)
        for end in 0...whole.count {
            let result = try Self.inflated(Array(whole[..<end]), piece: 1)
            #expect((first + second).starts(with: result.octets), "\(end)")
            #expect((result.octets == first + second) || end < whole.count - 4, "\(end)")
            if end >= half.count { #expect(result.octets.starts(with: first), "\(end)") }
            #expect(result.isBetweenBlocks == [0, half.count, whole.count].contains(end), "\(end)")
        }
        for limit in 1...(first + second).count {
            #expect(try Self.inflated(whole, piece: whole.count, limit: limit).isBetweenBlocks, "\(limit)")
        }
        #expect(deflater.compress([]) == [])
    }

    @Test("A decompression bomb yields no more per read than requested")
    func bomb() throws {
        var deflater = Deflater()
        var compressed: [UInt8] = []
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        for _ in 0..<64 { compressed += deflater.compress(zeros) }
        #expect(compressed.count < 1 << 17)
        var inflater = Inflater()
        inflater.feed(compressed)
        var count = 0
        while true {
            let octets = try inflater.next(atMost: 1000)
            if octets.isEmpty { break }
            #expect(octets.count <= 1000)
            count += octets.count
        }
        #expect(count == 64 << 20 && inflater.isBetweenBlocks && !inflater.hasRest)
    }

    @Test(
        "Invalid data is rejected, wherever it is split",
        arguments: [
            ("a block of no kind", [0x07] as [UInt8]), ("lengths that differ", [0x00, 1, 0, 1, 0]),
            ("a distance before the start", [0x4B, 0x04, 0xA2, 0x00]), ("text", Array("* OK [ALERT] x\r\n".utf8)),
            ("what zlib writes, with its header", [0x78, 0x9C, 0xD3, 0x52, 0xF0]),
        ])
    func garbage(_ row: String, _ octets: [UInt8]) throws {
        for piece in [1, 2, .max - 64] {
            #expect(throws: DeflateError.self, "\(row)") { try Self.inflated(octets + octets + octets, piece: piece) }
        }
    }

    @Test("Any bytes give the same result whatever the size of the pieces")
    func anything() {
        var random = SeededGenerator.fresh
        let seed = random.seed
        func outcome(_ octets: [UInt8], _ piece: Int, _ limit: Int) -> [UInt8]? {
            try? Self.inflated(octets, piece: piece, limit: limit).octets
        }
        for _ in 0..<500 {
            var deflater = Deflater()
            var octets = deflater.compress(Self.text(&random))
            for _ in 0..<Int.random(in: 0..<4, using: &random) where !octets.isEmpty {
                octets[Int.random(in: octets.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            let whole = outcome(octets, 1 << 20, 1 << 20)
            #expect(whole == outcome(octets, 1, 1 << 16), "PETREL_SEED=\(seed)")
            #expect(whole == outcome(octets, 17, 3), "PETREL_SEED=\(seed)")
        }
    }

    @Test("Reads nothing after the end of the stream")
    func end() throws {
        // "hello" in one final block, as other programs write it.
        let hello: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
        var inflater = Inflater()
        inflater.feed(hello + [1, 2])
        #expect(try inflater.next(atMost: 100) == Array("hello".utf8))
        #expect(inflater.isAtEnd && inflater.hasRest)
        #expect(try inflater.next(atMost: 100) == [])
    }
}
