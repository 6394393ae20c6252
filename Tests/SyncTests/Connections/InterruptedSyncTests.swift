import Accounts
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

/// A connection cut anywhere, and the syncs that follow.
@Suite("Interrupted syncs", .onOneThread, .timeLimit(.minutes(120)), .holds("Y09", "PY2", "PY4", "PY5"))
struct InterruptedSyncTests {
    /// Syncs until nothing changes, and returns the number of syncs.
    private func settle(_ scene: HomeWithModelServer) async throws -> Int {
        for round in 1...6 {
            let report = try await scene.sync()
            #expect(report.failure == nil, "\(report.failure?.sentence ?? "")")
            if !report.hasChanged { return round }
        }
        return .max
    }

    @Test("Without interruption, one sync is enough", arguments: ModelServerKind.all)
    func whole(_ server: ModelServerKind) async throws {
        let scene = try HomeWithModelServer(server.profile)
        try await scene.sync()
        #expect(scene.here == scene.there)
        try scene.change()
        let report = try await scene.sync()
        #expect(report.failure == nil, "\(report.failure?.sentence ?? "")")
        #expect(scene.here == scene.there)
        #expect(try await settle(scene) == 1)
        #expect(scene.model.violations.isEmpty, "\(scene.model.violations)")
        #expect(scene.there["Projects"]?.map(\.subject) == ["m4"])
        #expect(scene.there["Trash"]?.map(\.subject) == ["m5", "y2"])
    }

    @Test("After a cut anywhere, later syncs reach the same result", arguments: ModelServerKind.all)
    func cut(_ server: ModelServerKind) async throws {
        let model = try HomeWithModelServer(server.profile)
        try await model.sync()
        try model.change()
        let whole = try await model.sync()
        _ = try await settle(model)
        let (expected, octetsIn, octetsOut) = (model.there, whole.octetsIn, whole.octetsOut)
        let cuts = ConnectionCuts(in: octetsIn, out: octetsOut, usualStep: 797)
        for place in cuts.places {
            let scene = try HomeWithModelServer(server.profile)
            try await scene.sync()
            try scene.change()
            var faults = ModelFaults()
            faults.cut = place
            let cut = faults
            try await scene.sync { _ in cut }
            #expect(try await settle(scene) < 5, "\(server.name), \(place)")
            #expect(scene.here == scene.there, "\(server.name), \(place)")
            #expect(scene.there == expected, "\(server.name), \(place)")
            #expect(scene.model.violations.isEmpty, "\(server.name), \(place): \(scene.model.violations)")
        }
        cuts.report(of: server.name)
    }
}
