import MailTestSupport
import Testing

@testable import REPL

@Suite("Addresses in a report for others", .holds("Y26"))
struct AddressMaskTests {
    static let rows: [(text: String, masked: String)] = [
        ("kim@example.net", "k…@example.net"),
        ("to <kim.lee+a@example.net>, ben@x.example", "to <k…@example.net>, b…@x.example"),
        ("nothing here", "nothing here"), ("@", "@"), ("a@", "a…@"), ("ümit@example.net", "ü…@example.net"), ("", ""),
        ("\"q s\"@example.net", "\"q s\"@example.net"),
    ]

    @Test("Each address is shortened to its first character and its domain", arguments: rows)
    func masks(_ row: (text: String, masked: String)) {
        #expect(AddressMask.masked(row.text) == row.masked)
    }
}
