import Disk
import Foundation
import LineEditing
import MailTestSupport
import Platform
import Terminal
import Testing

@testable import EndToEndSupport
@testable import REPL

/// A user's home directory with configurations of other programs, in a directory that is removed afterwards.
private final class Household {
    let home = SampleHome.emptyDirectory()
    var petrel: URL { home.appending(path: "petrel") }

    init(_ files: [String: String]) throws {
        for (path, text) in files { try write(text, to: path) }
    }

    deinit { try? FileManager.default.removeItem(at: home) }

    func write(_ text: String, to path: String) throws {
        let file = home.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.replacing("HOME", with: home.path).utf8).write(to: file)
    }

    func contents(_ path: String) -> String? {
        (try? Data(contentsOf: home.appending(path: path))).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Everything that petrel has written, as text.
    var written: String {
        let files = FileManager.default.enumerator(at: petrel, includingPropertiesForKeys: nil)
        let urls = (files?.allObjects ?? []).compactMap { $0 as? URL }
        return urls.compactMap { try? Data(contentsOf: $0) }.map { String(decoding: $0, as: UTF8.self) }.joined()
    }

    func run(_ words: String..., typing: [String]? = nil) -> CommandRun {
        var answers = typing ?? []
        let input = LineInput { _ in answers.isEmpty ? .endOfInput : .line(answers.removeFirst()) }
        var console = Console(
            output: Output(), errors: Output(),
            environment: Environment(["HOME": home.path, "PETREL_HOME": petrel.path], workingDirectory: home.path),
            clock: FixedClock(at: 1_791_892_800), zone: .utc, system: POSIXFileSystem.shared, isTerminal: typing != nil,
            input: input)
        let exitCode = Program.run(words.map { Array($0.utf8) }, .program, on: &console)
        return CommandRun(
            exitCode: exitCode, output: console.output.contents, errors: console.errors.contents, prompts: [], told: [])
    }
}

extension SampleHome {
    fileprivate static func emptyDirectory() -> URL {
        ProjectFiles.memory.appending(path: "petrel-home-\(UUID().uuidString)")
    }
}

@Suite("Adopting the accounts of other programs", .onOwnThreads)
struct ImportedAccountTests {
    private static let mbsyncrc = """
        IMAPAccount work
        Host imap.example.net
        User kim@example.net
        PassCmd "pass show work"
        TLSType IMAPS

        IMAPStore work-remote
        Account work

        MaildirStore work-local
        Path ~/Mail/work/
        Inbox ~/Mail/work/INBOX
        SubFolders Verbatim

        Channel work
        Far :work-remote:
        Near :work-local:
        Patterns *
        Color blue
        """
    private static let msmtprc = """
        account work
        host smtp.example.net
        port 465
        tls on
        tls_starttls off
        from kim@example.net
        user kim@example.net
        passwordeval pass show work
        """
    private static let plain =
        "account old\nhost smtp.gmail.com\nport 587\ntls on\nfrom kim@gmail.com\nuser kim@gmail.com\npassword hunter2\n"

    private static func household(_ more: [String: String] = [:]) throws -> Household {
        let files = [
            ".mbsyncrc": mbsyncrc, ".msmtprc": msmtprc,
            ".muttrc": "set realname='Kim Park'\nset from=kim@example.net\nsource ~/aliases\n",
            "aliases": "alias ben Ben Berg <ben@example.org>\nalias team ben, ana@example.org\n",
            "Mail/work/INBOX/cur/1.a:2,S": "From: a@example.org\n\nHi\n", "Mail/work/INBOX/new/x": "Subject: x\n\nx\n",
            "Mail/work/Lists/Swift/cur/2.b:2,": "Subject: y\n\ny\n",
        ]
        return try Household(files.merging(more) { $1 })
    }

    @Test("shows what it found and writes nothing with --dry-run")
    func dryRun() throws {
        let household = try Self.household()
        let run = household.run("setup", "--adopt", "--dry-run")
        #expect(run.exitCode == .done)
        #expect(run.text.contains("work  Kim Park <kim@example.net>"))
        // Only msmtp's configuration names a port.
        #expect(run.text.contains("  reads from: imaps://imap.example.net, as kim@example.net\n"), "\(run.text)")
        #expect(run.text.contains("  sends through: smtps://smtp.example.net:465\n"), "\(run.text)")
        #expect(run.text.contains("password: printed by the command pass show work"))
        #expect(run.text.contains("~/.mbsyncrc, line 19: petrel does not know the keyword Color of mbsync."))
        #expect(
            run.text.contains("note: ~/.mbsyncrc, line 15: mbsync leaves deleted mail on the server"), "\(run.text)")
        #expect(run.text.contains("  ~/aliases"))
        #expect(!FileManager.default.fileExists(atPath: household.petrel.path))
    }

    struct Mixture: Sendable, CustomTestStringConvertible {
        let name: String
        let mbsync: String
        let msmtp: String
        var testDescription: String { name }
    }

    static let mixtures = [
        Mixture(
            name: "two companies below co.uk",
            mbsync: "IMAPStore a\nHost imap.alpha.co.uk\nUser kim\nPassCmd \"pass alpha\"\n",
            msmtp: "account b\nhost smtp.beta.co.uk\nuser kim\nfrom kim@beta.co.uk\ntls on\nauth on\n"),
        Mixture(
            name: "two companies below com.au",
            mbsync: "IMAPStore a\nHost imap.alpha.com.au\nUser kim@alpha.com.au\nPassCmd \"pass alpha\"\n",
            msmtp: "account b\nhost smtp.beta.com.au\nuser kim\ntls on\nauth on\n"),
        Mixture(
            name: "a service that sends, with its own password",
            mbsync: "IMAPStore a\nHost imap.corp.example.org\nUser kim@corp.example.org\nPassCmd \"pass corp\"\n",
            msmtp: "account b\nhost smtp.sender.example\nuser apikey\npasswordeval \"pass sender\"\n"
                + "from kim@corp.example.org\ntls on\nauth on\n"),
        Mixture(
            name: "two users of one server",
            mbsync: "IMAPStore a\nHost imap.example.net\nUser kim@example.net\nPassCmd \"pass kim\"\n",
            msmtp: "account b\nhost smtp.example.net\nuser leo@example.net\nfrom leo@example.net\ntls on\nauth on\n"),
    ]

    @Test("never gives a password to the server of somebody else", .holds("PX7"), arguments: mixtures)
    func mixed(_ row: Mixture) throws {
        let household = try Household([".mbsyncrc": row.mbsync, ".msmtprc": row.msmtp])
        let run = household.run("setup", "--adopt", "--yes", "--no-input")
        let accounts = try? FileManager.default.contentsOfDirectory(
            atPath: household.petrel.appending(path: "accounts").path)
        #expect((accounts ?? []).filter { $0.hasSuffix(".json") } == [], "\(run.text)\(run.errorText)")
    }

    @Test("adds accounts with their Maildir in place, once")
    func adds() throws {
        let household = try Self.household()
        let run = household.run("setup", "--adopt", typing: ["y"])
        #expect(run.exitCode == .done)
        let account = try #require(household.contents("petrel/accounts/work.json"))
        for member in [
            #""name": "Kim Park""#, #""imap": "imaps://imap.example.net:993""#,
            #""smtp": "smtps://smtp.example.net:465""#,
            #""passwordCommand": "pass show work""#, #""window": "all""#, #""attachments": "all""#,
            "\"maildir\": \"\(household.home.path)/Mail/work\"",
        ] { #expect(account.contains(member)) }
        #expect(household.contents("Mail/work/INBOX/cur/1.a:2,S") != nil)

        let again = household.run("setup", "--adopt", "--yes")
        #expect(again.text.contains("There is nothing new to add."))
        let dry = household.run("setup", "--adopt", "--dry-run").text
        #expect(dry.contains("There is nothing new to add.") && !dry.contains("To add what is new"), "\(dry)")
        #expect(household.contents("petrel/accounts/work.json") == account)
        try household.write(Self.msmtprc + "\n" + Self.plain, to: ".msmtprc")
        #expect(household.run("setup", "--adopt", "--yes").text.contains("Account old added"))
        #expect(household.contents("petrel/accounts/work.json") == account)
    }

    @Test("needs an answer, or --yes")
    func asks() throws {
        let household = try Self.household()
        #expect(household.run("setup", "--adopt").exitCode == .unanswered)
        #expect(household.run("setup", "--adopt", typing: ["n"]).text.contains("Nothing was written."))
        #expect(!FileManager.default.fileExists(atPath: household.petrel.path))
        #expect(household.run("setup", "--dry-run").exitCode == .usage)
        #expect(try Household(["other": ""]).run("setup", "--adopt").exitCode == .noInput)
    }

    @Test("copies a password only if the user agrees, and only to a private file")
    func passwords() throws {
        let refusing = try Household([".msmtprc": Self.plain])
        let refused = refusing.run("setup", "--adopt", typing: ["y", "n"])
        #expect(refused.exitCode == .done)
        #expect(refused.text.contains("as plain text"))
        #expect(!(refused.text + refusing.written).contains("hunter2"))
        #expect(try #require(refusing.contents("petrel/accounts/old.json")).contains(#""provider": "gmail""#))

        let agreeing = try Household([".msmtprc": Self.plain])
        let agreed = agreeing.run("setup", "--adopt", typing: ["y", "y"])
        #expect(!agreed.text.contains("hunter2"))
        #expect(agreeing.contents("petrel/accounts/old.password") == "hunter2\n")
        #expect(try #require(agreeing.contents("petrel/accounts/old.json")).contains("passwordFile"))
        let attributes = try FileManager.default.attributesOfItem(
            atPath: agreeing.petrel.appending(path: "accounts/old.password").path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("says why a Maildir cannot be used, and leaves it alone")
    func layouts() throws {
        let legacy = Self.mbsyncrc.replacing("Verbatim", with: "Legacy")
        let household = try Self.household([".mbsyncrc": legacy])
        let run = household.run("setup", "--adopt", "--yes")
        #expect(run.text.contains("~/Mail/work cannot be used as it is: folders within folders are directories"))
        #expect(try !#require(household.contents("petrel/accounts/work.json")).contains("maildir"))

        for (option, words) in [("MaxMessages 100", "MaxMessages in line 19"), ("MaxSize 1m", "MaxSize in line 19")] {
            let limited = try Self.household([".mbsyncrc": Self.mbsyncrc.replacing("Color blue", with: option)])
            let run = limited.run("setup", "--adopt", "--dry-run")
            #expect(run.text.contains("~/Mail/work cannot be used as it is: \(words)"), "\(run.text)")
        }
    }

    @Test("uses a Maildir of mbsync in which folders have their names as the server encodes them")
    func encodedNames() throws {
        let rc = Self.mbsyncrc.replacing("Color blue", with: "Expunge Both")
        let encoded = try Self.household([".mbsyncrc": rc, "Mail/work/Entw&APw-rfe/cur/1": "Subject: z\n\nz\n"])
        let run = encoded.run("setup", "--adopt", "--yes")
        #expect(run.text.contains("mail: stays in ~/Mail/work: 4 messages in 3 folders"), "\(run.text)")
        #expect(encoded.run("folders").text.contains("Entwürfe"))
    }

    @Test("answers in JSON with the state of each account")
    func json() throws {
        let only = "account only\nhost smtp.club.example\ntls on\nfrom kim@club.example\n"
        let household = try Self.household([".msmtprc": Self.msmtprc + "\n" + only])
        let run = household.run("setup", "--adopt", "--dry-run", "--json")
        #expect(run.exitCode == .someFailed)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any])
        let accounts = try #require(object["accounts"] as? [[String: Any]])
        #expect(accounts.map { $0["state"] as? String } == ["new", "incomplete"])
        #expect(accounts.map { $0["messages"] as? Int } == [3, nil])
        #expect(object["dryRun"] as? Bool == true)
        #expect((object["files"] as? [[String: String]])?.map { $0["program"] } == ["mbsync", "mutt", "msmtp", "mutt"])
        let notes = try #require(object["notUnderstood"] as? [[String: Any]])
        #expect(notes.map { $0["line"] as? Int } == [19])
    }

    @Test("lets recipients be looked up in aliases without making them contacts")
    func addressBooks() throws {
        let household = try Self.household()
        _ = household.run("setup", "--adopt", "--yes")
        let group = household.run("new", "--to", "team", "--subject", "x", "--message", "y", "--draft", "--json")
        #expect(group.exitCode == .done)
        let shown = household.run("show", "d1")
        #expect(shown.text.contains("ben@example.org") && shown.text.contains("ana@example.org"))
        #expect(household.run("new", "--to", "berg", "--draft", "--message", "y", "--json").exitCode == .done)
        #expect(household.run("contacts", "ben").text.contains("0 of"))
        let completed = household.run("complete", "--", "new", "--to", "te")
        #expect(completed.text.contains("ben@example.org,ana@example.org\tteam: "))
    }
}
