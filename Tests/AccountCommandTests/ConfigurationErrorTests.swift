import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

/// Errors in config.json and in the files of accounts, as commands and the prompt report them.
@Suite("Configuration errors")
struct ConfigurationErrorTests {
    private let home: SampleHome

    init() throws {
        home = try SampleHome()
        try FileManager.default.createDirectory(
            at: home.directory.appending(path: "accounts"), withIntermediateDirectories: true)
    }

    private func write(_ content: String, to name: String) throws {
        try Data(content.utf8).write(to: home.directory.appending(path: name))
    }

    private static let badSettings = "{\n pormpt: 'short',\n undo: 7 }"
    private static let badAccount = "{ address: 'kim@example.net',\n windwo: '9d',\n sent: 'no' }"

    @Test("With errors in config.json, a command does nothing, prints all of them and exits with 78")
    func refused() throws {
        try write(Self.badSettings, to: "config.json")
        let run = home.petrel("list")
        #expect(run.exitCode == .configuration && run.text.isEmpty)
        let lines = run.errorText.split(separator: "\n")
        #expect(lines.count == 3, "\(lines)")
        #expect(lines[0].hasSuffix("config.json, line 2: \"pormpt\": there is no such setting. Did you mean: prompt?"))
        #expect(lines[1].contains("config.json, line 3: \"undo\": this can be 0, 5"))
        let json = home.petrel("list", "--json")
        #expect(try json.errorCode == "badConfiguration" && json.exitCode == .configuration)
        try write(Self.badAccount, to: "accounts/work.json")
        let both = home.petrel("list").errorText.split(separator: "\n")
        #expect(both.count == 5 && both[2].contains("work.json, line 2: \"windwo\""), "\(both)")
    }

    static let tolerant = [
        ["help"], ["completions", "bash"], ["config", "get", "prompt"], ["config", "set", "undo", "5"], ["--version"],
        ["fsck"],
    ]

    @Test("Commands that do not need the configuration work with errors in it", arguments: tolerant)
    func tolerated(_ words: [String]) throws {
        try write(Self.badSettings, to: "config.json")
        try write(Self.badAccount, to: "accounts/work.json")
        let run = home.petrel(words.map { Array($0.utf8) })
        #expect(run.exitCode == .done && !run.text.isEmpty, "\(run.errorText)")
    }

    @Test("sendmail queues a message with errors in config.json, because its caller does not try again")
    func sendmail() throws {
        try write(Self.badSettings, to: "config.json")
        try write("{address: 'kim@example.net'}", to: "accounts/home.json")
        let message = Data("From: kim@example.net\nTo: ana@example.org\nSubject: Hi\n\nText\n".utf8)
        let run = try ProgramRun.run(
            ProjectFiles.petrel, ["sendmail", "-t"], input: message, environment: ["PETREL_HOME": home.directory.path])
        #expect(run.exitCode == 0 && run.errorText.contains("line 2: \"pormpt\""), "\(run.errorText)")
        let draft = home.petrel("new", "-t", "ana@example.org", "-s", "Plan", "-m", "Hi", "--draft")
        #expect(draft.exitCode == .configuration)
        try FileManager.default.removeItem(at: home.directory.appending(path: "config.json"))
        #expect(home.petrel("outbox").lines.count == 1)
        #expect(try home.petrel("drafts", "--account", "home", "--json").list("drafts").isEmpty)
    }

    @Test("An account with errors does not stop the others, but an answer about all accounts is a failure")
    func otherAccounts() throws {
        try write(Self.badAccount, to: "accounts/work.json")
        let run = home.petrel("list", "--limit", "1")
        #expect(run.exitCode == .configuration && run.lines.count == 1, "\(run.text)")
        for part in [
            "work.json, line 2: \"windwo\": there is no such key. Did you mean: window?", "line 3: \"sent\"",
            "Type: petrel account edit work",
        ] {
            #expect(run.errorText.contains(part), "\(run.errorText)")
        }
        let json = home.petrel("list", "--json")
        #expect(try json.object["ok"] as? Bool == false && !json.list().isEmpty && json.errorCode == "badConfiguration")
        let one = home.petrel("list", "--limit", "1", "--account", "local")
        #expect(one.exitCode == .done && one.errors.isEmpty, "\(one.errorText)")
        let broken = home.petrel("list", "--account", "work")
        #expect(broken.exitCode == .configuration && broken.errorText.contains("line 3:"), "\(broken.errorText)")
    }

    @Test("A command on one message succeeds although another account has errors")
    func oneMessage() throws {
        try write(Self.badAccount, to: "accounts/work.json")
        let id = try #require(try home.petrel("list", "--limit", "1", "--json").list().first?["id"] as? String)
        let run = home.petrel("flag", id)
        #expect(run.exitCode == .done && run.errorText.contains("work.json, line 2"), "\(run.errorText)")
    }

    @Test("The prompt starts, prints all errors first and works with what is valid")
    func prompt() throws {
        try write(Self.badSettings, to: "config.json")
        try write(Self.badAccount, to: "accounts/work.json")
        let run = home.typing("list", "quit")
        for part in ["line 2: \"pormpt\"", "line 3: \"undo\"", "line 2: \"windwo\"", "Type: account edit work"] {
            #expect(run.errorText.contains(part), "\(run.errorText)")
        }
        #expect(run.exitCode == .done && run.text.contains("Photo of the tower"))
    }

    @Test("A script is not run with errors in config.json")
    func script() throws {
        try write(Self.badSettings, to: "config.json")
        let run = home.petrel(["-c", "list"].map { Array($0.utf8) })
        #expect(run.exitCode == .configuration && run.text.isEmpty && run.errorText.contains("line 2:"))
    }

    @Test("An account that a newer petrel wrote gets one clear sentence, and its file stays as it is")
    func newer() throws {
        let content = "{\"version\": 2, \"address\": \"kim@example.net\", \"cloud\": {\"x\": 1}}"
        try write(content, to: "accounts/work.json")
        let run = home.petrel("account", "list")
        #expect(run.exitCode == .configuration && run.errorText.split(separator: "\n").count == 1)
        #expect(run.errorText.contains("a newer petrel wrote this file (format 2)"), "\(run.errorText)")
        _ = home.petrel("sync")
        let file = home.directory.appending(path: "accounts/work.json")
        #expect(try String(contentsOf: file, encoding: .utf8) == content)
    }
}
