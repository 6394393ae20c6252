import Disk
import Foundation
import MailEngine
import MailIndex
import MailIndexing
import MailSearch
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Platform
import Testing

@Suite("Indexing during the download", .onOwnThreads, .holds("K02", "Y20", "PD5"))
struct ArrivalIndexerTests {
    private let disk = CountingFileSystem()

    /// A home and a server with mail, including a message too large to be kept in memory.
    private func scene() throws -> HomeWithModelServer {
        let scene = try HomeWithModelServer(.dovecot, on: disk)
        for number in 0..<300 { scene.deliver("n\(number)", number % 3 == 0 ? [.seen] : []) }
        scene.model.deliver(TestMessage.message("large", size: 1_500_000))
        return scene
    }

    private func location(_ scene: HomeWithModelServer, _ name: String = "index") throws -> IndexLocation {
        let home = try Directory.open(Path(scene.home.path), on: disk)
        return IndexLocation(try home.makingDirectory(Array(name.utf8)), account: Array("work".utf8))
    }

    private func sync(_ scene: HomeWithModelServer, _ arriving: ArrivalIndexer, cutAfter octets: Int? = nil)
        async throws
        -> SyncReport
    {
        var faults = ModelFaults()
        if let octets { faults.cut = .said(octets) }
        return try await scene.sync(
            by: scene.model.connections { [faults] _ in faults }, clock: scene.clock, index: arriving)
    }

    @discardableResult
    private func refresh(
        _ scene: HomeWithModelServer, _ report: SyncReport? = nil, _ arriving: ArrivalIndexer? = nil,
        _ name: String = "index"
    ) throws -> IndexRefresh.Outcome {
        let mail = try Directory.open(Path(scene.home.path), on: disk).directory(Array("mail".utf8))
        return try IndexRefresh(
            MailTree(mail), location(scene, name), changes: report?.changes ?? [:], arriving: arriving
        )
        .run(now: LaterClock().now())
    }

    /// Returns everything that an index says about messages and mailboxes.
    private func said(_ scene: HomeWithModelServer, _ name: String) throws -> [String] {
        let index = try #require(try MailIndex.open(location(scene, name)))
        let words = try index.messages(
            matching: SearchQuery(parsing: "n17", now: scene.clock.now()) { _ in 0 }, limit: 9)
        return try index.mailboxes().map { "\($0.name) \($0.total) \($0.unread)" }
            + index.messages(limit: 10_000).map { message in
                "\(message.id.value) \(message.mailbox) \(message.file) \(message.content) \(message.thread)"
            }.sorted() + words.map(\.content.subject)
    }

    /// Expects the incremental index to equal one built from the files, and no temporary files.
    private func expectRight(_ scene: HomeWithModelServer, _ comment: Comment? = nil) throws {
        let name = UUID().uuidString
        try refresh(scene, nil, nil, name)
        #expect(try said(scene, "index") == said(scene, name), comment)
        #expect(try !leavings(scene).contains { $0.contains("arriving") || $0.contains("building") }, comment)
    }

    private func leavings(_ scene: HomeWithModelServer) throws -> [String] {
        try location(scene).directory.names().map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("Equals an index built from the files, and rereads only the large message")
    func same() async throws {
        let scene = try scene()
        let arriving = ArrivalIndexer(try location(scene), for: 50)
        let report = try await sync(scene, arriving)
        #expect(report.failure == nil)
        _ = disk.take()
        let outcome = try refresh(scene, report, arriving)
        let counts = disk.take()
        #expect(outcome.isRebuilt && outcome.added == 0, "\(outcome)")
        #expect(counts.filesRead == 0)
        #expect(try said(scene, "index").contains { $0.contains("large") })
        try expectRight(scene)
        let again = try refresh(scene)
        #expect(again.unchanged == again.mailboxes && !again.hasChanged)
    }

    @Test("Builds no new index for little mail or for less than the index has")
    func few() async throws {
        let scene = try scene()
        let many = ArrivalIndexer(try location(scene), for: 2000)
        let report = try await sync(scene, many)
        #expect(try leavings(scene).isEmpty)
        #expect(try refresh(scene, report, many).added == 308)
        for number in 0..<60 { scene.deliver("x\(number)") }
        let fewer = ArrivalIndexer(try location(scene), for: 50)
        let second = try await sync(scene, fewer)
        let outcome = try refresh(scene, second, fewer)
        #expect(outcome.added == 60 && !outcome.isRebuilt)
        try expectRight(scene)
    }

    @Test("Includes changes by other programs after the sync")
    func changed() async throws {
        let scene = try scene()
        let arriving = ArrivalIndexer(try location(scene), for: 50)
        let report = try await sync(scene, arriving)
        try scene.rename("n7", letters: "FS")
        try scene.removeHere("n8")
        try scene.addHere("y1")
        try scene.moveHere("n9", to: "Projects")
        let outcome = try refresh(scene, report, arriving)
        #expect(outcome.isRebuilt && outcome.renamed == 1 && outcome.removed == 2 && outcome.added == 2, "\(outcome)")
        try expectRight(scene)
    }

    @Test("Listing during the sync shows the mail so far, and the final index has all of it")
    func listed() async throws {
        let scene = try scene()
        let arriving = ArrivalIndexer(try location(scene), for: 50)
        _ = try await sync(scene, arriving, cutAfter: 1_620_000)
        try refresh(scene)
        let some = try #require(try MailIndex.open(location(scene))).count()
        #expect(some > 50 && some < 300, "\(some)")
        let report = try await sync(scene, arriving)
        #expect(report.failure == nil)
        #expect(try refresh(scene, report, arriving).isRebuilt)
        try expectRight(scene)
    }

    @Test("After a cut anywhere, the index contains the mail so far")
    func cut() async throws {
        for octets in [3000, 20_000, 1_000_000, 1_520_000, 1_560_000, 1_620_000, 1_680_000] {
            let scene = try scene()
            let arriving = ArrivalIndexer(try location(scene), for: 50)
            let report = try await sync(scene, arriving, cutAfter: octets)
            #expect(report.failure != nil)
            try refresh(scene, report, arriving)
            try expectRight(scene, "\(octets)")
        }
    }

    @Test("Removes leftovers of another index and leaves none itself", arguments: [50, 2000])
    func leftover(_ fewest: Int) async throws {
        let scene = try scene()
        let file = scene.home.appending(path: "index/work.arriving")
        let location = try location(scene)
        for name in ["", "-wal", "-journal"] { try Data("x".utf8).write(to: URL(filePath: file.path + name)) }
        _ = try await sync(scene, ArrivalIndexer(location, for: fewest))
        // An unfinished index is removed on another thread.
        for _ in 0..<6000 where try !leavings(scene).isEmpty { usleep(10_000) }
        #expect(try leavings(scene).isEmpty)
        try refresh(scene)
        try expectRight(scene)
    }

    @Test("Removing or damaging the unfinished index costs only time", arguments: ["removed", "emptied", "noise"])
    func damaged(_ what: String) async throws {
        let scene = try scene()
        let file = scene.home.appending(path: "index/work.arriving")
        let arriving = ArrivalIndexer(try location(scene), for: 50)
        let report = try await scene.sync(
            by: scene.model.connections(), clock: scene.clock, index: arriving
        ) { progress in
            guard progress.done > 0 else { return }
            switch what {
            case "removed": try? FileManager.default.removeItem(at: file)
            case "emptied": truncate(file.path, 0)
            default: try? Data(repeating: 0x5A, count: 40_000).write(to: file)
            }
        }
        #expect(report.failure == nil)
        try refresh(scene, report, arriving)
        try expectRight(scene, "\(what)")
    }
}
