import Foundation
import MailClients
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Typed passwords", .onOwnThreads, .holds("PX7", "Y15"))
struct TypedPasswordTests {
    private static let password = "canary-7f3a"

    /// A home with an account that has no password configured.
    private func home() throws -> SampleHome {
        let home = try SampleHome(isEmpty: true)
        let file = home.directory.appending(path: "accounts/work.json")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(
            #"{"address": "kim@example.net", "imap": "imaps://imap.example.net", "smtp": "smtps://smtp.example.net"}"#
                .utf8
        ).write(to: file)
        return home
    }

    @Test("A typed password is used to sign in and not stored")
    func typed() throws {
        let home = try home()
        let run = home.petrel(
            "account", "check", "work", typing: [Self.password],
            reaching: NetworkAccess { endpoint, _ throws(StreamFailure) in
                let answer = Data("\0kim@example.net\0\(Self.password)".utf8).base64EncodedString()
                return ScriptedServer(
                    endpoint.port == 993
                        ? """
                        S: * OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN] ready
                        C: A1 AUTHENTICATE PLAIN \(answer)
                        S: A1 OK [CAPABILITY IMAP4rev1] in
                        C: A2 STATUS INBOX (MESSAGES UNSEEN)
                        S: * STATUS INBOX (MESSAGES 1 UNSEEN 0)
                        S: A2 OK done
                        """
                        : """
                        S: 220 ready
                        C: EHLO [127.0.0.1]
                        S: 250-hello
                        S: 250 AUTH PLAIN
                        C: AUTH PLAIN \(answer)
                        S: 235 2.7.0 in
                        """)
            })
        #expect(run.text == "Signed in. INBOX: 1 message, 0 unread. Sending works, too.\n", "\(run.errorText)")
        #expect(run.prompts == ["Password for work (not shown): "])
        let files = FileManager.default.enumerator(at: home.directory, includingPropertiesForKeys: nil)
        for case let file as URL in try #require(files) {
            let content = try? Data(contentsOf: file)
            #expect(content?.contains(Data(Self.password.utf8)) != true, "\(file.path)")
        }
    }

    @Test("An empty password is not tried, and without a terminal the error says what to do")
    func nothing() throws {
        let home = try home()
        let empty = home.petrel("account", "check", "work", typing: [""])
        #expect(empty.exitCode == .interrupted && empty.errorText.contains("No password was typed. Did not sign in."))
        let script = home.petrel("account", "check", "work")
        #expect(script.exitCode == .unanswered && script.errorText.contains("\"passwordCommand\""))
    }
}
