import AccountImport
import MailTestSupport
import SASL
import Testing

@Suite("Configurations of other mail programs")
struct ImportedConfigurationTests {
    private static let rows = ConfigurationRow.mbsync + ConfigurationRow.mbsyncOptions + ConfigurationRow.otherPrograms

    @Test("become accounts with their addresses, servers, commands and folders", arguments: rows)
    func accounts(_ row: ConfigurationRow) {
        let findings = row.findings
        #expect(findings.accounts.map(ConfigurationRow.describe) == row.accounts)
        #expect(findings.notes.map { ConfigurationRow.shown($0.place) } == row.notUnderstood)
        #expect(findings.addressBooks == row.addressBooks)
    }

    @Test("are reported without any of their passwords", arguments: rows)
    func passwords(_ row: ConfigurationRow) {
        let findings = row.findings
        let notes = findings.notes + findings.accounts.flatMap(\.notes)
        for secret in ["hunter2", "hunter two"] {
            #expect(!notes.contains { $0.sentence.contains(secret) })
            #expect(!findings.accounts.contains { "\($0)".contains(secret) })
        }
    }

    @Test("with values in any order and any bytes between them never make the readers trap")
    func arbitraryBytes() {
        var generator = SeededGenerator.fresh
        let texts = Self.rows.flatMap { $0.files.map { Array($0.1.utf8) } + $0.sources.values.map { Array($0.utf8) } }
        for _ in 0..<1500 {
            let bytes = Self.damaged(texts, &generator)
            let files = MailProgram.allCases.map { (program: $0, file: "/u/kim/x", bytes: bytes) }
            let findings = ImportFindings.reading(files, sources: ["/u/kim/x": bytes], ConfigurationRow.context)
            for note in findings.notes { #expect(note.place.line > 0, "seed \(generator.seed)") }
            for account in findings.accounts { #expect(!account.places.isEmpty) }
        }
    }

    /// Returns a text with pieces removed, repeated, exchanged and replaced by random bytes.
    private static func damaged(_ texts: [[UInt8]], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = texts.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 0...20, using: &generator) where !bytes.isEmpty {
            let start = Int.random(in: 0..<bytes.count, using: &generator)
            let end = min(bytes.count, start + Int.random(in: 0...40, using: &generator))
            let special = Array("\"'`$\\{}[]=:;#<>@%\n\0\u{FF}".utf8)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes.removeSubrange(start..<end)
            case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
            case 2: bytes.insert(special.randomElement(using: &generator) ?? 0, at: start)
            default: bytes[start] = UInt8.random(in: 0...255, using: &generator)
            }
        }
        return bytes
    }

    /// A text that would make a careless reader slow or deep.
    struct GrowingText: CustomTestStringConvertible {
        let testDescription: String
        let text: String

        static let all = [
            GrowingText("variables that double", "set a=x\n" + String(repeating: "set a=$a$a\n", count: 60)),
            GrowingText("a file that sources itself", "source ~/mutt\n"),
            GrowingText("deep arrays", "a = " + String(repeating: "[", count: 50_000)),
            GrowingText("deep tables", String(repeating: "a = { a", count: 20_000)),
            GrowingText("a line without an end", String(repeating: "set a=\"", count: 10_000)),
        ]

        private init(_ description: String, _ text: String) {
            testDescription = description
            self.text = text
        }
    }

    @Test("that grow without end are read to a limit", arguments: GrowingText.all)
    func limits(_ row: GrowingText) {
        let bytes = Array(row.text.utf8)
        let files = MailProgram.allCases.map { (program: $0, file: "/u/kim/mutt", bytes: bytes) }
        let findings = ImportFindings.reading(files, sources: ["/u/kim/mutt": bytes], ConfigurationRow.context)
        #expect(findings.accounts.isEmpty)
    }
}
