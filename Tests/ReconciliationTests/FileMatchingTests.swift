import MailTestSupport
import MailTypes
import Reconciliation
import Testing

/// Files whose messages the baseline does not tell: they were renamed, moved or copied by another program, or an interrupted
/// sync wrote them.
@Suite("Files in sync plans that no baseline knows", .holds("PY1", "PY3", "PY4", "PY7"))
struct FileMatchingTests {
    /// Messages 1 and 2 were agreed on, and the file of 1 is gone. `there`: what the server still has.
    private static func without1(content: Int = 1, there: [UInt32] = [1, 2]) -> ThreeWayMailboxState {
        inbox([file(2)], listing(there.map { on($0) }), baseline([agreed(1, content: content), agreed(2)]))
    }

    /// A mailbox that is new here.
    private static func new(
        _ name: MailboxName, _ files: [LocalMessage], there: [ServerMessage]
    ) -> ThreeWayMailboxState {
        ThreeWayMailboxState(
            name, local: LocalMailbox(messages: files), server: listing(there), baseline: baseline([]))
    }

    static let renamed: [PlanRow] = [
        PlanRow(
            "a message that is gone on the server",
            [inbox([stray(3, content: 1), file(2)], listing([on(2)]), baseline([agreed(1), agreed(2)]))],
            ["INBOX: remove file 3 here"]),
        PlanRow(
            "a draft that is gone on the server",
            [
                inbox(
                    [file(3, content: 1, life: 0, isDraft: true), file(2)], listing([on(2)]),
                    baseline([agreed(1), agreed(2)]))
            ], ["INBOX: keep file 3 as a version and remove it here"]),
        PlanRow(
            "one of two files that name the same message",
            [inbox([file(1), file(8, uid: 1, content: 1)], listing([on(1)]), baseline([agreed(1)]))],
            ["INBOX: copy message 1 on the server to INBOX"]),
        PlanRow(
            "one of two files that name the same new message",
            [inbox([file(7), file(8, uid: 7)], listing([on(7)]), baseline([]))],
            ["INBOX: upload a new message if the server lacks it (file 8)", "INBOX: know file 7 as message 7"]),
    ]

    static let moved: [PlanRow] = [
        PlanRow(
            "one of two identical files, and the other one is new on the server",
            [
                without1(content: 7),
                new(.archive, [stray(3, content: 7), stray(4, content: 7)], there: [on(8, content: 7)]),
            ], ["INBOX: move message 1 on the server to Archive", "Archive: know file 4 as message 8"]),
        PlanRow(
            "one of two identical files, to the folder without new mail",
            [
                without1(content: 7), mailbox(.archive, files: [stray(3, content: 7)]),
                new(.sent, [stray(4, content: 7)], there: [on(8, content: 7)]),
            ], ["INBOX: move message 1 on the server to Archive", "Sent: know file 4 as message 8"]),
        PlanRow(
            "to a folder about which the server did not answer",
            [
                without1(there: [2]),
                ThreeWayMailboxState(
                    .archive, local: LocalMailbox(messages: [stray(3, content: 30)]), baseline: baseline([]),
                    isUnobserved: true),
            ], PlanRow.nothing),
        PlanRow(
            "to a folder that has not changed on the server",
            [
                without1(there: [2]),
                ThreeWayMailboxState(
                    .archive, local: LocalMailbox(messages: [stray(3, content: 30)]), baseline: baseline([])),
            ], ["Archive: upload a new message if the server lacks it (file 3)"]),
    ]

    static let claimed: [PlanRow] = [
        PlanRow(
            "a message that the server may have",
            [inbox([file(1), file(5)], changes(count: 1), baseline([agreed(1)]))],
            ["INBOX: found 1 file of unknown messages. petrel asks the server for all of them."]),
        PlanRow(
            "a message that came after the last sync and is gone again",
            [inbox([file(1), file(2)], listing([on(1)]), baseline([agreed(1)]))],
            ["INBOX: keep file 2 as a version and remove it here"]),
        PlanRow(
            "a message from before the baseline",
            [inbox([file(1), file(3), file(5)], listing([on(1), on(5)]), baseline([agreed(1), agreed(5)]))],
            ["INBOX: upload a new message if the server lacks it (file 3)"]),
        PlanRow(
            "a message that is elsewhere by now, without a ledger",
            [inbox([file(5, content: 1)], listing([]), nil), mailbox(.archive, [1])],
            ["INBOX: remove file 5 here"]),
    ]

    @Test("Finds the message of a file that was renamed here, and treats a further file as a copy", arguments: renamed)
    func areRenamed(_ row: PlanRow) { expect(row) }

    @Test("Tells a file that was moved here from an identical one that is new on the server", arguments: moved)
    func areMoved(_ row: PlanRow) { expect(row) }

    @Test("Removes a file that names an unknown message only if no ledger is missing", arguments: claimed)
    func areClaimed(_ row: PlanRow) { expect(row) }

    private func expect(_ row: PlanRow) {
        #expect(SyncPlan(row.mailboxes).lines == row.lines, "\(row.name)")
        #expect(SyncPlan(row.mailboxes.reversed()).lines == row.lines, "in any order: \(row.name)")
    }

    @Test("New mail that is older than the window is not fetched")
    func older() {
        var there = listing([on(1), on(2, isInWindow: false)])
        there.presence = .complete(UIDSet([uid(1), uid(2)]))
        there.isCounted = false
        #expect(SyncPlan([inbox([file(1)], there, baseline([agreed(1)]))]).lines == PlanRow.nothing)
    }

    @Test("A file that an interrupted sync wrote is compared with its message if the server did not describe it")
    func undescribed() {
        var there = listing([])
        there.presence = .complete(UIDSet(uid(7)))
        there.status.messages = 1
        let plan = SyncPlan([inbox([file(7)], there, baseline([]))])
        let candidates = plan.operations.compactMap { if case .fetch(let fetch) = $0 { fetch.candidates } else { nil } }
        #expect(candidates == [[LocalMessage.Handle(rawValue: 7)]])
    }

    @Test("The baseline does not advance over a change of a message whose file may not be visible")
    func unseen() {
        func checkpoints(_ flags: [Flag]) -> Int {
            var there = listing([on(1, flags)])
            there.status.highestModSequence = ModSequence(rawValue: 11)
            let sides = inbox([], there, baseline([agreed(1)]), look: .unsettled)
            return SyncPlan([sides]).operations.count { if case .checkpoint = $0 { true } else { false } }
        }
        #expect(checkpoints([]) == 1)
        #expect(checkpoints([.seen]) == 0)
    }

    @Test("Agreeing on a message again replaces what the baseline says about it")
    func agreeing() {
        var known = baseline([agreed(1), agreed(2)])
        known.agree([agreed(2, [.seen], content: 20), agreed(3)])
        #expect(known.messages == [agreed(1), agreed(2, [.seen], content: 20), agreed(3)])
    }
}

/// Message 7 of Archive is flagged on the server, and its file here is read.
@Suite("Flags of files that become known as messages", .holds("PY5"))
struct FlagsOfMatchedFilesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let file: LocalMessage
        /// The flags that both sides last agreed on of the message in INBOX that the file had, and that is gone there.
        var former: [Flag]?
        var hasOpenUploads = false
        let change: FlagDelta

        init(
            _ name: String, _ file: LocalMessage, former: [Flag]? = nil, hasOpenUploads: Bool = false,
            _ change: FlagDelta
        ) {
            (testDescription, self.file, self.former, self.change) = (name, file, former, change)
            self.hasOpenUploads = hasOpenUploads
        }
    }

    private static let unnamed = stray(8, content: 8, [.seen])
    private static let named = file(8, [.seen], uid: 7)
    private static let flagsOfServer = FlagDelta(adding: FlagSet([.flagged]), removing: FlagSet([.seen]))
    private static let flagsOfBoth = FlagDelta(adding: FlagSet([.flagged]))

    static let rows: [Row] = [
        Row("of another program", unnamed, flagsOfServer),
        Row("may be that of a copy that petrel requested", unnamed, hasOpenUploads: true, FlagDelta()),
        Row("of an interrupted sync", named, flagsOfServer),
        Row("of an interrupted sync, while something goes up", named, hasOpenUploads: true, flagsOfServer),
        Row("moved on both sides, and read here", unnamed, former: [], flagsOfBoth),
        Row("moved on both sides, and read before", unnamed, former: [.seen], flagsOfServer),
        Row(
            "moved on both sides, and read here, while something goes up", unnamed, former: [], hasOpenUploads: true,
            flagsOfBoth),
        Row("moved by an interrupted sync, and read here before", named, former: [], flagsOfBoth),
        Row("moved by an interrupted sync, and read on both sides before", named, former: [.seen], flagsOfServer),
    ]

    @Test("Keep what was changed here since both sides last agreed; otherwise the server's flags win", arguments: rows)
    func flags(_ row: Row) {
        var archive = ThreeWayMailboxState(
            .archive, local: LocalMailbox(messages: [row.file]), server: listing([on(7, [.flagged], content: 8)]),
            baseline: baseline([]), hasOpenUploads: row.hasOpenUploads)
        archive.server?.isCounted = false
        let known = row.former.map { [agreed(1, $0, content: 8)] } ?? []
        let plan = SyncPlan([inbox([file(2)], listing([on(2)]), baseline(known + [agreed(2)])), archive])
        let namings = plan.operations.compactMap { if case .name(let naming) = $0 { naming } else { nil } }
        #expect(namings.map(\.uid) == [uid(7)])
        #expect(namings.map(\.change) == [row.change])
        #expect(namings.map(\.agreed) == [FlagSet([.flagged])])
    }
}
