import MailTestSupport
import MailTypes
import Reconciliation
import Testing

@Suite("Mailboxes in sync plans", .holds("Y01", "Y06", "Y07", "E03", "PY1"))
struct MailboxListPlanTests {
    private static let lists = MailboxName("Lists") ?? .archive
    private static let groups = MailboxName("Groups") ?? .archive
    private static let listsBelow = MailboxName("Lists/Swift") ?? .archive
    private static let groupsBelow = MailboxName("Groups/Swift") ?? .archive
    private static let clubs = MailboxName("Clubs") ?? .archive

    private static func status(
        life: UInt32 = 1, next: UInt32? = 5, messages: Int = 3, unseen: Int? = 1, modSequence: UInt64? = 10
    ) -> MailboxFingerprint {
        MailboxFingerprint(
            uidValidity: number(life), uidNext: next.flatMap { UID(rawValue: $0) }, messages: messages,
            unseen: unseen, highestModSequence: modSequence.flatMap { ModSequence(rawValue: $0) })
    }

    private static func number(_ life: UInt32) -> UIDValidity { ReconciliationTests.life(life) }

    struct Row: Sendable, CustomStringConvertible {
        let name: String
        var listed: [MailboxListing] = [MailboxListing(.inbox, status: status())]
        var directories = [LocalDirectory(.inbox, isChanged: false, messages: 3)]
        var baselines: [MailboxName: SyncBaseline] = [.inbox: SyncBaseline(status: status())]
        var uses: [MailboxName: SpecialUse] = [:]
        var isVerified = false
        var leaving: Set<MailboxName> = []
        var steps: [MailboxListPlan.Step] = []
        var notices: [MailboxListPlan.Notice] = []

        var description: String { name }
    }

    private static func now(_ status: MailboxFingerprint?) -> [MailboxListing] {
        [MailboxListing(.inbox, status: status)]
    }

    static let rows: [Row] = [
        Row(name: "as it was"),
        Row(name: "a message came", listed: now(status(next: 6, messages: 4)), steps: [.open(.inbox, .changedThere)]),
        Row(name: "one came, one went", listed: now(status(next: 6)), steps: [.open(.inbox, .changedThere)]),
        Row(name: "one was read", listed: now(status(unseen: 0)), steps: [.open(.inbox, .changedThere)]),
        Row(name: "flags changed", listed: now(status(modSequence: 11)), steps: [.open(.inbox, .changedThere)]),
        Row(name: "renumbered", listed: now(status(life: 2)), steps: [.open(.inbox, .renumbered)]),
        Row(name: "no UIDNEXT", listed: now(status(next: nil)), steps: [.open(.inbox, .changedThere)]),
        Row(name: "no STATUS", listed: now(nil), steps: [.open(.inbox, .noStatus)]),
        Row(
            name: "changed here", directories: [LocalDirectory(.inbox, isChanged: true)],
            steps: [.open(.inbox, .changedHere)]),
        Row(
            name: "unfinished", baselines: [.inbox: SyncBaseline(status: status(), pending: UIDSet(uid(2)))],
            steps: [.open(.inbox, .unfinished)]),
        Row(
            name: "unfinished, and changed here", directories: [LocalDirectory(.inbox, isChanged: true)],
            baselines: [.inbox: SyncBaseline(status: status(), pending: UIDSet(uid(2)))],
            steps: [.open(.inbox, .unfinished)]),
        Row(
            name: "made on the server", listed: now(status()) + [MailboxListing(lists, status: status())],
            steps: [.makeHere(lists), .open(lists, .first)]),
        Row(
            name: "made here",
            directories: [LocalDirectory(.inbox, isChanged: false), LocalDirectory(lists, isChanged: true)],
            steps: [.makeOnServer(lists)]),
        Row(
            name: "renamed on the server, told by its numbers",
            listed: now(status()) + [MailboxListing(groups, status: status(next: 77))],
            directories: [LocalDirectory(.inbox, isChanged: false), LocalDirectory(lists, isChanged: false)],
            baselines: [.inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status(next: 77))],
            steps: [.renameHere(from: lists, to: groups), .open(groups, .changedHere)]),
        Row(
            name: "renamed on the server, where a message came and two went",
            listed: now(status()) + [MailboxListing(groups, status: status(life: 9, next: 6, messages: 2))],
            directories: [LocalDirectory(.inbox, isChanged: false), LocalDirectory(lists, isChanged: false)],
            baselines: [.inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status(life: 9))],
            steps: [.renameHere(from: lists, to: groups), .open(groups, .changedThere)]),
        Row(
            name: "replaced on the server by one with lower numbers",
            listed: now(status()) + [MailboxListing(groups, status: status(life: 9, next: 4, messages: 3))],
            directories: [LocalDirectory(.inbox, isChanged: false), LocalDirectory(lists, isChanged: false)],
            baselines: [.inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status(life: 9))],
            steps: [.makeHere(groups), .open(groups, .first)], notices: [.goneOnServer(lists, 0)]),
        Row(
            name: "perhaps renamed on a server with one UIDVALIDITY for all, where a message came",
            listed: now(status()) + [MailboxListing(groups, status: status(next: 6, messages: 4))],
            directories: [LocalDirectory(.inbox, isChanged: false), LocalDirectory(lists, isChanged: false)],
            baselines: [.inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status())],
            steps: [.makeHere(groups), .open(groups, .first)], notices: [.goneOnServer(lists, 0)]),
        Row(
            name: "renamed here", listed: now(status()) + [MailboxListing(lists, status: status())],
            directories: [
                LocalDirectory(.inbox, isChanged: false), LocalDirectory(groups, isChanged: true, origin: lists),
            ], baselines: [.inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status())],
            steps: [.renameOnServer(from: lists, to: groups), .open(groups, .changedHere)]),
        Row(
            name: "renamed here, with one below it",
            listed: now(status()) + [
                MailboxListing(lists, status: status()), MailboxListing(listsBelow, status: status()),
            ],
            directories: [
                LocalDirectory(.inbox, isChanged: false), LocalDirectory(groups, isChanged: true, origin: lists),
                LocalDirectory(groupsBelow, isChanged: true, origin: listsBelow),
            ],
            baselines: [
                .inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status()),
                listsBelow: SyncBaseline(status: status()),
            ],
            steps: [
                .renameOnServer(from: lists, to: groups), .open(groups, .changedHere),
                .open(groupsBelow, .changedHere),
            ]),
        Row(
            name: "renamed here, and one below it to another place",
            listed: now(status()) + [
                MailboxListing(lists, status: status()), MailboxListing(listsBelow, status: status()),
            ],
            directories: [
                LocalDirectory(.inbox, isChanged: false), LocalDirectory(groups, isChanged: true, origin: lists),
                LocalDirectory(clubs, isChanged: true, origin: listsBelow),
            ],
            baselines: [
                .inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status()),
                listsBelow: SyncBaseline(status: status()),
            ],
            steps: [
                .renameOnServer(from: listsBelow, to: clubs), .renameOnServer(from: lists, to: groups),
                .open(clubs, .changedHere), .open(groups, .changedHere),
            ]),
        Row(
            name: "renamed on the server, with one below it that has changed",
            listed: now(status()) + [
                MailboxListing(groups, status: status(next: 77)), MailboxListing(groupsBelow, status: status(next: 9)),
            ],
            directories: [
                LocalDirectory(.inbox, isChanged: false), LocalDirectory(lists, isChanged: false),
                LocalDirectory(listsBelow, isChanged: false),
            ],
            baselines: [
                .inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status(next: 77)),
                listsBelow: SyncBaseline(status: status(next: 8)),
            ],
            steps: [
                .renameHere(from: lists, to: groups), .open(groups, .changedHere), .open(groupsBelow, .changedThere),
            ]),
        Row(
            name: "renamed on both sides",
            listed: now(status()) + [MailboxListing(clubs, status: status(next: 77))],
            directories: [
                LocalDirectory(.inbox, isChanged: false), LocalDirectory(groups, isChanged: true, origin: lists),
            ], baselines: [.inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status(next: 77))],
            steps: [
                .recordRename(from: lists, to: groups), .renameHere(from: groups, to: clubs),
                .open(clubs, .changedHere),
            ]),
        Row(
            name: "its directory was removed here, and the server renamed it",
            listed: now(status()) + [MailboxListing(groups, status: status(next: 77))],
            baselines: [.inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status(next: 77))],
            steps: [.recordRename(from: lists, to: groups), .makeHere(groups), .open(groups, .changedHere)]),
        Row(
            name: "gone on the server",
            directories: [LocalDirectory(.inbox, isChanged: false), LocalDirectory(lists, isChanged: false)],
            baselines: [.inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status())],
            notices: [.goneOnServer(lists, 0)]),
        Row(
            name: "gone on the server, listed twice",
            directories: [LocalDirectory(.inbox, isChanged: false), LocalDirectory(lists, isChanged: false)],
            baselines: [.inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status())],
            isVerified: true,
            steps: [.removeHere(lists)]),
        Row(
            name: "a listing without INBOX is wrong, also the second one", listed: [],
            baselines: [.inbox: SyncBaseline(status: status())], isVerified: true,
            notices: [.goneOnServer(.inbox, 0)]),
        Row(
            name: "the directory of INBOX is gone, which cannot mean that it was deleted", directories: [],
            steps: [.makeHere(.inbox), .open(.inbox, .changedHere)]),
        Row(
            name: "gone here", listed: now(status()) + [MailboxListing(lists, status: status())],
            baselines: [.inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status())],
            steps: [.makeHere(lists), .open(lists, .changedHere)]),
        Row(
            name: "gone on both sides",
            baselines: [.inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status())]),
        Row(
            name: "gone on both sides, listed twice",
            baselines: [.inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status())],
            isVerified: true,
            steps: [.removeHere(lists)]),
        Row(
            name: "its removal here was stopped",
            directories: [LocalDirectory(.inbox, isChanged: false), LocalDirectory(lists, isChanged: true)],
            baselines: [.inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status())],
            leaving: [lists],
            steps: [.removeHere(lists)]),
        Row(
            name: "its removal here was stopped, and the server has it again",
            listed: now(status()) + [MailboxListing(lists, status: status())],
            baselines: [.inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status())],
            leaving: [lists],
            steps: [.startOver(lists), .makeHere(lists), .open(lists, .first)]),
        Row(
            name: "its removal here was stopped among its files, and the server has it under another name",
            listed: now(status()) + [MailboxListing(groups, status: status(next: 77))],
            directories: [LocalDirectory(.inbox, isChanged: false), LocalDirectory(lists, isChanged: true)],
            baselines: [.inbox: SyncBaseline(status: status()), lists: SyncBaseline(status: status(next: 77))],
            leaving: [lists], steps: [.makeHere(groups), .removeHere(lists), .open(groups, .first)]),
        Row(
            name: "all mail", listed: now(status()) + [MailboxListing(lists, use: .all, status: status())],
            uses: [lists: .all]),
        Row(
            name: "a name between two others", listed: now(status()) + [MailboxListing(lists, isSelectable: false)]),
        Row(
            name: "a name between two others that is a mailbox here",
            listed: now(status()) + [MailboxListing(lists, isSelectable: false)],
            directories: [LocalDirectory(.inbox, isChanged: false), LocalDirectory(lists, isChanged: true)],
            baselines: [.inbox: SyncBaseline(status: status())], steps: [.makeOnServer(lists)]),
    ]

    @Test("Opens only changed mailboxes, and removes none without proof", arguments: rows)
    func table(_ row: Row) {
        let plan = MailboxListPlan(
            listed: row.listed, directories: row.directories, baselines: row.baselines, uses: row.uses,
            isVerified: row.isVerified, leaving: row.leaving)
        #expect(plan.steps == row.steps)
        #expect(plan.notices == row.notices)
    }
}
