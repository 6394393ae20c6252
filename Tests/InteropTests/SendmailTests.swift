import Foundation
import MailTestSupport
import Testing

@Suite("The sendmail command", .holds("K04"), .timeLimit(.minutes(2)))
struct SendmailTests {
    static let letter = "From: Kim <kim@example.net>\nTo: Ana <ana@example.org>\nSubject: Hi\n\nOne.\n.\nTwo.\n"

    @Test("Queues a complete message with its envelope, and prints nothing")
    func queues() throws {
        let home = try SendmailHome()
        let run = try home.sendmail("-i", "--", "ben@example.org", input: Self.letter)
        #expect(run.exitCode == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errorText)")
        let queued = try #require(try home.outbox().first)
        // The arguments determine the recipients, and the header is for the readers.
        #expect(queued.sender == "kim@example.net" && queued.recipients == ["ben@example.org"])
        #expect(queued.message.hasSuffix("Subject: Hi\r\n\r\nOne.\r\n.\r\nTwo.\r\n"))
        #expect(queued.fields("From") == ["Kim <kim@example.net>"] && queued.fields("Date").count == 1)
        #expect(queued.fields("Message-ID") == [try #require(queued.messageID)])
        let outbox = try #require(try home.shared.petrel("outbox")["outbox"] as? [[String: Any]])
        #expect(outbox.map { $0["sendState"] as? String } == ["queued"] && outbox[0]["id"] as? String == "o1")
        try home.shared.expectOrder()
    }

    @Test("Prints the number of the queued message with -v or --json")
    func answers() throws {
        let home = try SendmailHome()
        #expect(try home.sendmail("-t", "-v", input: Self.letter).text == "queued o1\n")
        let object = try home.shared.petrel("sendmail", "-t", input: Self.letter)
        #expect(object["outbox"] as? String == "o2" && object["sendState"] as? String == "queued")
        #expect(UUID(uuidString: object["outboxId"] as? String ?? "") != nil && object["cmd"] as? String == "sendmail")
    }

    @Test("-t uses To, Cc, Bcc and the arguments as recipients, and Bcc stays in the file")
    func header() throws {
        let home = try SendmailHome()
        let message =
            "To: Ana <ana@example.org>, crew: b@example.org, C <c@example.org>;\nCc: ANA@example.org\n"
            + "Bcc: d@example.org\nSubject: x\n\nx\n"
        #expect(try home.sendmail("-ti", "e@example.org,ana@example.org", input: message).exitCode == 0)
        let queued = try #require(try home.outbox().first)
        #expect(
            queued.recipients == [
                "ana@example.org", "b@example.org", "c@example.org", "d@example.org", "e@example.org",
            ])
        #expect(queued.fields("Bcc") == ["d@example.org"])
        #expect(queued.fields("From") == ["Kim Park <kim@example.net>"])
    }

    @Test("A message may have no header, and -F names the author")
    func noHeader() throws {
        let home = try SendmailHome()
        let run = try home.sendmail("-F", "Grüße vom Archiv", "ana@example.org", input: "backup done\n")
        #expect(run.exitCode == 0, "\(run.errorText)")
        let queued = try #require(try home.outbox().first)
        #expect(queued.fields("From") == ["=?UTF-8?B?R3LDvMOfZQ==?= vom Archiv <kim@example.net>"])
        #expect(queued.message.hasSuffix("\r\n\r\nbackup done\r\n") && queued.recipients == ["ana@example.org"])
    }

    @Test("The account follows from the sender, the author or --account")
    func accounts() throws {
        let home = try SendmailHome(accounts: [("home", "kim@example.net"), ("work", "kim@work.example.com")])
        let unnamed = "Subject: x\n\nx\n"
        #expect(try home.sendmail("-f", "kim@work.example.com", "a@example.org", input: Self.letter).exitCode == 0)
        #expect(try home.sendmail("a@example.org", input: "From: KIM@work.example.com\n\nx").exitCode == 0)
        #expect(try home.sendmail("--account", "work", "a@example.org", input: unnamed).exitCode == 0)
        #expect(
            try home.sendmail("-f", "bounces@example.com", "--account=home", "a@example.org", input: unnamed).exitCode
                == 0)
        #expect(
            try home.outbox("work").map(\.sender) == [
                "kim@work.example.com", "KIM@work.example.com", "kim@work.example.com",
            ])
        let other = try #require(try home.outbox("home").first)
        #expect(other.sender == "bounces@example.com" && other.fields("From") == ["Kim Park <bounces@example.com>"])
        let run = try home.sendmail("a@example.org", input: unnamed)
        #expect(run.exitCode == 78 && run.errorText.contains("--account NAME"), "\(run.errorText)")
    }

    @Test("A link to petrel named sendmail runs this command", .holds("E07"))
    func link() throws {
        let home = try SendmailHome()
        let run = try SharedHome.run(
            try home.link(), ["-t", "-oi"], input: Self.letter, environment: home.environment)
        #expect(run.exitCode == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errorText)")
        #expect(try home.outbox().map(\.recipients) == [["ana@example.org"]])
    }

    @Test("If several accounts could send the message, it is kept as a draft, and the exit code is 78")
    func ambiguous() throws {
        let home = try SendmailHome(accounts: [("home", "kim@example.net"), ("work", "kim@work.example.com")])
        let run = try home.sendmail(
            "-i", "-t", input: "From: root (Cron)\nTo: ana@example.org\nSubject: Cron\n\noutput\n")
        #expect(run.exitCode == 78 && run.errorText.contains("There are 2 accounts."), "\(run.errorText)")
        #expect(run.errorText.contains("The message is kept as d1."), "\(run.errorText)")
        #expect(try home.outbox("home").isEmpty && home.outbox("work").isEmpty)
        let drafts = try #require(try home.shared.petrel("drafts")["drafts"] as? [[String: Any]])
        #expect(drafts.map { $0["subject"] as? String } == ["Cron"])
    }

    @Test("Queues a message of two megabytes completely")
    func large() throws {
        let home = try SendmailHome()
        let text = String(repeating: String(repeating: "x", count: 71) + "\n", count: 1 << 15)
        #expect(try home.sendmail("-t", input: Self.letter + text).exitCode == 0)
        let queued = try #require(try home.outbox().first)
        #expect(queued.message.hasSuffix("Two.\r\n" + text.replacing("\n", with: "\r\n")))
    }

    static let refused: [(name: String, arguments: [String], input: String, exitCode: Int32, words: String)] = [
        ("no recipient", [], letter, 64, "petrel sendmail ADDRESS, or -t"),
        ("no recipient in the header", ["-t"], "Subject: x\n\nx", 67, "has no recipients in To, Cc or Bcc"),
        ("an empty group", ["-t"], "To: crew:;\n\nx", 67, "has no recipients"),
        ("an unknown option", ["-Z", "a@example.org"], letter, 64, "no option -Z"),
        ("a daemon", ["-bd"], "", 64, "-bd is not supported"),
        ("no address", ["nobody-here"], letter, 67, "\"nobody-here\" is not an address, and no alias names it"),
        ("no address in the header", ["-t"], "To: Ana\n\nx", 67, "\"ana\" is not an address"),
        ("an address that no server accepts", ["--wait", "ana@-"], letter, 65, "Mail cannot be sent to \"ana@-\""),
        ("another in the header", ["-t", "--wait"], "To: ana@a..-b\n\nx", 65, "\"ana@a..-b\" is not an address"),
        ("one in the header with a hyphen", ["-t", "--wait"], "To: ana@-b\n\nx", 65, "sent to \"ana@-b\""),
        ("a long name", ["--wait", "\(String(repeating: "a", count: 65))@b.c"], letter, 65, "no server accepts"),
        ("a sender that no server accepts", ["-f", "kim@-", "a@example.org"], letter, 65, "sent from \"kim@-\""),
        ("no sender", ["-f", "a b", "a@example.org"], letter, 65, "-f: \"a b\" is not an address"),
        ("no author", ["a@example.org"], "From: <>\n\nx", 65, "From names no address"),
        ("a line end in the sender", ["-f", "a@example.org\r\nRCPT", "a@example.org"], letter, 65, "line break"),
        ("two authors", ["a@example.org"], "From: a@b.c\nFrom: d@e.f\n\nx", 65, "From occurs twice"),
        ("nothing", ["a@example.org"], "", 65, "There is no message"),
        ("a NUL", ["a@example.org"], "Subject: x\n\nx\0y", 65, "NUL"),
        ("a line of the header that is no field", ["a@example.org"], "Subject: x\nevil\nBcc: b@c.d\n\nx", 65, "Line 2"),
        ("a CR in the header", ["-t"], "To: a@example.org\rBcc: b@example.org\n\nx", 65, "Line 1"),
        ("an account that is not there", ["--account", "other", "a@example.org"], letter, 78, "no account \"other\""),
    ]

    @Test("An invalid message is not queued, and the exit code gives the reason", .holds("C16"), arguments: refused)
    func refusal(
        _ row: (name: String, arguments: [String], input: String, exitCode: Int32, words: String)
    ) throws {
        let home = try SendmailHome()
        let run = try home.shared.petrel(["sendmail"] + row.arguments, input: row.input)
        #expect(run.exitCode == row.exitCode, "\(row.name): \(run.errorText)")
        #expect(run.errorText.contains(row.words) && run.output.isEmpty, "\(row.name): \(run.errorText)")
        #expect(run.errorText.split(separator: "\n").count == 1, "\(row.name): \(run.errorText)")
        #expect(try home.outbox().isEmpty, "\(row.name)")
    }

    @Test("Exits with 73 or 74 if the disk is not writable", .holds("E05"))
    func unwritable() throws {
        let home = try SendmailHome()
        let file = home.shared.home.appending(path: "mail")
        try? FileManager.default.removeItem(at: file)
        try Data().write(to: file)
        let run = try home.sendmail("-t", input: Self.letter)
        #expect([73, 74].contains(run.exitCode) && !run.errors.isEmpty, "\(run.exitCode) \(run.errorText)")
    }

    @Test("A message that is taken back lists all its recipients")
    func takenBack() throws {
        let home = try SendmailHome()
        #expect(try home.sendmail("ana@example.org", "ben@example.org", input: Self.letter).exitCode == 0)
        try home.shared.petrel("outbox", "cancel", "o1")
        let draft = try home.shared.petrel(["drafts", "export", "d1"]).text
        #expect(draft.hasPrefix("Bcc: ben@example.org\r\n") && draft.hasSuffix("Two.\r\n"), "\(draft)")
        #expect(try home.sendmail("ana@example.org", input: "Subject: x\n\nx").exitCode == 0)
        #expect(try home.shared.petrel(["outbox"]).text.contains("ana@example.org"))
        try home.shared.expectOrder()
    }

    @Test("send also chooses the account by author and adds missing fields")
    func sendsFile() throws {
        let home = try SendmailHome(accounts: [("home", "kim@example.net"), ("work", "kim@work.example.com")])
        let message = "From: kim@work.example.com\nTo: a@example.org\nBcc: b@example.org\n\nx\n"
        #expect(try home.shared.petrel("send", "-", input: message)["outbox"] as? String == "o1")
        let queued = try #require(try home.outbox("work").first)
        #expect(queued.sender == "kim@work.example.com" && queued.recipients == ["a@example.org", "b@example.org"])
        #expect(queued.message.hasSuffix("\r\n\r\nx\r\n") && queued.fields("Date").count == 1)
        for (input, code) in [("To: a@example.org\n\nx\0", 65), ("To: a@example.org\nevil\n\nx", 65)]
            as [(String, Int32)]
        {
            #expect(try home.shared.petrel(["send", "-", "--account", "home"], input: input).exitCode == code)
        }
        #expect(try home.outbox("home").isEmpty)
    }
}
