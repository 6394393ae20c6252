import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport

/// Hostile text in every place that petrel shows text from, on a terminal, in one session.
@Suite("Hostile text at the prompt", .holds("PX3", "N03"))
struct TerminalAttackTests {
    private static let payloads = HostileTerminalText.all

    /// Adds a message for each payload, with the payload in every place of the message, and its addresses as contacts.
    private static func addMessages(to home: SampleHome) throws {
        for (number, payload) in payloads.enumerated() {
            let word = "=?utf-8?b?\(Data(payload).base64EncodedString())?="
            let escaped = payload.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            let message = """
                From: \(word) <p\(number)a@example.org>
                To: \(word) <p\(number)b@example.org>
                Subject: \(word)
                Message-ID: <\(number)@example.org>
                Date: Mon, 12 Oct 2026 12:00:00 +0000
                Content-Type: multipart/mixed; boundary=x

                --x
                Content-Type: text/plain; charset=utf-8
                Content-Transfer-Encoding: base64

                \((Data("Can we meet tomorrow? ".utf8) + Data(payload)).base64EncodedString())
                --x
                Content-Type: application/octet-stream
                Content-Disposition: attachment; filename*=utf-8''\(escaped)

                x
                --x--
                """
            try home.add(Array(message.utf8), to: "INBOX", named: "\(number)")
        }
    }

    /// Creates directories or files named after the payloads, if a file system allows the name.
    private static func addNames(in folder: URL, _ make: ([CChar]) -> Void) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for payload in payloads where !payload.contains(0) && !payload.contains(0x2F) && payload.count < 200 {
            make((Array(folder.path.utf8) + [0x2F] + payload).map { CChar(bitPattern: $0) } + [0])
        }
    }

    private static func path(_ name: [CChar], _ end: String) -> [CChar] {
        Array(name.dropLast(1)) + end.utf8.map { CChar(bitPattern: $0) } + [0]
    }

    private static func home() throws -> SampleHome {
        let home = try SampleHome(isEmpty: true)
        try addMessages(to: home)
        for mailbox in ["Drafts", "Outbox"] { try home.add("Subject: x\n\nx".utf8, to: mailbox) }
        try addNames(in: home.directory.appending(path: "files")) { name in
            close(open(name, O_CREAT | O_WRONLY, 0o600))
        }
        let texts = payloads.map { String(decoding: $0, as: UTF8.self) }
        let replies = stride(from: 0, to: texts.count, by: 3).map {
            ["replies": Array(texts[$0..<min($0 + 3, texts.count)])]
        }
        let lines = try replies.map { try JSONSerialization.data(withJSONObject: $0) + Data("\n".utf8) }
        try lines.reduce(Data(), +).write(to: home.directory.appending(path: "replies"))
        let command = "cd '\(home.directory.path)'; head -n 1 replies; sed -i 1d replies"
        try JSONSerialization.data(withJSONObject: ["smart-reply-cmd": command]).write(
            to: home.directory.appending(path: "config.json"))
        return home
    }

    @Test("Text that is read, typed, pasted, completed or suggested has no controls", arguments: [false, true])
    func everywhere(_ isAccessible: Bool) throws {
        #expect(Self.payloads.count >= 150)
        let home = try Self.home()
        let sitting = try PromptDriver(home, columns: 200, isAccessible ? ["ACCESSIBLE": "1"] : [:])
        for line in ["list --limit 500", "folders", "contacts query p1", "outbox", "drafts", "thread 1", "search p"] {
            sitting.enter(line)
        }
        for (number, payload) in Self.payloads.enumerated() {
            sitting.enter("show \(number + 1)")
            sitting.enter("attachments \(number + 1)")
            sitting.enter("", pasting: payload)
            sitting.enter("show ", pasting: payload)
            sitting.enter("list --account ", pasting: payload)
        }
        // Candidates for completion: contacts with the same beginning, and drafts.
        sitting.enter("reply 1")
        sitting.enter(".")
        for number in Self.payloads.indices { sitting.enter("to p\(number)\t\t") }
        sitting.enter("resume \t\t")
        for (number, payload) in Self.payloads.enumerated() {
            sitting.enter("subject ", pasting: payload)
            sitting.enter("to ", pasting: payload)
            sitting.enter("header X-Odd ", pasting: payload)
            if number % 3 == 0 { sitting.enter("suggest") }
            sitting.enter("body")
            sitting.enter("text ", pasting: payload)
            sitting.enter("~", pasting: payload)
            sitting.enter(".")
            sitting.enter("fields")
        }
        for line in [
            "attach files/*", "attach files/\t\t", "attach", "fields", "lines", "preview", "preview source", "check",
        ] {
            sitting.enter(line)
        }
        sitting.enter("close")
        for line in ["drafts", "resume \t\t", "show d1", "history", "quit"] { sitting.enter(line) }
        #expect(sitting.end() == 0)
        let objections = TerminalOutputCheck.objections(to: sitting.shown, isAccessible: isAccessible)
        #expect(objections.isEmpty, "\(objections.count): \(objections.prefix(5))")
        #expect(sitting.shown.count > 100_000)
    }

    @Test("Mailboxes with hostile names can be opened, listed and completed", arguments: [false, true])
    func mailboxes(_ isAccessible: Bool) throws {
        let home = try SampleHome(isEmpty: true)
        try home.add("Subject: x\n\nx".utf8, to: "INBOX")
        try Self.addNames(in: home.mail) { name in
            mkdir(name, 0o700)
            for place in ["/cur", "/new", "/tmp"] { mkdir(Self.path(name, place), 0o700) }
        }
        let sitting = try PromptDriver(home, columns: 200, isAccessible ? ["ACCESSIBLE": "1"] : [:])
        for line in ["folders", "list", "move 1 \t\t", "copy 1 s\t\t", "folder s\t\t"] { sitting.enter(line) }
        for payload in Self.payloads { sitting.enter("folder ", pasting: payload) }
        sitting.enter("quit")
        #expect(sitting.end() == 0)
        let objections = TerminalOutputCheck.objections(to: sitting.shown, isAccessible: isAccessible)
        #expect(objections.isEmpty, "\(objections.count): \(objections.prefix(5))")
    }

    @Test("Accounts with hostile names are listed as text", arguments: [false, true])
    func accounts(_ isAccessible: Bool) throws {
        let home = try SampleHome(isEmpty: true)
        try Self.addNames(in: home.directory.appending(path: "accounts")) { name in
            close(open(Self.path(name, ".json"), O_CREAT | O_WRONLY, 0o600))
        }
        let sitting = try PromptDriver(home, columns: 200, isAccessible ? ["ACCESSIBLE": "1"] : [:])
        for line in ["accounts", "list", "account remove \t\t", "quit"] { sitting.enter(line) }
        let objections = TerminalOutputCheck.objections(to: sitting.shown, isAccessible: isAccessible)
        #expect(objections.isEmpty, "\(objections.count): \(objections.prefix(5))")
    }

    static let escapes: [(octets: String, isAllowed: Bool)] = [
        ("a\u{1B}[Jb\r\n\u{1B}[12C", true), ("\u{1B}[2J", false), ("\u{1B}]0;x\u{7}", false), ("a\u{8} \u{8}", false),
        ("\u{9B}31m", false), ("\u{1B}", false), ("\u{1B}[1", false), ("\u{202E}", false),
    ]

    @Test("The oracle detects controls", arguments: escapes)
    func oracle(_ row: (octets: String, isAllowed: Bool)) {
        #expect(
            TerminalOutputCheck.objections(to: Array(row.octets.utf8), isAccessible: false).isEmpty == row.isAllowed)
        let isText = row.octets == "a\u{8} \u{8}"
        #expect(TerminalOutputCheck.objections(to: Array(row.octets.utf8), isAccessible: true).isEmpty == isText)
    }
}
