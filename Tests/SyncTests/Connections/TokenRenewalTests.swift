import Foundation
import IMAPProtocol
import MailEngine
import MailTestSupport
import ModelServer
import Reconciliation
import SASL
import Synchronization
import Testing

@Suite("Expired tokens", .onOwnThreads, .holds("Y12", "Y17"))
struct TokenRenewalTests {
    /// Records the reported phases in order, and the number of renewals.
    private final class Witness: Sendable {
        private let state = Mutex((phases: [AccountSyncPhase](), renewals: 0))

        func tell(_ progress: SyncProgress) {
            state.withLock { if $0.phases.last != progress.phase { $0.phases.append(progress.phase) } }
        }

        func renew() { state.withLock { $0.renewals += 1 } }
        var phases: [AccountSyncPhase] { state.withLock { $0.phases } }
        var renewals: Int { state.withLock { $0.renewals } }
        var areInOrder: Bool { zip([.idle] + phases, phases).allSatisfy { $1.canFollow($0) } }
    }

    private static let mechanisms = ["XOAUTH2", "OAUTHBEARER"]

    private func scene(_ mechanism: String = "OAUTHBEARER") throws -> HomeWithModelServer {
        var profile = ModelProfile.dovecot
        profile.tokenMechanisms = ["AUTH=\(mechanism)"]
        let scene = try HomeWithModelServer(profile)
        scene.model.set(tokens: ["good"])
        return scene
    }

    /// `next` contains the tokens that the renewals return.
    private func sync(
        _ scene: HomeWithModelServer, with token: String, then next: [String] = [], _ faults: ModelFaults = .none,
        _ witness: Witness = Witness(), pauses: [Duration] = [],
        onRenewal: @escaping @Sendable () -> Void = {}
    ) async throws -> SyncReport {
        var request = AccountSync.Request()
        request.pauses = pauses
        let first = scene.model.connectionCount
        return try await scene.sync(
            with: token, .token, by: scene.model.connections { $0 == first ? faults : .none }, request,
            renewing: {
                let count = witness.renewals
                witness.renew()
                onRenewal()
                guard count < next.count, let secret = Secret(Array(next[count].utf8)) else { return nil }
                return Credentials(user: Array("kim".utf8), secret, .token)
            }, progress: witness.tell)
    }

    @Test("Renews an expired token once and completes the sync", arguments: mechanisms)
    func renewed(_ mechanism: String) async throws {
        let scene = try scene(mechanism)
        let witness = Witness()
        let report = try await sync(scene, with: "old", then: ["good"], .none, witness)
        #expect(report.failure == nil, "\(report.failure?.sentence ?? "")")
        #expect(scene.here == scene.there && witness.renewals == 1)
        #expect(witness.phases.contains(.renewingToken) && witness.phases.last == .idle)
        #expect(witness.areInOrder, "\(witness.phases)")
        #expect(scene.model.violations == [])
    }

    @Test("Renews a token that expires during the sync and continues")
    func onTheWay() async throws {
        let whole = try await sync(scene(), with: "good").octetsIn
        for place in stride(from: 400, to: whole, by: 301) {
            let scene = try scene()
            var faults = ModelFaults()
            faults.cut = .said(place)
            let witness = Witness()
            let report = try await sync(
                scene, with: "good", then: ["better"], faults, witness, pauses: [.seconds(5)],
                onRenewal: { [model = scene.model] in model.set(tokens: ["better"]) })
            guard witness.phases.contains(.syncingFolders) else { continue }
            #expect(report.failure == nil, "\(place)")
            #expect(scene.here == scene.there, "\(place)")
            // Messages that had already arrived were not sent again.
            #expect(report.mailboxes.reduce(0) { $0 + $1.new } == 7, "\(place)")
            #expect(witness.renewals <= 1 && witness.areInOrder, "\(place): \(witness.phases)")
        }
    }

    @Test("If the renewed token is refused, the sync ends without a third attempt", arguments: mechanisms)
    func refused(_ mechanism: String) async throws {
        let scene = try scene(mechanism)
        let witness = Witness()
        let report = try await sync(
            scene, with: "old", then: ["older", "good"], .none, witness, pauses: [.seconds(5), .seconds(15)])
        #expect(report.failure?.isOfSecret == true && witness.renewals == 1)
        #expect(scene.model.log.count { $0.verb == "AUTHENTICATE" } == 2)
        #expect(witness.phases.last == .signedOut && witness.areInOrder, "\(witness.phases)")
        let sentence = report.failure?.sentence ?? ""
        #expect(sentence.contains("no longer accepts tokens of kim@example.net") && !sentence.contains("password"))
        #expect(!sentence.contains("older"))
    }

    @Test("A refused account works again after the next successful sign-in")
    func again() async throws {
        let scene = try scene()
        let refused = try await sync(scene, with: "old")
        #expect(refused.failure?.isOfSecret == true && scene.here("INBOX").isEmpty)
        let witness = Witness()
        let report = try await sync(scene, with: "good", then: [], .none, witness)
        #expect(report.failure == nil && scene.here == scene.there && witness.renewals == 0)
    }

    @Test("A refused password is not renewed, and the account waits for the user")
    func password() async throws {
        let scene = try HomeWithModelServer(.dovecot)
        let witness = Witness()
        let report = try await scene.sync(
            with: "wrong", .password, by: scene.model.connections(),
            renewing: {
                witness.renew()
                return nil
            }, progress: witness.tell)
        #expect(report.failure?.isOfSecret == true && witness.renewals == 0 && witness.phases.last == .signedOut)
        #expect(report.failure?.sentence.hasPrefix("IMAP authentication failed for kim@example.net.") == true)
    }
}

/// The tests share one user's mail, so they run one after the other.
extension RealServerSyncTests {
    @Test(
        "Renews a token that Dovecot refuses once and completes the sync",
        .needs(server: "dovecot"), .holds("Y12", "Y17"))
    func token() async throws {
        let scene = try await RealServerFixture("dovecot")
        try await scene.deliver(["one", "two"])
        let good = try #require(Secret(Array(scene.user.token.utf8)))
        let user = Array(scene.user.name.utf8)
        let refused = try await scene.sync(token: "run-out") { nil }
        #expect(refused.failure?.isOfSecret == true && scene.here("INBOX").isEmpty)
        #expect(refused.failure?.sentence == "There is no new token.")
        let report = try await scene.sync(token: "run-out") { Credentials(user: user, good, .token) }
        #expect(report.failure == nil, "\(report.failure?.sentence ?? "")")
        #expect(scene.here("INBOX").map(\.subject) == ["one", "two"])
        let again = try await scene.sync(token: scene.user.token)
        #expect(again.failure == nil && !again.hasChanged)
        await scene.close()
    }
}
