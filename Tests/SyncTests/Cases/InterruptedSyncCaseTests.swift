import Foundation
import MailEngine
import MailTestSupport
import ModelServer
import Testing

/// Each case, interrupted at every change on the disk and throughout the server's output.
@Suite(
    "Interrupted sync cases", .onOneThread, .timeLimit(.minutes(240)),
    .holds("Y09", "PY1", "PY2", "PY3", "PY4", "PY5"))
struct InterruptedSyncCaseTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let isWhole = InterruptionPlaces.areAll || wanted != nil
    /// `PETREL_SYNC_CASE` names a case, or a part of its name. Only that case runs, with all interruptions.
    private static let wanted = environment["PETREL_SYNC_CASE"]

    private struct Pair {
        let one: SyncCase
        let server: ModelServerKind
    }

    /// Each case with each server. A small selection, unless PETREL_SYNC_CASES asks for all.
    private static let pairs = SyncCase.all.flatMap { one in
        ModelServerKind.all.map { Pair(one: one, server: $0) }
    }.enumerated().filter { offset, pair in
        wanted.map { pair.one.name.contains($0) } ?? (isWhole || offset % 61 == 5)
    }.map(\.element)

    /// The points at which to interrupt the sync after a case: changes on the disk, and bytes of the server.
    private static func disturbances(_ pair: Pair) async throws -> [SyncFault] {
        let scene = try await SyncCaseTests.scene(pair.server.profile)
        try await pair.one.change(scene)
        let stop = Stop(before: nil)
        let report = try await scene.sync(with: .none, stop)
        let stops = stride(from: 1, through: stop.count, by: isWhole ? 1 : 16).map { SyncFault.stop($0) }
        return stops + stride(from: 200, to: report.octetsIn, by: isWhole ? 400 : 5000).map { SyncFault.said($0) }
    }

    private static let lanes = 4

    private static func selection(_ numbers: Range<Int>) -> [Int] {
        InterruptionPlaces.of(numbers, areAll: isWhole)
    }

    @Test("After any interruption, later syncs reach the same result", arguments: 0..<lanes)
    func interrupted(_ lane: Int) async throws {
        var count = 0
        for pair in stride(from: lane, to: Self.pairs.count, by: Self.lanes).map({ Self.pairs[$0] }) {
            for disturbance in try await Self.disturbances(pair) {
                let scene = try await SyncCaseTests.scene(pair.server.profile)
                try await pair.one.change(scene)
                let before = scene.model.log.count
                try await scene.sync(disturbance)
                let faults = try await scene.settle() + pair.one.endFaults(of: scene)
                let told = faults.isEmpty ? "" : scene.model.log.dropFirst(before).map(\.told).joined(separator: "\n")
                #expect(faults == [], "\(pair.one.name), \(pair.server.name), \(disturbance)\n\(told)")
                count += 1
            }
        }
        if Self.isWhole {
            FileHandle.standardError.write(Data("sync: \(count) interruptions of cases, part \(lane + 1)\n".utf8))
        }
    }
}

extension InterruptedSyncCaseTests {
    @Test(
        "A mailbox recreated while its local removal was interrupted is fetched again",
        arguments: ModelServerKind.all)
    func namedBack(_ server: ModelServerKind) async throws {
        var stopped = 0
        for number in Self.selection(1..<60) {
            let scene = try await SyncCaseTests.scene(server.profile)
            try await scene.deleteMailbox("Lists/Swift")
            if try await scene.sync(.stop(number)).failure != nil { stopped += 1 }
            try await scene.create("Lists/Swift")
            try await scene.deliver(["l1"], to: "Lists/Swift")
            #expect(try await scene.settle() == [], "stopped before \(number)")
            #expect(scene.here("Lists/Swift").map(\.subject) == ["l1"], "stopped before \(number)")
            #expect(try await scene.there("Lists/Swift").map(\.subject) == ["l1"], "stopped before \(number)")
        }
        #expect(stopped > (Self.isWhole ? 5 : 0))
    }

    @Test(
        "An unconfirmed upload is not repeated while the server refuses the mailbox",
        arguments: ModelServerKind.all)
    func unobserved(_ server: ModelServerKind) async throws {
        for number in Self.selection(4..<30) {
            let scene = try HomeWithModelServer(server.profile)
            try await scene.sync()
            try scene.addHere("y1")
            try await scene.sync(.lostAnswer(number))
            scene.model.refuse(number % 2 == 0 ? "UID FETCH" : "SELECT", "NO [INUSE] not now", times: 1 + number % 3)
            try await scene.sync()
            scene.model.refuse("SELECT", "", times: 0)
            scene.model.refuse("UID FETCH", "", times: 0)
            #expect(try await scene.settle() == [], "command \(number)")
            #expect(scene.here == scene.there, "command \(number)")
            #expect(scene.here("INBOX").count { $0.subject == "y1" } == 1, "command \(number)")
        }
    }

    @Test(
        "An interrupted move blocks nothing if the server refuses to finish it", .holds("Y13"),
        arguments: [ModelProfile.courier, .bare], ["UID STORE", "EXPUNGE", "SELECT"])
    func refusedRest(_ profile: ModelProfile, _ verb: String) async throws {
        for number in Self.selection(4..<40) {
            let scene = try HomeWithModelServer(profile)
            try await scene.sync()
            try scene.moveHere("m4", to: "Projects")
            try await scene.sync(.lostAnswer(number))
            scene.deliver("late")
            scene.model.refuse(verb, "NO [NOPERM] not yours", times: verb == "SELECT" ? 2 : 1000)
            for _ in 1...5 { #expect(try await scene.sync().failure == nil, "command \(number)") }
            #expect(scene.here("INBOX").contains { $0.subject == "late" }, "command \(number)")
            scene.model.refuse(verb, "", times: 0)
            #expect(try await scene.settle() == [], "command \(number)")
            #expect(scene.here == scene.there, "command \(number)")
            let copies = scene.there.values.joined().count { $0.subject == "m4" }
            #expect(copies == 1 || verb != "SELECT" && copies == 2, "command \(number): \(copies)")
        }
    }

    @Test(
        "A mailbox renamed and renamed back during interrupted syncs is kept",
        arguments: ModelServerKind.all)
    func renamedBack(_ server: ModelServerKind) async throws {
        for number in Self.selection(1..<60) {
            let scene = try await SyncCaseTests.scene(server.profile)
            try await scene.renameMailbox("Lists/Swift", to: "Renamed")
            try await scene.sync(.stop(number))
            try await scene.renameMailbox("Renamed", to: "Lists/Swift")
            #expect(try await scene.settle() == [], "stopped before \(number)")
            #expect(scene.here("Lists/Swift").map(\.subject) == ["l1"], "stopped before \(number)")
            #expect(try await scene.there("Lists/Swift").map(\.subject) == ["l1"], "stopped before \(number)")
        }
    }
}

extension HomeWithServer {
    /// Syncs until nothing changes, and returns the failures. Confirms deletions when asked.
    func settle() async throws -> [String] {
        var faults: [String] = []
        var isAsked = false
        for _ in 1...6 {
            let report = try await sync(.none, confirming: isAsked)
            if let failure = report.failure { faults.append(failure.sentence) }
            isAsked = report.questionedDeletions > 0
            if !isAsked, !report.hasChanged { return faults }
        }
        return faults + ["not quiet after six syncs"]
    }
}
