import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("account show and account edit")
struct AccountShowAndEditTests {
    private let home: SampleHome
    private let file: URL
    private static let content = "{\n  // Mine.\n  \"address\": \"kim@example.net\",\n  \"window\": \"30d\"\n}\n"

    init() throws {
        home = try SampleHome(isEmpty: true)
        let accounts = home.directory.appending(path: "accounts")
        try FileManager.default.createDirectory(at: accounts, withIntermediateDirectories: true)
        file = accounts.appending(path: "work.json")
        try Data(Self.content.utf8).write(to: file)
    }

    private var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
    private var names: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: home.directory.path + "/accounts")
        return (names ?? []).filter { $0 != ".lock" }.sorted()
    }

    /// Edits the account with these shell commands as editors, one per edit; `$1` is the file.
    private func edit(_ edits: String..., answering answers: [String]? = nil) throws -> CommandRun {
        let script = home.directory.appending(path: "editor")
        let cases = edits.enumerated().map { "\($0)) \($1) ;;" }.joined(separator: "\n")
        let counter = home.directory.path + "/count"
        try ProjectFiles.writeProgram(
            "n=$(cat \(counter) 2>/dev/null || echo 0); echo $((n + 1)) > \(counter)\ncase $n in\n\(cases)\nesac",
            to: script)
        try? FileManager.default.removeItem(atPath: counter)
        try Data("{\"editor\":\"\(script.path)\"}".utf8).write(to: home.directory.appending(path: "settings.json"))
        return home.petrel(["account", "edit", "work"].map { Array($0.utf8) }, typing: answers)
    }

    @Test("A correct file replaces the former one, with its comments, and nothing else is left")
    func correct() throws {
        let run = try edit("sed -i s/30d/90d/ \"$1\"")
        #expect(run.exitCode == .done && run.text.contains("Account work changed."), "\(run.errorText)")
        #expect(text == Self.content.replacingOccurrences(of: "30d", with: "90d") && names == ["work.json"])
        let left = try FileManager.default.contentsOfDirectory(atPath: home.directory.path + "/run")
        #expect(left.isEmpty)
    }

    @Test("A broken text is shown with its line, can be edited again, and never replaces the file")
    func again() throws {
        let run = try edit("sed -i s/window/windwo/ \"$1\"", "sed -i s/windwo.*/'undo\": 10'/ \"$1\"", answering: ["e"])
        #expect(run.errorText.contains("work.json, line 4: \"windwo\": there is no such key"), "\(run.errorText)")
        #expect(run.exitCode == .done && text.contains("\"undo\": 10") && names == ["work.json"], "\(text)")
    }

    @Test("A text that is kept is continued by the next edit, and the account is unchanged until then")
    func kept() throws {
        let first = try edit("sed -i s/window/windwo/ \"$1\"", answering: ["k"])
        #expect(
            first.exitCode == .done && text == Self.content
                && names == ["work.json", "work.json.edited", "work.json.former"])
        let second = try edit("sed -i -e s/windwo/window/ -e s/30d/7d/ \"$1\"")
        #expect(second.text.contains("Continues the edit that you kept."))
        #expect(text == Self.content.replacingOccurrences(of: "30d", with: "7d") && names == ["work.json"])
    }

    @Test("A text that is kept does not undo what was changed since then")
    func keptButOutdated() throws {
        _ = try edit("sed -i s/window/windwo/ \"$1\"", answering: ["k"])
        let changed = Self.content.replacingOccurrences(of: "30d", with: "90d")
        try Data(changed.utf8).write(to: file)
        let run = try edit("sed -i s/windwo/window/ \"$1\"")
        #expect(run.exitCode == .temporaryFailure && run.errorText.contains("has changed since"), "\(run.errorText)")
        #expect(text == changed && names == ["work.json", "work.json.edited", "work.json.former"])
    }

    @Test("A text can be discarded")
    func discarded() throws {
        let run = try edit("echo nothing > \"$1\"", answering: ["d"])
        #expect(run.exitCode == .done && text == Self.content && names == ["work.json"], "\(run.errorText)")
    }

    @Test("Without a terminal, a broken text is kept and the exit code is 78")
    func script() throws {
        let run = try edit("echo '{' > \"$1\"")
        #expect(run.exitCode == .configuration && run.errorText.contains("work.json.edited"), "\(run.errorText)")
        #expect(text == Self.content && names == ["work.json", "work.json.edited", "work.json.former"])
    }

    @Test("An editor that fails or changes nothing leaves the account as it is")
    func unchanged() throws {
        #expect(try edit("true").text.contains("No changes.") && text == Self.content)
        let run = try edit("exit 3")
        #expect(run.exitCode == .unavailable && run.errorText.contains("The account is unchanged"))
        #expect(text == Self.content)
    }

    @Test("A file that another program changed meanwhile is not replaced")
    func changedMeanwhile() throws {
        let run = try edit("sed -i s/30d/90d/ \"$1\"; echo '{\"address\": \"b@example.net\"}' > \(file.path)")
        #expect(run.exitCode == .temporaryFailure && run.errorText.contains("work.json.edited"), "\(run.errorText)")
        #expect(text == "{\"address\": \"b@example.net\"}\n")
    }

    @Test("A file that is a link stays a link, and what it points to is replaced")
    func link() throws {
        let target = home.directory.appending(path: "dotfiles.json")
        try FileManager.default.moveItem(at: file, to: target)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
        #expect(try edit("sed -i s/30d/90d/ \"$1\"").exitCode == .done)
        #expect(try String(contentsOf: target, encoding: .utf8).contains("90d"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == target.path)
    }

    @Test("A mail directory of another account is refused")
    func shared() throws {
        try Data("{address: 'b@example.net', maildir: '/srv/box'}".utf8)
            .write(to: file.deletingLastPathComponent().appending(path: "other.json"))
        let run = try edit("sed -i 's,window.*,maildir\": \"/srv/box\",' \"$1\"")
        #expect(run.exitCode == .configuration && run.errorText.contains("together with that of other"))
        #expect(text == Self.content)
    }

    @Test("account show prints the file, the mail and where the secret comes from, but never a secret")
    func show() throws {
        let secrets = [
            ("\"passwordCommand\": \"echo hunter2\"", "from the command echo …"),
            ("\"passwordCommand\": \"PW=hunter2 get\"", "from the command (hidden)"),
            ("\"tokenCommand\": \"get --token hunter2\"", "a token from the command get …"),
            ("\"passwordFile\": \"/run/secret\"", "from the file /run/secret"),
            ("\"keyring\": {\"service\": \"mail\"}", "from the keyring: service=mail"),
        ]
        for (member, words) in secrets {
            try Data("{\"address\": \"kim@gmail.com\", \(member)}".utf8).write(to: file)
            let run = home.petrel("account", "show", "work")
            let json = home.petrel("account", "show", "work", "--json")
            #expect(run.exitCode == .done && run.text.contains(words), "\(run.text)")
            #expect(run.text.contains(file.path) && run.text.contains("imaps://imap.gmail.com:993"))
            #expect(run.text.contains(home.directory.path + "/mail/work"))
            #expect(try member.contains(json.object["secret"] as? String ?? "?"))
            #expect(!run.text.contains("hunter2") && !json.text.contains("hunter2"))
        }
    }

    @Test("account show prints all errors of a broken file, and where it is")
    func showBroken() throws {
        try Data("{\n windwo: 1, undo: 3 }".utf8).write(to: file)
        let run = home.petrel("account", "show", "work", "--json")
        #expect(try run.exitCode == .configuration && run.list("problems").count == 3)
        #expect(try run.object["file"] as? String == file.path)
        #expect(home.petrel("account", "show", "nobody").exitCode == .noInput)
    }
}
