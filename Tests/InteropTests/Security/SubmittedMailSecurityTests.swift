import Foundation
import MailTestSupport
import Testing

@Suite(
    "Files and mail of other programs that petrel signs and encrypts", .needs(.gpg), .needs(.gpgsm), .onOwnThreads,
    .serialized, .holds("E04"))
struct SubmittedMailSecurityTests {
    let mail: SecuredMailHome

    init() throws {
        mail = try SecuredMailHome()
        try configure(#""sign": "on", "encrypt": "auto""#)
    }

    private func configure(_ members: String) throws {
        let accounts = mail.shared.home.appending(path: "accounts")
        try FileManager.default.createDirectory(at: accounts, withIntermediateDirectories: true)
        try Data(#"{"address": "kim@example.net", \#(members)}"#.utf8).write(to: accounts.appending(path: "local.json"))
    }

    private func letter(to: String = "ana@example.org", _ text: String = "Käfer am Turm \n", _ fields: String = "")
        -> String
    {
        """
        From: Kim Park <kim@example.net>
        To: \(to)
        Subject: Tower
        MIME-Version: 1.0
        \(fields)Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: 8bit

        \(text)
        """
    }

    private func send(_ message: String, _ options: String..., as home: URL? = nil) throws -> ProgramRun {
        let file = mail.ground.appending(path: "letter.eml")
        try Data(message.utf8).write(to: file)
        return try mail.petrel(["send", file.path] + options, as: home ?? mail.kim)
    }

    private func sendmail(_ message: String, _ options: String..., as home: URL? = nil) throws -> ProgramRun {
        try ProgramRun.run(
            ProjectFiles.petrel, ["--home", mail.shared.home.path, "sendmail"] + options, input: Data(message.utf8),
            environment: ["HOME": mail.shared.ground.path, "GNUPGHOME": (home ?? mail.kim).path])
    }

    /// A directory without keys.
    private func keyless() throws -> URL {
        let home = mail.ground.appending(path: "xyz")
        try FileManager.default.createDirectory(
            at: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return home
    }

    @Test("send FILE signs and encrypts as the settings of the account say, with 7-bit content")
    func file() throws {
        let run = try send(letter())
        #expect(run.exitCode == 0 && run.errorText.contains("It is signed and encrypted (PGP)."), "\(run.errorText)")
        var read = try mail.readSent(as: mail.ana)
        #expect(read["layers"] as? [String] == ["encrypted", "signed"], "\(read)")
        #expect(try send(letter(to: "nokey@example.org")).exitCode == 0)
        read = try mail.readSent(as: mail.kim)
        #expect(read["layers"] as? [String] == ["signed"], "\(read)")
        let stored = try Data(contentsOf: try #require(try mail.newest(in: "Outbox")))
        #expect(stored.allSatisfy { $0 < 0x80 } && String(decoding: stored, as: UTF8.self).contains("K=C3=A4fer"))
    }

    @Test("sendmail does the same, and hides recipients that only its arguments name")
    func program() throws {
        let run = try sendmail(letter(), "ana@example.org", "kim@example.net")
        #expect(run.exitCode == 0 && run.errorText.isEmpty, "\(run.errorText)")
        let read = try mail.readSent(as: mail.ana)
        #expect(read["layers"] as? [String] == ["encrypted", "signed"], "\(read)")
    }

    @Test("--no-sign and --no-encrypt leave the signature and the encryption out")
    func omissions() throws {
        #expect(try send(letter(), "--no-encrypt").exitCode == 0)
        #expect(try mail.readSent(as: mail.kim)["layers"] as? [String] == ["signed"])
        #expect(try send(letter(), "--no-sign").exitCode == 0)
        #expect(try mail.readSent(as: mail.kim)["layers"] as? [String] == ["encrypted"])
        let run = try sendmail(letter(), "-t", "--no-sign", "--no-encrypt", as: keyless())
        #expect(run.exitCode == 0, "\(run.errorText)")
        #expect(try mail.readSent(as: mail.kim)["layers"] as? [String] == [])
    }

    @Test("If a key is missing, nothing is sent, and the message is a draft with all recipients that can be sent later")
    func missingKey() throws {
        var run = try sendmail(letter(), "ana@example.org", "kim@example.net", as: keyless())
        #expect(run.exitCode == 69)
        #expect(
            run.errorText.contains("There is no secret key of kim@example.net to sign with. Nothing was sent."),
            "\(run.errorText)")
        #expect(run.errorText.contains("The message is kept as d1. Once that is solved, type: petrel send d1"))
        #expect((try? mail.shared.files("Outbox"))?.isEmpty ?? true)
        let kept = try mail.petrel(["drafts", "export", "d1"], as: mail.kim).text
        #expect(kept.contains("Bcc: kim@example.net") && kept.contains("Käfer am Turm"), "\(kept)")
        run = try mail.petrel(["send", "d1"], as: mail.kim)
        #expect(run.exitCode == 0, "\(run.errorText)")
        #expect(try mail.readSent(as: mail.ana)["layers"] as? [String] == ["encrypted", "signed"])
    }

    @Test("If mail must be encrypted, a file to somebody without a key is kept")
    func missingRecipientKey() throws {
        try configure(#""encrypt": "on""#)
        let run = try send(letter(to: "nokey@example.org"))
        #expect(
            run.exitCode == 67 && run.errorText.contains("There is no key of nokey@example.org"), "\(run.errorText)")
        #expect((try? mail.shared.files("Outbox"))?.isEmpty ?? true)
        #expect(try mail.shared.drafts().map(\.number) == ["d1"])
    }

    @Test("A draft of a message that was for fewer people than its header names says whom it would reach")
    func fewerRecipients() throws {
        let run = try sendmail(letter(to: "list@example.org"), "ana@example.org", as: keyless())
        #expect(run.errorText.contains("It would then go to list@example.org too"), "\(run.errorText)")
    }

    @Test("Over SMTP, a message that cannot be signed is refused, and not kept")
    func session() throws {
        let message = letter().replacing("\n", with: "\r\n")
        let input =
            "EHLO me\r\nMAIL FROM:<kim@example.net>\r\nRCPT TO:<ana@example.org>\r\nDATA\r\n\(message)\r\n.\r\nQUIT\r\n"
        let run = try sendmail(input, "-bs", as: keyless())
        #expect(run.text.contains("554 5.6.0 There is no secret key of kim@example.net"), "\(run.text)")
        #expect((try? mail.shared.files("Outbox"))?.isEmpty ?? true)
        #expect(try mail.shared.drafts().isEmpty)
    }

    @Test("A message that another program has signed is sent as it is")
    func signedAlready() throws {
        #expect(try send(letter(), "--no-encrypt").exitCode == 0)
        let signed = try String(contentsOf: try #require(try mail.newest(in: "Outbox")), encoding: .utf8)
        #expect(try sendmail(signed, "ana@example.org", as: keyless()).exitCode == 0)
        let read = try mail.readSent(as: mail.kim)
        #expect(read["layers"] as? [String] == ["signed"], "\(read)")
    }
}
