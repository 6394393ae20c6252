import Foundation
import IMAPProtocol
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import Testing

/// Maildirs that mbsync created, and that mbsync and petrel use together. The tests share one user's mail, so they run
/// one after the other.
extension RealServerSyncTests {
    private static let mbsync: URL? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { URL(filePath: "\($0)/mbsync") }.first {
            FileManager.default.isExecutableFile(atPath: $0.path)
        }
    }()

    private func mbsync(_ scene: RealServerFixture) throws {
        let run = try ProgramRun.run(
            try #require(Self.mbsync), ["-c", try scene.mbsyncConfiguration().path, "-q", "both"],
            environment: ["HOME": scene.home.path])
        #expect(run.exitCode == 0, "mbsync: \(run.errorText)")
    }

    private static let sizes = ["INBOX": 200, "Lists/Swift": 80, "Projects": 40]

    private func expectSame(_ scene: RealServerFixture, _ comment: Comment) async throws {
        for mailbox in RealServerFixture.mailboxes {
            let (here, there) = (scene.here(mailbox), try await scene.there(mailbox))
            #expect(here == there, "\(comment), \(mailbox)")
            #expect(Set(there.map(\.subject)).count == there.count, "\(comment): something is double in \(mailbox)")
        }
    }

    @Test(
        "Takes over Maildirs of mbsync unchanged, and both keep working", .needs(server: "dovecot"),
        .enabled(if: mbsync != nil, "SKIPPED: mbsync is not installed; scripts/deps --test installs it"),
        .holds("PY7", "K02"))
    func takeOver() async throws {
        let scene = try await RealServerFixture("dovecot")
        for (mailbox, size) in Self.sizes {
            let name = mailbox.prefix(1)
            let subjects = (1...size).map { "\(name)\(1000 + $0)" }
            try await scene.deliver(Array(subjects.prefix(size / 2)), to: mailbox, [.seen], size: 2000)
            try await scene.deliver(Array(subjects.dropFirst(size / 2)), to: mailbox, size: 2000)
        }
        try FileManager.default.createDirectory(
            at: scene.home.appending(path: "mail"), withIntermediateDirectories: true)
        try mbsync(scene)
        try await expectSame(scene, "after mbsync")
        let first = try await scene.sync()
        #expect(first.failure == nil && first.notices == [], "\(first.notices)")
        #expect(first.mailboxes.allSatisfy { $0.new == 0 && $0.uploaded == 0 && $0.removed == 0 }, "\(first.mailboxes)")
        // Identifying a message takes some hundred bytes, downloading it two thousand.
        #expect(first.octetsIn < 320 * 400, "\(first.octetsIn) octets")
        try await expectSame(scene, "after petrel")
        #expect(try await !scene.sync().hasChanged)

        // mbsync still recognizes all files, and petrel's changes of flags and deletions.
        try mbsync(scene)
        try await expectSame(scene, "after mbsync again")
        try scene.rename("I1001", letters: "FS")
        try await scene.mark("I1003", .add, .flagged)
        try await scene.expunge("I1004")
        try await scene.sync()
        try await expectSame(scene, "after petrel with changes")
        try mbsync(scene)
        try await expectSame(scene, "after mbsync with nothing new")

        // petrel recognizes the changes by mbsync.
        try scene.moveHere("I1002", to: "Projects")
        try scene.removeHere("L1001", in: "Lists/Swift")
        try scene.addHere("Y1", in: "INBOX")
        try scene.rename("I1006", letters: "RS")
        try await scene.deliver(["X1", "X2"])
        try await scene.mark("I1005", .add, .answered)
        try mbsync(scene)
        try await expectSame(scene, "after mbsync with changes")
        let last = try await scene.sync()
        #expect(last.failure == nil && last.mailboxes.allSatisfy { $0.uploaded == 0 }, "\(last.mailboxes)")
        try await expectSame(scene, "after both")
        #expect(try await !scene.sync().hasChanged)
        try mbsync(scene)
        try await expectSame(scene, "in the end")
        for mailbox in ["INBOX", "Lists/Swift", "Projects"] {
            let count = try await scene.there(mailbox).count
            let wanted = ["INBOX": 200 - 2 + 3, "Lists/Swift": 79, "Projects": 41][mailbox]
            #expect(count == wanted, "\(mailbox) has \(count)")
        }
        await scene.close()
    }
}
