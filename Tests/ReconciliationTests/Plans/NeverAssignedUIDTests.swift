import MailTestSupport
import MailTypes
import Reconciliation
import Testing

/// UIDs that the server cannot have assigned, because it reported a false one or was restored from a backup.
@Suite("Unassigned UIDs in sync plans", .holds("PY1", "PY3"))
struct NeverAssignedUIDTests {
    /// Messages 1 and 40 were agreed on, but the server has not given out 40 yet. It has message 2, which is new.
    private static func neverAssigned(_ server: [ServerMessage], isVerified: Bool) -> ThreeWayMailboxState {
        let identity = MessageIdentity(messageID: MessageID("plan@example.org"), size: 10)
        return ThreeWayMailboxState(
            .inbox, local: LocalMailbox(messages: [file(1), file(2, uid: 40, content: 40, identity: identity)]),
            server: listing(server, isVerified: isVerified), baseline: baseline([agreed(1), agreed(40)]))
    }

    private static let appended = on(
        2, identity: MessageIdentity(messageID: MessageID("plan@example.org"), size: 10))

    static let falseUIDs: [PlanRow] = [
        PlanRow(
            "its UID is not below UIDNEXT", [neverAssigned([on(1), appended], isVerified: false)],
            ["INBOX: the server has not assigned all UIDs of the messages here. petrel compares the whole mailbox."]),
        PlanRow(
            "the server has it under another UID", [neverAssigned([on(1), appended], isVerified: true)],
            ["INBOX: know file 2 as message 2"]),
        PlanRow(
            "the server does not have it", [neverAssigned([on(1)], isVerified: true)],
            ["INBOX: upload a new message if the server lacks it (file 2)"]),
        PlanRow(
            "the server lists it, although its UID is UIDNEXT",
            [
                {
                    var server = listing([on(1), on(40)], isVerified: true)
                    server.status.uidNext = uid(40)
                    return ThreeWayMailboxState(
                        .inbox, local: LocalMailbox(messages: [file(1), file(40)]), server: server,
                        baseline: baseline([agreed(1), agreed(40)]))
                }()
            ], PlanRow.nothing),
    ]

    @Test("Matches or uploads a file whose UID the server never assigned", arguments: falseUIDs)
    func areNotAssigned(_ row: PlanRow) {
        #expect(SyncPlan(row.mailboxes).lines == row.lines)
    }

    @Test func `The baseline forgets such a UID when its file gets another one`() {
        for server in [[on(1), Self.appended], [on(1)]] {
            let plan = SyncPlan([Self.neverAssigned(server, isVerified: true)])
            #expect(plan.operations.contains(.forget(.inbox, UIDSet(uid(40)))))
        }
    }

    @Test func `The baseline keeps such a UID as long as its file cannot be renamed`() {
        for reassigned in [UIDSet(), UIDSet(uid(40))] {
            var side = Self.neverAssigned([on(1)], isVerified: true)
            side.reassigned = reassigned
            side.local?.look = .unsettled
            for case .forget(_, let uids) in SyncPlan([side]).operations { Issue.record("forgets \(uids)") }
        }
    }

    @Test func `The baseline keeps such a UID as long as another mailbox with the same message cannot be compared`() {
        let other = ThreeWayMailboxState(
            .archive, local: LocalMailbox(messages: [], look: .unsettled), server: listing([on(9)]),
            baseline: baseline([agreed(9, content: 40)]))
        let plan = SyncPlan([other, Self.neverAssigned([on(1)], isVerified: true)])
        for case .forget(_, let uids) in plan.operations { Issue.record("forgets \(uids)") }
    }

    @Test func `An upload cannot have got a UID that the server reports, even if it is not below UIDNEXT`() throws {
        var server = listing([on(1), on(2)])
        server.status.uidNext = .first
        let plan = SyncPlan([ThreeWayMailboxState(.inbox, local: LocalMailbox(messages: []), server: server)])
        for (uid, isAssignable) in [(1, false), (2, false), (3, true)] {
            #expect(plan.isAssignable(try #require(UID(rawValue: UInt32(uid))), in: .inbox) == isAssignable, "\(uid)")
        }
    }
}
