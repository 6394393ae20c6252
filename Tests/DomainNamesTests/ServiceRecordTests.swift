import DomainNames
import MailTestSupport
import Testing

@Suite("DNS service records")
struct ServiceRecordTests {
    private static func label(_ name: String) -> [UInt8] {
        name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }

    private static func number(_ number: Int) -> [UInt8] {
        [UInt8(number >> 8), UInt8(number & 0xFF)]
    }

    /// A record whose owner is a pointer to the question's name.
    private static func record(_ data: [UInt8], type: Int = 33) -> [UInt8] {
        [0xC0, 12] + number(type) + number(1) + [0, 0, 1, 0] + number(data.count) + data
    }

    private static func service(_ priority: Int, _ weight: Int, _ port: Int, _ host: [UInt8]) -> [UInt8] {
        record(number(priority) + number(weight) + number(port) + host)
    }

    private static func answer(_ records: [[UInt8]], flags: Int = 0x8180, count: Int? = nil) -> [UInt8] {
        let question = label("_imaps._tcp.example.net") + number(33) + number(1)
        let header = number(7) + number(flags) + number(1) + number(count ?? records.count) + [0, 0, 0, 0]
        return header + question + records.joined()
    }

    @Test("Servers are in the order of preference, without duplicates and in lower case")
    func order() {
        let records = [
            Self.service(20, 0, 993, Self.label("c.example.net")),
            Self.service(10, 1, 993, Self.label("B.Example.NET")),
            Self.service(10, 5, 1993, Self.label("a.example.net")),
            Self.service(10, 1, 993, Self.label("b.example.net")),
            Self.record(Self.label("alias.example.net"), type: 5),
            // "d" and a pointer to the end of the question's name.
            Self.service(30, 0, 1, [1, 0x64, 0xC0, 24]),
        ]
        #expect(
            ServiceRecord.records(in: Self.answer(records)) == [
                ServiceRecord(priority: 10, weight: 5, port: 1993, host: "a.example.net"),
                ServiceRecord(priority: 10, weight: 1, port: 993, host: "b.example.net"),
                ServiceRecord(priority: 20, weight: 0, port: 993, host: "c.example.net"),
                ServiceRecord(priority: 30, weight: 0, port: 1, host: "d.example.net"),
            ])
    }

    static let good = service(1, 1, 1, label("a.example"))
    static let rows: [(name: String, answer: [UInt8], count: Int)] = [
        ("one record", answer([good]), 1), ("no service", answer([service(0, 0, 0, [0])]), 1),
        ("nothing", [], 0), ("half a header", [0, 7, 0x81], 0), ("no record", answer([]), 0),
        ("a question", answer([good], flags: 0x0100), 0), ("a failure", answer([good], flags: 0x8183), 0),
        ("fewer records than it says", answer([good], count: 9), 1),
        ("cut in a record", Array(answer([good]).dropLast()), 0),
        ("data that is too short", answer([record([0, 1, 0, 1]), good]), 1),
        ("data behind the name", answer([service(1, 1, 1, label("a.example") + [0]), good]), 1),
        ("a name that leads to itself", answer([service(1, 1, 1, [0xC0, 59]), good]), 1),
        ("a name that leads forwards", answer([service(1, 1, 1, [0xC0, 0xFF]), good]), 1),
        ("a name of spaces", answer([service(1, 1, 1, [2, 0x20, 0x20, 0]), good]), 1),
        ("a name of escapes", answer([service(1, 1, 1, [2, 0x1B, 0x5B, 0]), good]), 1),
        ("a name with a dot inside", answer([service(1, 1, 1, [3, 0x61, 0x2E, 0x62, 0]), good]), 1),
        ("a label of another kind", answer([service(1, 1, 1, [0x41, 0x61, 0]), good]), 1),
        (
            "a name that is too long",
            answer([service(1, 1, 1, label(String(repeating: "a123456789.", count: 24) + "net")), good]), 1
        ),
    ]

    @Test("Returns the readable records of a damaged answer", arguments: rows)
    func damage(_ row: (name: String, answer: [UInt8], count: Int)) {
        #expect(ServiceRecord.records(in: row.answer).count == row.count)
    }

    @Test("Parses random bytes and returns only safe host names")
    func noise() {
        var generator = SeededGenerator.fresh
        let whole = Self.answer([Self.good, Self.service(1, 1, 1, [1, 0x64, 0xC0, 24]), Self.good])
        for _ in 0..<20_000 {
            var octets = whole
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                octets[Int.random(in: octets.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            octets.removeLast(Int.random(in: 0...3, using: &generator))
            let isSafe = ServiceRecord.records(in: octets).allSatisfy { record in
                record.host.utf8.count < 254
                    && record.host.utf8.allSatisfy { octet in
                        octet &- 0x61 < 26 || octet &- 0x30 < 10 || [0x2D, 0x2E, 0x5F].contains(octet)
                    }
            }
            #expect(isSafe, "seed \(generator.seed)")
        }
    }
}
