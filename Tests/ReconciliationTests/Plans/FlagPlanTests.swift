import MailTestSupport
import MailTypes
import Reconciliation
import Testing

@Suite("Flags in sync plans", .holds("PY5", "Y13", "Y20"))
struct FlagPlanTests {
    private static let keyword = Flag(Array("$label1".utf8)).map { [$0] } ?? []

    private static var refused: RejectedChangeCounts {
        var failures = RejectedChangeCounts()
        for _ in 0..<RejectedChangeCounts.limit { failures.refuse(.flags(.inbox, uid(1))) }
        return failures
    }

    static let rows: [PlanRow] = [
        PlanRow(
            "set here", [inbox([file(1, [.seen])], listing([on(1)]), baseline([agreed(1)]))],
            ["INBOX: set \\Seen on the server for message 1"]),
        PlanRow(
            "taken here", [inbox([file(1)], listing([on(1, [.seen])]), baseline([agreed(1, [.seen])]))],
            ["INBOX: remove \\Seen on the server from message 1"]),
        PlanRow(
            "set there", [inbox([file(1)], listing([on(1, [.flagged])]), baseline([agreed(1)]))],
            ["INBOX: change message 1 here: +\\Flagged"]),
        PlanRow(
            "one set here, another taken there",
            [inbox([file(1, [.seen, .flagged])], listing([on(1)]), baseline([agreed(1, [.flagged])]))],
            ["INBOX: set \\Seen on the server for message 1", "INBOX: change message 1 here: -\\Flagged"]),
        PlanRow(
            "the same on both sides", [inbox([file(1, [.seen])], listing([on(1, [.seen])]), baseline([agreed(1)]))],
            PlanRow.nothing),
        PlanRow(
            "equal changes together",
            [
                inbox(
                    [file(1, [.seen]), file(2, [.seen]), file(4, [.seen])], changes(count: 3),
                    baseline([agreed(1), agreed(2), agreed(4)]))
            ], ["INBOX: set \\Seen on the server for 3 messages (1:2,4)"]),
        PlanRow(
            "a keyword of the server's that no letter says",
            [inbox([file(1)], listing([on(1, keyword)]), baseline([agreed(1, keyword)]))], PlanRow.nothing),
        PlanRow(
            "a keyword that came on the server",
            [inbox([file(1)], listing([on(1, keyword)]), baseline([agreed(1)]))], PlanRow.nothing),
        PlanRow(
            "a flag that the mailbox does not keep",
            [
                inbox(
                    [file(1, [.seen, .forwarded])],
                    listing([on(1)], permanentFlags: .only(FlagSet([.seen]))), baseline([agreed(1)]))
            ], ["INBOX: set \\Seen on the server for message 1"]),
        PlanRow(
            "a mailbox that may only be read",
            [inbox([file(1, [.seen])], listing([on(1)], isReadOnly: true), baseline([agreed(1)]))], PlanRow.nothing),
        PlanRow(
            "\\Recent", [inbox([file(1)], listing([on(1, [.recent])]), baseline([agreed(1)]))], PlanRow.nothing),
        PlanRow(
            "no agreement: the server's count",
            [inbox([file(1, [.seen])], listing([on(1, [.flagged])]), nil)], ["INBOX: know file 1 as message 1"]),
        PlanRow(
            "refused three times", [inbox([file(1, [.seen])], listing([on(1)]), baseline([agreed(1)]))],
            failures: refused,
            [
                "INBOX: change message 1 here: -\\Seen",
                "INBOX: the server refuses the flags of message 1. petrel restored the server's flags.",
            ]),
    ]

    @Test("Merges changes of flags one by one", arguments: rows)
    func table(_ row: PlanRow) {
        #expect(SyncPlan(row.mailboxes, failures: row.failures).lines == row.lines)
    }

    @Test("Without a baseline, a file gets the server's flags")
    func adopted() {
        let plan = SyncPlan([inbox([file(1, [.seen])], listing([on(1, [.flagged])]), nil)])
        let naming = plan.operations.compactMap { if case .name(let naming) = $0 { naming } else { nil } }.first
        #expect(naming?.change == FlagDelta(adding: FlagSet([.flagged]), removing: FlagSet([.seen])))
        #expect(naming?.agreed == FlagSet([.flagged]))
    }

    @Test("The baseline records a keyword that Maildir cannot represent")
    func keywords() {
        let sides = inbox([file(1)], listing([on(1, Self.keyword)]), baseline([agreed(1)]))
        var baselines = [MailboxName.inbox: baseline([agreed(1)])]
        for operation in SyncPlan([sides]).operations { operation.record(in: &baselines) }
        #expect(baselines[.inbox]?.message(uid(1))?.flags == FlagSet(Self.keyword))
    }

    @Test("Every pair of changes has one resolution")
    func resolutions() {
        let mine = FlagDelta(adding: FlagSet([.seen]))
        let theirs = FlagDelta(removing: FlagSet([.flagged]))
        let none = FlagDelta()
        let table: [(ObservedMessageChange, ObservedMessageChange, ConflictResolution)] = [
            (.none, .none, .nothing), (.none, .unknown, .nothing),
            (.none, .flags(theirs), .merge(push: none, pull: theirs)), (.none, .gone, .removeHere),
            (.flags(mine), .none, .merge(push: mine, pull: none)),
            (.flags(mine), .unknown, .merge(push: mine, pull: none)),
            (.flags(mine), .flags(theirs), .merge(push: mine, pull: theirs)),
            (.flags(mine), .flags(mine), .merge(push: none, pull: mine)), (.flags(mine), .gone, .removeHere),
            (.gone, .none, .removeThere), (.gone, .flags(theirs), .removeThere), (.gone, .unknown, .removeThere),
            (.gone, .gone, .forget), (.unknown, .none, .nothing), (.unknown, .flags(theirs), .nothing),
            (.unknown, .gone, .nothing), (.unknown, .unknown, .nothing),
        ]
        for (here, there, wanted) in table {
            #expect(ConflictResolution(here: here, there: there) == wanted, "\(here), \(there)")
        }
        #expect(ConflictResolution(here: .flags(mine), there: .gone, isDraft: true) == .keepVersion)
    }
}
