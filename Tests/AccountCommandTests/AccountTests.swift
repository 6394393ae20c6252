import Foundation
import MailTestSupport
import Testing

@Suite("petrel account")
struct AccountTests {
    private let directory: URL
    private var home: String { directory.appending(path: "home").path }

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "petrel-account-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    private func petrel(_ arguments: [String], _ environment: [String: String] = [:]) throws -> ProgramRun {
        try ProgramRun.run(ProjectFiles.petrel, arguments, environment: environment)
    }

    private func object(_ run: ProgramRun) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    }

    private static let servers = [
        "--imap", "imaps://imap.example.net", "--smtp", "smtp://smtp.example.net", "--password-command", "true",
    ]

    private func remove() {
        try? FileManager.default.removeItem(at: directory)
    }

    @Test("An account can be added with options, listed and removed", .holds("K04"))
    func life() throws {
        defer { remove() }
        let empty = try petrel(["account", "list", "--home", home, "--json"])
        #expect(empty.exitCode == 0)
        #expect((try object(empty)["accounts"] as? [Any])?.isEmpty == true)
        #expect(!FileManager.default.fileExists(atPath: home))

        let add = ["--home", home, "account", "add", "work", "--address", "kim@example.net", "--name=Kim Pärk"]
        let added = try petrel(add + Self.servers)
        #expect(added.exitCode == 0 && added.text == "Account work added.\n" && added.errors.isEmpty)
        let list = try petrel(["accounts", "--json"], ["PETREL_HOME": home])
        let account = try #require((try object(list)["accounts"] as? [[String: Any]])?.first)
        #expect(account["account"] as? String == "work" && account["address"] as? String == "kim@example.net")
        #expect(account["name"] as? String == "Kim Pärk" && account["provider"] is NSNull)
        #expect((account["identities"] as? [[String: Any]])?.count == 1)
        #expect(account["imap"] as? String == "imaps://imap.example.net:993")
        #expect(account["smtp"] as? String == "smtp://smtp.example.net:587")
        #expect(account["maildir"] as? String == home + "/mail/work")

        let again = try petrel(add + Self.servers + ["--json"])
        #expect(again.exitCode == 73)
        #expect((try object(again)["error"] as? [String: String])?["code"] == "accountExists")
        #expect(try petrel(["account", "remove", "work", "--home", home]).exitCode == 0)
        #expect(try petrel(["account", "remove", "work", "--home", home]).exitCode == 66)
    }

    @Test("account add says what is missing, and takes the servers of a provider that the address names")
    func nextSteps() throws {
        defer { remove() }
        func add(_ name: String, _ options: String...) throws -> String {
            try petrel(["--home", home, "account", "add", name, "--address"] + options).text
        }
        #expect(try add("none", "kim@example.net").hasSuffix("added.\nIt has no servers yet. Type: petrel setup\n"))
        let gmail = try add("gmail", "kim@gmail.com")
        #expect(gmail.contains("It has the servers of Gmail, and no password yet. Type: petrel setup"), "\(gmail)")
        let list = try object(petrel(["--home", home, "account", "list", "--json"]))["accounts"] as? [[String: Any]]
        #expect(list?.compactMap { $0["provider"] as? String } == ["gmail"])
        let microsoft = try add("ms", "kim@outlook.com", "--oauth", "microsoft")
        #expect(microsoft.contains("type: petrel account sign-in ms --client-id ID\n"), "\(microsoft)")
        let client = try add("client", "kim@outlook.de", "--oauth", "microsoft", "--client-id", "1234")
        #expect(client.hasSuffix("To sign in, type: petrel account sign-in client\n"), "\(client)")
    }

    @Test("Removing an account with waiting mail needs confirmation or --yes", .holds("E02"))
    func waiting() throws {
        defer { remove() }
        let name = ["--home", home, "account"]
        _ = try petrel(name + ["add", "work", "--address", "kim@example.net"])
        let outbox = directory.appending(path: "home/mail/work/Outbox/cur")
        try FileManager.default.createDirectory(at: outbox, withIntermediateDirectories: true)
        try Data().write(to: outbox.appending(path: "1"))
        let refused = try petrel(name + ["remove", "work", "--json"])
        #expect(refused.exitCode == 3 && refused.errorText.contains("--yes"))
        #expect((try object(refused)["error"] as? [String: String])?["code"] == "questionNeedsAnswer")
        #expect(try petrel(name + ["list"]).text.hasPrefix("work  kim@example.net"))
        #expect(try petrel(name + ["remove", "work", "--yes", "-q"]).text.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: home + "/mail/work"))
    }

    static let refused: [(line: [String], word: String)] = [
        (["-x", "--address", "a@b.example"], "unknown option -x"),
        ([".x", "--address", "a@b.example"], "name of an account"),
        (["a b", "--address", "a@b.example"], "name of an account"), (["x"], "--address"),
        (["x", "--address", "a"], "not a mail address"),
        (["x", "--address", "a@b.example", "--undo", "7"], "0, 5, 10"),
        (["x", "--address", "a@b.example", "--window", "1w"], "30d or all"),
        (["x", "--address", "a@b.example", "--sent=no"], "append, auto or probe"),
        (["x", "--address", "a@b.example", "--imap", "imaps://h", "--oauth", "google"], "Add --smtp"),
        (["x", "--address", "a@b.example", "--imap", "imaps://h", "--smtp", "smtps://h"], "--password-command"),
        (["x", "--address", "a@b.example", "--imap", "imap.h", "--smtp", "smtps://h"], "imaps://HOST"),
        (["x", "--address", "a@b.example", "--provider", "gmail"], "--password-command"),
        (["x", "--address", "a@b.example", "--provider", "y"], "does not know"),
        (["x", "--address", "a@b.example", "--provider", "gmail"] + servers, "Leave it out"),
        (["x", "--address", "a@b.example", "--oauth", "google"] + servers, "cannot be combined"),
        (["x", "--address", "a@b.example", "--oauth", "y"] + servers, "google, microsoft or the https:// address"),
        (["x", "--address", "a@b.example", "--client-id", "y"] + servers, "need --oauth"),
        (["x", "y", "--address", "a@b.example"], "unexpected argument \"y\""),
        (["x", "--address", "a@b.example", "--name", ""], "--name"),
        (["x", "--address", "a@b.example", "--identity", "Kim"], "--identity"), ([], "missing argument"),
    ]

    @Test("Invalid options are reported, and nothing is written", arguments: refused)
    func usage(_ row: (line: [String], word: String)) throws {
        defer { remove() }
        let run = try petrel(["--home", home, "account", "add"] + row.line)
        #expect(run.exitCode == 64 && run.errorText.contains(row.word), "\(run.errorText)")
        #expect(!FileManager.default.fileExists(atPath: home))
    }

    @Test("A broken file is reported with its line, and the other accounts are listed")
    func broken() throws {
        defer { remove() }
        _ = try petrel(["--home", home, "account", "add", "work", "--address", "kim@example.net"])
        try Data("{\n address: 1 }".utf8).write(to: directory.appending(path: "home/accounts/bad.json"))
        let run = try petrel(["--home", home, "account", "list", "--json"])
        #expect(run.exitCode == 78 && run.errorText.contains("bad.json, line 2:"))
        let told = try object(run)
        #expect(told["ok"] as? Bool == false && (told["accounts"] as? [Any])?.count == 1)
    }

    @Test("With any umask, new files are only accessible to their owner", arguments: ["000", "022", "077"])
    func umask(_ mask: String) throws {
        defer { remove() }
        let script = "umask \(mask); exec \"$0\" --home \"$1\" account add work --address kim@example.net"
        let run = try ProgramRun.run(URL(filePath: "/bin/sh"), ["-c", script, ProjectFiles.petrel.path, home])
        #expect(run.exitCode == 0)
        for (place, mode) in [("", 0o700), ("/accounts", 0o700), ("/accounts/work.json", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: home + place)
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
    }

    @Test("Reports that a home cannot be created")
    func unwritable() throws {
        defer { remove() }
        let line = ["account", "add", "work", "--address", "kim@example.net", "--home", "/proc/petrel", "--json"]
        let run = try petrel(line)
        #expect(run.exitCode == 73)
        #expect((try object(run)["error"] as? [String: String])?["code"] == "cannotCreate")
        #expect(try petrel(["account", "list", "--home", "/proc/petrel"]).exitCode == 0)
        #expect(try petrel(["account", "list", "--home", "/dev/null/x"]).exitCode == 74)
    }

    @Test("Without HOME, --home is needed")
    func homeless() throws {
        defer { remove() }
        let variables = ["HOME": "", "PETREL_HOME": "", "XDG_CONFIG_HOME": "relative"]
        let run = try petrel(["account", "list", "--json"], variables)
        #expect(run.exitCode == 78)
        #expect((try object(run)["error"] as? [String: String])?["code"] == "noHome")
        #expect(try petrel(["account", "list", "--home", home], variables).exitCode == 0)
        #expect(try petrel(["account", "list", "--home="]).exitCode == 64)
    }

    @Test("Help on a group lists its commands, and each command has its own help")
    func help() throws {
        defer { remove() }
        let group = try petrel(["help", "account"])
        #expect(group.exitCode == 0 && group.text.contains("account remove"))
        let one = try petrel(["account", "add", "--help"])
        #expect(one.exitCode == 0 && one.text.hasPrefix("petrel account add NAME"))
        #expect(one.text == (try petrel(["help", "account", "add"])).text)
        #expect(try petrel(["account"]).exitCode == 64)
    }
}
