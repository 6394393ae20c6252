import LocalSubmission
import Testing

@Suite("Aliases")
struct AliasTests {
    private func table(_ own: String, _ system: String = "", users: [String: String] = [:]) -> AliasTable {
        AliasTable(
            [.init("own", AliasFile(Array(own.utf8))), .init("system", AliasFile(Array(system.utf8)))], users: users)
    }

    /// The addresses of a name, or the failure.
    private func expanded(_ name: String, _ table: AliasTable) -> String {
        do throws(AliasTable.Failure) {
            return try table.addresses(of: name).joined(separator: " ")
        } catch {
            return "\(error)"
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let own: String
        let system: String
        let asked: String
        let addresses: String
        var testDescription: String { name }

        init(
            _ name: String, _ own: String, system: String = "", asked: String = "root", _ addresses: String
        ) {
            self.name = name
            self.own = own
            self.system = system
            self.asked = asked
            self.addresses = addresses
        }
    }

    static let rows = [
        Row("one address", "root: kim@example.net", "kim@example.net"),
        Row("several addresses, each once", "root: a@b.c, d@e.f,a@b.c", "a@b.c d@e.f"),
        Row("a chain of names", "root: admin\nadmin: kim@example.net", "kim@example.net"),
        Row("a chain across both files", "admin: kim@example.net", system: "root: admin", "kim@example.net"),
        Row("the user's own file first", "root: own@b.c", system: "root: system@b.c", "own@b.c"),
        Row("names in any case", "Root: Kim@Example.NET", asked: "ROOT", "Kim@Example.NET"),
        Row("a continued list", "root: a@b.c,\n  d@e.f,\n\tg@h.i", "a@b.c d@e.f g@h.i"),
        Row("comments and empty lines", "# root: x@y.z\n\nroot: a@b.c\n# end\n", "a@b.c"),
        Row("lines that end with CR LF", "root: a@b.c\r\nadmin: d@e.f\r\n", "a@b.c"),
        Row("a quoted name", "\"ro:ot\": a@b.c", asked: "ro:ot", "a@b.c"),
        Row("the default name", "default: a@b.c", "a@b.c"),
        Row("a name that keeps its own mail", "kim: kim, a@b.c", asked: "kim", "kim@example.net a@b.c"),
        Row("an address on this machine", "root: kim@localhost\nkim: a@b.c", "a@b.c"),
        Row("an address on this machine without an alias", "root: Kim@LocalHost.localdomain", "kim@example.net"),
        Row("a literal name", "root: \\kim", "kim@example.net"),
        Row("a user without an alias", "", asked: "kim", "kim@example.net"),
    ]

    @Test("A name is replaced by its addresses", arguments: rows)
    func expansion(_ row: Row) {
        #expect(expanded(row.asked, table(row.own, row.system, users: ["Kim": "kim@example.net"])) == row.addresses)
    }

    static let failures: [(name: String, own: String, words: String)] = [
        ("no alias", "", "unknown(name: \"root\", from: nil)"),
        ("a missing target", "root: admin", "unknown(name: \"admin\", from: Optional(own, line 1))"),
        ("a circle", "\nroot: a\na: b\nb: root", "loop([\"root\", \"a\", \"b\", \"root\"], own, line 4)"),
        ("a command", "root: a@b.c, |\"/opt/script kim\"", "refused(name: \"root\""),
        ("a quoted command", "root: \"|script, kim\"", "command"),
        ("a file", "root: /var/mail/root", "file"),
        ("a list in a file", "root: :include:/etc/list", "include"),
        ("something else", "root: a b", "malformed(\"a b\")"),
    ]

    @Test("An alias without an address is an error that names the line", arguments: failures)
    func failure(_ row: (name: String, own: String, words: String)) {
        #expect(
            expanded("root", table(row.own)).contains(row.words), "\(row.name): \(expanded("root", table(row.own)))")
    }

    @Test("Lines that cannot be read are reported, and the others count")
    func problems() {
        let file = AliasFile(
            Array("ok: a@b.c\nno colon\nempty:\nok: d@e.f\nbad\u{1}: a@b.c\n: a@b.c\nlast: g@h.i".utf8))
        #expect(
            file.problems.map { "\($0.line) \($0.kind)" } == [
                "2 noColon", "3 noTarget", "4 repeated", "5 notText", "6 noColon",
            ])
        #expect(file.entries.keys.sorted() == ["last", "ok"])
        #expect(AliasFile([UInt8](repeating: 0x61, count: (1 << 20) + 1)).problems.map(\.kind) == [.tooLong])
    }

    @Test("Aliases that multiply end with an error")
    func multiplied() {
        var text = "a0: a@b.c\n"
        for number in 1...40 { text += "a\(number): a\(number - 1), a\(number - 1)\n" }
        #expect(expanded("a40", table(text)).contains("tooMany"))
    }

    @Test("Aliases that lead on and on end with an error")
    func depth() {
        let lines = (0..<20_000).map { "a\($0): a\($0 + 1)\n" }.joined() + "a20000: a@b.c\n"
        let table = AliasTable([.init("aliases", AliasFile(Array(lines.utf8)))])
        #expect(throws: AliasTable.Failure.self) { try table.addresses(of: "a0") }
        #expect(try! table.addresses(of: "a19960") == ["a@b.c"])
    }

    @Test("Any bytes can be read")
    func random() {
        var generator = SystemRandomNumberGenerator()
        let letters = Array("ab:,\\\"|/ \t\n\r#@\u{0}é".utf8)
        for _ in 0..<2000 {
            let octets = (0..<Int.random(in: 0...60, using: &generator)).map { _ in letters.randomElement() ?? 0 }
            let table = AliasTable([.init("own", AliasFile(octets))])
            for name in ["a", "b", "ab", "default"] { _ = expanded(name, table) }
        }
    }
}
