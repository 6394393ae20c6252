import MailEngine
import MailTestSupport
import ModelServer
import Reconciliation
import Testing

@Suite("Reconnecting", .onOwnThreads, .holds("Y12", "Y19", "M06"))
struct ReconnectTests {
    @Test("Reconnects after a pause, as often as requested")
    func again() async throws {
        let whole = try await HomeWithModelServer(.dovecot).sync().octetsIn
        for place in Swift.stride(from: 0, to: whole, by: 251) {
            let scene = try HomeWithModelServer(.dovecot)
            let phases = AccountSyncPhaseTests.Phases()
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
        let scene = try HomeWithModelServer(.dovecot)
        let phases = AccountSyncPhaseTests.Phases()
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
}
