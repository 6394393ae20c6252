import Disk
import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

@Suite("fsck", .holds("PD5", "K01"))
struct StoreCheckTests {
    let store: StoreFixture

    init() throws {
        store = try StoreFixture()
    }

    private func codes(repairs: Bool) throws -> [StoreProblem.Code] {
        // Two days later, when temporary files are old enough to be leftovers.
        let later = Instant(seconds: Int64(Date().timeIntervalSince1970) + 2 * 86400)
        return try StoreCheck.run(store.drafts, at: later, repairs: repairs).map(\.code)
    }

    /// Each row damages an intact store. One repair fixes it and deletes no mail.
    private static let damages: [(String, StoreProblem.Code, @Sendable (StoreFixture) throws -> Void)] = [
        (
            "a sidecar cut short", .damagedSidecar,
            { store in
                let file = store.path.appending(path: "state/work/sidecars/\(store.files("state/work/sidecars")[0])")
                try Data("{\"version\":1".utf8).write(to: file)
            }
        ),
        (
            "a sidecar without its message", .orphanedSidecar,
            { store in
                let draft = try store.drafts.create(letter("gone"), at: store.now)
                try store.mail.makingMaildir(.drafts).remove(draft.entry)
            }
        ),
        (
            "a file that is no sidecar", .strayFile,
            { store in
                try Data("x".utf8).write(to: store.path.appending(path: "state/work/sidecars/Drafts/cur/notes.txt"))
            }
        ),
        (
            "a count that is none", .damagedCounters,
            { store in
                try Data("{}".utf8).write(to: store.path.appending(path: "counters"))
            }
        ),
        (
            "a contact file of zeros", .damagedContacts,
            { store in
                _ = try ContactFiles(in: store.state)
                try Data(count: 100).write(to: store.path.appending(path: "state/work/contacts/cur/00.json"))
            }
        ),
        (
            "a Maildir without tmp", .incompleteMaildir,
            { store in
                try FileManager.default.removeItem(at: store.path.appending(path: "mail/Drafts/tmp"))
            }
        ),
        (
            "a message in the outbox by hand", .unknownDraft,
            { store in
                _ = try store.mail.outbox().add(letter("by hand"), flags: [])
            }
        ),
        (
            "a temporary file of long ago", .leftover,
            { store in
                let file = store.path.appending(path: "mail/Drafts/tmp/1.old")
                try Data("From: x".utf8).write(to: file)
            }
        ),
    ]

    @Test("Finds the damage and repairs it", arguments: damages.map(\.0))
    func repair(_ name: String) throws {
        let draft = try store.drafts.create(letter("kept"), at: store.now)
        #expect(try codes(repairs: false).isEmpty)
        let row = try #require(Self.damages.first { $0.0 == name })
        try row.2(store)
        #expect(try codes(repairs: false) == [row.1])
        #expect(try codes(repairs: true) == [row.1])
        #expect(try codes(repairs: false).isEmpty)
        let drafts = try store.drafts.contents(at: store.now).drafts
        #expect(drafts.contains { $0.draftID == draft.draftID })
    }

    @Test(
        "Reports a directory that another one of the same folder hides",
        arguments: [
            ("INBOX", "Inbox"), ("%2541bc", "%41bc"),
        ])
    func hidden(_ used: String, _ hidden: String) throws {
        let mail = store.path.appending(path: "mail")
        for directory in [hidden, used] {
            for place in ["cur", "new", "tmp"] {
                let path = mail.appending(path: "\(directory)/\(place)")
                try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
            }
            try Data(letter(directory)).write(to: mail.appending(path: "\(directory)/cur/1.letter:2,S"))
        }
        let files = store.files("mail")
        for repairs in [false, true] {
            let problems = try StoreCheck.run(store.drafts, at: store.now, repairs: repairs)
            #expect(problems.map(\.code) == [.unusedMaildir])
            #expect(problems.first?.path.description.hasSuffix("/\(hidden)") ?? false)
            #expect(problems.first?.isRepaired == false)
            #expect(store.files("mail") == files)
        }
        // As the report says, the hidden one becomes a folder when it is renamed.
        try FileManager.default.moveItem(at: mail.appending(path: hidden), to: mail.appending(path: "Other"))
        #expect(try codes(repairs: false).isEmpty)
        #expect(try store.mail.mailboxes().contains { $0.name == MailboxName("Other") })
    }

    @Test("Reports a message that cannot be read, and the messages after it", arguments: [EACCES, EIO])
    func unreadable(_ code: Int32) throws {
        let inbox = try store.mail.makingMaildir(.inbox)
        let message = try inbox.add(letter("locked"), flags: [.seen])
        let empty = try inbox.add([], flags: [.seen])
        let disk = StoppingFileSystem(
            POSIXFileSystem.shared, Stop(before: nil), code: code, unreadable: message.name.octets)
        let mail = MailTree(try Directory.open(Path(store.path.appending(path: "mail").path), on: disk))
        let drafts = DraftStore(mail: mail, state: store.state, counters: store.drafts.counters)
        for repairs in [false, true] {
            let problems = try StoreCheck.run(drafts, at: store.now, repairs: repairs)
            #expect(Set(problems.map(\.code)) == [.unreadable, .emptyMessage] && problems.count == 2)
            let problem = try #require(problems.first { $0.code == .unreadable })
            #expect(problem.path == inbox.path(of: message) && !problem.isRepaired)
            #expect(problem.sentence.contains(code == EACCES ? "Permission denied" : "Input/output error"))
            #expect(problem.sentence.hasSuffix("petrel can neither show nor search this message."))
        }
        #expect(try inbox.status(of: message) != nil && inbox.status(of: empty) != nil)
    }

    @Test("Reports what is in the place of a subdirectory", arguments: ["cur", "new", "tmp"])
    func obstructed(_ name: String) throws {
        let directory = try store.mail.makingMaildir(.inbox).directory.path.description
        try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
        try Data("notes".utf8).write(to: URL(filePath: "\(directory)/\(name)"))
        for repairs in [false, true] {
            let problems = try StoreCheck.run(store.drafts, at: store.now, repairs: repairs)
            #expect(problems.map(\.code) == [.incompleteMaildir])
            #expect(problems.map(\.path.description) == ["\(directory)/\(name)"])
            #expect(problems.map(\.isRepaired) == [false])
        }
        #expect(try Data(contentsOf: URL(filePath: "\(directory)/\(name)")) == Data("notes".utf8))
    }

    @Test func `A directory whose name means something only to petrel is a folder of that name`() throws {
        for name in ["%41bc", "Abc"] {
            for place in ["cur", "new", "tmp"] {
                let path = store.path.appending(path: "mail/\(name)/\(place)")
                try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
            }
        }
        #expect(try codes(repairs: false).isEmpty)
        #expect(try store.mail.mailboxes().map(\.name.description) == ["%41bc", "Abc"])
    }

    @Test func `A directory of INBOX in another case is used if the one named INBOX is no Maildir`() throws {
        for place in ["INBOX/Lists", "Inbox/cur", "Inbox/new", "Inbox/tmp"] {
            try FileManager.default.createDirectory(
                at: store.path.appending(path: "mail/\(place)"), withIntermediateDirectories: true)
        }
        #expect(try store.mail.maildir(.inbox)?.directory.path.description.hasSuffix("/Inbox") ?? false)
        #expect(try codes(repairs: false).isEmpty)
    }
}
