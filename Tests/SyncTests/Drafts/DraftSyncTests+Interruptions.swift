import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Testing

/// Syncs of drafts whose connection ends, or whose commands are not answered.
extension DraftSyncTests {
    private func prepared(_ server: Server) async throws -> (DraftServer, DraftHome) {
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        try home.write("two")
        try await settle(home)
        try home.edit(id, "changed")
        try home.write("new")
        try home.discard("two")
        return (there, home)
    }

    @Test("After a cut anywhere, each draft is on the server once", .holds("PY4"), arguments: servers)
    func cut(_ server: Server) async throws {
        let (_, model) = try await prepared(server)
        let whole = try await model.sync()
        let cuts = ConnectionCuts(in: whole.octetsIn, out: whole.octetsOut, usualStep: 2503)
        for place in cuts.places {
            let (there, home) = try await prepared(server)
            var faults = ModelFaults()
            faults.cut = place
            let cut = faults
            try await home.sync(faults: { _ in cut })
            #expect(try await settle(home) < 6, "\(server.name), \(place)")
            #expect(there.subjects == ["changed", "new"], "\(server.name), \(place)")
            #expect(there.doubles.isEmpty && there.inbox == ["m1", "m2"], "\(server.name), \(place)")
            #expect(try home.subjects() == ["changed", "new"], "\(server.name), \(place)")
            #expect(try home.kept(.conflict) == [], "\(server.name), \(place)")
            #expect(there.server.violations.isEmpty, "\(server.name), \(place): \(there.server.violations)")
        }
        cuts.report(of: server.name)
    }

    @Test("After an unanswered command, each draft is on the server once", arguments: servers)
    func lostAnswers(_ server: Server) async throws {
        let step = ConnectionCuts.wantedStep == nil ? 6 : 1
        for number in Swift.stride(from: .random(in: 0..<step), to: 24, by: step) {
            let (there, home) = try await prepared(server)
            var faults = ModelFaults()
            faults.lostAnswers = [number]
            let cut = faults
            try await home.sync(faults: { _ in cut })
            #expect(try await settle(home) < 6, "\(server.name), command \(number)")
            #expect(there.subjects == ["changed", "new"] && there.doubles.isEmpty, "\(server.name), command \(number)")
            #expect(try home.subjects() == ["changed", "new"], "\(server.name), command \(number)")
        }
    }
}
