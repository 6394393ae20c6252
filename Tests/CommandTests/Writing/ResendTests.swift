import MailTestSupport
import Testing

@testable import EndToEndSupport

@Suite("Resent messages", .holds("C05"))
struct ResendTests {
    @Test("resend keeps recipients, text and attachments, with the user as sender", .holds("E01"))
    func resend() throws {
        let home = try SampleHome()
        let message = """
            From: Ana Ruiz <ana@example.org>
            To: Ben Okafor <ben@example.org>
            Cc: chi@example.org
            Subject: Plan
            DKIM-Signature: v=1
            Message-ID: <7@example.org>
            Content-Type: multipart/mixed; boundary=x

            --x
            Content-Type: text/plain

            The plan.
            --x
            Content-Type: text/plain
            Content-Disposition: attachment; filename="plan.txt"

            1 2 3
            --x--

            """
        try home.add(message.replacing("\n", with: "\r\n").utf8, to: "INBOX")
        _ = home.petrel("account", "add", "local", "--address", "kim@example.net", "--name", "Kim Park")
        let run = home.petrel("resend", "id:7@example.org", "--draft")
        #expect(run.text == "Draft saved d1\n", "\(run.errorText)")
        let draft = home.petrel("drafts", "export", "d1").text
        for field in [
            "From: Kim Park <kim@example.net>", "To: Ben Okafor <ben@example.org>", "Cc: chi@example.org",
            "Subject: Plan\r\n", "plan.txt", "The plan.",
        ] { #expect(draft.contains(field), "\(field) is missing in \(draft)") }
        #expect(!draft.contains("DKIM") && !draft.contains("7@example.org") && !draft.contains("ana@"))
    }
}
