import IMAPProtocol
import MailTestSupport
import MailTypes
import Testing

@testable import MailClients

extension IMAPClient {
    /// Appends a message and returns its UID in the selected mailbox, even without UIDPLUS.
    @discardableResult
    func put(_ message: [UInt8], into mailbox: EncodedMailboxName, flags: [Flag] = []) async throws -> UID {
        var command = AppendCommand(mailbox, size: message.count)
        command.flags = flags
        let appended = try await append(command, MessageSource(message))
        try await run(.noop)
        let last = try await search(SearchCommand(.all)).last
        if let appended { #expect(appended.uid == last) }
        return try #require(last)
    }

    func contents(of uids: UIDSet, _ items: [FetchItem]) async throws -> FetchedMessageCollector {
        var fetched = FetchedMessageCollector()
        try await fetch(FetchCommand(uids, items)) { fetched.take($0) }
        return fetched
    }
}

/// Returns a message of a few lines.
func sampleMessage(_ subject: String, body: String = "Hello\r\n") -> [UInt8] {
    Array(
        """
        From: Kim <kim@example.net>\r
        To: Ana <ana@example.net>\r
        Subject: \(subject)\r
        Date: Mon, 12 Oct 2026 14:03:00 +0200\r
        Message-ID: <\(IMAPServerUnderTest.unique())@example.net>\r
        MIME-Version: 1.0\r
        Content-Type: text/plain; charset=utf-8\r
        \r
        \(body)
        """.utf8)
}
