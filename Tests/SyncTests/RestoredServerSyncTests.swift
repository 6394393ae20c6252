import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

/// The server loses messages that this home has, keeps UIDVALIDITY, and gives their UIDs to new messages.
@Suite("A server that was restored from a backup", .onOneThread, .timeLimit(.minutes(10)), .holds("PY1", "PY2", "PY3"))
struct RestoredServerSyncTests {
    private static let servers = ModelServerKind.all

    /// What was done here before the home notices.
    enum Change: CaseIterable { case nothing, flagged, deleted, moved, everything, lostLedger }

    /// The number of messages that arrive after the restoration: fewer and more than the server has lost.
    private static let arrivals = [3, 6]

    private func scene(
        _ server: ModelServerKind, _ change: Change, arrivals: Int
    ) async throws -> HomeWithModelServer {
        let scene = try HomeWithModelServer(server.profile)
        scene.deliver("n0")
        try await scene.sync()
        let backup = try #require(scene.model.mailbox("INBOX"))
        scene.model.set(Instant(seconds: 1_700_001_000))
        for number in 1...4 { scene.deliver("n\(number)") }
        try await scene.sync()
        #expect(scene.here == scene.there)
        if change == .flagged || change == .everything { try scene.rename("n1", letters: "F") }
        if change == .deleted || change == .everything { try scene.removeHere("n2") }
        if change == .moved || change == .everything { try scene.moveHere("n3", to: "Projects") }
        if change == .lostLedger { try scene.loseLedger() }
        scene.model.restore("INBOX", from: backup)
        scene.model.set(Instant(seconds: 1_700_002_000))
        for number in 1...arrivals { scene.deliver("r\(number)") }
        return scene
    }

    private func expectAllMail(of scene: HomeWithModelServer, _ change: Change, _ text: String) {
        #expect(scene.here == scene.there, "\(text)")
        let inbox = scene.there["INBOX"] ?? []
        for number in 1...3 {
            // The new messages are not those whose flags were changed here, or that were deleted or moved.
            #expect(inbox.contains { $0.subject == "r\(number)" && $0.letters == "" }, "\(text): r\(number) \(inbox)")
        }
        let all = scene.there.values.joined().map(\.subject)
        for subject in ["m1", "m2", "n0", "n1", "n3", "n4"] {
            #expect(all.count { $0 == subject } == 1, "\(text): \(subject) \(all)")
        }
        let isFlagged = inbox.contains { $0.subject == "n1" && $0.letters.contains("F") }
        #expect(isFlagged == [.flagged, .everything].contains(change), "\(text)")
        let trash = Set((scene.there["Trash"] ?? []).map(\.subject))
        #expect(trash.isSubset(of: ["t1", "n2"]), "\(text): \(trash)")
        #expect(scene.model.violations == [], "\(text)")
    }

    @Test("Gets its new messages, and gets back what it lost", arguments: servers, Change.allCases)
    func restored(_ server: ModelServerKind, _ change: Change) async throws {
        for arrivals in Self.arrivals {
            let scene = try await scene(server, change, arrivals: arrivals)
            #expect(try await scene.settle() == [], "\(server.name), \(change), \(arrivals)")
            expectAllMail(of: scene, change, "\(server.name), \(change), \(arrivals)")
            scene.deliver("later")
            try await scene.sync()
            let verified = scene.model.log.count { $0.line.contains("UID FETCH 1:*") && $0.line.contains("SIZE") }
            try await scene.sync()
            scene.deliver("last")
            try await scene.sync()
            let later = scene.model.log.count { $0.line.contains("UID FETCH 1:*") && $0.line.contains("SIZE") }
            #expect(later == verified, "\(server.name), \(change), \(arrivals): the mailbox is compared again")
        }
    }

    @Test("Another home has uploaded what the server lost before this one syncs", arguments: servers)
    func twoHomes(_ server: ModelServerKind) async throws {
        let first = try HomeWithModelServer(server.profile)
        let second = try HomeWithModelServer(server.profile, isEmpty: true, sharing: first.model)
        for home in [first, second] { try await home.sync() }
        let backup = try #require(first.model.mailbox("INBOX"))
        for number in 1...4 {
            first.model.set(Instant(seconds: 1_700_001_000 + Int64(number)))
            first.deliver("n\(number)")
        }
        for home in [first, second] { try await home.sync() }
        first.model.restore("INBOX", from: backup)
        first.model.set(Instant(seconds: 1_700_002_000))
        for number in 1...3 { first.deliver("r\(number)") }
        try second.rename("n1", letters: "F")
        try second.removeHere("n2")
        try second.moveHere("n3", to: "Projects")
        for home in [first, second, first, second] { #expect(try await home.settle() == [], "\(server.name)") }
        #expect(first.here == first.there && second.here == first.there, "\(server.name)")
        let inbox = first.there["INBOX"] ?? []
        for number in 1...3 {
            let message = TestMessage(subject: "r\(number)", letters: "")
            #expect(inbox.count { $0 == message } == 1, "\(server.name): \(message) \(inbox)")
        }
        let all = Set(first.there.values.joined().map(\.subject))
        #expect(all.isSuperset(of: ["n1", "n3", "n4", "m1", "m6"]), "\(server.name): \(all)")
        #expect(!(first.there["Trash"] ?? []).contains { $0.subject.hasPrefix("r") }, "\(server.name)")
    }

    @Test("Random changes on both sides, a backup from any time, and other new messages", arguments: servers)
    func random(_ server: ModelServerKind) async throws {
        let first = Self.environment["PETREL_SEED"].flatMap { UInt64($0) } ?? 1
        for seed in first..<first + (Self.environment["PETREL_RESTORED"].flatMap { UInt64($0) } ?? 8) {
            let text = "\(server.name), PETREL_SEED=\(seed)"
            var random = SeededGenerator(seed: seed)
            let scene = try HomeWithModelServer(server.profile)
            try await scene.sync()
            let before = Int.random(in: 0...3, using: &random)
            for number in 0..<before { scene.deliver("o\(number)") }
            if Bool.random(using: &random) { try await scene.sync() }
            let backup = try #require(scene.model.mailbox("INBOX"))
            scene.model.set(Instant(seconds: 1_700_001_000))
            let lost = Int.random(in: 1...5, using: &random)
            for number in 0..<lost { scene.deliver("n\(number)", Bool.random(using: &random) ? [.seen] : []) }
            try await scene.sync()
            let removed = try changeAtRandom(scene, &random)
            let known = Set(HomeWithModelServer.mailboxes.flatMap { scene.here($0) }.map(\.subject))
            scene.model.restore("INBOX", from: backup)
            scene.model.set(Instant(seconds: 1_700_002_000))
            var new = Int.random(in: 0..<2 * lost, using: &random)
            // With as many messages as before, all numbers are the same, and petrel does not open the mailbox.
            if new == lost { new += 1 }
            for number in 0..<new { scene.deliver("r\(number)") }
            _ = try await scene.settle()
            #expect(scene.here == scene.there, "\(text)")
            let inbox = scene.there["INBOX"] ?? []
            for number in 0..<new {
                #expect(
                    inbox.count { $0 == TestMessage(subject: "r\(number)", letters: "") } == 1, "\(text): r\(number)")
            }
            let all = Set(scene.there.values.joined().map(\.subject))
            #expect(known.subtracting(removed).isSubset(of: all), "\(text): lost \(known.subtracting(all))")
            #expect(scene.model.violations == [], "\(text)")
        }
    }

    private static let environment = ProcessInfo.processInfo.environment

    /// Changes, moves, copies and removes some files of INBOX. Returns the subjects of those that were removed.
    private func changeAtRandom(
        _ scene: HomeWithModelServer, _ random: inout SeededGenerator
    ) throws -> Set<String> {
        var removed: Set<String> = []
        for message in scene.here("INBOX") where Int.random(in: 0..<3, using: &random) == 0 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: try scene.rename(message.subject, letters: Bool.random(using: &random) ? "FS" : "")
            case 1: try scene.moveHere(message.subject, to: "Projects")
            case 2: try scene.copyHere(message.subject, to: "Archive")
            case 3: try scene.addHere("own-\(message.subject)")
            default:
                try scene.removeHere(message.subject)
                removed.insert(message.subject)
            }
        }
        return removed
    }

    @Test("The same if petrel stops before any change on the disk", arguments: servers)
    func interrupted(_ server: ModelServerKind) async throws {
        for number in InterruptionPlaces.of(1..<2000) {
            let scene = try await scene(server, .everything, arrivals: 3)
            let report = try await scene.sync(.stop(number))
            #expect(try await scene.settle() == [], "\(server.name), stop \(number)")
            expectAllMail(of: scene, .everything, "\(server.name), stop \(number)")
            if report.failure == nil { return }
        }
    }
}
