import Foundation
import MailTestSupport
import Testing

@Suite("sendmail on a server", .holds("K04"), .timeLimit(.minutes(2)))
struct SendmailAliasAndSessionTests {
    /// What Debian's cron writes about a job.
    private static let cronMail = """
        From: root (Cron Daemon)
        To: root
        Subject: Cron <root@here> backup
        MIME-Version: 1.0
        Content-Type: text/plain; charset=UTF-8
        Content-Transfer-Encoding: 8bit
        X-Cron-Env: <SHELL=/bin/sh>
        Date: Wed, 25 Nov 2026 12:00:00 +0000

        backup: grün

        """

    let home: SendmailHome
    private let link: URL

    init() throws {
        home = try SendmailHome()
        // The aliases of the machine that runs the tests must not matter.
        link = try home.link()
        try configure(home.shared.ground.appending(path: "no-aliases"))
    }

    private func configure(_ aliases: URL) throws {
        let settings = try JSONSerialization.data(withJSONObject: ["aliases-file": aliases.path])
        try settings.write(to: home.shared.home.appending(path: "config.json"))
    }

    private func aliases(_ text: String) throws {
        try Data(text.utf8).write(to: home.shared.home.appending(path: "aliases"))
    }

    private func sendmail(_ arguments: [String], input: String, user: String = "kim") throws -> ProgramRun {
        try SharedHome.run(
            link, arguments, input: input,
            environment: home.environment.merging(["LOGNAME": user]) { $1 })
    }

    @Test("Mail of cron to root goes where the alias says")
    func cron() throws {
        try aliases("# mail of the system\nroot: admin\nadmin: Admin@example.org\n")
        let run = try sendmail(
            ["-i", "-FCronDaemon", "-B8BITMIME", "-oem", "root"], input: Self.cronMail, user: "root")
        #expect(run.exitCode == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errorText)")
        let queued = try #require(try home.outbox().first)
        #expect(queued.recipients == ["Admin@example.org"] && queued.sender == "kim@example.net")
        #expect(queued.fields("From") == ["Cron Daemon <kim@example.net>"])
        #expect(queued.fields("To") == ["root <Admin@example.org>"])
        #expect(queued.message.hasSuffix("\r\n\r\nbackup: grün\r\n"))
    }

    @Test("Mail of cron to its user needs no alias")
    func cronOfUser() throws {
        for user in ["root", "kim"] {
            let input = Self.cronMail.replacing("root", with: user)
            let run = try sendmail(["-i", "-FCronDaemon", "-B8BITMIME", "-oem", user], input: input, user: user)
            #expect(run.exitCode == 0, "\(run.errorText)")
        }
        #expect(try home.outbox().map(\.recipients) == [["kim@example.net"], ["kim@example.net"]])
    }

    @Test("The alias of the system is used after the user's own, and addresses on this machine are names")
    func systemAliases() throws {
        let file = home.shared.ground.appending(path: "system-aliases")
        try Data("root: a@example.org, b@example.org\nstaff: root\n".utf8).write(to: file)
        try configure(file)
        try aliases("staff: c@example.org, root\n")
        #expect(try sendmail(["staff@localhost"], input: "Subject: x\n\nx\n").exitCode == 0)
        #expect(try home.outbox().map(\.recipients) == [["c@example.org", "a@example.org", "b@example.org"]])
        let run = try sendmail(["-bv", "staff", "ana@example.org", "nobody-here"], input: "")
        #expect(run.exitCode == 67)
        #expect(
            run.text.split(separator: "\n").map { $0.prefix { $0 != "," } } == [
                "staff... deliverable: mailer smtp", "staff... deliverable: mailer smtp",
                "staff... deliverable: mailer smtp", "ana@example.org... deliverable: mailer smtp",
                "nobody-here... User unknown: \"nobody-here\" is not an address",
            ])
    }

    static let refused: [(aliases: String, words: String)] = [
        ("root: admin", "leads to \"admin\""), ("root: a\na: root", "in a circle: root, a, root"),
        ("root: |/opt/script", "runs a command"), ("root: /var/mail/root", "writes to a file"),
        ("root: :include:/etc/list", "includes a file"), ("root: a b", "contains \"a b\""),
        ("root: a@b@c", "not an address"),
    ]

    @Test("An alias that is no address is refused with its line", arguments: refused)
    func refusal(_ row: (aliases: String, words: String)) throws {
        try aliases(row.aliases)
        let run = try sendmail(["root"], input: "Subject: x\n\nx\n")
        #expect(run.exitCode == 67 && run.errorText.contains(row.words), "\(run.errorText)")
        #expect(try home.outbox().isEmpty)
    }

    @Test("Header recipients are replaced with -t too")
    func header() throws {
        try aliases("team: a@example.org, b@example.org\n")
        let run = try sendmail(["-t"], input: "From: www-data\nTo: team\nBcc: kim\nSubject: x\n\nx\n")
        #expect(run.exitCode == 0, "\(run.errorText)")
        let queued = try #require(try home.outbox().first)
        #expect(queued.recipients == ["a@example.org", "b@example.org", "kim@example.net"])
        #expect(queued.fields("From") == ["www-data <kim@example.net>"])
    }

    @Test("-bs takes messages by SMTP on standard input")
    func session() throws {
        try aliases("root: admin@example.org\n")
        let input = [
            "EHLO here", "MAIL FROM:<kim@example.net> SIZE=100", "RCPT TO:<root>", "RCPT TO:<nobody-here>",
            "RCPT TO:<ana@example.org>", "DATA", "From: kim@example.net", "Subject: x", "", "..", "QUIT", ".", "QUIT",
            "",
        ].joined(separator: "\r\n")
        let run = try sendmail(["-bs"], input: input)
        #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errorText)")
        let codes = run.text.split(separator: "\r\n").filter { $0.dropFirst(3).first == " " }.map { $0.prefix(3) }
        #expect(codes == ["220", "250", "250", "250", "550", "250", "354", "250", "221"], "\(run.text)")
        let queued = try #require(try home.outbox().first)
        #expect(queued.recipients == ["admin@example.org", "ana@example.org"] && queued.sender == "kim@example.net")
        #expect(queued.message.hasSuffix("\r\n\r\n.\r\nQUIT\r\n"))
    }

    @Test("A session that ends in the middle of a message queues nothing")
    func brokenSession() throws {
        let run = try sendmail(
            ["-bs"], input: "EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<a@example.org>\r\nDATA\r\nSubject: x\r\n")
        #expect(run.exitCode == 65 && run.errorText.contains("middle of a message"))
        #expect(try home.outbox().isEmpty)
    }

    @Test("-bp lists the queue, and links named mailq and newaliases work")
    func links() throws {
        try aliases("root: a@example.org\nbad line\n")
        func link(_ name: String) throws -> ProgramRun {
            let link = home.shared.ground.appending(path: name)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: ProjectFiles.petrel)
            return try SharedHome.run(link, [], input: "", environment: home.environment)
        }
        #expect(try sendmail(["-bp"], input: "").text == "Mail queue is empty\n")
        #expect(try sendmail(["ana@example.org"], input: "Subject: x\n\nx\n").exitCode == 0)
        let list = try link("mailq")
        #expect(
            list.exitCode == 0 && list.text.contains("o1 ") && list.text.contains("ana@example.org"), "\(list.text)")
        #expect(list.text.hasSuffix("in 1 Request.\n"))
        let aliases = try link("newaliases")
        #expect(aliases.exitCode == 65 && aliases.errorText.contains("line 2"), "\(aliases.errorText)")
        #expect(aliases.text.contains("1 alias"))
    }

    @Test("Without an account, the exit code is 78 and the message is kept")
    func noAccount() throws {
        let shared = try SharedHome(withSample: false)
        let run = try shared.petrel(["sendmail", "ana@example.org"], input: "Subject: x\n\nx\n")
        #expect(run.exitCode == 78 && run.errorText.contains("kept in \(shared.home.path)"), "\(run.errorText)")
        #expect(run.errorText.contains("petrel setup"))
        #expect(try shared.petrel(["outbox"]).text.contains("ana@example.org"))

        let cron = try SharedHome.run(
            try SendmailHome.link(in: shared), ["-i", "root"], input: Self.cronMail,
            environment: ["PETREL_HOME": shared.home.path, "LOGNAME": "root", "EMAIL": ""])
        #expect(cron.exitCode == 78 && cron.errorText.contains("as o2"), "\(cron.errorText)")
        #expect(try shared.petrel(["outbox"]).text.contains("root@"))
    }

    @Test("The user who runs petrel needs no alias without LOGNAME and USER either")
    func effectiveUser() throws {
        let name = NSUserName()
        let run = try SharedHome.run(
            link, [name], input: "Subject: x\n\nx\n",
            environment: home.environment.merging(["LOGNAME": "", "USER": ""]) { $1 })
        #expect(run.exitCode == 0, "\(run.errorText)")
        #expect(try home.outbox().map(\.recipients) == [["kim@example.net"]])
    }
}
