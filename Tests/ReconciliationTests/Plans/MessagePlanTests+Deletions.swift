import MailTestSupport
import MailTypes
import Reconciliation
import Testing

/// Messages that were deleted here.
extension MessagePlanTests {
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

    @Test("Moves messages deleted here to Trash on the server, if the deletion is plausible", arguments: deletions)
    func areDeleted(_ row: PlanRow) { expect(row) }
}
