import Accounts
import Disk
import Foundation
import MailTestSupport
import Testing

@Suite("Settings")
struct SettingsTests {
    private let scratch: ScratchDirectory
    private let home: Home

    init() throws {
        scratch = try ScratchDirectory()
        home = Home(in: Path(scratch.path), on: POSIXFileSystem.shared)
    }

    private func write(_ name: String, _ content: String) throws {
        try Data(content.utf8).write(to: scratch.url.appending(path: name))
    }

    @Test("Without any files the defaults apply, and no files are created")
    func standard() {
        let settings = Settings(of: home)
        #expect(settings[.prompt] == "long" && settings.isOn(.ticker) == true && settings.isOn(.accessible) == nil)
        #expect(settings.undo == nil && settings.problems.isEmpty && scratch.names().isEmpty)
    }

    @Test("Settings written by set override the user's configuration file, which is not changed")
    func overlay() throws {
        let handwritten = "{ // mine\n prompt: 'short', ticker: false, undo: 10 }"
        try write("config.json", handwritten)
        try write("settings.json", "{\"undo\":\"5\",\"future\":[1.0]}")
        #expect(Settings(of: home).undo == .five)
        try Settings.set(.bell, to: "mail", in: home)
        try Settings.set(.undo, to: nil, in: home)
        let settings = Settings(of: home)
        #expect(settings.undo == .ten && settings[.prompt] == "short" && settings.isOn(.ticker) == false)
        #expect(settings[.bell] == "mail")
        let written = try String(contentsOf: scratch.url.appending(path: "settings.json"), encoding: .utf8)
        #expect(written == "{\"future\":[1.0],\"bell\":\"mail\"}\n")
        #expect(try String(contentsOf: scratch.url.appending(path: "config.json"), encoding: .utf8) == handwritten)
    }

    static let refused: [(content: String, line: Int, word: String)] = [
        ("{\n prompt: 'middle' }", 2, "long or short"), ("{ undo: 7 }", 1, "0, 5, 10"), ("{ undo: 5.0 }", 1, "0, 5"),
        ("{\n\n pormpt: 'short' }", 3, "no such setting"), ("{ ticker: 1 }", 1, "on or off"),
        ("{ editor: '' }", 1, "text"), ("{ editor: [] }", 1, "text"), ("{ 'a", 1, "unexpected end"),
        ("[]", 1, "braces"), ("{ pormpt: 'x' }", 1, "Did you mean: prompt?"),
        ("{\n imap: 'x' }", 2, "file of an account"),
        ("{\n version: 2, new: 1 }", 2, "Use the newer petrel"), ("{ editor: 5 }", 1, "text"),
    ]

    @Test("An invalid value is reported with its line, and the default applies", arguments: refused)
    func problems(_ row: (content: String, line: Int, word: String)) throws {
        try write("config.json", row.content)
        let settings = Settings(of: home)
        let problem = try #require(settings.problems.first)
        #expect(problem.line == row.line && problem.problem.contains(row.word), "\(problem)")
        #expect(settings[.prompt] == "long" && settings.undo == nil)
    }

    @Test("All problems are reported, valid settings apply, and the file that set writes may have unknown members")
    func allProblems() throws {
        try write("config.json", "{ undo: 7,\n prompt: 'short',\n bel: 'mail',\n color: 'red' }")
        try write("settings.json", "{\"future\":1,\"undo\":8}")
        let settings = Settings(of: home)
        #expect(settings.problems.map(\.line) == [1, 3, 4, 1], "\(settings.problems)")
        #expect(settings[.prompt] == "short" && settings.file(of: .prompt)?.lastComponent == Array("config.json".utf8))
        #expect(settings.file(of: .color) == nil)
    }

    @Test("Does not overwrite a settings file that cannot be parsed")
    func broken() throws {
        try write("settings.json", "{")
        #expect(throws: AccountError.self) { try Settings.set(.bell, to: "mail", in: home) }
        #expect(try String(contentsOf: scratch.url.appending(path: "settings.json"), encoding: .utf8) == "{")
    }

    @Test("A damaged configuration file never yields an invalid value")
    func everyOctet() throws {
        var random = SeededGenerator.fresh
        let octets = Array("{ // c\n prompt: 'short', \"undo\": 10, ticker: off }".utf8)
        for index in octets.indices {
            var flipped = octets
            flipped[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            for content in [Array(octets[..<index]), flipped] {
                try Data(content).write(to: scratch.url.appending(path: "config.json"))
                let settings = Settings(of: home)
                let values = SettingDefinition.all.compactMap { setting in settings[setting].map { (setting, $0) } }
                #expect(values.allSatisfy { $0.accepts($1) }, "seed \(random.seed), octet \(index)")
            }
        }
    }
}
