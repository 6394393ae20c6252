import MailTestSupport
import MailTypes
import Reconciliation
import Testing

@Suite("What sync plans record, and what they leave to the next one", .holds("PY1", "PY3", "PY4", "Y07"))
struct UnfinishedPlanTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let mailboxes: [ThreeWayMailboxState]
        let unfinished: Set<MailboxName>

        init(_ name: String, _ mailboxes: [ThreeWayMailboxState], _ unfinished: Set<MailboxName>) {
            (testDescription, self.mailboxes, self.unfinished) = (name, mailboxes, unfinished)
        }
    }

    private static let without1 = inbox([file(2)], listing([on(1), on(2)]), baseline([agreed(1), agreed(2)]))
    private static let goneThere = inbox([file(1, content: 7)], listing([]), baseline([agreed(1, content: 7)]))

    static let rows: [Row] = [
        Row("deleted here", [without1, trash], []),
        Row(
            "deleted here, while another mailbox is changing",
            [without1, trash, mailbox(.archive, [9], look: .unsettled)], [.inbox]),
        Row(
            "deleted there, while another mailbox that has the same is changing",
            [goneThere, mailbox(.archive, [7], look: .unsettled)], [.inbox]),
        Row(
            "deleted there, while another mailbox is changing",
            [goneThere, mailbox(.archive, [9], look: .unsettled)], []),
        Row(
            "moved here to a mailbox that may only be read",
            [
                without1,
                ThreeWayMailboxState(
                    .archive, local: LocalMailbox(messages: [stray(3, content: 1)]),
                    server: listing([], isReadOnly: true), baseline: baseline([])),
            ], [.inbox]),
        Row(
            "moved here to a mailbox that has a new message, which may be the same",
            [
                without1,
                ThreeWayMailboxState(
                    .archive, local: LocalMailbox(messages: [stray(3, content: 1)]), server: listing([on(9)]),
                    baseline: baseline([])),
            ], [.inbox, .archive]),
        Row(
            "without a ledger, gone there, and maybe new in another mailbox",
            [
                inbox([file(1)], listing([]), nil),
                ThreeWayMailboxState(
                    .archive, local: LocalMailbox(messages: []), server: listing([on(9)]), baseline: baseline([])),
            ], [.inbox]),
    ]

    @Test("A mailbox with a change that waits is compared again", arguments: rows)
    func unfinished(_ row: Row) {
        #expect(SyncPlan(row.mailboxes).unfinished == row.unfinished)
    }

    // MARK: - What is recorded

    /// Returns the baseline that the plan of a mailbox records, with nothing of it fetched. `nil` if it records nothing.
    private static func recorded(_ server: ServerMailbox, _ former: SyncBaseline) -> SyncBaseline? {
        let files = former.messages.map { file(Int($0.uid.rawValue)) }
        let side = ThreeWayMailboxState(
            .inbox, local: LocalMailbox(messages: files), server: server, baseline: former)
        var baselines = [MailboxName.inbox: former]
        let operations = SyncPlan([side]).operations.filter { $0.phase == .baseline }
        for operation in operations { operation.record(in: &baselines) }
        return operations.isEmpty ? nil : baselines[.inbox]
    }

    @Test("Nothing is recorded if nothing has changed")
    func unchanged() {
        let there = listing([on(1)])
        #expect(Self.recorded(there, SyncBaseline(status: there.status, messages: [agreed(1)])) == nil)
    }

    @Test("A new mod-sequence is recorded if the server also reported which messages it has")
    func modSequence() {
        let former = SyncBaseline(status: changes(count: 1).status, messages: [agreed(1)])
        let counted = changes([on(1)], count: 1, modSequence: 12)
        #expect(Self.recorded(counted, former)?.status.highestModSequence == ModSequence(rawValue: 12))
        // Otherwise it would not report again which ones are gone.
        var uncounted = changes([on(1)], count: nil, modSequence: 12)
        uncounted.status.unseen = 1
        #expect(Self.recorded(uncounted, former)?.status.highestModSequence == ModSequence(rawValue: 10))
    }

    @Test("A message that has come into the window is awaited, even if the server's numbers are the same")
    func awaited() {
        let there = listing([on(1), on(5)])
        let former = SyncBaseline(status: there.status, messages: [agreed(1)])
        #expect(Self.recorded(there, former)?.pending == UIDSet(uid(5)))
    }

    @Test("A sync that finds the same UIDVALIDITY again ends the series of new ones")
    func renumberings() {
        let there = listing([on(1)])
        let former = SyncBaseline(status: there.status, messages: [agreed(1)], renumberings: 2)
        #expect(Self.recorded(there, former)?.renumberings == 0)
    }

    @Test("UIDNEXT is above all messages, whatever the server reports", arguments: [nil, 2, 6] as [UInt32?])
    func uidNext(_ reported: UInt32?) {
        var there = listing([on(1), on(5)])
        there.status.uidNext = reported.map { uid($0) }
        let former = SyncBaseline(beginning: life(1))
        #expect(Self.recorded(there, former)?.status.uidNext == uid(6))
    }
}
