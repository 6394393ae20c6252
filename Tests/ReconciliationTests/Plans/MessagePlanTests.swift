import MailTestSupport
import MailTypes
import Reconciliation
import Testing

@Suite("Messages in sync plans", .holds("PY1", "PY3", "PY7", "Y02", "Y03", "Y07", "Y13", "Y20", "E03"))
struct MessagePlanTests {
    static let many = (1...100).map { UInt32($0) }
    static let allMail = MailboxName("All Mail") ?? .archive
    static let starred = MailboxName("Starred") ?? .archive

    static func refused(_ push: RejectedChangeCounts.Push) -> RejectedChangeCounts {
        var failures = RejectedChangeCounts()
        for _ in 0..<RejectedChangeCounts.limit { failures.refuse(push) }
        return failures
    }

    /// Both sides had messages 1 and 2, but the file of 1 is gone.
    static let without1 = inbox([file(2)], listing([on(1), on(2)]), baseline([agreed(1), agreed(2)]))
    static let question =
        "messages were deleted here. Nothing is deleted on the server until you confirm it."
    static let working =
        "another program is changing this mailbox, or its times are ahead of the clock. The next sync checks it again."

    static func confirmed(_ sides: ThreeWayMailboxState, _ uids: UIDSet) -> ThreeWayMailboxState {
        var sides = sides
        sides.confirmed = uids
        return sides
    }

    static func readOnly(_ name: MailboxName, files: [LocalMessage]) -> ThreeWayMailboxState {
        var side = mailbox(name, files: files)
        side.server?.isReadOnly = true
        return side
    }

    static let arrivals: [PlanRow] = [
        PlanRow(
            "new on the server", [inbox([file(1)], listing([on(1), on(2)]), baseline([agreed(1)]))],
            ["INBOX: fetch message 2"]),
        PlanRow(
            "older than the window",
            [inbox([file(1)], listing([on(1), on(2, isInWindow: false)]), baseline([agreed(1)]))], PlanRow.nothing),
        PlanRow(
            "an old one whose flags changed",
            [inbox([file(5)], changes([on(3, [.seen])], count: nil), baseline([agreed(5)]))], PlanRow.nothing),
        PlanRow(
            "awaited since an earlier sync",
            [inbox([file(5)], changes(count: 2), baseline([agreed(5)], pending: UIDSet(uid(3))))],
            ["INBOX: fetch message 3"]),
        PlanRow(
            "awaited, old by now, and maybe the copy of a file that is here",
            [
                inbox(
                    [file(5), stray(8, content: 8)],
                    {
                        var there = listing([on(3, isInWindow: false), on(5)])
                        there.presence = .complete(UIDSet([uid(3), uid(5)]))
                        there.isCounted = false
                        return there
                    }(), baseline([agreed(5)], pending: UIDSet(uid(3))))
            ], ["INBOX: fetch message 3"]),
        PlanRow(
            "maybe what is new here, as neither has a Message-ID",
            [
                inbox(
                    [file(1), stray(8, content: 8, identity: MessageIdentity(size: 10))],
                    listing([on(1), on(2, identity: MessageIdentity(size: 12, date: Instant(seconds: 5)))]),
                    baseline([agreed(1)]))
            ], ["INBOX: fetch message 2"]),
        PlanRow(
            "here in another mailbox",
            [inbox([], listing([on(9, content: 4)]), baseline([])), mailbox(.archive, [4])],
            ["INBOX: link message 9, which is here in Archive"]),
        PlanRow(
            "here in two other mailboxes",
            [
                inbox([], listing([on(9, content: 4)]), baseline([])), mailbox(.archive, [4]),
                ThreeWayMailboxState(
                    .sent, local: LocalMailbox(messages: [file(5, uid: 1, content: 4)]), server: listing([on(1)]),
                    baseline: baseline([agreed(1, content: 4)])),
            ], ["INBOX: link message 9, which is here in Archive"]),
        PlanRow(
            "written before a crash", [inbox([file(7)], listing([on(7)]), baseline([]))],
            ["INBOX: know file 7 as message 7"]),
        PlanRow(
            "maybe uploaded by another program",
            [inbox([stray(8, content: 8)], listing([on(7)]), baseline([]))], ["INBOX: fetch message 7"]),
        PlanRow(
            "certainly uploaded by another program",
            [inbox([stray(8, content: 8)], listing([on(7, content: 8)]), baseline([]))],
            ["INBOX: know file 8 as message 7"]),
        PlanRow(
            "unsettled while something of ours goes up",
            [
                {
                    var sides = inbox([file(1)], listing([on(1), on(2)]), baseline([agreed(1)]), look: .unsettled)
                    sides.hasOpenUploads = true
                    return sides
                }()
            ], ["INBOX: \(working)"]),
    ]

    static let gone: [PlanRow] = [
        PlanRow(
            "in a complete listing", [inbox([file(1), file(2)], listing([on(2)]), baseline([agreed(1), agreed(2)]))],
            ["INBOX: remove message 1 here"]),
        PlanRow(
            "whatever flags it got here",
            [inbox([file(1, [.seen])], listing([]), baseline([agreed(1)]))], ["INBOX: remove message 1 here"]),
        PlanRow(
            "a draft", [inbox([file(1, isDraft: true)], listing([]), baseline([agreed(1)]))],
            ["INBOX: keep message 1 as a version and remove it here"]),
        PlanRow(
            "VANISHED",
            [
                inbox(
                    [file(1), file(2)], changes([], .vanished(UIDSet(uid(1))), count: 1),
                    baseline([agreed(1), agreed(2)]))
            ],
            ["INBOX: remove message 1 here"]),
        PlanRow(
            "not mentioned", [inbox([file(1), file(2)], changes(count: nil), baseline([agreed(1), agreed(2)]))],
            PlanRow.nothing),
        PlanRow(
            "only by the count", [inbox([file(1), file(2)], changes(count: 1), baseline([agreed(1), agreed(2)]))],
            ["INBOX: the server counts 1 message but listed 2. petrel checks again first."]),
        PlanRow(
            "VANISHED against the count",
            [
                inbox(
                    [file(1), file(2)], changes([], .vanished(UIDSet(uid(1))), count: 2),
                    baseline([agreed(1), agreed(2)]))
            ],
            ["INBOX: the server counts 2 messages but listed 1. petrel checks again first."]),
        PlanRow(
            "a server that was restored",
            [inbox([file(1)], changes([], .vanished(UIDSet(uid(1))), count: 0, modSequence: 9), baseline([agreed(1)]))],
            ["INBOX: the server's change record went backwards. petrel compares the whole mailbox."]),
        PlanRow(
            "21 of 100",
            [
                inbox(
                    many.map { file(Int($0)) }, listing(many.dropFirst(21).map { on($0) }),
                    baseline(many.map { agreed($0) }))
            ],
            ["INBOX: the server reports that 21 of 100 messages are gone. petrel checks again first."]),
        PlanRow(
            "while another mailbox that has the same is changing",
            [
                inbox([file(1, content: 7)], listing([]), baseline([agreed(1, content: 7)])),
                mailbox(.archive, [7], look: .unsettled),
            ], ["Archive: \(working)"]),
        PlanRow(
            "on both sides, and another one was carried here",
            [
                inbox([stray(3, content: 7)], listing([]), baseline([agreed(1, content: 7)])),
                ThreeWayMailboxState(
                    .archive, local: LocalMailbox(messages: [file(8)]), server: listing([on(7), on(8)]),
                    baseline: baseline([agreed(7), agreed(8)])),
            ], ["Archive: move message 7 on the server to INBOX"]),
        PlanRow(
            "one of two identical messages, unknown which",
            [
                inbox(
                    [stray(3, content: 7)], changes(count: 1),
                    baseline([agreed(1, content: 7), agreed(2, content: 7)])), trash,
            ], ["INBOX: the server counts 1 message but listed 2. petrel checks again first."]),
        PlanRow(
            "on both sides", [inbox([file(2)], listing([on(2)]), baseline([agreed(1), agreed(2)]))], PlanRow.nothing),
        PlanRow(
            "without a ledger nothing is gone", [inbox([file(1)], listing([]), nil)],
            ["INBOX: upload a new message if the server lacks it (file 1)"]),
        PlanRow(
            "fetched, never agreed on, and gone again", [inbox([file(7)], listing([]), baseline([]))],
            ["INBOX: keep file 7 as a version and remove it here"]),
    ]

    @Test("Downloads each new message once", arguments: arrivals)
    func come(_ row: PlanRow) { expect(row) }

    @Test("Removes a message here only with proof that it is gone on the server", arguments: gone)
    func areGone(_ row: PlanRow) { expect(row) }

    @Test("Of several messages that the server calls identical, one is fetched, and the others wait for it")
    func identical() {
        func plan(_ objects: [UInt8]) -> SyncPlan {
            let messages = objects.enumerated().map {
                ServerMessage(uid(UInt32($0.offset) + 2), flags: FlagSet(), object: [$0.element])
            }
            return SyncPlan([inbox([], listing(messages), baseline([]))])
        }
        #expect(plan([7, 7]).lines == ["INBOX: fetch message 2"])
        #expect(plan([7, 7]).awaitsCopies)
        #expect(plan([7, 8]).lines == ["INBOX: fetch 2 messages (2:3)"])
        #expect(!plan([7, 8]).awaitsCopies)
    }

    @Test("A message removed from a view that has lost the flag on the server is forgotten")
    func flagTakenOnBothSides() {
        let view = ThreeWayMailboxState(
            Self.starred, kind: .view(.flagged), local: LocalMailbox(messages: [file(6, [.flagged])]),
            server: listing([on(5), on(6, [.flagged])]),
            baseline: baseline([agreed(5, [.flagged]), agreed(6, [.flagged])]))
        let plan = SyncPlan([view])
        #expect(plan.lines == PlanRow.nothing)
        #expect(plan.operations.contains(.forget(Self.starred, UIDSet(uid(5)))))
    }

    @Test("Trusts a second listing")
    func verified() {
        let there = listing(Self.many.dropFirst(21).map { on($0) }, isVerified: true)
        let plan = SyncPlan([inbox(Self.many.map { file(Int($0)) }, there, baseline(Self.many.map { agreed($0) }))])
        #expect(plan.lines.count == 21)
        #expect(plan.notices.isEmpty)
    }

    @Test("Destructive phases come after those that need the data, and the baseline is last")
    func phases() {
        let sides = [
            Self.without1, mailbox(.archive, files: [stray(3, content: 1)]),
            mailbox(.sent, files: [stray(4, content: 1)]),
        ]
        let phases = SyncPlan(sides).operations.map(\.phase)
        #expect(phases == phases.sorted())
        #expect(phases.first == .upload)
        #expect(SyncPhase.allCases.last == .baseline)
    }

    @Test("Plans nothing for 100,000 messages in any order without changes")
    func large() {
        var random = SeededGenerator(seed: 5)
        let numbers = (1...100_000).map { UInt32($0) }
        let former = baseline(numbers.map { agreed($0) })
        var status = former.status
        status.highestModSequence = ModSequence(rawValue: 10)
        let there = ServerMailbox(status: status, presence: .complete(UIDSet(uid(1)...uid(100_000))))
        let files = numbers.shuffled(using: &random).map { file(Int($0)) }
        let plan = SyncPlan([inbox(files, there, former)])
        #expect(plan.operations.isEmpty)
        #expect(plan.notices.isEmpty)
    }

    func expect(_ row: PlanRow) {
        let plan = SyncPlan(row.mailboxes, failures: row.failures)
        #expect(plan.lines == row.lines, "\(row.name)")
        #expect(plan == SyncPlan(row.mailboxes.reversed(), failures: row.failures), "in any order: \(row.name)")
    }

    @Test("The baseline does not advance over messages whose files may not be visible yet")
    func unsettledBaseline() {
        func checkpoints(_ look: LocalMailbox.ScanReliability) -> Int {
            let sides = inbox([file(1)], listing([on(1), on(5)]), baseline([agreed(1)]), look: look)
            return SyncPlan([sides]).operations.count { if case .checkpoint = $0 { true } else { false } }
        }
        #expect(checkpoints(.settled) == 1)
        #expect(checkpoints(.unsettled) == 0)
    }
}
