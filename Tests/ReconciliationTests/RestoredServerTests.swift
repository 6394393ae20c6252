import MailTestSupport
import MailTypes
import Reconciliation
import Testing

/// A server that was restored from a backup with the same UIDVALIDITY: new messages get the UIDs of lost ones.
@Suite("Sync plans for a restored server", .holds("PY1", "PY3"))
struct RestoredServerTests {
    private static func side(
        _ files: [LocalMessage], _ messages: [ServerMessage], next: UInt32, modSequence: UInt64 = 10,
        isVerified: Bool = false, reassigned: [UInt32] = [], baseline agreed: SyncBaseline?
    ) -> ThreeWayMailboxState {
        var server = listing(messages, isVerified: isVerified)
        server.status.uidNext = uid(next)
        server.status.highestModSequence = ModSequence(rawValue: modSequence)
        var side = ThreeWayMailboxState(
            .inbox, local: LocalMailbox(messages: files), server: server, baseline: agreed)
        side.reassigned = UIDSet(reassigned.map { uid($0) })
        return side
    }

    /// Message 3 is gone here, and the flags of message 2 were changed here.
    private static let files = [file(1), file(2, [.flagged])]
    private static let agreed3 = baseline([agreed(1), agreed(2), agreed(3)])

    static let rows: [PlanRow] = [
        PlanRow(
            "UIDNEXT went back",
            [side(files, [on(1), on(2, [.seen])], next: 3, baseline: agreed3), trash],
            ["INBOX: the server has not assigned all UIDs of the messages here. petrel compares the whole mailbox."]),
        PlanRow(
            "UIDNEXT went back, and is above the messages here",
            [side([file(1)], [on(1, [.seen])], next: 3, baseline: agreed1), trash],
            ["INBOX: the server's next UID went backwards. petrel compares the whole mailbox."]),
        PlanRow(
            "the mod-sequence went back",
            [side(files, [on(1), on(2, [.seen]), on(3)], next: 4, modSequence: 9, baseline: agreed3), trash],
            ["INBOX: the server's change record went backwards. petrel compares the whole mailbox."]),
        PlanRow(
            "two UIDs have other messages, one of which has no file here",
            [
                side(
                    files, [on(1), on(2, [.seen]), on(3)], next: 4, isVerified: true, reassigned: [2, 3],
                    baseline: agreed3), trash,
            ],
            ["INBOX: the server has given the UIDs of 2 messages to others. petrel matches them by content."]),
        PlanRow(
            "the ledger was lost, and a UID has another message",
            [
                side(
                    [file(1, identity: identity("one")), file(2, [.flagged], identity: identity("two"))],
                    [on(1, identity: identity("one")), on(2, identity: identity("other"))], next: 3, baseline: nil),
                trash,
            ],
            [
                "INBOX: know file 1 as message 1",
                "INBOX: the server has given the UIDs of 1 message to others. petrel matches them by content.",
            ]),
    ]

    /// UIDNEXT is 5.
    private static let agreed1 = SyncBaseline(
        status: MailboxFingerprint(uidValidity: life(1), uidNext: uid(5), messages: 1), messages: [agreed(1)])

    private static func identity(_ id: String) -> MessageIdentity {
        MessageIdentity(messageID: MessageID("\(id)@example.org"), size: 10)
    }

    @Test("Transfer nothing until it is known which messages have other UIDs", arguments: rows)
    func plan(_ row: PlanRow) {
        #expect(SyncPlan(row.mailboxes).lines == row.lines)
    }

    @Test("Remove the UIDs from the baseline before files are renamed, and do not advance it")
    func order() {
        let plan = SyncPlan(Self.rows[3].mailboxes)
        let changes = plan.operations.filter { $0.mailboxes == [.inbox] }
        #expect(
            changes == [
                .distrust(.inbox, UIDSet(uid(2)...uid(3))), .detach(.inbox, LocalMessage.Handle(rawValue: 2)),
            ])
    }

    @Test("Have the server list all messages afterwards")
    func listedAgain() {
        var baselines = [MailboxName.inbox: Self.agreed3]
        for operation in SyncPlan(Self.rows[3].mailboxes).operations { operation.record(in: &baselines) }
        #expect(baselines[.inbox]?.messages.map(\.uid) == [uid(1)])
        #expect(baselines[.inbox]?.status.highestModSequence == nil)
    }

    @Test("A message with another date than before shows that the server was restored", arguments: [10, 20])
    func witness(_ date: Int64) {
        var side = Self.side([file(1)], [on(1, [.seen])], next: 2, baseline: baseline([agreed(1)]))
        side.witness = UIDWitness(uid(1), arrived: Instant(seconds: 10))
        side.server?.dates = [uid(1): Instant(seconds: date)]
        let other =
            "INBOX: the server has another message with the UID 1 than before. petrel compares the whole mailbox."
        #expect(SyncPlan([side]).lines == [date == 10 ? "INBOX: change message 1 here: +\\Seen" : other])
    }

    @Test("A file that names another message gets a name without a UID, also if the ledger was lost")
    func lostLedger() {
        let plan = SyncPlan(Self.rows[4].mailboxes)
        let detached = plan.operations.compactMap { if case .detach(_, let handle) = $0 { handle } else { nil } }
        #expect(detached == [LocalMessage.Handle(rawValue: 2)])
    }

    // MARK: - Which UIDs

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        /// UIDs of files, with their dates and the Message-IDs that were read.
        let files: [(UInt32, Int64, String?)]
        let server: [(UInt32, Int64, String)]
        let reassigned: [UInt32]
        var testDescription: String { name }
    }

    static let found: [Row] = [
        Row(
            name: "all are the same", files: [(1, 10, nil), (2, 20, nil)], server: [(1, 10, "a"), (2, 20, "b")],
            reassigned: []),
        Row(
            name: "the server changed a date", files: [(1, 10, nil), (2, 20, "b")],
            server: [(1, 10, "a"), (2, 30, "b")],
            reassigned: []),
        Row(
            name: "the last is another", files: [(1, 10, nil), (2, 20, "b")], server: [(1, 10, "a"), (2, 30, "c")],
            reassigned: [2]),
        Row(
            name: "one has no file, and is below one that is the same", files: [(1, 10, nil), (3, 30, nil)],
            server: [(1, 10, "a"), (2, 20, "b"), (3, 30, "c")], reassigned: []),
        Row(
            name: "one has no file, and is above those that are the same", files: [(1, 10, nil), (2, 20, "b")],
            server: [(1, 10, "a"), (2, 30, "c"), (3, 40, "d")], reassigned: [2, 3]),
        Row(
            name: "the server has not assigned the last ones yet", files: [(1, 10, nil), (3, 30, nil), (5, 50, nil)],
            server: [(1, 10, "a")], reassigned: [3, 5]),
        Row(
            name: "no file is left", files: [], server: [(1, 10, "a"), (2, 20, "b")], reassigned: [1, 2]),
        Row(name: "the server has none of them", files: [(1, 10, nil)], server: [], reassigned: []),
    ]

    @Test("Find the UIDs that have other messages by the dates in file names, and the Message-ID", arguments: found)
    func find(_ row: Row) {
        let files = row.files.map { number, seconds, id in
            let identity = id.map { MessageIdentity(messageID: MessageID("\($0)@example.org"), size: 10) }
            return ReassignedUIDs.File(uid(number), arrived: Instant(seconds: seconds), identity: identity)
        }
        let server = row.server.map { number, seconds, id in
            var identity = Self.identity(id)
            identity.date = Instant(seconds: seconds)
            return on(number, identity: identity)
        }
        let agreed = UIDSet((row.files.map(\.0) + row.server.map(\.0)).map { uid($0) })
        let found = ReassignedUIDs(files: files, agreed: agreed, server: listing(server, isVerified: true))
        #expect(found.uids == UIDSet(row.reassigned.map { uid($0) }))
    }
}
