import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

/// The program that says text.
private enum SpeechSynthesizer {
    static let program = URL(filePath: "/usr/bin/espeak-ng")

    static let isInstalled: Bool = {
        let isThere = FileManager.default.isExecutableFile(atPath: program.path)
        if !isThere {
            let notice = "\n*** SKIPPED: espeak-ng is not installed; scripts/deps --test installs it ***\n\n"
            FileHandle.standardError.write(Data(notice.utf8))
        }
        return isThere
    }()
}

/// A session in accessible mode, as the speech synthesizer espeak-ng says it.
@Suite("What a screen reader says", .onOwnThreads, .holds("N03"), .enabled(if: SpeechSynthesizer.isInstalled))
struct SpokenSessionTests {
    /// Signs that are no part of a sentence. Screen readers name them.
    private static let signs = ["<", ">", "*", "|", "[", "]", "{", "}", "~", "^", "_", "•", "→", "├", "─", "●"]

    /// Returns the sounds of a text, without stress and pauses, in which each of these signs is named.
    private func sounds(of text: String) throws -> String {
        // The sound library makes a directory here, although nothing is played.
        let directory = FileManager.default.temporaryDirectory.appending(path: "petrel-speech-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let run = try ProgramRun.run(
            SpeechSynthesizer.program, ["-q", "-x", "-v", "en", "--punct=\(Self.signs.joined())", "--stdin"],
            input: Data(text.utf8), environment: ["XDG_RUNTIME_DIR": directory.path])
        try #require(run.exitCode == 0, "\(run.errorText)")
        return run.text.filter { !"',_: \n".contains($0) }
    }

    private static let letters = [
        """
        From: Zed <zed@example.org>\r
        Subject: Prices\r
        Date: Mon, 12 Oct 2026 10:00:00 +0000\r
        Message-ID: <prices@example.org>\r
        Content-Type: text/html; charset=utf-8\r
        \r
        <p>See <a href="https://example.org/a">the list</a>.<table><tr><th>Item<th>Price<tr><td>Boat<td>3</table><hr>
        <input type=checkbox checked> Yes. <input type=checkbox> No. <img alt="A boat"> Bye.
        """,
        """
        From: Zed <zed@example.org>\r
        To: Kim Park <kim@example.net>, Ana Ruiz <ana@example.org>\r
        Subject: Invitation to plan\r
        Date: Mon, 12 Oct 2026 11:00:00 +0000\r
        Message-ID: <plan@example.org>\r
        Content-Type: text/calendar; method=REQUEST; charset=utf-8\r
        \r
        BEGIN:VCALENDAR\r
        METHOD:REQUEST\r
        BEGIN:VEVENT\r
        UID:u1@example.org\r
        DTSTART:20271201T090000Z\r
        RRULE:FREQ=WEEKLY;COUNT=3\r
        SUMMARY:Plan the boat\r
        ORGANIZER;CN=Zed:mailto:zed@example.org\r
        ATTENDEE;CN=Kim:mailto:kim@example.net\r
        END:VEVENT\r
        END:VCALENDAR\r

        """,
        """
        From: Zed <zed@example.org>\r
        Subject: Signed\r
        Date: Mon, 12 Oct 2026 12:00:00 +0000\r
        Message-ID: <signed@example.org>\r
        Content-Type: multipart/signed; boundary=b; protocol="application/pgp-signature"; micalg=pgp-sha256\r
        \r
        --b\r
        \r
        This is signed.\r
        --b\r
        Content-Type: application/pgp-signature; name=signature\r
        \r
        No signature\r
        --b--\r

        """,
    ]

    private static let session = [
        "set accessible on", "list", "list --threads", "list --conversations", "inbox", "search from:zed",
        "search nothing", "search from:(", "show 1", "show 2", "show 3", "thread 2", "open link of 3", "open link",
        "attachments 1", "headers 99", "folders", "folder Archive", "folder all", "contacts", "contacts zed --why",
        "new ben@example.org -s Boats -m Hi.", "to Ana Ruiz <ana@example.org>", "to", "bcc nobody", "to wrong@",
        "remove wrong@", "body -m There.", "bold There", "lines", "insert-at 1", "lines", "preview", "fields", "check",
        "security", "attach /nonexistent", "send at 2027-01-01 9:00", "outbox", "drafts", "outbox cancel o1",
        "discard d1", "d", "recover", "reply 1", "~quote", "Thanks.", ".", "check", "close", "drafts", "delete 1",
        "undo", "status", "account list", "account show work", "config list", "set", "set undo", "set undo 99",
        "keys list", "alias", "template list", "conflicts", "events", "nosuch", "help", "help all", "help archive",
        "help open link", "diagnose", "quit",
    ]

    @Test("Names no sign, and each line is a sentence, or a label with its value")
    func session() throws {
        let home = try SampleHome(isEmpty: true)
        try home.addAccount("local", ["name": "Kim Park", "address": "kim@example.net"])
        for letter in Self.letters { try home.add(letter.utf8, to: "INBOX") }
        let run = home.petrel([], typing: Self.session)
        let lines = (run.text + run.errorText).split(separator: "\n").map { String($0) }
        #expect(lines.count > 150, "\(run.text)")
        for line in Set(lines) {
            let isSentence = line.last.map { ".?!".contains($0) } ?? false
            let isLabel = line.contains(": ") || line.last == ":"
            let isOfLetter = Self.letters.contains { $0.contains(line) }
            #expect(isSentence || isLabel || isOfLetter, "\(line)")
            #expect(!line.contains("  ") && !line.contains("…"), "\(line)")
        }
        // One process says all of them, each as a paragraph. Only if a sign is heard, its line is sought.
        // Quoted lines and the lines of a draft are text of mail.
        let spoken = lines.filter { !$0.hasPrefix(">") && !$0.hasPrefix("Line ") }
        let all = try sounds(of: spoken.joined(separator: "\n\n"))
        for sign in Self.signs {
            let name = try sounds(of: "\(sign) ")
            if name.isEmpty || !all.contains(name) { continue }
            for line in Set(spoken) where line.contains(sign) { Issue.record("\"\(sign)\" is named in: \(line)") }
        }
    }

    @Test("Hears a sign")
    func control() throws {
        for sign in ["<", ">", "*", "|", "[", "~"] {
            let name = try sounds(of: "\(sign) ")
            #expect(try !name.isEmpty && sounds(of: "Ana \(sign) Ben").contains(name), "\(sign)")
        }
    }
}
