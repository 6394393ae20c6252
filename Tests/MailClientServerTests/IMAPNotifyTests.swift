import IMAPProtocol
import MailTestSupport
import MailTypes
import Testing

@testable import MailClients

extension IMAPMessageTests {
    /// Among these servers, Dovecot supports NOTIFY.
    @Suite("Events in mailboxes that are not selected", .holds("Y10"))
    struct Watching {
        private static let everything = NotifyCommand([
            NotifyCommand.Group(.selected, [.messageNew, .messageExpunge, .flagChange]),
            NotifyCommand.Group(.personal, NotifyCommand.Event.allCases),
        ])

        /// Waits in IDLE for a matching unsolicited response.
        private static func wait(
            on client: IMAPClient, for isWanted: @Sendable (Response) -> Bool
        ) async throws -> Bool {
            var isTold = false
            let limit = ContinuousClock.now + .seconds(30)
            while !isTold, ContinuousClock.now < limit {
                try await client.idle(for: .seconds(30)) { delivery in
                    guard case .data(let response, nil, _) = delivery, isWanted(response) else { return }
                    isTold = true
                    await client.endIdle()
                }
            }
            return isTold
        }

        @Test(
            "NOTIFY reports messages and mailboxes of another client",
            arguments: IMAPMessageTests.servers)
        func watching(_ server: IMAPServerUnderTest) async throws {
            try await server.withMailbox { client, mailbox in
                guard await client.capabilities.contains(.notify) else {
                    #expect(server.name != "dovecot")
                    await #expect(throws: IMAPClientError.self) { try await client.notify(Self.everything) }
                    return
                }
                let elsewhere = try await IMAPServerUnderTest.name(
                    "elsewhere" + IMAPServerUnderTest.unique(), on: client)
                let new = try await IMAPServerUnderTest.name("new" + IMAPServerUnderTest.unique(), on: client)
                try await client.run(.create(elsewhere, nil))
                let numbers = try await client.notify(Self.everything)
                #expect(numbers.first { $0.name == elsewhere }?.messages == 0)
                let other = try await server.signedIn()
                let message = sampleMessage("elsewhere")
                _ = try await other.append(AppendCommand(elsewhere, size: message.count), MessageSource(message))
                #expect(
                    try await Self.wait(on: client) { response in
                        guard case .mailboxStatus(let status) = response else { return false }
                        return status.name == elsewhere && status.messages == 1 && status.uidNext != nil
                    }, "the message")
                try await other.run(.create(new, nil))
                #expect(
                    try await Self.wait(on: client) { response in
                        guard case .list(let listed) = response else { return false }
                        return listed.name == new && listed.isSelectable
                    }, "the mailbox")
                try await other.run(.delete(new))
                #expect(
                    try await Self.wait(on: client) { response in
                        guard case .list(let listed) = response else { return false }
                        return listed.name == new && listed.attributes.contains(.nonExistent)
                    }, "its end")
                _ = try await other.append(AppendCommand(mailbox, size: message.count), MessageSource(message))
                #expect(
                    try await Self.wait(on: client) { response in
                        if case .exists(1) = response { true } else { false }
                    }, "the message here")
                #expect(await client.mailbox?.messages == 1)
                #expect(try await client.notify(NotifyCommand([])).isEmpty)
                try await other.run(.delete(elsewhere))
                await other.close()
            }
        }
    }
}
