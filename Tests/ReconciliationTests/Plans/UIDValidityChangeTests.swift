import MailTestSupport
import MailTypes
import Reconciliation
import Testing

@Suite("Changed UIDVALIDITY", .holds("Y08", "PY1", "PY3", "PY4"))
struct UIDValidityChangeTests {
    private static func mail(_ number: Int, date: Int64? = 1000) -> MessageIdentity {
        MessageIdentity(
            messageID: MessageID("\(number)@example.org"), size: 500, date: date.map { Instant(seconds: $0) })
    }

    private static func object(_ number: UInt8) -> MessageIdentity { MessageIdentity(object: [number], size: 500) }

    static let rows: [PlanRow] = [
        PlanRow(
            "by EMAILID",
            [
                inbox(
                    [file(1, identity: object(1))], listing([on(7, identity: object(1))], life: 2),
                    baseline([agreed(1)]))
            ],
            ["INBOX: know file 1 as message 7"]),
        PlanRow(
            "by Message-ID, size and date",
            [
                inbox(
                    [file(1, identity: mail(1)), file(2, identity: mail(2))],
                    listing([on(7, identity: mail(2)), on(8, identity: mail(1))], life: 2),
                    baseline([agreed(1), agreed(2)]))
            ], ["INBOX: know file 2 as message 7", "INBOX: know file 1 as message 8"]),
        PlanRow(
            "three alike here, two there",
            [
                inbox(
                    (1...3).map { file($0, identity: mail(1)) },
                    listing([on(7, identity: mail(1)), on(8, identity: mail(1))], life: 2),
                    baseline([agreed(1), agreed(2), agreed(3)]))
            ],
            [
                "INBOX: know file 1 as message 7", "INBOX: know file 2 as message 8",
                "INBOX: keep message 3 as a version and remove it here",
            ]),
        PlanRow(
            "renamed before a crash",
            [
                inbox(
                    [file(1, uid: 7, life: 2), file(2, identity: mail(2))],
                    listing([on(7, identity: mail(1)), on(8, identity: mail(2))], life: 2),
                    baseline([agreed(1), agreed(2)]))
            ], ["INBOX: know file 1 as message 7", "INBOX: know file 2 as message 8"]),
        PlanRow(
            "no complete listing",
            [
                inbox(
                    [file(1)],
                    ServerMailbox(
                        status: MailboxFingerprint(uidValidity: life(2), messages: 1),
                        presence: .complete(UIDSet(uid(7)))),
                    baseline([agreed(1)]))
            ],
            ["INBOX: the server renumbered the messages. petrel first matches them with those here."]),
        PlanRow(
            "nothing is deleted there, though a file is gone here",
            [
                inbox(
                    [file(2, identity: mail(2))],
                    listing([on(7, identity: mail(1)), on(8, identity: mail(2))], life: 2),
                    baseline([agreed(1), agreed(2)])), trash,
            ], ["INBOX: know file 2 as message 8"]),
        PlanRow(
            "most of it would be gone",
            [
                inbox(
                    (1...30).map { file($0, identity: mail($0)) }, listing([], life: 2),
                    baseline((1...30).map { agreed($0) }))
            ],
            ["INBOX: the server reports that 30 of 30 messages are gone. petrel checks again first."]),
        PlanRow(
            "the fourth in a row",
            [
                inbox(
                    [file(1)], listing([on(7)], life: 2),
                    {
                        var baseline = baseline([agreed(1)])
                        baseline.renumberings = 3
                        return baseline
                    }())
            ], ["INBOX: the server renumbers this mailbox every time. This mailbox is skipped."]),
        PlanRow(
            "files of another program, at a first sync",
            [
                inbox(
                    [stray(1, content: 1, identity: mail(1, date: nil)), stray(2, content: 2, identity: mail(2))],
                    listing([on(1, identity: mail(1)), on(2, identity: mail(2))]), nil)
            ], ["INBOX: know file 1 as message 1", "INBOX: know file 2 as message 2"]),
        PlanRow(
            "two files of another program, either of which may be the only message",
            [
                inbox(
                    [stray(1, content: 1, identity: mail(1)), stray(2, content: 2, identity: mail(1, date: nil))],
                    listing([on(1, identity: mail(1))]), nil)
            ],
            [
                "INBOX: upload a new message if the server lacks it (file 2)", "INBOX: know file 1 as message 1",
            ]),
        PlanRow(
            "a file that was moved out before waits until the messages have their new UIDs",
            [
                inbox([], listing([on(7)], life: 2), baseline([agreed(1)])),
                mailbox(.archive, files: [stray(3, content: 1)]), trash,
            ], PlanRow.nothing),
    ]

    @Test("Matches files with renumbered messages by identity", arguments: rows)
    func table(_ row: PlanRow) {
        #expect(SyncPlan(row.mailboxes).lines == row.lines)
    }

    @Test("Pending flag changes are applied to the new UID")
    func flags() throws {
        let sides = inbox(
            [file(1, [.seen], identity: Self.object(1))],
            listing([on(7, [.flagged], identity: Self.object(1))], life: 2),
            baseline([agreed(1)]))
        let plan = SyncPlan([sides])
        let naming = plan.operations.compactMap { if case .name(let naming) = $0 { naming } else { nil } }.first
        #expect(naming?.change == FlagDelta(adding: FlagSet([.flagged])))
        var baselines = [MailboxName.inbox: baseline([agreed(1)])]
        for operation in plan.operations { operation.record(in: &baselines) }
        let baseline = try #require(baselines[.inbox])
        #expect(baseline.renumberings == 1)
        let next = SyncPlan([
            inbox([file(1, [.seen, .flagged], uid: 7, life: 2)], listing([on(7, [.flagged])], life: 2), baseline)
        ])
        #expect(next.lines == ["INBOX: set \\Seen on the server for message 7"])
    }

    @Test("An interrupted sync records no new UID in the old baseline")
    func namedAndCutOff() {
        let former = baseline([agreed(1), agreed(2)])
        let plan = SyncPlan([
            inbox(
                [file(1, identity: Self.mail(1)), file(2, identity: Self.mail(2))],
                listing([on(7, identity: Self.mail(2)), on(8, identity: Self.mail(1))], life: 2), former)
        ])
        var baselines = [MailboxName.inbox: former]
        for operation in plan.operations where operation.phase < .baseline { operation.record(in: &baselines) }
        #expect(baselines == [.inbox: former])
    }

    @Test(
        "A local flag change survives an interrupted renumbering",
        arguments: [
            Cut(
                "set here", base: [.seen], here: [.seen, .flagged], there: [.seen],
                then: "INBOX: set \\Flagged on the server for message 7"),
            Cut(
                "removed here", base: [.seen], here: [], there: [.seen],
                then: "INBOX: remove \\Seen on the server from message 7"),
            Cut(
                "set there, which the file got", base: [], here: [.seen], there: [.seen],
                then: "Nothing to do: both sides are equal."),
            Cut(
                "set there since", base: [], here: [.flagged], there: [.seen],
                then: "INBOX: set \\Flagged on the server for message 7"),
        ])
    func flaggedAndCutOff(_ cut: Cut) {
        var baselines = [MailboxName.inbox: baseline([agreed(1, cut.base)])]
        let there = listing([on(7, cut.there, content: 1)], life: 2)
        let plan = SyncPlan([inbox([file(1, cut.here, uid: 7, life: 2)], there, baselines[.inbox])])
        for operation in plan.operations { operation.record(in: &baselines) }
        var flags = FlagSet(cut.here)
        for case .name(let naming) in plan.operations { flags.apply(naming.change) }
        let next = SyncPlan([inbox([file(1, flags.flags, uid: 7, life: 2)], there, baselines[.inbox])])
        #expect(next.lines == [cut.then])
    }

    struct Cut: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let base, here, there: [Flag]
        let then: String

        init(_ name: String, base: [Flag], here: [Flag], there: [Flag], then: String) {
            (testDescription, self.base, self.here, self.there, self.then) = (name, base, here, there, then)
        }
    }

    @Test("Between identical messages with different flags, the server's flags win")
    func alikeAndCutOff() {
        let former = baseline([agreed(1, [.seen], content: 1), agreed(2, content: 1)])
        let plan = SyncPlan([
            inbox(
                [file(1, [.seen], uid: 7, content: 1, life: 2), file(2, [.seen], uid: 8, content: 1, life: 2)],
                listing([on(7, content: 1), on(8, [.seen], content: 1)], life: 2), former)
        ])
        let changes = plan.operations.compactMap { if case .name(let naming) = $0 { naming.change } else { nil } }
        #expect(changes == [FlagDelta(removing: FlagSet([.seen])), FlagDelta()])
    }

    @Test("A message removed by an interrupted sync is not treated as moved")
    func removedAndCutOff() {
        // Two messages of one content: one is gone on the server, and a file of that content is in another mailbox.
        let files = [file(1, content: 1, identity: Self.mail(1)), file(2, content: 1, identity: Self.mail(1))]
        let there = listing([on(7, content: 1)], life: 2)
        var baselines = [MailboxName.inbox: baseline([agreed(1, content: 1), agreed(2, content: 1)])]
        let other = mailbox(.archive, files: [stray(9, content: 1)])
        let plan = SyncPlan([inbox(files, there, baselines[.inbox]), other])
        for operation in plan.operations where operation.phase < .baseline { operation.record(in: &baselines) }
        let later = listing([on(7, content: 1), on(8, content: 1)], life: 2)
        let next = SyncPlan([inbox([file(1, uid: 7, content: 1, life: 2)], later, baselines[.inbox]), other])
        for operation in next.operations { operation.record(in: &baselines) }
        #expect(baselines[.inbox]?.messages.map(\.uid) == [uid(7)])
        #expect(baselines[.inbox]?.pending == UIDSet(uid(8)))
    }

    @Test("A move made before an interrupted sync is repeated by the next sync")
    func carriedAndCutOff() {
        let there = listing([on(7, content: 1), on(8, content: 2)], life: 2)
        var baselines = [MailboxName.inbox: baseline([agreed(1), agreed(2)])]
        let other = mailbox(.archive, files: [stray(9, content: 2)])
        // The remaining file is already renamed.
        let plan = SyncPlan([inbox([file(1, uid: 7, life: 2)], there, baselines[.inbox]), other])
        for operation in plan.operations { operation.record(in: &baselines) }
        let next = SyncPlan([inbox([file(1, uid: 7, life: 2)], there, baselines[.inbox]), other])
        #expect(next.lines == ["INBOX: move message 8 on the server to Archive"])
    }

    @Test("Matches a draft by its ID, whatever its revision")
    func drafts() {
        let id = DraftID(random: Array(repeating: 7, count: 16))
        let here = MessageIdentity(draft: id, messageID: MessageID("a"), size: 10)
        let there = MessageIdentity(draft: id, messageID: MessageID("b"), size: 20)
        let plan = SyncPlan([
            inbox(
                [file(1, isDraft: true, identity: here)], listing([on(7, identity: there)], life: 2),
                baseline([agreed(1)]))
        ])
        #expect(plan.lines == ["INBOX: know file 1 as message 7"])
    }
}
