import MailTestSupport
import MailTypes
import Reconciliation
import Testing

@Suite("Messages in sync plans", .holds("PY1", "PY3", "PY7", "Y02", "Y03", "Y07", "Y13", "Y20", "E03"))
struct MessagePlanTests {
    private static let many = (1...100).map { UInt32($0) }
    private static let allMail = MailboxName("All Mail") ?? .archive
    private static let starred = MailboxName("Starred") ?? .archive

    private static func refused(_ push: RejectedChangeCounts.Push) -> RejectedChangeCounts {
        var failures = RejectedChangeCounts()
        for _ in 0..<RejectedChangeCounts.limit { failures.refuse(push) }
        return failures
    }

    /// Both sides had messages 1 and 2, but the file of 1 is gone.
    private static let without1 = inbox([file(2)], listing([on(1), on(2)]), baseline([agreed(1), agreed(2)]))
    private static let question =
        "messages were deleted here. Nothing is deleted on the server until you confirm it."
    private static let working =
        "another program is changing this mailbox, or its times are ahead of the clock. The next sync checks it again."

    private static func confirmed(_ sides: ThreeWayMailboxState, _ uids: UIDSet) -> ThreeWayMailboxState {
        var sides = sides
        sides.confirmed = uids
        return sides
    }

    private static func readOnly(_ name: MailboxName, files: [LocalMessage]) -> ThreeWayMailboxState {
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

    static let deletions: [PlanRow] = [
        PlanRow("to Trash", [without1, trash], ["INBOX: move message 1 on the server to Trash"]),
        PlanRow(
            "out of Trash",
            [
                ThreeWayMailboxState(
                    .trash, kind: .trash, local: LocalMailbox(messages: [file(2)]), server: listing([on(1), on(2)]),
                    baseline: baseline([agreed(1), agreed(2)]))
            ], ["Trash: delete message 1 on the server permanently"]),
        PlanRow(
            "without a Trash", [without1],
            ["INBOX: message 1 was deleted here, but the account has no Trash. It stays on the server."]),
        PlanRow(
            "two, without a Trash",
            [inbox([file(3)], listing([on(1), on(2), on(3)]), baseline([agreed(1), agreed(2), agreed(3)]))],
            ["INBOX: 2 messages (1:2) were deleted here, but the account has no Trash. They stay on the server."]),
        PlanRow(
            "while another mailbox is changing", [without1, trash, mailbox(.archive, [9], look: .unsettled)],
            ["Archive: \(working)"]),
        PlanRow(
            "an empty directory", [inbox([], listing([on(1)]), baseline([agreed(1)])), trash],
            ["INBOX: 1 of 1 \(question)"]),
        PlanRow(
            "an empty directory, after a yes",
            [confirmed(inbox([], listing([on(1)]), baseline([agreed(1)])), UIDSet(uid(1))), trash],
            ["INBOX: move message 1 on the server to Trash"]),
        PlanRow(
            "an unreadable directory", [inbox([], listing([on(1)]), baseline([agreed(1)]), look: .unreadable), trash],
            ["INBOX: the directory cannot be read. This mailbox is skipped."]),
        PlanRow(
            "21 of 100",
            [
                inbox(
                    many.dropFirst(21).map { file(Int($0)) }, listing(many.map { on($0) }),
                    baseline(many.map { agreed($0) })), trash,
            ], ["INBOX: 21 of 100 \(question)"]),
        PlanRow(
            "20 of 100",
            [
                inbox(
                    many.dropFirst(20).map { file(Int($0)) }, listing(many.map { on($0) }),
                    baseline(many.map { agreed($0) })), trash,
            ], ["INBOX: move 20 messages (1:20) on the server to Trash"]),
        PlanRow(
            "refused three times", [without1, trash], failures: refused(.removal(.inbox, uid(1))),
            ["INBOX: fetch message 1", "INBOX: the server refuses to delete message 1. It is fetched again."]),
        PlanRow(
            "what was renamed is not deleted",
            [
                inbox([stray(3, content: 1), file(2)], listing([on(1), on(2)]), baseline([agreed(1), agreed(2)])),
                trash,
            ],
            ["INBOX: know file 3 as message 1"]),
        PlanRow(
            "what was moved to a directory that the server does not have yet is not deleted",
            [without1, ThreeWayMailboxState(.archive, local: LocalMailbox(messages: [stray(3, content: 1)])), trash],
            PlanRow.nothing),
    ]

    static let moves: [PlanRow] = [
        PlanRow(
            "to another mailbox", [without1, mailbox(.archive, files: [stray(3, content: 1)]), trash],
            ["INBOX: move message 1 on the server to Archive"]),
        PlanRow(
            "a copy",
            [mailbox(.inbox, [1]), mailbox(.archive, files: [stray(3, content: 1)])],
            ["INBOX: copy message 1 on the server to Archive"]),
        PlanRow(
            "two copies in one mailbox",
            [mailbox(.inbox, [1]), mailbox(.archive, files: [stray(3, content: 1), stray(4, content: 1)])],
            ["INBOX: copy message 1 on the server to Archive", "INBOX: copy message 1 on the server to Archive"]),
        PlanRow(
            "moved and copied",
            [
                without1, mailbox(.archive, files: [stray(3, content: 1)]),
                mailbox(.sent, files: [stray(4, content: 1)]),
            ],
            ["INBOX: copy message 1 on the server to Sent", "INBOX: move message 1 on the server to Archive"]),
        PlanRow(
            "new", [mailbox(.inbox, files: [stray(3, content: 30)])],
            ["INBOX: upload a new message if the server lacks it (file 3)"]),
        PlanRow(
            "new, with parts that never came", [mailbox(.inbox, files: [stray(3, content: 30, isWhole: false)])],
            ["INBOX: file 3 lacks attachments that were never fetched. It is not uploaded until it has them."]),
        PlanRow(
            "new, refused three times", [mailbox(.inbox, files: [stray(3, content: 30)])],
            failures: refused(.upload(.inbox, LocalMessage.Handle(rawValue: 3))),
            ["INBOX: file 3 stays here only. The server refused it three times."]),
        PlanRow(
            "new, in a mailbox that may only be read", [readOnly(.archive, files: [stray(3, content: 30)])],
            ["Archive: file 3 stays here only. The server does not accept messages in this mailbox."]),
        PlanRow(
            "to a mailbox that may only be read",
            [without1, readOnly(.archive, files: [stray(3, content: 1)]), trash],
            ["Archive: file 3 stays here only. The server does not accept messages in this mailbox."]),
        PlanRow(
            "to a mailbox that has a new message, which may be the same",
            [
                without1,
                ThreeWayMailboxState(
                    .archive, local: LocalMailbox(messages: [stray(3, content: 1)]), server: listing([on(9)]),
                    baseline: baseline([])), trash,
            ], ["Archive: fetch message 9"]),
        PlanRow(
            "new, where another program is at work",
            [mailbox(.inbox, files: [stray(3, content: 30)], look: .unsettled)],
            ["INBOX: \(working)"]),
        PlanRow(
            "into an archive that is all mail on the server",
            [
                without1,
                ThreeWayMailboxState(
                    .archive, kind: .archive(server: allMail), local: LocalMailbox(messages: [stray(3, content: 1)])),
                trash,
            ], ["INBOX: move message 1 on the server to All Mail"]),
        PlanRow(
            "into a view",
            [mailbox(.inbox, [1]), mailbox(starred, kind: .view(.flagged), files: [stray(3, content: 1)])],
            ["INBOX: set \\Flagged on the server for message 1"]),
        PlanRow(
            "into a view, and away from its mailbox",
            [without1, mailbox(starred, kind: .view(.flagged), files: [stray(3, content: 1)]), trash],
            ["INBOX: set \\Flagged on the server for message 1", "INBOX: take message 1 back from Starred"]),
        PlanRow(
            "new, in a view", [mailbox(starred, kind: .view(.flagged), files: [stray(3, content: 30)])],
            ["Starred: file 3 stays here only. This mailbox shows messages of other mailboxes."]),
        PlanRow(
            "out of a view",
            [
                mailbox(.inbox, [1]),
                ThreeWayMailboxState(
                    starred, kind: .view(.flagged), local: LocalMailbox(messages: [file(6)]),
                    server: listing([on(5, [.flagged]), on(6)]), baseline: baseline([agreed(5, [.flagged]), agreed(6)])),
            ], ["Starred: remove \\Flagged on the server from message 5"]),
        PlanRow(
            "refused three times", [without1, mailbox(.archive, files: [stray(3, content: 1)]), trash],
            failures: refused(.removal(.inbox, uid(1))),
            [
                "INBOX: take message 1 back from Archive",
                "INBOX: the server refuses to move message 1 to Archive. petrel moved it back.",
            ]),
        PlanRow(
            "elsewhere there: the server has the last word",
            [
                inbox([file(2)], listing([on(2)]), baseline([agreed(1), agreed(2)])),
                mailbox(.archive, files: [stray(3, content: 1)]),
                ThreeWayMailboxState(
                    .sent, local: LocalMailbox(messages: []), server: listing([on(8, content: 1)]),
                    baseline: baseline([])),
            ], ["Sent: move message 8 here, from Archive"]),
        PlanRow(
            "elsewhere there, and twice here: one goes there, and the other is uploaded as a copy",
            [
                inbox([file(2)], listing([on(2)]), baseline([agreed(1), agreed(2)])),
                mailbox(.archive, files: [stray(3, content: 1), stray(4, content: 1)]),
                ThreeWayMailboxState(
                    .sent, local: LocalMailbox(messages: []), server: listing([on(8, content: 1)]),
                    baseline: baseline([])),
            ],
            [
                "Archive: upload a new message if the server lacks it (file 4)",
                "Sent: move message 8 here, from Archive",
            ]),
        PlanRow(
            "elsewhere there with a copy, and twice here: one goes there, and the other is uploaded",
            [
                inbox([file(2)], listing([on(2)]), baseline([agreed(1), agreed(2)])),
                mailbox(.archive, files: [stray(3, content: 1), stray(4, content: 1)]),
                ThreeWayMailboxState(
                    .sent, local: LocalMailbox(messages: []), server: listing([on(8, content: 1), on(9, content: 1)]),
                    baseline: baseline([])),
            ],
            [
                "Archive: upload a new message if the server lacks it (file 4)",
                "Sent: move message 8 here, from Archive", "Sent: link message 9, which is here in Archive",
            ]),
        PlanRow(
            "gone there, and another message is new elsewhere",
            [
                inbox([file(2)], listing([on(2)]), baseline([agreed(1), agreed(2)])),
                mailbox(.archive, files: [stray(3, content: 1)]),
                ThreeWayMailboxState(
                    .sent, local: LocalMailbox(messages: []), server: listing([on(8, content: 5)]),
                    baseline: baseline([])),
            ], ["Archive: upload a new message if the server lacks it (file 3)", "Sent: fetch message 8"]),
        PlanRow(
            "maybe elsewhere there: what is new elsewhere is fetched first",
            [
                inbox([file(2)], listing([on(2)]), baseline([agreed(1), agreed(2)])),
                mailbox(.archive, files: [stray(3, content: 1)]),
                ThreeWayMailboxState(
                    .sent, local: LocalMailbox(messages: []), server: listing([on(8)]), baseline: baseline([])),
            ], ["Sent: fetch message 8"]),
        PlanRow(
            "deleted there, and in Trash now: it is kept where it was moved",
            [
                inbox([file(2)], listing([on(2)]), baseline([agreed(1), agreed(2)])),
                mailbox(.archive, files: [stray(3, content: 1)]),
                ThreeWayMailboxState(
                    .trash, kind: .trash, local: LocalMailbox(messages: []), server: listing([on(8, content: 1)]),
                    baseline: baseline([])),
            ],
            [
                "Archive: upload a new message if the server lacks it (file 3)",
                "Trash: link message 8, which is here in Archive",
            ]),
        PlanRow(
            "gone there: the only one is kept",
            [
                inbox([file(2)], listing([on(2)]), baseline([agreed(1), agreed(2)])),
                mailbox(.archive, files: [stray(3, content: 1)]),
            ], ["Archive: upload a new message if the server lacks it (file 3)"]),
        PlanRow(
            "out of a mailbox that cannot be looked at",
            [mailbox(.inbox, [1], look: .unreadable), mailbox(.archive, files: [stray(3, content: 1)])],
            ["INBOX: the directory cannot be read. This mailbox is skipped."]),
    ]

    @Test("Downloads each new message once", arguments: arrivals)
    func come(_ row: PlanRow) { expect(row) }

    @Test("Removes a message here only with proof that it is gone on the server", arguments: gone)
    func areGone(_ row: PlanRow) { expect(row) }

    @Test("Moves messages deleted here to Trash on the server, if the deletion is plausible", arguments: deletions)
    func areDeleted(_ row: PlanRow) { expect(row) }

    @Test("Repeats local moves, copies and additions on the server", arguments: moves)
    func areMoved(_ row: PlanRow) { expect(row) }

    @Test("A message that was moved here and is gone there waits until it was searched elsewhere")
    func search() {
        let sides = [
            inbox([file(2)], listing([on(2)]), baseline([agreed(1), agreed(2)])),
            mailbox(.archive, files: [stray(3, content: 1)]),
        ]
        let upload = "Archive: upload a new message if the server lacks it (file 3)"
        let first = SyncPlan(sides, search: .notBegun)
        #expect(first.awaitsMovedMessages)
        #expect(first.isEmpty)
        #expect(first.unfinished == [.inbox, .archive])
        // The next plan, maybe one after a crash, must find it missing again.
        #expect(!first.operations.contains(.forget(.inbox, UIDSet(uid(1)))))
        #expect(SyncPlan(sides, search: .inChangedMailboxes).lines == [upload])

        let sent = ThreeWayMailboxState(
            .sent, local: LocalMailbox(messages: []), server: listing([on(8)]), baseline: baseline([]))
        #expect(SyncPlan(sides + [sent], search: .inChangedMailboxes).awaitsMovedMessages)
        #expect(SyncPlan(sides + [sent], search: .ended).lines == [upload, "Sent: fetch message 8"])
    }

    @Test("Of two files of one message that may have been moved elsewhere there, one waits, and the other is a copy")
    func searchWithCopy() {
        let sides = [
            inbox([file(2)], listing([on(2)]), baseline([agreed(1), agreed(2)])),
            mailbox(.archive, files: [stray(3, content: 1), stray(4, content: 1)]),
        ]
        let plan = SyncPlan(sides, search: .notBegun)
        #expect(plan.lines == ["Archive: upload a new message if the server lacks it (file 4)"])
        #expect(plan.awaitsMovedMessages)
    }

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

    private func expect(_ row: PlanRow) {
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

    @Test("Asks the server which of two identical messages was moved before moving one")
    func alike() {
        let both = baseline([agreed(1, content: 5), agreed(2, content: 5), agreed(3)])
        let other = mailbox(.archive, files: [stray(9, content: 5)])
        let doubt = SyncPlan([inbox([file(3)], changes(count: nil), both), other])
        #expect(
            doubt.lines == [
                "INBOX: 2 identical messages were removed here. petrel first asks the server which ones it has."
            ])
        let proven = SyncPlan([inbox([file(3)], listing([on(2), on(3)], isVerified: true), both), other])
        #expect(proven.lines == ["INBOX: move message 2 on the server to Archive"])
    }
}
