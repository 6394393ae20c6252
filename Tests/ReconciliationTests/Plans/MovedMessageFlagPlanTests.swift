import MailTestSupport
import MailTypes
import Reconciliation
import Testing

/// Flags that were changed on one side while the message was moved on the same or the other one.
@Suite("Flags of moved messages in sync plans", .holds("PY1", "PY3", "PY5", "Y13"))
struct MovedMessageFlagPlanTests {
    private static let starred = FlagDelta(adding: FlagSet([.flagged]))

    /// Both sides had message 1. It was starred here, and is gone on the server.
    private static let starredHere = inbox([file(1, [.flagged])], listing([]), baseline([agreed(1)]))

    /// Both sides had messages 1 and 2, but the file of 1 is gone. The server has the flags.
    private static func without1(_ flags: [Flag], permanentFlags: PermanentFlags = .any) -> ThreeWayMailboxState {
        inbox(
            [file(2)], listing([on(1, flags), on(2)], permanentFlags: permanentFlags), baseline([agreed(1), agreed(2)]))
    }

    /// A mailbox that had no messages, and has new ones on the server.
    private static func arrivals(
        _ name: MailboxName, kind: ThreeWayMailboxState.Kind = .mailbox, _ messages: [ServerMessage],
        files: [LocalMessage] = []
    ) -> ThreeWayMailboxState {
        ThreeWayMailboxState(
            name, kind: kind, local: LocalMailbox(messages: files), server: listing(messages), baseline: baseline([]))
    }

    private static func fetch(_ plan: SyncPlan) throws -> SyncOperation.Fetch {
        try #require(plan.operations.compactMap { if case .fetch(let fetch) = $0 { fetch } else { nil } }.first)
    }

    private static func link(_ plan: SyncPlan) throws -> SyncOperation.Link {
        try #require(plan.operations.compactMap { if case .link(let link) = $0 { link } else { nil } }.first)
    }

    private static func naming(_ plan: SyncPlan) throws -> SyncOperation.Naming {
        try #require(plan.operations.compactMap { if case .name(let naming) = $0 { naming } else { nil } }.first)
    }

    private let file1 = LocalMessage.Handle(rawValue: 1)
    private let file3 = LocalMessage.Handle(rawValue: 3)

    // MARK: - Changed here, moved there

    @Test("A message that was starred here and is gone there waits until it was searched elsewhere")
    func search() {
        let first = SyncPlan([Self.starredHere], search: .notBegun)
        #expect(first.lines == PlanRow.nothing)
        #expect(first.awaitsMovedMessages)
        #expect(first.unfinished == [.inbox])

        let second = SyncPlan([Self.starredHere], search: .inChangedMailboxes)
        #expect(second.lines == ["INBOX: remove message 1 here"])
        #expect(!second.awaitsMovedMessages)

        let plain = SyncPlan([inbox([file(1)], listing([]), baseline([agreed(1)]))], search: .notBegun)
        #expect(plain.lines == ["INBOX: remove message 1 here"])
        #expect(plain.unfinished == [])
    }

    @Test("New messages of other mailboxes are compared with it, and one of them keeps the star")
    func fetched() throws {
        let sides = [Self.starredHere, Self.arrivals(.archive, [on(9)])]
        let plan = SyncPlan(sides)
        #expect(plan.lines == ["Archive: fetch message 9"])
        #expect(plan.awaitsMovedMessages)
        let fetch = try Self.fetch(plan)
        #expect(fetch.candidates == [file1])
        #expect(fetch.changes.mapValues(\.flags) == [file1: Self.starred])

        let last = SyncPlan(sides, search: .ended)
        #expect(last.lines == ["Archive: fetch message 9", "INBOX: remove message 1 here"])
        #expect(try Self.fetch(last).candidates == [])
    }

    @Test("A new message that is known to be the same keeps the star", arguments: [MailboxName.archive, .trash])
    func linked(_ name: MailboxName) throws {
        let kind = name == .trash ? ThreeWayMailboxState.Kind.trash : .mailbox
        let link = try Self.link(
            SyncPlan([Self.starredHere, Self.arrivals(name, kind: kind, [on(9, content: 1)])], search: .notBegun))
        #expect(link.isMove && link.source == file1)
        #expect(link.change == Self.starred)
    }

    @Test("A mailbox that only shows messages of others does not have it")
    func view() throws {
        let plan = SyncPlan([Self.starredHere, Self.arrivals(.sent, kind: .view(.flagged), [on(9)])])
        #expect(plan.lines == ["Sent: fetch message 9", "INBOX: remove message 1 here"])
        #expect(try Self.fetch(plan).candidates == [])
    }

    @Test("A message that is gone from Drafts is not searched elsewhere")
    func drafts() {
        let drafts = ThreeWayMailboxState(
            .drafts, local: LocalMailbox(messages: [file(1, [.flagged])]), server: listing([]),
            baseline: baseline([agreed(1)]))
        #expect(SyncPlan([drafts], search: .notBegun).lines == ["Drafts: remove message 1 here"])
    }

    // MARK: - Changed here, moved on both sides

    @Test(
        "A message that was moved on both sides keeps the flags that it got here",
        arguments: [[Flag.flagged], []])
    func movedOnBothSides(_ flags: [Flag]) throws {
        let here = [
            inbox([file(2)], listing([on(2)]), baseline([agreed(1), agreed(2)])),
            mailbox(.archive, files: [stray(3, content: 1, flags)]),
        ]
        let change = FlagDelta(adding: FlagSet(flags))
        let fetch = try Self.fetch(SyncPlan(here + [Self.arrivals(.sent, [on(8)])]))
        #expect(fetch.candidates == [file3])
        #expect(fetch.changes.mapValues(\.flags) == (change.isEmpty ? [:] : [file3: change]))
        let link = try Self.link(SyncPlan(here + [Self.arrivals(.sent, [on(8, content: 1)])]))
        #expect(link.isMove && link.source == file3)
        #expect(link.change == change)
    }

    @Test("A copy that petrel requested keeps all its flags, and that of another program gets the server's")
    func copied() throws {
        var archive = Self.arrivals(.archive, [on(9)], files: [stray(3, content: 1, [.flagged])])
        let others = try Self.fetch(SyncPlan([mailbox(.inbox, [1]), archive]))
        #expect(others.candidates == [file3])
        #expect(others.changes.isEmpty)

        archive.hasOpenUploads = true
        let own = try Self.fetch(SyncPlan([mailbox(.inbox, [1]), archive]))
        #expect(own.candidates == [file3])
        let change = try #require(own.changes[file3])
        #expect(FlagSet([.seen, .answered]).applying(change.flags) == FlagSet([.flagged]))
    }

    // MARK: - Changed there, moved here

    @Test("A message that is moved here gets the flags that it got there")
    func changedThere() throws {
        let plan = SyncPlan([Self.without1([.flagged]), mailbox(.archive, files: [stray(3, content: 1)])])
        #expect(
            plan.lines == [
                "INBOX: change message 1 here: +\\Flagged", "INBOX: move message 1 on the server to Archive",
            ])
        let naming = try Self.naming(plan)
        #expect(naming.mailbox == .archive && naming.handle == file3)
        #expect(naming.agreed == FlagSet([.flagged]))
    }

    @Test("A message that is moved here loses the mark with which another client would delete it")
    func markedThere() throws {
        let archive = mailbox(.archive, files: [stray(3, content: 1)])
        let move = "INBOX: move message 1 on the server to Archive"
        let plan = SyncPlan([Self.without1([.deleted]), archive])
        #expect(plan.lines == ["INBOX: remove \\Deleted on the server from message 1", move])
        #expect(try Self.naming(plan).agreed == FlagSet())

        let keepsNoMarks = Self.without1([.deleted], permanentFlags: .only(FlagSet([.seen])))
        #expect(SyncPlan([keepsNoMarks, archive]).lines == [move])
    }

    @Test("A mark that came here from another client is removed on both sides when its message is moved here")
    func markedOnBothSides() {
        let archive = mailbox(.archive, files: [stray(3, content: 1, [.deleted])])
        func lines(_ there: [Flag], _ former: [Flag]) -> [String] {
            let inbox = inbox(
                [file(2)], listing([on(1, there), on(2)]), baseline([agreed(1, former), agreed(2)]))
            return SyncPlan([inbox, archive]).lines
        }
        let move = "INBOX: move message 1 on the server to Archive"
        let change = "INBOX: change message 1 here: -\\Deleted"
        let removal = "INBOX: remove \\Deleted on the server from message 1"
        #expect(lines([.deleted], [.deleted]) == [removal, change, move])
        // Another client has removed it meanwhile.
        #expect(lines([], [.deleted]) == [change, move])
        // The user has set it here, after the move.
        #expect(lines([], []) == [move])
    }

    @Test("A mark on a file that the server does not have is removed, unless the mailbox may only be read")
    func markedHere() {
        var archive = mailbox(.archive, files: [stray(3, content: 1, [.deleted])])
        let upload = "Archive: upload a new message if the server lacks it (file 3)"
        #expect(SyncPlan([archive]).lines == ["Archive: change file 3 here: -\\Deleted", upload])
        archive.server?.isReadOnly = true
        let held = "Archive: file 3 stays here only. The server does not accept messages in this mailbox."
        #expect(SyncPlan([archive]).lines == [held])
    }

    @Test("Both sides agree on the flags of a copy that the server makes")
    func copiedThere() throws {
        let inbox = inbox([file(1, [.seen])], listing([on(1, [.seen])]), baseline([agreed(1, [.seen])]))
        let naming = try Self.naming(SyncPlan([inbox, mailbox(.archive, files: [stray(3, content: 1, [.seen])])]))
        #expect(naming.mailbox == .archive && naming.handle == file3)
        #expect(naming.agreed == FlagSet([.seen]))
    }
}
