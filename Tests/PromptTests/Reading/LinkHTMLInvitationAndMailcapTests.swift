import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

/// Links, HTML, invitations and mailcap, through the commands.
@Suite("Parts of messages")
struct LinkHTMLInvitationAndMailcapTests {
    private static let head = "From: Ana Ruiz <ana@example.org>\r\nTo: kim@example.net\r\nMIME-Version: 1.0\r\n"

    private static let news = Array(
        (head
            + """
            Subject: News\r
            Message-ID: <news@example.org>\r
            Content-Type: text/html; charset=utf-8\r
            \r
            <a href='https://evil.example/login'>bank.example</a> <a href='https://shop.example/?a=$(id)'>Shop</a>
            <a href='mailto:ben@shop.example?subject=Hi'>Write</a><script>x</script><img src='https://shop.example/x.png'>\r

            """).utf8)

    private static func invitation(method: String, attendee: String = "kim@example.net") -> [UInt8] {
        Array(
            (head
                + """
                Subject: Invitation\r
                Message-ID: <invitation@example.org>\r
                Content-Type: text/calendar; charset=utf-8; method=\(method)\r
                \r
                BEGIN:VCALENDAR\r
                METHOD:\(method)\r
                BEGIN:VEVENT\r
                UID:u1@example.org\r
                SEQUENCE:2\r
                DTSTART:20261012T120000Z\r
                DTEND:20261012T130000Z\r
                SUMMARY:Planning\r
                LOCATION:Room 4\r
                ORGANIZER;CN=Ana Ruiz:mailto:ana@example.org\r
                ATTENDEE;CN=Kim;PARTSTAT=NEEDS-ACTION:mailto:\(attendee)\r
                END:VEVENT\r
                END:VCALENDAR\r

                """).utf8)
    }

    /// A home with a message, and a program in place of the browser that records its arguments, one per line.
    private func home(_ message: [UInt8]) throws -> SampleHome {
        let home = try SampleHome(isEmpty: true)
        try home.add(message, to: "INBOX")
        let program = home.directory.appending(path: "browser")
        try Data("#!/bin/sh\nprintf '%s\\n' \"$@\" >>\"\(home.directory.path)/opened\"\n".utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        try Data("{\"browser\": \"\(program.path) --new\"}".utf8).write(
            to: home.directory.appending(path: "config.json"))
        return home
    }

    private func opened(_ home: SampleHome) -> [String] {
        let text = try? String(contentsOf: home.directory.appending(path: "opened"), encoding: .utf8)
        return text?.split(separator: "\n").map { String($0) } ?? []
    }

    /// Runs the lines in a separate process, because starting other programs disables interrupts for the whole process.
    private func petrel(_ home: SampleHome, _ lines: String..., variables: [String: String] = [:]) throws -> ProgramRun
    {
        try ProgramRun.run(
            ProjectFiles.petrel, ["--home", home.directory.path, "--keep-going"] + lines.flatMap { ["-c", $0] },
            environment: ["PATH": "/usr/bin:/bin", "TZ": "UTC"].merging(variables) { $1 })
    }

    @Test("Links are listed with a warning, and opened by number without a shell")
    func links() throws {
        let home = try home(Self.news)
        let run = try petrel(
            home, "list", "show 1", "open link 2", "open link 2 of 1", "open link 1", "open link 9", "open link x")
        #expect(run.text.contains("bank.example [1] Shop [2] Write [3]"), "\(run.text)")
        #expect(
            run.text.contains(
                "[1] https://evil.example/login\n    Warning: the text says bank.example, but the link leads to evil.example.\n"
            ))
        #expect(opened(home) == ["--new", "https://shop.example/?a=$(id)", "--new", "https://shop.example/?a=$(id)"])
        #expect(run.errorText.contains("Be careful: the text says bank.example"), "\(run.errorText)")
        #expect(run.errorText.contains("That message has 3 links, and no link 9."))
        #expect(run.errorText.contains("N is the number of a link"))
    }

    @Test("A mailto: link becomes a draft")
    func mailto() throws {
        let home = try home(Self.news)
        let run = home.typing("list", "show 1", "open link 3", "close", "drafts", "quit")
        #expect(run.text.contains("ben@shop.example") && run.text.contains("Hi"), "\(run.text) \(run.errorText)")
        #expect(opened(home).isEmpty)
    }

    @Test("With the setting inline, addresses follow their links")
    func inline() throws {
        let home = try home(Self.news)
        let run = home.typing("set links inline", "list", "show 1", "quit")
        #expect(run.text.contains("bank.example <https://evil.example/login>"), "\(run.text)")
    }

    @Test("The browser gets a private sanitized copy of the HTML")
    func html() throws {
        let home = try home(Self.news)
        let run = try petrel(home, "list", "show 1", "open --html", "open --html 1 a1")
        let path = try #require(opened(home).last)
        #expect(path.hasPrefix(home.directory.path + "/run/open-") && path.hasSuffix("/message.html"))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.contains("<script") && !text.contains("x.png") && text.contains("default-src 'none'"), "\(text)")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(run.errorText.contains("1 image that is not in the message was left out."), "\(run.errorText)")
        #expect(run.errorText.contains("--html takes only a message"))
    }

    @Test("Old copies are deleted when the prompt starts")
    func oldCopies() throws {
        let home = try home(Self.news)
        let run = home.directory.appending(path: "run")
        for (name, age) in [("open-old", 100_000.0), ("open-new", 10), ("other", 100_000)] {
            let folder = run.appending(path: name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: folder.path)
        }
        _ = try petrel(home, "list")
        let left = try FileManager.default.contentsOfDirectory(atPath: run.path)
        #expect(left.contains("open-new") && left.contains("other") && !left.contains("open-old"), "\(left)")
    }

    @Test("An invitation is shown in words, and its answer is queued for the organizer")
    func accepting() throws {
        let home = try home(Self.invitation(method: "REQUEST"))
        let run = try petrel(home, "list", "show 1", variables: ["TZ": "Europe/Berlin"])
        #expect(
            run.text.contains("Event    Planning (updated)\nWhen     Mon, 12 Oct 2026, 14:00 to 15:00\n"), "\(run.text)"
        )
        #expect(run.text.contains("Host     Ana Ruiz <ana@example.org>\nGuests   Kim (no answer)\n"))
        let answer = try petrel(
            home, "list", "tentative 1 -m 'Perhaps; late'", "source o1", variables: ["EMAIL": "Kim <kim@example.net>"])
        let text = answer.text.replacing("\r\n", with: "\n")
        for line in [
            "To: Ana Ruiz <ana@example.org>", "Subject: Tentative: Planning", "In-Reply-To: <invitation@example.org>",
            "METHOD:REPLY", "UID:u1@example.org", "SEQUENCE:2", "COMMENT:Perhaps\\; late",
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line): \(text) \(answer.errorText)")
        }
        #expect(
            text.contains("ATTENDEE;PARTSTAT=TENTATIVE")
                && text.contains("text/calendar; charset=us-ascii; method=REPLY"))
    }

    @Test("Only a request of someone else can be answered")
    func refusing() throws {
        for (message, sentence) in [
            (Self.invitation(method: "CANCEL"), "That event was cancelled."),
            (Self.invitation(method: "REPLY"), "That calendar does not ask for an answer."),
            (Self.news, "That message has no invitation."),
        ] {
            let run = try petrel(home(message), "list", "accept 1", "outbox")
            #expect(run.errorText.contains(sentence) && !run.text.contains("queued"), "\(run.text) \(run.errorText)")
        }
    }

    @Test("Mailcap commands open and show attachments, and get only plain words")
    func mailcap() throws {
        let home = try home(
            Array(
                (Self.head
                    + """
                    Subject: Files\r
                    Content-Type: multipart/mixed; boundary=x\r
                    \r
                    --x\r
                    Content-Type: application/pdf\r
                    Content-Disposition: attachment; filename="plan $(id) b.pdf"\r
                    \r
                    %PDF-1.4 text\r
                    --x--\r

                    """).utf8))
        let mailcap = home.directory.appending(path: "mailcap")
        let opened = home.directory.appending(path: "opened").path
        try Data(
            """
            application/pdf; false; test=false
            application/pdf; cat; copiousoutput
            application/pdf; printf '%%s\\n' '%s' %t >\(opened)

            """.utf8
        ).write(to: mailcap)
        let run = try petrel(home, "list", "open 1/a1", "show 1/a1", variables: ["MAILCAPS": mailcap.path])
        let words = self.opened(home)
        #expect(
            words.count == 2 && words[0].hasSuffix("/plan___id__b.pdf") && words[1] == "application/pdf", "\(words)")
        #expect(run.text.contains("%PDF-1.4 text"), "\(run.text) \(run.errorText)")
        let none = try petrel(home, "list", "show 1/a1", variables: ["MAILCAPS": "/dev/null"])
        #expect(none.errorText.contains("is not text, and no mailcap entry makes text of it."), "\(none.errorText)")
    }
}
