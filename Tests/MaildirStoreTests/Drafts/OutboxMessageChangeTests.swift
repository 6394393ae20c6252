import Disk
import MailTestSupport
import MailTypes
import Outbox
import Testing

@testable import MaildirStore

/// A process that sends changes the sidecar of a message several times. Another process may change the same store between.
@Suite("Changes of one message in a full outbox", .holds("PS1", "PS2", "PD3"))
struct OutboxMessageChangeTests {
    /// What happens between a look at the outbox and the claim of a message.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        /// Whether the message is still sent.
        let isClaimed: Bool
        let change: @Sendable (_ other: MemoryStore, DraftItem) throws -> Void
        var testDescription: String { name }

        init(
            _ name: String, isClaimed: Bool, _ change: @escaping @Sendable (MemoryStore, DraftItem) throws -> Void
        ) {
            self.name = name
            self.isClaimed = isClaimed
            self.change = change
        }
    }

    private static func box(_ store: MemoryStore) throws -> SidecarMaildir { try store.drafts.open().outbox }

    static let rows = [
        Row("nothing happens", isClaimed: true) { _, _ in },
        Row("another message is queued", isClaimed: true) { other, _ in
            _ = try other.drafts.queue(letter("new"), from: nil, at: other.now)
        },
        Row("another message is taken back", isClaimed: true) { other, _ in
            _ = try other.drafts.takeBack(other.id("2"), at: other.now)
        },
        Row("it is taken back", isClaimed: false) { other, item in
            _ = try other.drafts.takeBack(#require(item.draftID), at: other.now)
        },
        Row("a killed process has almost taken it back", isClaimed: false) { other, item in
            var sidecar = try #require(item.sidecar)
            let message = try other.drafts.message(of: item, isInOutbox: true)
            sidecar.revision += 1
            sidecar.becomeDraft()
            _ = try other.drafts.write(message, &sidecar, to: other.drafts.open().drafts)
        },
        Row("it is put on hold", isClaimed: false) { other, item in
            _ = try other.drafts.advance(#require(item.draftID), at: other.now) { $0.hold(because: .changedElsewhere) }
        },
        Row("another process claims it", isClaimed: false) { other, item in
            let moment = DateAndUptime(other.now, nil)
            _ = try other.drafts.advance(#require(item.draftID), at: other.now) { $0.claim(at: moment) }
        },
        Row("another program changes its flags", isClaimed: true) { other, item in
            _ = try box(other).maildir.setFlags(of: item.entry) { $0.union(.flagged) }
        },
        Row("another program removes it", isClaimed: false) { other, item in
            try box(other).maildir.remove(item.entry)
        },
        Row("another program replaces its text", isClaimed: false) { other, item in
            let cur = try #require(try box(other).maildir.subdirectory(item.entry.place))
            try cur.remove(item.entry.name.octets)
            other.disk.plant(.file, at: cur.path / item.entry.name.octets, letter("changed"))
        },
        Row("its sidecar is removed", isClaimed: false) { other, item in
            try box(other).removeSidecar(#require(item.sidecarName))
        },
        Row("its sidecar is damaged", isClaimed: false) { other, item in
            let path = try box(other).path(ofSidecar: #require(item.sidecarName))
            try box(other).removeSidecar(#require(item.sidecarName))
            other.disk.plant(.file, at: path, Array("{".utf8))
        },
        Row("its sidecar comes back from a copy", isClaimed: false) { other, item in
            let path = try box(other).path(ofSidecar: #require(item.sidecarName))
            let content = try #require(other.disk.files[path])
            try box(other).removeSidecar(#require(item.sidecarName))
            other.disk.plant(.file, at: path, content)
        },
    ]

    @Test("A message is claimed only if nothing has changed that concerns it", arguments: rows)
    func claims(_ row: Row) throws {
        let (store, items) = try Self.fullOutbox(3)
        let id = try #require(items[0].draftID)
        try row.change(MemoryStore(store.disk), items[0])
        let moment = DateAndUptime(store.now, nil)
        let claimed = try? store.drafts.advance(id, at: store.now) { $0.claim(at: moment) }
        #expect((claimed != nil) == row.isClaimed)
        if let claimed {
            #expect(claimed.sidecar?.submission == .sending)
            #expect(try store.subject(store.drafts.message(of: claimed, isInOutbox: true)) == "0")
        }
        // A process that has not looked before finds the same.
        let fresh = try MemoryStore(store.disk).drafts.contents(at: store.now)
        let found = fresh.outbox.first { $0.draftID == id }?.sidecar?.submission
        #expect((found == .sending) == (row.isClaimed || row.name == "another process claims it"))
    }

    @Test("Each change takes the same number of system calls, however full the outbox is", .holds("PX6"))
    func calls() throws {
        var counts: [[Int]] = []
        for count in [5, 50] {
            let (store, items) = try Self.fullOutbox(count)
            let id = try #require(items[0].draftID)
            let moment = DateAndUptime(store.now, nil)
            var taken: [Int] = []
            for change in [{ $0.claim(at: moment) }, { $0.commit(for: ["ben@example.org"]) }]
                as [(inout Sidecar) -> Bool]
            {
                store.disk.settle()
                #expect(try store.drafts.advance(id, at: store.now, change) != nil)
                taken.append(store.disk.callCount(.calls))
            }
            counts.append(taken)
        }
        #expect(counts[0] == counts[1])
    }

    /// Returns a store that has just looked at the messages in its outbox.
    private static func fullOutbox(_ count: Int) throws -> (MemoryStore, [DraftItem]) {
        let store = try MemoryStore(MemoryFileSystem())
        for number in 0..<count { _ = try store.drafts.queue(letter("\(number)"), from: nil, at: store.now) }
        let items = try store.drafts.contents(at: store.now).outbox
        return (store, items.sorted { ($0.sidecar?.outboxNumber ?? 0) < ($1.sidecar?.outboxNumber ?? 0) })
    }
}
