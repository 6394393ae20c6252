import Foundation
import MailTestSupport
import Testing

@Suite("petrel parse")
final class ParseCommandTests {
    let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "petrel-parse-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    private func petrel(_ arguments: String..., input: String = "") throws -> ProgramRun {
        try ProgramRun.run(ProjectFiles.petrel, arguments, input: Data(input.utf8))
    }

    private func file(_ name: String, _ content: String) throws -> String {
        let file = directory.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: file)
        return file.path
    }

    private func objects(_ run: ProgramRun) throws -> [[String: Any]] {
        try run.text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    static let letter = """
        From: =?utf-8?q?Zo=C3=AB?= <zoe@example.org>
        To: Crew: Ana <ana@example.org>, ben@example.org;
        Date: Mon, 12 Oct 2026 14:03:00 +0200
        Subject: Two
         lines
        Message-ID: <a@example.org>
        In-Reply-To: <b@example.org>
        References: <c@example.org> <b@example.org>
        Content-Type: multipart/mixed; boundary=x

        --x
        Content-Type: text/plain; charset=iso-8859-1
        Content-Transfer-Encoding: quoted-printable

        Gr=FC=DFe
        --x
        Content-Type: application/pdf; name=plan.pdf
        Content-Disposition: attachment
        Content-ID: <p@example.org>
        Content-Transfer-Encoding: base64

        AAEC
        --x
        Content-Type: message/rfc822

        Subject: inside

        text
        --x--
        """

    @Test("JSON has every member of the contract")
    func json() throws {
        let run = try petrel("parse", "--json", "--data", "-", input: Self.letter)
        #expect(run.exitCode == 0 && run.errors.isEmpty)
        let object = try #require(try objects(run).first)
        #expect(object["v"] as? Int == 1 && object["cmd"] as? String == "parse" && object["ok"] as? Bool == true)
        #expect(object["error"] is NSNull)
        let headers = try #require(object["headers"] as? [[String: String]])
        #expect(headers.map { $0["name"] ?? "" }.first == "From" && headers.count == 8)
        #expect(headers[3] == ["name": "Subject", "value": "Two lines"])
        #expect(object["subject"] as? String == "Two lines")
        #expect(object["date"] as? String == "2026-10-12T14:03:00+02:00")
        #expect(object["messageId"] as? String == "a@example.org")
        #expect(object["references"] as? [String] == ["c@example.org", "b@example.org"])
        let from = try #require(object["from"] as? [[String: Any]])
        #expect(from.first?["name"] as? String == "Zoë" && from.first?["address"] as? String == "zoe@example.org")
        let to = try #require(object["to"] as? [[String: Any]])
        #expect(to.count == 2 && to[1]["group"] as? String == "Crew" && to[1]["name"] is NSNull)

        let body = try #require(object["body"] as? [String: Any])
        #expect(body["type"] as? String == "multipart/mixed")
        let parts = try #require(body["parts"] as? [[String: Any]])
        #expect(parts[0]["text"] as? String == "Grüße" && parts[0]["charset"] as? String == "iso-8859-1")
        #expect(parts[0]["encoding"] as? String == "quoted-printable" && parts[0]["size"] as? Int == 5)
        #expect(parts[1]["filename"] as? String == "plan.pdf" && parts[1]["disposition"] as? String == "attachment")
        #expect(parts[1]["contentId"] as? String == "p@example.org" && parts[1]["dataBase64"] as? String == "AAEC")
        #expect(
            parts[1]["sha256"] as? String == "ae4b3280e56e2faf83f414a6e3dabe9d5fbe18976544c05fed121accb85b53fc")
        #expect(parts[1]["text"] == nil)
        let message = try #require(parts[2]["message"] as? [String: Any])
        #expect(message["subject"] as? String == "inside")
    }

    @Test("--structure omits the text and keeps sizes and digests")
    func structure() throws {
        let run = try petrel("parse", "--structure", "--json", try file("a.eml", Self.letter))
        let body = try #require(try objects(run).first?["body"] as? [String: Any])
        let text = try #require((body["parts"] as? [[String: Any]])?.first)
        #expect(text["text"] == nil && text["size"] as? Int == 5 && text["sha256"] != nil)
    }

    @Test("A message is shown as header, structure and text")
    func human() throws {
        let run = try petrel("parse", "-", input: Self.letter)
        #expect(
            run.text == """
                From     Zoë <zoe@example.org>
                To       Crew: Ana <ana@example.org>, ben@example.org;
                Date     Mon, 12 Oct 2026 at 14:03 +0200
                Subject  Two lines

                1        multipart/mixed
                1.1      text/plain, iso-8859-1, 5 bytes
                1.2      application/pdf, plan.pdf, 3 bytes
                1.3      message/rfc822
                1.3.m    text/plain, 4 bytes

                Grüße

                """)
    }

    @Test("A name that looks like an address is shown as a name", .holds("PX3"))
    func spoofedName() throws {
        let run = try petrel(
            "parse", "-", input: "From: \"Bank <mail@bank.example>, b\" <eve@example.org>\nDate: soon\n\nx\n")
        #expect(
            run.text.hasPrefix(
                "From     \"Bank <mail@bank.example>, b\" <eve@example.org>\nDate     unreadable: soon\n"))
    }

    @Test("A pipe in a Maildir is reported and not waited for", .holds("PX6"))
    func pipeInMaildir() throws {
        _ = try file("box/cur/1", "Subject: found\n\n")
        let path = directory.appending(path: "box").path
        _ = try ProgramRun.run(URL(filePath: "/usr/bin/env"), ["mkfifo", path + "/cur/2"])
        let run = try petrel("parse", path)
        #expect(run.exitCode == 66 && run.text.contains("found") && run.errorText.contains("cur/2"))
    }

    @Test("Refuses an endless device", .holds("PX6"))
    func endless() throws {
        let run = try petrel("parse", "/dev/zero")
        #expect(run.exitCode == 66 && run.errorText.contains("too large"))
    }

    @Test("Output that cannot be written is an error, for every command", arguments: [["help"], ["parse", "-"]])
    func fullDevice(_ arguments: [String]) throws {
        let script = "\"$0\" \(arguments.joined(separator: " ")) >/dev/full </dev/null"
        let run = try ProgramRun.run(URL(filePath: "/bin/sh"), ["-c", script, ProjectFiles.petrel.path])
        #expect(run.exitCode == 74 && run.errorText.contains("No space left"))
    }

    @Test("A directory is parsed as a Maildir, with its messages in the order of arrival", .holds("K02"))
    func maildir() throws {
        _ = try file("box/cur/2.x:2,S", "Subject: second\n\nx")
        _ = try file("box/new/1.x", "Subject: first\n\nx")
        _ = try file("box/cur/.hidden", "Subject: hidden\n\nx")
        let path = directory.appending(path: "box").path
        let human = try ProgramRun.run(ProjectFiles.petrel, ["parse", path])
        #expect(human.text.split(separator: "\n").map { $0.hasSuffix("first") } == [true, false])
        let run = try petrel("parse", "--json", path)
        #expect(try objects(run).map { $0["subject"] as? String } == ["first", "second"])
    }

    @Test("Prints a line per file, and an unreadable file does not stop the others")
    func several() throws {
        let one = try file("1", "Subject: 1\n\n")
        let two = try file("2", "Subject: 2\n\n")
        let run = try petrel("parse", "--json", one, directory.path + "/missing", two)
        let found = try objects(run)
        #expect(run.exitCode == 66)
        #expect(found.map { $0["ok"] as? Bool } == [true, false, true])
        let error = try #require(found[1]["error"] as? [String: String])
        #expect(error["code"] == "cannotRead" && error["message"]?.contains("missing") == true)
        #expect(run.errorText.contains("missing"))
    }

    @Test("A directory that is not a Maildir is reported as invalid input")
    func noMaildir() throws {
        let run = try petrel("parse", directory.path)
        #expect(run.exitCode == 65 && run.errorText.contains("is a directory but not a Maildir"))
    }

    @Test("Input without a header is parsed as text")
    func noMessage() throws {
        let run = try petrel("parse", "--json", "-", input: "just words\nand more")
        let object = try #require(try objects(run).first)
        let body = try #require(object["body"] as? [String: Any])
        #expect(run.exitCode == 0 && body["text"] as? String == "just words\nand more")
    }

    @Test("An empty file is an empty message")
    func empty() throws {
        let run = try petrel("parse", "--json", "-")
        #expect(run.exitCode == 0)
        #expect(try objects(run).count == 1)
    }

    static let usage: [[String]] = [
        ["parse"], ["pasre", "x"], ["parse", "--bogus", "x"], ["help", "bogus"], ["parse", "--data", "x"],
        ["parse", "--json", "--data", "--structure", "x"], ["---json", "parse", "x"], ["parse", "-json", "x"],
    ]

    @Test("An invalid command line is reported with what to type", arguments: usage)
    func usageErrors(_ arguments: [String]) throws {
        let run = try ProgramRun.run(ProjectFiles.petrel, arguments)
        #expect(run.exitCode == 64 && run.errorText.contains("Type: petrel help"))
    }

    @Test("With --json, an invalid command line is reported as JSON")
    func usageErrorInJSON() throws {
        let run = try petrel("--json", "bogus")
        let error = try #require(try objects(run).first?["error"] as? [String: String])
        #expect(run.exitCode == 64 && error["code"] == "usage")
    }

    @Test("No control character of a message reaches the terminal", .holds("PX3"))
    func inert() throws {
        let attacks = ["\u{1B}[2J", "\u{1B}]0;x\u{7}", "\u{9B}2J", "\u{7F}", "\u{8}", "\u{202E}", "\u{E0041}", "\r"]
        let attack = attacks.joined(separator: "x")
        let message = """
            From: "\(attack)" <a\(attack)@example.org>
            Subject: \(attack)=?utf-8?q?=1B=5B2J=0D=0A=9B?=
            Content-Type: multipart/mixed; boundary=x

            --x
            Content-Type: text/plain; charset="\(attack)"; name="\(attack)"

            \(attack)
            --x
            Content-Type: text/html

            <p>\(attack)&#27;[2J&#155;</p>
            --x--
            """
        for arguments in [["parse", "-"], ["parse", "--json", "-"]] {
            let run = try ProgramRun.run(ProjectFiles.petrel, arguments, input: Data(message.utf8))
            let controls = run.text.unicodeScalars.filter {
                $0.value < 0x20 && $0 != "\n" && $0 != "\t" || (0x7F...0x9F).contains($0.value)
            }
            #expect(run.exitCode == 0 && controls.isEmpty)
        }
        let run = try petrel("parse", "-", input: message)
        #expect(!run.text.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0xE0041 })
    }

    @Test("Files with names that are not UTF-8 can be parsed")
    func octetNames() throws {
        let path = try file("a", "Subject: found\n\n")
        let script = "cp \"$1\" \"$2/$(printf 'n\\377me')\" && \"$3\" parse --json \"$2/$(printf 'n\\377me')\""
        let run = try ProgramRun.run(
            URL(filePath: "/bin/sh"), ["-c", script, "sh", path, directory.path, ProjectFiles.petrel.path])
        #expect(run.exitCode == 0)
        #expect(try objects(run).first?["subject"] as? String == "found")
    }

    @Test(
        "Every message of the sample mailbox can be parsed",
        arguments: ["INBOX", "Drafts", "Sent", "Archive", "Lists/Swift"])
    func sampleMailbox(_ mailbox: String) throws {
        let path = ProjectFiles.sampleMaildir.appending(path: mailbox).path
        let run = try petrel("parse", "--json", path)
        let found = try objects(run)
        #expect(run.exitCode == 0 && !found.isEmpty)
        #expect(found.allSatisfy { $0["ok"] as? Bool == true && ($0["headers"] as? [Any])?.isEmpty == false })
    }
}
