import Foundation
import MailClients
import MailTestSupport
import MailTypes
import ModelServer
import Synchronization

@testable import EndToEndSupport

/// The mail server of a home in the tour, for IMAP and for submission.
final class TourServers: Sendable {
    private final class Settings: Sendable {
        struct Values {
            /// Why no connection succeeds, if so.
            var failure: StreamFailure?
            /// The reply to a message, if it is not accepted.
            var refusal: String?
            /// The number of connections for submission.
            var connections = 0
        }

        let values = Mutex(Values())
    }

    let mail = ModelIMAPServer(.dovecot)
    let access: NetworkAccess
    private let submission: RecordingSMTPServer
    private let settings = Settings()

    init() {
        submission = RecordingSMTPServer { [settings] server in
            server.extensions = ["PIPELINING", "SIZE 50000", "8BITMIME", "AUTH PLAIN"]
            settings.values.withLock { server.answers[.end] = $0.refusal }
        }
        access = NetworkAccess { [mail, submission, settings] endpoint, authorities throws(StreamFailure) in
            if let failure = settings.values.withLock({ $0.failure }) { throw failure }
            if endpoint.port == 993 { return try await mail.connections().connect(endpoint, authorities) }
            settings.values.withLock { $0.connections += 1 }
            return try await submission.connections.connect(endpoint, authorities)
        }
        mail.set(Instant(seconds: TourClock.noon - 120 * 86_400))
        mail.deliver(
            Self.letter(
                "Eve Ruiz <eve@example.org>", "An old letter", "From June.", id: "old", date: "Mon, 15 Jun 2026"))
        mail.set(Instant(seconds: TourClock.noon))
        for letter in Self.letters { mail.deliver(letter) }
    }

    // MARK: - Events

    /// Does what a line of the tour says, if it is about the servers.
    func happens(_ line: String) {
        if line.contains("network is lost") {
            lose(.unreachable)
        } else if line.contains("clock of this machine is wrong") {
            lose(.certificate(.notYetValid))
        } else if line.contains("network is back") || line.contains("clock is right again") {
            settings.values.withLock { $0.failure = nil }
        } else if line.contains("server refuses mail") {
            settings.values.withLock { $0.refusal = "550 5.7.1 Not from you\r\n" }
        } else if line.contains("server accepts mail") {
            settings.values.withLock { $0.refusal = nil }
        } else if line.contains("password is changed") {
            for verb in ["AUTHENTICATE", "LOGIN"] {
                mail.refuse(verb, "NO [AUTHENTICATIONFAILED] Authentication failed.", times: .max)
            }
        } else if line.contains("mailbox on the server is full") {
            mail.refuse("APPEND", "NO [OVERQUOTA] Quota exceeded", times: .max)
        } else if line.contains("Ana writes") {
            // If petrel watches the mailbox, it must have begun to.
            if line.contains("petrel says") { TourClock.wait { mail.log.last?.verb == "IDLE" } }
            mail.deliver(Self.letter("Ana Ruiz <ana@example.org>", "Dinner?", "At eight?", id: "dinner"))
        } else if line.contains("changes the draft on the server") {
            changeDraft()
        }
    }

    private func lose(_ failure: StreamFailure) {
        settings.values.withLock { $0.failure = failure }
        mail.dismissAll()
    }

    /// Like another client: stores the draft with another text, and deletes the old version.
    private func changeDraft() {
        for message in mail.mailbox("Drafts")?.messages ?? [] {
            let text = String(decoding: message.content, as: UTF8.self)
            let changed = text.replacing("Half a sent", with: "A sentence from the office.")
            mail.expunge(UIDSet(message.uid), in: "Drafts")
            mail.deliver(changed, to: "Drafts", flags: [.draft])
        }
    }

    // MARK: - What is on the servers

    /// Describes each message in a folder of the server by its subject, Bcc, and its text or size.
    func messages(in folder: String) -> [String] {
        let lines = (mail.mailbox(folder)?.messages ?? []).map { message in
            let (header, body) = Self.parts(message.content)
            let subject = header.first { $0.hasPrefix("Subject: ") }?.dropFirst(9) ?? "(no subject)"
            let hidden = header.filter { $0.hasPrefix("Bcc: ") }.map { ", \($0)" }.joined()
            let text = body.filter { !$0.isEmpty }.joined(separator: " / ")
            return "\"\(subject)\"\(hidden): \(text.count < 80 ? text : "\(message.content.count / 1000) KB")"
        }
        return lines.isEmpty ? ["No message."] : lines
    }

    func isEmpty(_ folder: String) -> Bool { mail.mailbox(folder)?.messages.isEmpty ?? true }

    /// The envelope and the content of each message that the server accepted.
    var received: [String] {
        let count = settings.values.withLock { $0.connections }
        if submission.accepted.isEmpty { return [count == 0 ? "Nothing. It was not contacted." : "Nothing."] }
        return submission.accepted.flatMap { message in
            let (header, body) = Self.parts(message.content)
            return ["From <\(message.sender)> for \(message.recipients.map { "<\($0)>" }.joined(separator: ", "))"]
                + header.filter { !$0.hasPrefix("Date: ") && !$0.hasPrefix("Message-ID: ") } + [""] + body.prefix(30)
        }
    }

    private static func parts(_ content: [UInt8]) -> (header: [String], body: [String]) {
        let text = String(decoding: content, as: UTF8.self).replacing("\r\n", with: "\n")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        let header = lines.prefix { !$0.isEmpty }
        var body = Array(lines.dropFirst(header.count + 1))
        while body.last?.isEmpty == true { body.removeLast() }
        return (Array(header), body)
    }

    // MARK: - Letters

    private static func letter(
        _ sender: String, to recipient: String = "Kim <kim@example.net>", _ subject: String, _ text: String, id: String,
        type: String = "text/plain", date: String = "Tue, 13 Oct 2026"
    ) -> String {
        """
        From: \(sender)\r
        To: \(recipient)\r
        Subject: \(subject)\r
        Date: \(date) 09:00:00 +0200\r
        Message-ID: <\(id)@example.org>\r
        MIME-Version: 1.0\r
        Content-Type: \(type)\r
        \r
        \(text)\r

        """
    }

    private static var letters: [String] {
        let file = Data(repeating: 0x25, count: 12_000).base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ])
        let parts = """
            --x\r
            Content-Type: text/plain\r
            \r
            The plan is attached.\r
            --x\r
            Content-Type: application/pdf; name=plan.pdf\r
            Content-Disposition: attachment; filename=plan.pdf\r
            Content-Transfer-Encoding: base64\r
            \r
            \(file)\r
            --x--
            """
        return [
            letter(
                "Ben Okafor <ben@example.org>", "Plan", parts, id: "plan", type: "multipart/mixed; boundary=x"),
            letter(
                "Chi Wei <chi@example.com>", to: "kim@club.example", "Club", "Are you coming on Friday?", id: "club"),
        ]
    }
}
