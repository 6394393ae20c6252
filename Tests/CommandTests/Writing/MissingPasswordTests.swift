import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Sending for an account without a password", .onOwnThreads, .timeLimit(.minutes(5)), .holds("PS2"))
struct MissingPasswordTests {
    @Test("Waiting ends at once if the password of the account is stored nowhere, and the message stays queued")
    func withoutPassword() throws {
        let home = try SampleHome(isEmpty: true)
        try home.addAccount(
            "work",
            ["address": "kim@example.net", "user": "kim", "smtp": "smtps://mail.example.net"])
        let begin = ContinuousClock.now
        let mail = try ProgramRun.run(
            ProjectFiles.petrel, ["--home", home.directory.path, "sendmail", "--wait", "-i", "ben@example.org"],
            input: Data("Subject: Plan\n\nHi\n".utf8))
        let draft = home.petrel("new", "-t", "ben@example.org", "-s", "Two", "-m", "Hi", "--send", "--wait", "60")
        let flush = home.petrel("outbox", "flush", "--wait", "60")
        #expect(ContinuousClock.now - begin < .seconds(50))
        #expect(mail.exitCode == 77 && mail.errorText.contains("Type: petrel sync"), "\(mail.errorText)")
        #expect(draft.exitCode == .noPermission && draft.text == "queued o2\n", "\(draft.text)\(draft.errorText)")
        #expect(flush.exitCode == .noPermission, "\(flush.errorText)")
        #expect(home.petrel("outbox").lines.count == 2)
    }
}
