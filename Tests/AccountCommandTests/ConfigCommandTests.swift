import Foundation
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("petrel config")
struct ConfigCommandTests {
    private let home: SampleHome

    init() throws {
        home = try SampleHome(isEmpty: true)
    }

    @Test("A setting can be set, read, listed and removed, and config.json is not written")
    func life() throws {
        let file = home.directory.appending(path: "config.json")
        let content = "{ prompt: 'short', undo: 5 }"
        try Data(content.utf8).write(to: file)
        #expect(home.petrel("config", "set", "undo", "10").text == "undo is now 10.\n")
        #expect(home.petrel("config", "get", "undo").text == "10\n")
        let json = try home.petrel("config", "list", "--json").list("settings")
        let origins = Dictionary(
            uniqueKeysWithValues: json.compactMap { row in
                (row["name"] as? String).map { ($0, row["origin"] as? String) }
            })
        #expect(origins["undo"] == "set" && origins["prompt"] == "config.json" && origins["bell"] == "default")
        #expect(origins["editor"] == .some(nil))
        #expect(home.petrel("config", "unset", "undo").text == "undo is now 5.\n")
        #expect(try String(contentsOf: file, encoding: .utf8) == content)
        let list = home.petrel("config")
        #expect(list.lines.count == json.count && list.text.contains("config.json"), "\(list.text)")
    }

    @Test("config list cuts neither names nor values")
    func list() {
        let editor = "nano -r 72 --with 'an option' --and=another"
        _ = home.petrel("config", "set", "editor", editor)
        let lines = home.petrel("config").lines
        #expect(lines.contains { $0.hasPrefix("attachment-question  on ") }, "\(lines)")
        #expect(lines.contains { $0.hasSuffix("  \(editor)  set") }, "\(lines)")
    }

    static let refused: [(words: [String], exitCode: ExitCode, says: String)] = [
        (["get", "udno"], .usage, "Did you mean: undo?"), (["set", "undo", "7"], .usage, "0, 5, 10"),
        (["set", "editor", ""], .usage, "config unset editor"), (["get", "editor"], .someFailed, "is not set"),
        (["set", "undo"], .usage, "missing argument"),
    ]

    @Test("What cannot be read or set is refused with what to type", arguments: refused)
    func refusal(_ row: (words: [String], exitCode: ExitCode, says: String)) {
        let run = home.petrel(["config"].map { Array($0.utf8) } + row.words.map { Array($0.utf8) })
        #expect(run.exitCode == row.exitCode && run.errorText.contains(row.says), "\(run.errorText)")
    }

    @Test("config list exits with 78 and prints the errors of config.json")
    func errors() throws {
        try Data("{\n\n bel: 'mail' }".utf8).write(to: home.directory.appending(path: "config.json"))
        let run = home.petrel("config", "list", "--json")
        let problem = try #require(try run.list("problems").first)
        #expect(run.exitCode == .configuration && problem["line"] as? Int == 3)
        #expect(run.errorText.contains("Did you mean: bell?"))
    }

    @Test("config set at the prompt takes effect at once, as set does")
    func prompt() throws {
        let run = home.typing("config set prompt short", "config get prompt", "config unset prompt", "quit")
        #expect(run.text.contains("prompt is now short.") && run.text.contains("prompt is now long."), "\(run.text)")
        #expect(run.prompts.dropFirst().first == "> ", "\(run.prompts)")
    }

    @Test("Completion offers settings and their values")
    func completion() {
        func found(_ words: String...) -> [String] {
            let run = home.petrel((["complete", "--"] + words).map { Array($0.utf8) })
            return run.lines.compactMap { $0.split(separator: "\t").first.map(String.init) }
        }
        #expect(found("config", "set", "be") == ["bell"])
        #expect(found("config", "set", "bell", "") == ["none", "error", "mail"])
        #expect(found("config", "s") == ["set"])
        #expect(found("config", "get", "t") == ["ticker"])
    }
}
