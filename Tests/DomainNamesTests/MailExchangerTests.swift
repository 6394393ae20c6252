import DomainNames
import MailTestSupport
import Testing

@Suite("DNS records of mail exchangers", .holds("PX6"))
struct MailExchangerTests {
    private static func number(_ number: Int) -> [UInt8] {
        [UInt8(number >> 8), UInt8(number & 0xFF)]
    }

    private static func label(_ name: String) -> [UInt8] {
        name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }

    private static func record(_ data: [UInt8], type: Int = 15) -> [UInt8] {
        [0xC0, 12] + number(type) + number(1) + [0, 0, 1, 0] + number(data.count) + data
    }

    private static func exchanger(_ preference: Int, _ host: String) -> [UInt8] {
        record(number(preference) + label(host))
    }

    private static func answer(_ records: [[UInt8]]) -> [UInt8] {
        let header = number(7) + number(0x8180) + number(1) + number(records.count) + [0, 0, 0, 0]
        return header + label("example.net") + number(15) + number(1) + records.joined()
    }

    @Test("Exchangers are in the order of preference, in lower case, without duplicates and other records")
    func order() {
        let records = [
            Self.exchanger(20, "b.example"), Self.exchanger(10, "Mail.Protonmail.CH"), Self.exchanger(20, "a.example"),
            Self.record(Self.label("alias.example"), type: 5), Self.exchanger(10, "mail.protonmail.ch"),
        ]
        #expect(
            MailExchanger.records(in: Self.answer(records)) == [
                MailExchanger(preference: 10, host: "mail.protonmail.ch"),
                MailExchanger(preference: 20, host: "a.example"), MailExchanger(preference: 20, host: "b.example"),
            ])
        #expect(MailExchanger.records(in: Self.answer([Self.exchanger(0, "")])).map(\.host) == [""])
    }

    static let places: [(host: String, domain: String, isBelow: Bool)] = [
        ("alt1.aspmx.l.google.com", "google.com", true), ("google.com", "google.com", true),
        ("evilgoogle.com", "google.com", false), ("google.com.example", "google.com", false), ("", "google.com", false),
    ]

    @Test("A host is below a domain only at a dot", arguments: places)
    func below(_ row: (host: String, domain: String, isBelow: Bool)) {
        #expect(MailExchanger(preference: 0, host: row.host).isBelow([row.domain]) == row.isBelow)
    }

    @Test("Random bytes yield only safe host names")
    func noise() {
        var generator = SeededGenerator.fresh
        let whole = Self.answer([Self.exchanger(1, "a.example"), Self.record([0, 1, 1, 0x64, 0xC0, 12])])
        for _ in 0..<20_000 {
            var octets = whole
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                octets[Int.random(in: octets.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let isSafe = MailExchanger.records(in: octets).allSatisfy { record in
                record.host.utf8.count < 254
                    && record.host.utf8.allSatisfy { octet in
                        octet &- 0x61 < 26 || octet &- 0x30 < 10 || [0x2D, 0x2E, 0x5F].contains(octet)
                    }
            }
            #expect(isSafe, "seed \(generator.seed)")
        }
    }
}
