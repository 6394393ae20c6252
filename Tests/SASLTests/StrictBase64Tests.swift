import MailTestSupport
import Testing

@testable import SASL

@Suite("Strict base64")
struct StrictBase64Tests {
    static let lines: [(name: String, line: String, octets: [UInt8]?)] = [
        ("nothing", "", []), ("one octet", "AQ==", [1]), ("two", "AQI=", [1, 2]), ("three", "AQID", [1, 2, 3]),
        ("no padding", "AQ", nil), ("half of it", "AQ=", nil), ("too much of it", "AQID====", nil),
        ("padding alone", "====", nil), ("padding inside", "AQ==AQID", nil), ("bits left over", "AR==", nil),
        ("bits left over of two", "AQJ=", nil), ("a blank", "AQ ID", nil), ("a blank behind", "AQID ", nil),
        ("a line end", "AQID\r\n", nil), ("the other alphabet", "-_-_", nil), ("an equals sign", "=", nil),
        ("a hyphen", "-", nil), ("three of padding", "A===", nil),
    ]

    @Test("Decodes only canonical base64", arguments: lines)
    func strict(_ row: (name: String, line: String, octets: [UInt8]?)) {
        #expect(StrictBase64.decode(Array(row.line.utf8)) == row.octets)
    }

    @Test("Base64 round-trips up to the longest line", .holds("PX6"))
    func roundTrip() {
        var random = SeededGenerator.fresh
        for length in 0..<70 {
            let octets = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(StrictBase64.decode(StrictBase64.encode(octets)) == octets, "seed \(random.seed)")
        }
        let longest = [UInt8](repeating: 0x41, count: StrictBase64.maximumLength)
        #expect(StrictBase64.decode(longest)?.count == 9216)
        #expect(StrictBase64.decode(longest + [0x41, 0x41, 0x41, 0x41]) == nil)
    }
}
