import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

/// The cases of the real servers, run with more kinds of model servers.
@Suite(
    "Sync with model servers", .onOwnThreads, .timeLimit(.minutes(60)),
    .holds("PY1", "PY2", "PY3", "PY4", "PY5", "Y07", "Y08", "Y09", "Y13", "Y20"))
struct SyncCaseTests {
    private static let servers = ModelServerKind.all

    /// Returns a synced home in the state that the cases start from.
    static func scene(_ profile: ModelProfile) async throws -> HomeWithModelServer {
        var profile = profile
        // The cases use the same mailbox names on both sides.
        profile.prefix = ""
        let scene = try HomeWithModelServer(profile, isEmpty: true)
        try await scene.create("Lists/Swift")
        try await scene.deliver(["m1"], [.seen])
        try await scene.deliver(["m2", "m3", "m4", "m5"])
        try await scene.deliver(["l1"], to: "Lists/Swift")
        try await scene.deliver(["t1", "t2"], to: "Trash", [.seen])
        let report = try await scene.sync()
        #expect(report.failure == nil)
        try await scene.sync()
        return scene
    }

    @Test("After any change on either side, one sync makes both sides equal", arguments: servers)
    func cases(_ server: ModelServerKind) async throws {
        #expect(SyncCase.all.count >= 60)
        for one in SyncCase.chosen(for: server.name, of: Self.servers.map(\.name)) {
            let scene = try await Self.scene(server.profile)
            let before = scene.model.log.count
            try await one.change(scene)
            let faults = try await one.faults(of: scene) + scene.model.violations
            let told = scene.model.log.dropFirst(before).map(\.told).joined(separator: "\n")
            #expect(faults == [], "\(one.name), \(server.name)\n\(told)")
        }
    }
}
