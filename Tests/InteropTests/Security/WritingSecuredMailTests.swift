import Foundation
import MailTestSupport
import Testing

@Suite("Mail that petrel signs and encrypts", .needs(.gpg), .needs(.gpgsm), .onOwnThreads, .serialized, .holds("E04"))
struct WritingSecuredMailTests {
    let mail: SecuredMailHome

    init() throws { mail = try SecuredMailHome() }

    private func send(
        _ options: [String], to: String = "ana@example.org", text: String = "The Tower plan.\n-- \nKim \n"
    ) throws -> ProgramRun {
        try mail.petrel(
            ["new", to, "--from", "Kim Park <kim@example.net>", "-s", "Tower käfer", "-m", text, "--send"] + options,
            as: mail.kim)
    }

    @Test("A signed message verifies in gpg, with 7-bit content and no blanks at line ends")
    func signs() throws {
        let run = try send(["--sign"])
        #expect(run.exitCode == .zero, "\(run.errorText)")
        let read = try mail.readSent(as: mail.kim)
        #expect(read["layers"] as? [String] == ["signed"])
        #expect(read["micalg"] as? String == "pgp-sha256")
        #expect(read["hasTrailingBlanks"] as? Bool == false)
        let inner = read["inner"] as? String ?? ""
        #expect(
            inner.contains("hp=\"clear\"") && inner.contains("=?UTF-8?B?a8OkZmVy?=") && inner.contains("Tower plan."),
            "\(inner)"
        )
        let shown = try mail.petrel(["show", "o1"], as: mail.kim).text
        #expect(shown.contains("signed by Kim Park <kim@example.net>, the sender."), "\(shown)")
        let listed = try mail.petrel(["outbox"], as: mail.kim).text
        #expect(listed.contains("(signed, ") && !listed.contains("file"), "\(listed)")
    }

    @Test("An encrypted message has its subject inside, decrypts for the recipient and the author, and hides Bcc")
    func encrypts() throws {
        let run = try send(["--sign", "--encrypt", "--bcc", "py@example.org"])
        guard run.exitCode == 0 else {
            // Without PGPy, there is no third key.
            #expect(
                run.errorText.contains("There is no key of py@example.org to encrypt to. Nothing was sent."),
                "\(run.errorText)")
            return
        }
        let file = try #require(try mail.shared.files("Outbox").last)
        let stored = try String(contentsOf: file, encoding: .utf8)
        #expect(stored.contains("Subject: [...]") && !stored.contains("Tower"), "\(stored)")
        for home in [mail.ana, mail.kim] {
            let read = try mail.readSent(as: home)
            #expect(read["layers"] as? [String] == ["encrypted", "signed"])
            let keys = read["keys"] as? [String] ?? []
            #expect(keys.count == 3 && keys.count { $0 == "0000000000000000" } == 1, "\(keys)")
            let inner = read["inner"] as? String ?? ""
            #expect(inner.contains("hp=\"cipher\"") && inner.contains("HP-Outer: Subject: [...]"), "\(inner)")
            #expect(inner.contains("Tower plan.") && !inner.contains("py@example.org"), "\(inner)")
        }
        let shown = try mail.petrel(["show", "o1"], as: mail.kim).text
        #expect(shown.contains("Tower käfer") && shown.contains("outside it is \"[...]\""), "\(shown)")
        let listed = try mail.petrel(["outbox"], as: mail.kim).text
        #expect(listed.contains("(encrypted, ") && !listed.contains("file"), "\(listed)")
    }

    @Test("A recipient without a key is named, and nothing is sent")
    func missingKey() throws {
        let run = try send(["--encrypt"], to: "nokey@example.org")
        #expect(run.exitCode == 67)
        #expect(
            run.errorText.contains("There is no key of nokey@example.org to encrypt to. Nothing was sent."),
            "\(run.errorText)")
        #expect(run.errorText.contains("The draft is kept as d1;"), "\(run.errorText)")
        #expect((try? mail.shared.files("Outbox"))?.isEmpty ?? true)
        #expect(try mail.shared.drafts().map(\.number) == ["d1"])
    }

    @Test("Signed S/MIME mail verifies in openssl, and encrypted mail decrypts there")
    func smime() throws {
        let accounts = mail.shared.home.appending(path: "accounts")
        try FileManager.default.createDirectory(at: accounts, withIntermediateDirectories: true)
        try Data(#"{"address": "kim@example.net", "security": "smime", "sign": "on"}"#.utf8).write(
            to: accounts.appending(path: "local.json"))
        #expect(try send([]).exitCode == 0)
        var read = try mail.readSent(as: mail.kim, smime: true)
        #expect(read["layers"] as? [String] == ["signed"] && read["micalg"] as? String == "sha-256", "\(read)")
        #expect(try send(["--sign", "--encrypt"]).exitCode == 0)
        read = try mail.readSent(as: mail.kim, smime: true)
        #expect(read["layers"] as? [String] == ["encrypted", "signed"], "\(read)")
        let run = try send(["--encrypt", "--bcc", "kim@example.net"])
        #expect(run.errorText.contains("S/MIME names every recipient"), "\(run.errorText)")
    }

    @Test("The settings of an account encrypt where all keys are here, and otherwise send in the clear")
    func automatic() throws {
        let accounts = mail.shared.home.appending(path: "accounts")
        try FileManager.default.createDirectory(at: accounts, withIntermediateDirectories: true)
        try Data(#"{"address": "kim@example.net", "encrypt": "auto"}"#.utf8).write(
            to: accounts.appending(path: "local.json"))
        #expect(try send([]).exitCode == 0)
        let read = try mail.readSent(as: mail.kim)
        #expect(read["layers"] as? [String] == ["encrypted"], "\(read)")
        let headers = read["headers"] as? [String: String] ?? [:]
        #expect(headers["autocrypt"]?.contains("addr=kim@example.net; prefer-encrypt=mutual;") == true, "\(headers)")
        #expect(try send([], to: "nokey@example.org").exitCode == 0)
        let clear = try mail.readSent(as: mail.kim)
        #expect(clear["layers"] as? [String] == [])
    }

    @Test("mutt verifies and decrypts both kinds, and shows the subject inside", .needs(.mutt), .needs(.python))
    func mutt() throws {
        #expect(try send(["--sign"], to: "kim@example.net").exitCode == 0)
        #expect(try send(["--sign", "--encrypt"], to: "kim@example.net").exitCode == 0)
        let (pager, shown) = (mail.ground.appending(path: "pager"), mail.ground.appending(path: "shown"))
        try ProjectFiles.writeProgram("cat \"$1\" >>'\(shown.path)'", to: pager)
        let configuration = mail.ground.appending(path: "muttrc")
        try """
        set folder="\(mail.shared.mail.path)" mbox_type=Maildir tmpdir="\(mail.ground.path)" move=no delete=no quit=yes
        set beep=no wait_key=no sleep_time=0 crypt_use_gpgme=yes crypt_verify_sig=yes pager="\(pager.path)" prompt_after=no

        """.write(to: configuration, atomically: true, encoding: .utf8)
        let terminal = ProjectFiles.root.appending(path: "Tests/Fixtures/run-in-terminal.py").path
        let program = try #require(NeededProgram.mutt.executable)
        for number in 1...2 {
            _ = try SharedHome.run(
                NeededProgram.python.executable,
                [
                    terminal, program.path, "-n", "-F", configuration.path, "-f", "=Outbox", "-e",
                    "push \"<jump>\(number)<enter><display-message><quit>\"",
                ], environment: ["HOME": mail.ground.path, "LC_ALL": "C.UTF-8", "GNUPGHOME": mail.kim.path])
        }
        let text = try String(contentsOf: shown, encoding: .utf8)
        #expect(text.components(separatedBy: "Good signature from: Kim Park <kim@example.net>").count == 3, "\(text)")
        #expect(text.contains("PGP/MIME signed and encrypted") && text.contains("Subject: [...]"), "\(text)")
        #expect(text.components(separatedBy: "Subject: Tower käfer").count >= 3, "\(text)")
    }
}
