import MailEngine
import MailTestSupport
import ModelServer
import Reconciliation
import Synchronization
import Testing

@Suite("Sync phases", .onOwnThreads, .holds("Y12", "Y19", "M06"))
struct PhaseTests {
    /// The reported phases in order, without repetitions in a row.
    private final class Phases: Sendable {
        private let told = Mutex<[AccountPhase]>([])
        func tell(_ progress: SyncProgress) {
            told.withLock { if $0.last != progress.phase { $0.append(progress.phase) } }
        }
        var all: [AccountPhase] { told.withLock { $0 } }

        func areInOrder() -> Bool {
            zip([.idle] + all, all).allSatisfy { $1.canFollow($0) }
        }
    }

    @Test("Reports each phase when it begins, in a permitted order")
    func whole() async throws {
        let scene = try ModelScene(.dovecot)
        let phases = Phases()
        let report = try await scene.sync(
            by: scene.model.connections { _ in .none }, clock: LaterClock(), progress: phases.tell)
        #expect(report.failure == nil)
        let expected: [AccountPhase] = [
            .connecting, .authenticating, .syncingFolders, .syncingHeaders, .syncingBodies, .syncingFolders,
        ]
        #expect(phases.all.starts(with: expected) && phases.all.last == .idle, "\(phases.all)")
        #expect(phases.areInOrder())
    }

    @Test("Reconnects after a pause, as often as requested")
    func again() async throws {
        let whole = try await ModelScene(.dovecot).sync().octetsIn
        for place in Swift.stride(from: 0, to: whole, by: 251) {
            let scene = try ModelScene(.dovecot)
            let phases = Phases()
            var request = AccountSync.Request()
            request.pauses = [.seconds(5), .seconds(15)]
            var faults = ModelFaults()
            faults.cut = .said(place)
            let cut = faults
            let report = try await scene.sync(
                by: scene.model.connections { $0 < 2 ? cut : .none }, clock: LaterClock(), request,
                progress: phases.tell)
            let isSignedIn = phases.all.contains(.syncingFolders)
            #expect((report.failure == nil) == isSignedIn, "\(place): \(report.failure?.sentence ?? "")")
            // A second connection may finish before it reaches the cut.
            let pauses = phases.all.count { $0 == .waiting }
            #expect(isSignedIn ? (1...2).contains(pauses) : pauses == 0, "\(place)")
            #expect(phases.all.last == (isSignedIn ? .idle : .failed))
            #expect(phases.areInOrder(), "\(phases.all)")
            if isSignedIn { #expect(scene.here == scene.there, "\(place)") }
        }
    }

    @Test("Fails once the requested attempts are used up")
    func never() async throws {
        let scene = try ModelScene(.dovecot)
        let phases = Phases()
        var request = AccountSync.Request()
        request.pauses = [.seconds(5)]
        var faults = ModelFaults()
        faults.cut = .said(1500)
        let cut = faults
        let report = try await scene.sync(
            by: scene.model.connections { _ in cut }, clock: LaterClock(), request, progress: phases.tell)
        #expect(report.failure != nil && phases.all.last == .failed)
        #expect(phases.all.count { $0 == .waiting } == 1 && phases.areInOrder(), "\(phases.all)")
    }

    @Test("Only phases that can occur several times in a row follow themselves")
    func table() {
        let repeated = AccountPhase.allCases.filter { $0.canFollow($0) }
        #expect(repeated == [.connecting, .syncingFolders, .syncingBodies])
        for phase in AccountPhase.allCases where phase != .failed && phase != .signedOut {
            #expect(AccountPhase.failed.canFollow(phase))
        }
    }
}
