import Disk
import Foundation
import MailEngine
import MailIndex
import MailIndexing
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Testing

@Suite("Incremental scans", .onOwnThreads, .holds("Y07", "M01"))
struct IncrementalScanTests {
    private let disk = CountingFileSystem()

    private func scene(_ messages: Int = 60) async throws -> HomeWithModelServer {
        let scene = try HomeWithModelServer(.dovecot, on: disk)
        for number in 0..<messages { scene.deliver("n\(number)") }
        try await scene.sync()
        try await scene.sync()
        return scene
    }

    /// Whether a sync reads no directory of INBOX after the change. Tries several times: inotify permits a user 128
    /// instances, which other tests use too, and without one petrel scans the directory.
    private func isLeftAlone(
        _ scene: HomeWithModelServer, after change: (_ attempt: Int) -> Void = { _ in }
    ) async throws -> Bool {
        for attempt in 1...5 {
            change(attempt)
            if try await listings(scene) == 0 { return true }
        }
        return false
    }

    /// Returns how often a sync read a directory of INBOX.
    private func listings(_ scene: HomeWithModelServer) async throws -> Int {
        _ = disk.take()
        let report = try await scene.sync()
        #expect(report.failure == nil, "\(report.failure?.sentence ?? "")")
        let count = disk.take().listed.count { $0.contains("/INBOX/") }
        #expect(scene.here == scene.there)
        return count
    }

    @Test("New mail needs no scan of the directory, and nor does the next sync")
    func new() async throws {
        let scene = try await scene()
        #expect(try await isLeftAlone(scene))
        let isUnscanned = try await isLeftAlone(scene) { attempt in
            for number in 1...3 { scene.deliver("x\(attempt).\(number)", number == 1 ? [.seen] : []) }
        }
        #expect(isUnscanned)
        #expect(try await isLeftAlone(scene))
    }

    @Test("Flag changes and removals by the server need one scan, the next sync none")
    func changed() async throws {
        let scene = try await scene()
        #expect(try await isLeftAlone(scene))
        scene.model.setFlags(try scene.uid("n3"), in: "INBOX", adding: [.flagged])
        scene.model.setFlags(try scene.uid("n4"), in: "INBOX", adding: [.seen, .answered])
        scene.model.expunge(UIDSet(try scene.uid("n5")), in: "INBOX")
        // One for each of its two directories.
        #expect(try await listings(scene) == 2)
        #expect(try await isLeftAlone(scene))
    }

    @Test("The next sync notices a change by another program right after a sync")
    func disturbed() async throws {
        let scene = try await scene()
        for round in 1...20 {
            scene.deliver("y\(round)")
            let report = try await scene.sync()
            #expect(report.failure == nil)
            try scene.rename("n\(round)", letters: "FS")
            try await scene.sync()
            #expect(scene.here == scene.there, "round \(round)")
            #expect(scene.there["INBOX"]?.first { $0.subject == "n\(round)" }?.letters == "FS")
        }
    }

    @Test("The index learns the changes from the sync and reads nothing else")
    func index() async throws {
        let scene = try await scene()
        let home = try Directory.open(Path(scene.home.path), on: disk)
        let mail = try home.directory(Array("mail".utf8))
        func location(_ name: String) throws -> IndexLocation {
            IndexLocation(try home.makingDirectory(Array(name.utf8)), account: Array("work".utf8))
        }
        func refresh(_ report: SyncReport?, _ name: String = "index") throws -> IndexRefresh.Outcome {
            try IndexRefresh(MailTree(mail), location(name), changes: report?.changes ?? [:]).run(
                now: LaterClock().now())
        }
        _ = try refresh(try await scene.sync())
        for number in 1...3 { scene.deliver("x\(number)") }
        scene.model.setFlags(try scene.uid("n7"), in: "INBOX", adding: [.flagged])
        scene.model.expunge(UIDSet(try scene.uid("n8")), in: "INBOX")
        let report = try await scene.sync()
        #expect(report.changes.keys.contains(.inbox))
        _ = disk.take()
        let outcome = try refresh(report)
        #expect(outcome.added == 3 && outcome.renamed == 1 && outcome.removed == 1)
        #expect(disk.take().filesRead == 3)
        #expect(!(try refresh(report)).hasChanged)
        _ = try refresh(nil, "fresh")
        let found = try [location("index"), location("fresh")].map { location in
            let index = try #require(try MailIndex.open(location))
            return try index.messages(limit: 1000).map(\.id.value).sorted()
        }
        #expect(found[0] == found[1] && found[0].count > 60)
    }
}
