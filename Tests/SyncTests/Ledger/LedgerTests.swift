import Database
import Disk
import Foundation
import MailTestSupport
import MailTypes
import Reconciliation
import Testing

@testable import SyncLedger

@Suite("Sync ledger", .holds("PY4", "Y09"))
struct LedgerTests {
    private final class Ground {
        let path = FileManager.default.temporaryDirectory.appending(path: "petrel-ledger-\(UUID().uuidString)")
        let state: Directory

        init() throws {
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
            state = try Directory.open(Path(path.path), on: POSIXFileSystem.shared)
        }

        deinit { try? FileManager.default.removeItem(at: path) }

        func open() throws -> SyncLedger { try SyncLedger.open(in: state, now: Instant(seconds: 1000)) }
    }

    private static let names = ["INBOX", "Lists/Swift", "Projects"].compactMap { MailboxName($0) }

    private static func digest(_ number: Int) throws -> ContentDigest {
        try #require(ContentDigest((0..<32).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0) }))
    }

    private static func operation(
        _ random: inout SeededGenerator, _ contents: inout ContentDigestInterner
    ) throws -> (SyncOperation, CompletedOperationData) {
        let name = try #require(names.randomElement(using: &random))
        let life = try #require(UIDValidity(rawValue: 7))
        func uids(_ random: inout SeededGenerator) -> UIDSet {
            UIDSet(
                (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in
                    UID(rawValue: UInt32.random(in: 1...40, using: &random))
                })
        }
        func flags(_ random: inout SeededGenerator) -> FlagSet {
            let all = [
                Flag.seen, .flagged, .answered, .forwarded, Flag(Array("Work".utf8)), Flag(Array("später".utf8)),
            ]
            return FlagSet(all.compactMap(\.self).filter { _ in Bool.random(using: &random) })
        }
        func status(_ random: inout SeededGenerator) -> MailboxFingerprint {
            MailboxFingerprint(
                uidValidity: life, uidNext: UID(rawValue: UInt32.random(in: 1...50, using: &random)),
                messages: Int.random(in: 0...40, using: &random), unseen: Bool.random(using: &random) ? nil : 3,
                highestModSequence: ModSequence(rawValue: UInt64.random(in: 1...9, using: &random)))
        }
        func messages(_ random: inout SeededGenerator) throws -> [BaselineMessage] {
            try uids(&random).uids.map { uid in
                BaselineMessage(
                    uid, flags: flags(&random), content: contents.content(try digest(Int(uid.rawValue))))
            }
        }
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return (.begin(name, life), CompletedOperationData())
        case 1: return (.addFlags(name, uids(&random), flags(&random)), CompletedOperationData())
        case 2: return (.removeFlags(name, uids(&random), flags(&random)), CompletedOperationData())
        case 3: return (.forget(name, uids(&random)), CompletedOperationData())
        case 4: return (.expunge(name, uids(&random)), CompletedOperationData())
        case 5: return (.checkpoint(name, status(&random), expecting: uids(&random)), CompletedOperationData())
        case 6: return (.expect(name, uids(&random)), CompletedOperationData())
        case 7:
            let baseline = SyncBaseline(
                status: status(&random), messages: try messages(&random), renumberings: 1)
            return (.restart(name, baseline), CompletedOperationData())
        default:
            let fetch = SyncPlan([
                ThreeWayMailboxState(
                    name, local: LocalMailbox(messages: []),
                    server: ServerMailbox(
                        status: MailboxFingerprint(uidValidity: life, messages: 1), presence: .complete(UIDSet(.first)))
                )
            ]).operations.first { if case .fetch = $0 { true } else { false } }
            return (try #require(fetch), CompletedOperationData(fetched: try messages(&random)))
        }
    }

    @Test("Stores the same state as the baselines in memory", arguments: 0..<40 as Range<UInt64>)
    func remembers(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let ground = try Ground()
        var ledger = try ground.open()
        var contents = ContentDigestInterner()
        var baselines: [MailboxName: SyncBaseline] = [:]
        for step in 0..<60 {
            let (operation, outcome) = try Self.operation(&random, &contents)
            operation.record(outcome, in: &baselines)
            try ledger.transaction { () throws(DatabaseError) in try ledger.record(operation, outcome, contents) }
            if step % 20 == 19 {
                ledger.close()
                ledger = try ground.open()
            }
        }
        let stored = try ledger.mailboxes()
        #expect(stored.map(\.name) == baselines.keys.sorted(), "seed \(seed)")
        for mailbox in stored {
            #expect(try ledger.baseline(of: mailbox, &contents) == baselines[mailbox.name], "seed \(seed)")
            #expect(try ledger.count(in: mailbox) == baselines[mailbox.name]?.messages.count, "seed \(seed)")
        }
    }

    @Test("Sets a damaged ledger aside and creates a new one")
    func damaged() throws {
        let ground = try Ground()
        try ground.open().close()
        let file = ground.path.appending(path: "ledger.sqlite")
        // The write-ahead log is intact and would repair the damage.
        for name in ["ledger.sqlite-wal", "ledger.sqlite-shm"] {
            try FileManager.default.removeItem(at: ground.path.appending(path: name))
        }
        try Data(repeating: 0x42, count: 8192).write(to: file)
        let ledger = try ground.open()
        #expect(try ledger.mailboxes().isEmpty)
        let left = try FileManager.default.contentsOfDirectory(atPath: ground.path.path)
        #expect(left.contains("ledger.sqlite.damaged.1000"))
    }

    private static let uncounted =
        "DROP TABLE server; DROP TABLE witness; DROP TRIGGER came; DROP TRIGGER went; ALTER TABLE mailbox DROP COLUMN known;"

    @Test(
        "Migrates a ledger with an older schema and keeps its content",
        arguments: [
            "\(uncounted) DROP TABLE append; DROP TABLE missing; DROP TABLE object; PRAGMA user_version = 1",
            "\(uncounted) DROP TABLE object; PRAGMA user_version = 2",
            "\(uncounted) PRAGMA user_version = 3",
            "DROP TABLE server; DROP TABLE witness; PRAGMA user_version = 4",
        ])
    func olderLayout(_ undoing: String) throws {
        let ground = try Ground()
        let name = try #require(Self.names.first)
        let life = try #require(UIDValidity(rawValue: 7))
        var ledger = try ground.open()
        var contents = ContentDigestInterner()
        let message = BaselineMessage(.first, flags: FlagSet(), content: contents.content(try Self.digest(1)))
        try ledger.record(.begin(name, life), CompletedOperationData(), contents)
        try ledger.agree([message], in: name, contents)
        try ledger.database.run(undoing)
        ledger.close()
        ledger = try ground.open()
        #expect(try ledger.mailboxes().map(\.name) == [name])
        #expect(try ledger.mailboxes().map { mailbox in try ledger.count(in: mailbox) } == [1])
        #expect(try ledger.openAppends().isEmpty && ledger.missingDrafts().isEmpty)
        #expect(try !ledger.knowsObjects())
        #expect(try ledger.server() == nil)
    }

    @Test("Object IDs lead to the synced messages with the current UIDVALIDITY")
    func objects() throws {
        let ground = try Ground()
        let name = try #require(Self.names.first)
        let life = try #require(UIDValidity(rawValue: 7))
        let next = try #require(UIDValidity(rawValue: 8))
        let uid = UID.first
        var contents = ContentDigestInterner()
        let content = contents.content(try Self.digest(1))
        let ledger = try ground.open()
        try ledger.record(.begin(name, life), CompletedOperationData(), contents)
        try ledger.note([(uid, [1, 2])], in: name, life)
        #expect(try ledger.messages(of: [1, 2]).isEmpty)
        try ledger.agree([BaselineMessage(uid, flags: FlagSet(), content: content)], in: name, contents)
        #expect(try ledger.messages(of: [1, 2]).map(\.content) == [Self.digest(1)])
        #expect(try ledger.messages(of: [1]).isEmpty && ledger.messages(of: []).isEmpty)
        // Object IDs noted with another UIDVALIDITY are ignored.
        try ledger.note([(uid, [3])], in: name, next)
        #expect(try ledger.messages(of: [3]).isEmpty)
        let baseline = SyncBaseline(
            status: MailboxFingerprint(uidValidity: next, messages: 1),
            messages: [BaselineMessage(uid, flags: FlagSet(), content: contents.content(try Self.digest(2)))])
        try ledger.record(.restart(name, baseline), CompletedOperationData(), contents)
        #expect(try ledger.messages(of: [1, 2]).isEmpty)
        try ledger.note([(uid, [3])], in: name, next)
        try ledger.record(.forget(name, UIDSet(uid)), CompletedOperationData(), contents)
        #expect(try !ledger.knowsObjects())
    }

    @Test("Remembers an append and its steps until it ends")
    func appends() throws {
        let ground = try Ground()
        let name = try #require(Self.names.last)
        let draft = SyncLedger.Append.Draft(
            id: DraftID(random: [UInt8](repeating: 7, count: 16)), revision: 3, base: UID(rawValue: 9))
        var ledger = try ground.open()
        let begun = try ledger.begin(
            MessageID("a@b"), try Self.digest(1), size: 12, to: name, UIDValidity(rawValue: 7), behind: .first,
            of: draft, at: Instant(seconds: 5))
        let sent = try ledger.begin(
            MessageID("c@d"), try Self.digest(2), size: 12, to: name, nil, behind: .first, at: Instant(seconds: 6))
        #expect(try ledger.openAppends() == [begun, sent])
        try ledger.noteClaimed(begun)
        try ledger.noteStored(sent, UID(rawValue: 4))
        ledger.close()
        ledger = try ground.open()
        let open = try ledger.openAppends()
        #expect(open.map(\.step) == [.claimed, .stored] && open.map(\.uid) == [nil, UID(rawValue: 4)])
        for append in open { try ledger.end(append) }
        #expect(try ledger.openAppends().isEmpty)
    }

    @Test("Readable only by the owner", .holds("PX4"))
    func permissions() throws {
        let ground = try Ground()
        let ledger = try ground.open()
        for name in try FileManager.default.contentsOfDirectory(atPath: ground.path.path) {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: ground.path.appending(path: name).path)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        ledger.close()
    }

    @Test("A journal entry stays open until it ends, also for the next process", .holds("PY4"))
    func journal() throws {
        let ground = try Ground()
        var ledger = try ground.open()
        let life = try #require(UIDValidity(rawValue: 9))
        let entry = try ledger.begin(
            .move, from: .inbox, life, UIDSet(.first), to: .trash, at: Instant(seconds: 77))
        try ledger.noteCopied(entry)
        _ = try ledger.begin(.append, to: .sent, at: Instant(seconds: 78))
        ledger.close()
        ledger = try ground.open()
        let open = try ledger.openEntries()
        #expect(open.map(\.kind) == [.move, .append] && open.map(\.isCopied) == [true, false])
        #expect(open[0].source == .inbox && open[0].target == .trash && open[0].uidValidity == life)
        for entry in open { try ledger.end(entry) }
        #expect(try ledger.openEntries().isEmpty)
    }

    @Test("Counts refusals until the operation is accepted")
    func refusals() throws {
        let ledger = try Ground().open()
        for _ in 0..<3 { try ledger.refuse(.flags(.inbox, .first)) }
        try ledger.refuse(.upload(.sent, Array("1.a:b".utf8)))
        #expect(try Set(ledger.refusals().map(\.count)) == [3, 1])
        try ledger.accept(.flags(.inbox, .first))
        #expect(try ledger.refusals().map(\.subject) == [.upload(.sent, Array("1.a:b".utf8))])
    }
}
