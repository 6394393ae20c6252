import Accounts
import Disk
import Foundation
import IMAPProtocol
import MailClients
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import SASL
import Testing

@testable import MailEngine

/// A message appended to Sent over connections that may be cut anywhere.
@Suite("Idempotent append over connections that break", .onOneThread, .timeLimit(.minutes(60)), .holds("Y15", "PY4"))
struct IdempotentAppendRunnerTests {
    /// The step between the tried points. PETREL_SYNC_CUTS=1 tries all of them.
    private static let stride = Int(ProcessInfo.processInfo.environment["PETREL_SYNC_CUTS"] ?? "") ?? 29

    private final class Ground: HomeWithMail {
        let home: URL
        let server: ModelIMAPServer
        let name: String
        private let order: AppendRequest
        private let account: AccountConfiguration

        init(_ profile: ModelProfile) throws {
            server = ModelIMAPServer(profile)
            name =
                profile.prefix + (profile.mailboxes.first { $0.use == .sent || $0.name.hasPrefix("Sent") }?.name ?? "")
            home = try Self.makeHome("append")
            var account = AccountConfiguration(try #require(AccountName("work")), identities: [])
            account.imap = try ServerURL("imaps://mail.example.net", for: .imap)
            self.account = account
            order = AppendRequest(
                mailbox: .sent, name: try #require(EncodedMailboxName(Array(name.utf8))), flags: [.seen],
                date: DateTime(instant: Instant(seconds: 1_800_000_000), offsetMinutes: 0),
                octets: TestMessage.message("sent"), messageID: MessageID("sent@example.org"))
        }

        deinit { try? FileManager.default.removeItem(at: home) }

        /// Returns the outcome, or `nil` if the connection was cut.
        func append(_ faults: ModelFaults = .none) async throws -> (outcome: AppendOutcome?, octets: (Int, Int)) {
            let directory = try Directory.open(Path(home.path), on: POSIXFileSystem.shared)
            let store = try SyncStore(
                MailTree(try directory.makingDirectory(Array("mail".utf8))), drafts: nil,
                state: try directory.makingDirectory(Array("state".utf8)), clock: LaterClock())
            let secret = try #require(Secret(Array("secret-kim".utf8)))
            let credentials = try #require(Credentials(user: Array("kim".utf8), secret, .password))
            var outcome: AppendOutcome?
            var octets = (0, 0)
            do throws(SyncFailure) {
                let session = try await ServerSession.open(
                    account, as: credentials, by: server.connections { _ in faults }, clock: LaterClock(),
                    tell: { _ in })
                do throws(SyncFailure) {
                    let entry = try await store.openAppends().first
                    let result = try await session.append(order, journal: store, resuming: entry)
                    try await store.end(result.entry)
                    outcome = result.outcome
                } catch {}
                octets = (session.counts.octetsIn, session.counts.octetsOut)
                await session.close()
            } catch {}
            await store.close()
            return (outcome, octets)
        }

        var copies: [ModelSnapshot] { server.snapshot[name] ?? [] }
    }

    @Test("After a cut anywhere, there is exactly one copy", arguments: ModelServerKind.all)
    func cut(_ server: ModelServerKind) async throws {
        let whole = try Ground(server.profile)
        let (outcome, octets) = try await whole.append()
        #expect(outcome == .stored(whole.copies.first?.uid))
        var places = Swift.stride(from: 0, to: octets.0, by: Self.stride).map { ModelFaults.Place.said($0) }
        places += Swift.stride(from: 0, to: octets.1, by: Self.stride).map { ModelFaults.Place.heard($0) }
        for place in places {
            let ground = try Ground(server.profile)
            var faults = ModelFaults()
            faults.cut = place
            if try await ground.append(faults).outcome == nil {
                #expect(
                    try await ground.append().outcome == .stored(ground.copies.first?.uid), "\(server.name), \(place)")
            }
            #expect(ground.copies.count == 1, "\(server.name), \(place)")
            #expect(ground.copies.allSatisfy { $0.flags.contains(.seen) })
        }
    }

    @Test("Creates a missing mailbox, and reports a full one as refused")
    func refusals() async throws {
        let ground = try Ground(.bare)
        ground.server.delete("Sent")
        #expect(try await ground.append().outcome == .stored(ground.copies.first?.uid))
        #expect(ground.copies.count == 1)
        let full = try Ground(.dovecot)
        full.server.refuse("APPEND", "NO [OVERQUOTA] no room")
        guard case .refused(let refusal)? = try await full.append().outcome else {
            Issue.record("it was not refused")
            return
        }
        #expect(refusal.kind == .overQuota && full.copies.isEmpty)
        #expect(refusal.sentence.contains("is full. Delete mail there"), "\(refusal.sentence)")
        #expect(try await full.append().outcome == .stored(full.copies.first?.uid))
    }
}
