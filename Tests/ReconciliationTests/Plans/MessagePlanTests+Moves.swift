import MailTestSupport
import MailTypes
import Reconciliation
import Testing

/// Messages that were moved, copied or added here.
extension MessagePlanTests {
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
