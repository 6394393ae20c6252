import MailTestSupport
import MailTypes
import Reconciliation
import Testing

@Suite("Deletions in files that another program syncs as well", .holds("PY1", "PY7", "Y07"))
struct SharedMaildirDeletionTests {
    /// Both sides had messages 1 and 2, but the file of 1 is gone.
    private static let without1 = inbox([file(2)], listing([on(1), on(2)]), baseline([agreed(1), agreed(2)]))
    private static let toTrash = ["INBOX: move message 1 on the server to Trash"]

    static let rows: [PlanRow] = [
        PlanRow(
            "moved and uploaded by the other program", [without1, mailbox(.archive, [1]), trash],
            ["INBOX: delete message 1 on the server permanently"]),
        PlanRow(
            "uploaded to a mailbox that has not changed since",
            [without1, ThreeWayMailboxState(.archive, baseline: baseline([agreed(1)])), trash],
            ["INBOX: delete message 1 on the server permanently"]),
        PlanRow(
            "the only message of its mailbox",
            [inbox([], listing([on(1)]), baseline([agreed(1)])), mailbox(.archive, [1]), trash],
            ["INBOX: delete message 1 on the server permanently"]),
        PlanRow(
            "moved out of Trash, the only message there",
            [
                mailbox(.archive, [1]),
                ThreeWayMailboxState(
                    .trash, kind: .trash, local: LocalMailbox(messages: []), server: listing([on(1)]),
                    baseline: baseline([agreed(1)])),
            ], ["Trash: delete message 1 on the server permanently"]),
        PlanRow(
            "taken out of a mailbox that shows it with all others that have a flag",
            [
                mailbox(.archive, [1]),
                ThreeWayMailboxState(
                    .sent, kind: .view(.flagged), local: LocalMailbox(messages: [file(2, [.flagged])]),
                    server: listing([on(1, [.flagged]), on(2, [.flagged])]),
                    baseline: baseline([agreed(1, [.flagged]), agreed(2, [.flagged])])),
            ], ["Sent: remove \\Flagged on the server from message 1"]),
        PlanRow("nowhere else", [without1, mailbox(.archive, [9]), trash], toTrash),
        PlanRow(
            "removed on the server from where it was uploaded to",
            [
                without1, trash,
                ThreeWayMailboxState(
                    .archive, local: LocalMailbox(messages: []), server: listing([]), baseline: baseline([agreed(1)])),
            ], toTrash),
        PlanRow(
            "both copies deleted here",
            [
                without1, trash,
                ThreeWayMailboxState(
                    .archive, local: LocalMailbox(messages: [file(2)]), server: listing([on(1), on(2)]),
                    baseline: baseline([agreed(1), agreed(2)])),
            ], toTrash + ["Archive: move message 1 on the server to Trash"]),
        PlanRow(
            "while the server does not report the other mailbox",
            [
                without1, trash,
                {
                    var other = ThreeWayMailboxState(.archive, baseline: baseline([agreed(1)]))
                    other.isUnobserved = true
                    return other
                }(),
            ], toTrash),
    ]

    @Test("A message whose contents remain in another mailbox on both sides gets no copy in Trash", arguments: rows)
    func moved(_ row: PlanRow) {
        #expect(SyncPlan(row.mailboxes, failures: row.failures, isShared: true).lines == row.lines, "\(row.name)")
    }

    @Test("If no other program syncs the files, a deleted copy is moved to Trash")
    func notShared() {
        #expect(SyncPlan([Self.without1, mailbox(.archive, [1]), trash]).lines == Self.toTrash)
    }
}
