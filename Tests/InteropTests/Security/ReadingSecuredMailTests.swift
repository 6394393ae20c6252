import Foundation
import MailTestSupport
import Testing

@Suite(
    "Reading mail that other programs signed and encrypted", .needs(.gpg), .needs(.gpgsm), .onOwnThreads, .serialized,
    .holds("E04"))
struct ReadingSecuredMailTests {
    @Test(
        "Each message is verified and decrypted as gpg itself says, and none is stored decrypted",
        .timeLimit(.minutes(20)))
    func agreesWithGPG() throws {
        let mail = try SecuredMailHome()
        #expect(mail.expected.count >= 40)
        let files = try mail.shared.contents(of: ["INBOX"])
        for (index, expected) in mail.expected.enumerated() {
            let found = try mail.json(["show", "id:<\(index + 1)@example.org>"], as: mail.kim)
            let security = try #require(found["security"] as? [[String: Any]])
            func status(_ kind: String) -> String? {
                security.first { $0["kind"] as? String == kind }?["status"] as? String
            }
            #expect(status("signature") == expected.signature, "\(expected.subject): \(security)")
            #expect(status("encryption") == expected.encryption, "\(expected.subject): \(security)")
            let covers = Set(security.compactMap { $0["covers"] as? String })
            #expect(covers == [expected.covers], "\(expected.subject): \(security)")
            let text = found["text"] as? String ?? ""
            #expect(expected.text.isEmpty || text.contains(expected.text), "\(expected.subject): \(text)")
            let refused = expected.encryption != nil && expected.encryption != "decrypted"
            if refused { #expect(!text.contains("harbour"), "\(expected.subject): \(text)") }
            let isOfSender = security.first { $0["kind"] as? String == "signature" }?["isOfSender"] as? Bool
            if expected.signature == "good" { #expect(isOfSender == true, "\(expected.subject): \(security)") }
        }
        let subjects = try mail.json(["show", "id:<28@example.org>"], as: mail.kim)["headers"] as? [[String: Any]]
        #expect(subjects?.contains { $0["value"] as? String == "The inner subject" } == true)
        #expect(try mail.shared.contents(of: ["INBOX"]) == files)
        try expectNothingStored(mail, "Inline secret.")
    }

    /// Expects that no file of the home contains a decrypted text.
    private func expectNothingStored(_ mail: SecuredMailHome, _ secret: String) throws {
        let run = try ProgramRun.run(URL(filePath: "/usr/bin/grep"), ["-rlaF", secret, mail.shared.home.path])
        #expect(run.text.isEmpty, "decrypted text is in \(run.text)")
        let found = try mail.json(["search", "secret"], as: mail.kim)["messages"] as? [[String: Any]] ?? []
        #expect(found.allSatisfy { $0["subject"] as? String != "inline encrypted" })
    }

    @Test("Sentences say who signed, what is not covered, and why something is not shown", .timeLimit(.minutes(20)))
    func sentences() throws {
        let mail = try SecuredMailHome()
        func page(_ subject: String) throws -> String {
            let number = try #require(mail.expected.firstIndex { $0.subject == subject }) + 1
            return try mail.petrel(["show", "id:<\(number)@example.org>"], as: mail.kim).text
        }
        #expect(try page("gpg signed plain SHA256").contains("signed by Ana Ruiz <ana@example.org>, the sender."))
        #expect(try page("gpg forged").contains("! BAD SIGNATURE: the text is not what Ana"))
        #expect(try page("gpg signed with unknown key").contains("is not here, so it is unknown by whom."))
        #expect(try page("gpg signed inside a list").contains("only a part of this message is covered by a signature"))
        #expect(try page("EFAIL without MDC").contains("lacks protection against changes (MDC)"))
        let leak = try page("EFAIL between HTML")
        let text = leak.components(separatedBy: "---- Decrypted part, apart from the text above")
        #expect(text.count == 2 && !text[0].contains("harbour") && text[1].contains("harbour"), "\(leak)")
        #expect(!leak.contains("evil.example"))
        // The key of a good signature names another address than From.
        let file = try #require(try mail.shared.files("INBOX").first)
        let forged = try String(contentsOf: file, encoding: .utf8).replacing("<ana@", with: "<eve@").replacing(
            "<1@example.org>", with: "<eve@example.org>")
        try mail.shared.add(forged, as: "cur/1791999999.eve:2,S")
        let other = try mail.petrel(["show", "id:<eve@example.org>"], as: mail.kim).text
        #expect(other.contains("! signed by Ana") && other.contains("does not belong to the From address."), "\(other)")
    }

    @Test("Without gpg, show says what to install")
    func notInstalled() throws {
        let mail = try SecuredMailHome()
        let run = try mail.petrel(["show", "id:<1@example.org>"], as: mail.kim, path: "/nowhere")
        #expect(
            run.text.contains("gpg is not installed. On Debian, type: apt install gpg"), "\(run.text)\(run.errorText)")
        #expect(run.text.contains("harbour plan."))
    }
}
