import Accounts
import Disk
import JSONText
import MailTestSupport
import MailTypes
import Testing

@Suite("Changing a member in JSON that a user wrote")
struct JSONEditingTests {
    static let rows: [(name: String, before: String, member: String, value: JSONValue?, after: String)] = [
        ("a value", "{\"a\": 1, // one\n \"b\": 2}", "a", .string("x"), "{\"a\": \"x\", // one\n \"b\": 2}"),
        ("a value in another style", "{a: 'x', /* c */ b: [1, 2]}", "b", .null, "{a: 'x', /* c */ b: null}"),
        ("a new member", "{\n  \"a\": 1\n}\n", "b", .bool(true), "{\n  \"a\": 1,\n  \"b\": true\n}\n"),
        ("behind a comma", "{\n  \"a\": 1, // one\n}", "b", .integer(2), "{\n  \"a\": 1,\n  \"b\": 2, // one\n}"),
        ("the first member", "{}", "a", .integer(1), "{\n  \"a\": 1\n}"),
        ("removed", "{\n  \"a\": 1,\n  \"b\": 2\n}", "a", nil, "{\n  \"b\": 2\n}"),
        ("the last one removed", "{\n  \"a\": 1,\n  \"b\": 2 // two\n}", "b", nil, "{\n  \"a\": 1, // two\n}"),
        ("nothing to remove", "{ \"a\": 1 }", "b", nil, "{ \"a\": 1 }"),
        ("of the same name deeper", "{\"x\": {\"a\": 1}, \"a\": 2}", "a", .integer(3), "{\"x\": {\"a\": 1}, \"a\": 3}"),
    ]

    @Test("Everything else stays as it is written", arguments: rows)
    func editing(_ row: (name: String, before: String, member: String, value: JSONValue?, after: String)) throws {
        let text = try #require(JSONReader.text(Array(row.before.utf8), setting: row.member, to: row.value))
        #expect(String(decoding: text, as: UTF8.self) == row.after)
        let value = try JSONReader.value(of: text, .relaxed).object?[row.member]
        #expect(value?.octets == row.value?.octets)
    }

    @Test("Text that is not an object is refused", arguments: ["", "[1]", "{", "{\"a\"}", "{\"a\": 1 \"b\": 2}"])
    func refused(_ text: String) {
        #expect(JSONReader.text(Array(text.utf8), setting: "a", to: .null) == nil)
    }
}
