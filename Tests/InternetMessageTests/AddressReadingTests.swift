import MailTestSupport
import MailTypes
import Testing

@testable import InternetMessage

/// A value of To and its entries, each written as `name <address> {group}` without absent parts.
struct AddressRow: CustomTestStringConvertible, Sendable {
    let name: String
    let value: [UInt8]
    let entries: [String]

    init(_ name: String, _ value: String, _ entries: String...) {
        self.name = name
        self.value = Array(value.utf8)
        self.entries = entries
    }

    init(_ name: String, octets value: [UInt8], _ entries: String...) {
        self.name = name
        self.value = value
        self.entries = entries
    }

    var testDescription: String { name }
}

private func describe(_ address: Address) -> String {
    [address.name, address.email.map { "<\($0.text)>" }, address.group.map { "{\($0)}" }]
        .compactMap(\.self).joined(separator: " ")
}

private func entries(_ value: [UInt8]) -> [String] {
    header("To", value).addresses(.to).map { visible(describe($0)) }
}

@Suite("Address parsing")
struct AddressReadingTests {
    @Test("Parses the examples of RFC 5322", arguments: standardAddresses)
    private func standard(_ row: AddressRow) { #expect(entries(row.value) == row.entries) }

    @Test("Parses the obsolete syntax of RFC 5322 §4.4", arguments: obsoleteAddresses)
    private func obsolete(_ row: AddressRow) { #expect(entries(row.value) == row.entries) }

    @Test("Parses names in quotes, comments and encoded words", arguments: namedAddresses)
    private func names(_ row: AddressRow) { #expect(entries(row.value) == row.entries) }

    @Test("Parses groups, and semicolons in place of commas", arguments: groupedAddresses)
    private func groups(_ row: AddressRow) { #expect(entries(row.value) == row.entries) }

    @Test("Tolerates missing commas and brackets", .holds("C22"), arguments: brokenAddresses)
    private func broken(_ row: AddressRow) { #expect(entries(row.value) == row.entries) }

    @Test("Crafted text cannot pass for another address", .holds("PX5"), arguments: craftedAddresses)
    private func crafted(_ row: AddressRow) { #expect(entries(row.value) == row.entries) }

    @Test("Parses addresses outside ASCII, literals and domains", .holds("E07"), arguments: internationalAddresses)
    private func international(_ row: AddressRow) { #expect(entries(row.value) == row.entries) }

    @Test("Several fields form one list, and each of them ends its group")
    func severalFields() {
        let header = message("To: Team: a@example.org\nCc: x@example.org\nTo: b@example.org\n\n").header
        #expect(header.addresses(.to).map(describe) == ["<a@example.org> {Team}", "<b@example.org>"])
        #expect(header.addresses(.cc).map(describe) == ["<x@example.org>"])
        #expect(header.addresses(.bcc).map(describe) == [])
    }

    @Test("A typed list is parsed like a header field")
    func typed() {
        #expect(AddressList("Kim <kim@example.org>, root").map(describe) == ["Kim <kim@example.org>", "<root>"])
        #expect(AddressList("").map(describe) == [])
    }

    @Test("Parts of 1,000 characters are kept whole")
    func longParts() {
        let name = String(repeating: "n", count: 1000)
        let local = String(repeating: "l", count: 1000)
        let domain = String(repeating: "d", count: 1000)
        let list = AddressList("\(name) <\(local)@\(domain)>, \"\(name)\" \(local)@\(domain)").map(describe)
        #expect(list == ["\(name) <\(local)@\(domain)>", "\(name) <\(local)@\(domain)>"])
    }

    @Test("Text between the entries of a list is never part of an address", .holds("PX6"))
    func neverMixes() {
        var random = SeededGenerator.fresh
        let pieces = [
            "a@x.example", "b@y.example", "Kim", "\"q, z@z.example\"", "(c, d@w.example)", "<e@v.example>", "=",
        ]
        let gaps = [",", ";", " , ", "\r\n ,", ", ,"]
        let known: Set = ["a@x.example", "b@y.example", "e@v.example", "Kim"]
        for _ in 0..<3000 {
            let value = (0..<Int.random(in: 1...6, using: &random))
                .map { _ in pick(pieces, &random) }.reduce("") {
                    $0 + (($0.isEmpty ? "" : pick(gaps, &random)) + $1)
                }
            for address in AddressList(value) {
                let email = address.email?.text
                #expect(
                    email.map { known.contains($0) || $0 == "=" } ?? true,
                    "\(email ?? "") in \(value), seed \(random.seed)")
            }
        }
    }

    @Test("Random bytes are parsed as a list", .holds("PX6"))
    func randomOctets() {
        var random = SeededGenerator.fresh
        let alphabet = Array("ab@.,;:<>()[]\"\\ \r\n=?_é\u{0}".utf8)
        for _ in 0..<10_000 {
            let value = (0..<Int.random(in: 0...40, using: &random)).map { _ in pick(alphabet, &random) }
            var count = 0
            for address in AddressList(value, 0..<value.count) {
                count += 1
                let text = address.email?.text ?? ""
                #expect(!text.utf8.contains(0x0A) && !text.utf8.contains(0x0D), "\(value), seed \(random.seed)")
            }
            #expect(count <= value.count + 1, "\(value), seed \(random.seed)")
        }
    }

    @Test(
        "A flood of address fragments is parsed in time", .holds("PX6"), .timeLimit(.minutes(1)),
        arguments: [
            "a@example.org, ", "a@example.org ", "(", "\"", ";", "<", "a:", "@", "x ", "<a@b> c ", "[", "a@[", "=?",
            "(\\",
            "=?utf-8?q?a?= ", "a.b . ", "\"\\",
        ])
    func floods(_ piece: String) {
        let value = Array(String(repeating: piece, count: flood).utf8)
        #expect(AddressList(value, 0..<value.count).reduce(0) { count, _ in count + 1 } <= value.count)
    }
}
