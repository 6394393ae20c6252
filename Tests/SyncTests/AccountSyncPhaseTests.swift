import Disk
import Foundation
import MailEngine
import MailTestSupport
import ModelServer
import Reconciliation
import Synchronization
import Testing

@Suite("Sync phases", .onOwnThreads, .holds("Y12", "Y19", "M06"))
struct AccountSyncPhaseTests {
    /// The reported phases in order, without repetitions in a row.
    final class Phases: Sendable {
        private let told = Mutex<[AccountSyncPhase]>([])
        func tell(_ progress: SyncProgress) {
            told.withLock { if $0.last != progress.phase { $0.append(progress.phase) } }
        }
        var all: [AccountSyncPhase] { told.withLock { $0 } }

        func areInOrder() -> Bool {
            zip([.idle] + all, all).allSatisfy { $1.canFollow($0) }
        }
    }

    @Test("Reports each phase when it begins, in a permitted order")
    func whole() async throws {
        let scene = try HomeWithModelServer(.dovecot)
        let phases = Phases()
        let report = try await scene.sync(
            by: scene.model.connections { _ in .none }, clock: LaterClock(), progress: phases.tell)
        #expect(report.failure == nil)
        let expected: [AccountSyncPhase] = [
            .connecting, .authenticating, .syncingFolders, .syncingHeaders, .syncingBodies, .syncingFolders,
        ]
        #expect(phases.all.starts(with: expected) && phases.all.last == .idle, "\(phases.all)")
        #expect(phases.areInOrder())
    }

    @Test("A sync that waited for another process in vain fails as busy, after the phase that says so")
    func besideOtherProcess() async throws {
        let scene = try HomeWithModelServer(.dovecot)
        let state = try Directory.open(Path(scene.home.path), on: POSIXFileSystem.shared)
            .makingDirectory(Array("state".utf8))
        let lock = try #require(try state.lock(Array("lock".utf8), waiting: false))
        let phases = Phases()
        var request = AccountSync.Request()
        request.lockPatience = .milliseconds(300)
        let report = try await scene.sync(
            by: scene.model.connections { _ in .none }, clock: LaterClock(), request, progress: phases.tell)
        withExtendedLifetime(lock) {}
        #expect(report.failure?.isBusy ?? false)
        #expect(phases.all == [.connecting, .authenticating, .waitingForProcess, .failed], "\(phases.all)")
        #expect(phases.areInOrder())
    }

    @Test("Only phases that can occur several times in a row follow themselves")
    func table() {
        let repeated = AccountSyncPhase.allCases.filter { $0.canFollow($0) }
        #expect(repeated == [.connecting, .syncingFolders, .syncingBodies])
        for phase in AccountSyncPhase.allCases where phase != .failed && phase != .signedOut {
            #expect(AccountSyncPhase.failed.canFollow(phase))
        }
    }
}
