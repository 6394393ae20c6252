import Foundation
import MailTestSupport
import ModelServer
import Testing

@testable import EndToEndSupport
@testable import REPL

/// The JSON of all commands, held against docs/schemas/v1.
@Suite("JSON Schemas of answers", .onOwnThreads, .timeLimit(.minutes(5)))
struct OutputSchemaTests {
    @Test("docs/schemas/v1 has exactly the schemas that the program prints")
    func published() throws {
        let home = try SampleHome(isEmpty: true)
        let names = home.petrel("help", "--format", "schemas").lines
        #expect(names.contains("list") && names.contains("account-add") && names.contains("config"))
        let files = try FileManager.default.contentsOfDirectory(atPath: JSONOutputValidator.schemas.path)
        #expect(files.sorted() == names.map { "\($0).schema.json" }.sorted(), "Run: make docs")
        for name in names {
            let printed = home.petrel("help", "--format", "schema", name)
            let file = JSONOutputValidator.schemas.appending(path: "\(name).schema.json")
            let published = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? NSDictionary
            #expect(try published == (printed.object as NSDictionary), "\(name): run make docs")
        }
        #expect(home.petrel("help", "--format", "schema", "nonsense").exitCode == .usage)
    }

    @Test("Each command has a schema, or is known to print something else")
    func complete() {
        let names = CommandGroup.all.flatMap(\.commands).map(\.name)
        #expect(names.allSatisfy { OutputSchema.named($0) != nil || OutputSchema.withoutAnswer.contains($0) })
        #expect(OutputSchema.withoutAnswer.isSubset(of: names + ["petrel", "complete"]))
    }

    /// Commands that need a program that is not installed. They are validated in failure only.
    private static var untried: [String] {
        let needed = [("git-setup", "git"), ("keys-import", "gpg"), ("keys-list", "gpg")]
        return needed.filter { !FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0.1)") }.map(\.0)
    }

    @Test(
        "What each command prints is valid, in success and in failure",
        .enabled(
            if: JSONOutputValidator.hasValidator,
            "SKIPPED: python3-jsonschema is not installed; scripts/deps --test installs it")
    )
    func answers() throws {
        let log = JSONOutputValidator()
        try Self.readAndOrganize(log)
        try Self.write(log)
        try Self.configure(log)
        try Self.sync(log)
        try Self.prompt(log)
        try Self.deliver(log)
        try Self.runExternalPrograms(log)
        let problems = try log.problems()
        #expect(problems == Self.untried.map { "not validated: \($0)" }, "\(problems.joined(separator: "\n"))")
    }

    private static func run(_ log: JSONOutputValidator, _ home: SampleHome, _ lines: String...) throws {
        for line in lines {
            let words = CommandLineTokenizer(Array(line.utf8)).words.map(\.octets)
            try log.add(home.petrel([Array("--json".utf8), Array("--no-input".utf8)] + words))
        }
    }

    private static func readAndOrganize(_ log: JSONOutputValidator) throws {
        let home = try SampleHome()
        let all = home.petrel("list", "has:attachment", "--ids").lines
        let id = try #require(all.first)
        try home.write(Data("#!/bin/sh\n".utf8), to: "browser")
        try home.write(Data(Self.invitation.utf8), to: "mail/local/INBOX/new/invitation")
        try home.write(Data(Self.pageWithLinks.utf8), to: "mail/local/INBOX/new/page")
        let page = try #require(home.petrel("list", "subject:page", "--ids").lines.first)
        let meeting = try #require(home.petrel("list", "subject:meeting", "--ids").lines.first)
        try run(
            log, home, "config set browser true", "inbox", "list", "list in:Archive", "list subject:none",
            "search tower", "search --save mine tower", "search --forget mine", "search --forget mine",
            "thread \(id)", "show \(id)", "show id:\(id)", "show --thread \(id)", "show \(id) \(page)",
            "show \(meeting)",
            "show nonsense", "headers \(id)", "attachments \(id)", "save \(id) a1 \(home.directory.path)/saved",
            "save \(id) a99 x", "open link \(page)", "open link 1 of \(page)", "open link 9 of \(page)",
            "open --html \(page)", "contacts query a", "folders", "archive \(id)", "undo", "undo", "delete id:\(id)",
            "move subject:page Elsewhere", "copy subject:page Archive", "flag subject:page", "unflag subject:page",
            "read subject:page", "unread subject:page", "junk subject:page", "not-junk subject:page",
            "archive nonsense",
            "folder new Fresh", "folder rename Fresh Stale", "folder delete Stale --yes", "folder delete None --yes",
            "empty-trash", "empty-trash --yes", "fsck", "export INBOX \(home.directory.path)/inbox.mbox",
            "parse \(home.directory.path)/mail/local/INBOX", "parse --data \(home.directory.path)/inbox.mbox",
            "parse --structure \(home.directory.path)/none", "accept \(meeting) --draft", "decline \(meeting) --send",
            "tentative \(meeting) --draft", "accept \(page) --draft",
            "import \(home.directory.path)/mail/local --account b"
        )
        let mbox = home.directory.appending(path: "inbox.mbox").path
        try run(log, home, "import \(mbox) --account c", "import \(mbox) --into Old", "nonsense", "--version")
    }

    private static func write(_ log: JSONOutputValidator) throws {
        let home = try SampleHome()
        let id = try #require(home.petrel("list", "--ids").lines.first)
        let list = try #require(home.petrel("list", "in:Lists/Swift", "--ids").lines.first)
        try home.write(Data("From: a@example.org\nTo: b@example.org\nSubject: x\n\nx\n".utf8), to: "letter.eml")
        let letter = home.directory.appending(path: "letter.eml").path
        try run(
            log, home, "new -t ana@example.org -s Hello -m Text --draft", "new -m x --send",
            "reply \(id) -m Yes --draft",
            "reply-all \(id) -m Yes --send", "reply-list \(list) -m Yes --draft", "reply-list \(id) -m Yes --draft",
            "forward \(id) -t ana@example.org --send", "resend \(id) -t ana@example.org --send",
            "mailto mailto:ana@example.org --draft", "drafts", "show d1", "headers d1", "attachments d1",
            "template save plan d1", "template list", "new --template plan -t a@example.org --draft",
            "template delete plan --yes", "template delete plan --yes", "discard d1 --yes", "recover", "recover d1",
            "conflicts", "drafts import \(letter)", "drafts import \(home.directory.path)/none", "send d1",
            "send \(letter)", "send d99", "outbox", "show o1", "headers o1", "attachments o1", "outbox flush",
            "outbox retry o1", "outbox sent o1", "outbox cancel o2", "outbox cancel o99", "outbox resume",
            "sendmail -bp", "status", "help send", "completions bash", "completions nonsense")
        try log.add(home.petrel([Array("--json".utf8), Array("sendmail".utf8), Array("-t".utf8)]))
    }

    private static func configure(_ log: JSONOutputValidator) throws {
        let home = try SampleHome(isEmpty: true)
        try run(
            log, home, "account list", "account add work --address kim@example.net --name Kim", "account show work",
            "account show none", "account add work --address kim@example.net", "config list", "config get undo",
            "config set undo 10", "config get undo", "config set undo 11", "config unset undo", "service status",
            "service remove", "setup --adopt --dry-run", "config set editor true", "account edit work",
            "account edit none", "account check work", "sync", "diagnose", "older", "git-setup --global",
            "account remove work --yes", "account remove none --yes", "inbox")
        try home.write(Data("Inbox ~/Mail\n".utf8), to: ".mbsyncrc")
        try run(log, home, "setup --adopt --dry-run")
    }

    private static func sync(_ log: JSONOutputValidator) throws {
        let home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        let server = ModelIMAPServer(.dovecot)
        server.deliver(subject: "First")
        for line in [
            "sync", "sync --dry-run", "status", "older", "account check work", "diagnose", "folder new Boats", "sync",
            "folder delete Boats --yes",
        ] {
            let words = "--json \(line)".split(separator: " ").map { Array($0.utf8) }
            try log.add(home.petrel(words, reaching: server.connections()))
        }
        let watch = WatchDriver(home, ["--json"], reaching: server.connections())
        server.deliver(subject: "Second")
        _ = WatchDriver.wait { server.mailbox("INBOX").map { _ in true } ?? false }
        let arrived = WatchDriver.wait {
            home.petrel("list", "subject:Second", "--ids").lines.count == 1
        }
        #expect(arrived != nil)
        let run = watch.end()
        try log.add(run)
        try log.add(run, as: "events")
    }

    /// Commands that exist only at the prompt, in a script.
    private static func prompt(_ log: JSONOutputValidator) throws {
        let home = try SampleHome()
        try home.write(Data("One.\n".utf8), to: "one.txt")
        let file = home.directory.appending(path: "one.txt").path
        let lines = [
            "config set sending off", "list", "next", "previous", "show 1", "folder Archive", "folder all",
            "set undo 0",
            "alias x list", "unalias x", "history", "renumber", "online", "offline",
            "new -t ana@example.org -s Hi -m Text",
            "resume d5", "to ben@example.org", "cc eve@example.org", "bcc abe@example.org", "remove abe@example.org",
            "subject Other", "reply-to kim@example.net", "header X-Test yes", "body -m More", "lines", "line 1 First",
            "insert \(file)", "quote 1", "bold First", "plain First", "italic First", "plain First",
            "link First https://example.org", "insert-at 1", "s/More/Less/", "cut 1", "signature off", "spell", "undo",
            "redo", "attach \(file)", "detach a1",
            "preview", "check", "fields", "save", "template save once", "from local", "suggest 1", "use 1", "edit",
            "close", "resume d5", "discard --yes", "new -t ana@example.org -s Hi -m Text", "send", "now", "quit",
        ]
        try log.add(
            home.petrel(["--json", "--keep-going"].map { Array($0.utf8) }, script: lines))
    }
}

extension OutputSchemaTests {
    private static let pageWithLinks = """
        From: Ana <ana@example.org>
        To: kim@example.net
        Subject: A page
        Message-ID: <page@example.org>
        Date: Mon, 12 Oct 2026 10:00:00 +0000
        Content-Type: text/html; charset=utf-8

        <p>See <a href="https://example.org/">the page</a> and <a href="https://evil.example/">https://good.example/</a>.</p>
        """
    static let invitation = """
        From: Ana <ana@example.org>
        To: kim@example.net
        Subject: A meeting
        Message-ID: <meeting@example.org>
        Date: Mon, 12 Oct 2026 10:00:00 +0000
        Content-Type: text/calendar; method=REQUEST; charset=utf-8

        BEGIN:VCALENDAR
        VERSION:2.0
        METHOD:REQUEST
        BEGIN:VEVENT
        UID:1@example.org
        DTSTAMP:20261012T100000Z
        DTSTART:20261020T100000Z
        DTEND:20261020T110000Z
        SUMMARY:Plans
        ORGANIZER;CN=Ana:mailto:ana@example.org
        ATTENDEE;CN=Kim;PARTSTAT=NEEDS-ACTION:mailto:kim@example.net
        END:VEVENT
        END:VCALENDAR
        """
}
