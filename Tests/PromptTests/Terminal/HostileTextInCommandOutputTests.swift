import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Hostile text in lists and messages", .holds("PX3"), .timeLimit(.minutes(1)))
struct HostileTextInCommandOutputTests {
    private static let attack = [
        "\u{1B}[2J", "\u{1B}]0;x\u{7}", "\u{1B}]8;;http://x\u{1B}\\", "\u{9B}31m", "\u{7F}", "\u{8}", "\u{202E}",
        "\u{2066}", "\u{200F}", "\u{E0041}", "\u{FEFF}", "\u{2028}", "\r", "\u{0}", "\u{85}",
    ].joined(separator: "x")

    /// A message with the attack in every place that a list or `show` displays.
    private static var message: [UInt8] {
        let encoded = "=?utf-8?b?\(Data(attack.utf8).base64EncodedString())?="
        let escaped = attack.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let text = """
            From: \(encoded) <"a\u{1B}[2J"@example.org>
            To: \(encoded) <b@example.org>, "\(attack.replacing("\r", with: ""))": c@example.org;
            Cc: b\u{1B}[2J@example.org
            Subject: \(encoded) \(attack.replacing("\r", with: ""))
            Message-ID: <\u{1B}[2J@example.org>
            Date: Mon, 12 Oct 2026 12:00:00 +0000
            X-Odd: \(encoded)
            Content-Type: multipart/mixed; boundary=x

            --x
            Content-Type: text/plain; charset=utf-8

            \(attack)
            --x
            Content-Type: text/html; charset=utf-8

            <a href="http://\u{1B}[2J">\(attack)&#27;[2J&#155;</a>
            --x
            Content-Type: image/\u{1B}[2J
            Content-Disposition: attachment; filename*=utf-8''\(escaped)

            x
            --x--
            """
        return Array(text.utf8)
    }

    private static let hostileMailbox = "in\u{1B}[2J\u{9B}\u{202E}box"

    private static func check(_ octets: [UInt8], isJSON: Bool, _ what: String) {
        let text = String(decoding: octets, as: UTF8.self)
        let odd = text.unicodeScalars.filter { scalar in
            if scalar.value < 0x20 { return scalar != "\n" && !(scalar == "\t" && !isJSON) }
            return (0x7F..<0xA0).contains(scalar.value)
                || !isJSON && ([0x200F, 0x2028, 0x202E, 0x2066, 0xFEFF, 0xE0041].contains(scalar.value))
        }
        #expect(odd.isEmpty, "\(what): \(odd.map(\.value))")
    }

    @Test("Nothing in a message or a mailbox name controls the terminal, in any command")
    func everywhere() throws {
        let home = try SampleHome(isEmpty: true)
        for mailbox in ["INBOX", "Drafts", "Outbox", Self.hostileMailbox] { try home.add(Self.message, to: mailbox) }
        let messages = try home.petrel("list", "before:2100", "--json").list()
        #expect(messages.count == 3)
        let id = try #require(messages.first { $0["mailbox"] as? String == "INBOX" }?["id"] as? String)
        let lines: [[String]] = [
            ["list"], ["list", "before:2100"], ["search", "example"], ["thread", id], ["show", id], ["show", "d1"],
            ["show", "o1"], ["attachments", id], ["attachments", "d1"], ["drafts"], ["outbox"], ["folders"], ["fsck"],
            ["contacts", "query", "exa"], ["flag", id], ["copy", id, "b\u{1B}[2Jc"],
            ["save", id, "a1", home.directory.path],
            ["list", "in:\u{1B}[2Jx"], ["show", "\u{1B}[2J\u{9B}"], ["\u{1B}[2J"], ["list", "--\u{1B}[2J"],
            ["move", id, "\u{1B}//"], ["drafts", "import", "/\u{1B}[2J"], ["--account", "\u{1B}[2J", "list"],
        ]
        for line in lines {
            for option in [[], ["--accessible"], ["--json"]] {
                let words = (line + option).map { Array($0.utf8) }
                for columns in option.isEmpty ? [nil, 80] : [nil] {
                    let run = home.petrel(words, columns: columns)
                    Self.check(run.output, isJSON: option == ["--json"], "\(line) \(option)")
                    Self.check(run.errors, isJSON: false, "\(line) \(option), errors")
                }
            }
        }
    }

    @Test("A subject of any length takes one line of a list")
    func oneLine() throws {
        let home = try SampleHome(isEmpty: true)
        let subject = String(repeating: "very \n long ", count: 20_000)
        try home.add(Array("Subject: \(subject)\nFrom: \(subject) <a@example.org>\n\nx".utf8), to: "INBOX")
        try home.add(Array("Subject: =?utf-8?q?a=0D=0Ab=0Ac?=\n\nx".utf8), to: "INBOX")
        #expect(home.petrel("list").lines.count == 2)
        #expect(home.petrel("list", columns: 80).lines.allSatisfy { $0.unicodeScalars.count < 100 })
        #expect(home.petrel("list", "--accessible").lines.count == 2)
    }
}
