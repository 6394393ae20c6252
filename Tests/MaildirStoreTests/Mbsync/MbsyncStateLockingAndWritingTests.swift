import Disk
import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

@Suite("Locking and writing mbsync's records", .holds("K02", "PY7"))
struct MbsyncStateLockingAndWritingTests {
    private let store: StoreFixture
    private let maildir: Maildir
    private let inbox = MailboxName.inbox.components

    init() throws {
        store = try StoreFixture()
        maildir = try store.sharedTree(.verbatim).makingMaildir(.inbox)
    }

    private func put(_ content: String, as name: String) throws {
        let directory = maildir.directory
        try directory.write(
            Array(content.utf8), as: Array(name.utf8), .replacing, through: directory, named: Array("x".utf8))
    }

    private func problem() -> LockedMbsyncState.Problem? {
        do throws(LockedMbsyncState.Problem) {
            _ = try LockedMbsyncState(of: inbox, maildir, at: .mailbox)
            return nil
        } catch {
            return error
        }
    }

    @Test("A mailbox that mbsync has not seen gets numbers and a record that can be read again")
    func new() throws {
        let record = try LockedMbsyncState(of: inbox, maildir, at: .mailbox)
        #expect(record.state == nil)
        let first = try record.assign(3, far: 7, at: store.now)
        #expect(first.first == 1 && first.validity == UInt32(store.now.seconds))
        #expect(try record.assign(1, far: 7, at: store.now).first == 4)
        var state = MbsyncState(farValidity: 7, nearValidity: first.validity)
        state.record([MbsyncState.Pair(far: try #require(UID(rawValue: 5)), near: 1, flags: [.seen])])
        try record.write(state)
        #expect(try store.contents("mail/INBOX/.uidvalidity") == "\(store.now.seconds)\n4\n")
        #expect(try store.contents("mail/INBOX/.mbsyncstate").hasSuffix("\n\n5 1 S\n"))
    }

    @Test("Only one program has the record at a time")
    func locked() throws {
        let record = try LockedMbsyncState(of: inbox, maildir, at: .mailbox)
        #expect(problem() == .running)
        withExtendedLifetime(record) {}
    }

    @Test("The lock ends with the record")
    func unlocked() throws {
        _ = try LockedMbsyncState(of: inbox, maildir, at: .mailbox)
        #expect(problem() == nil)
    }

    @Test("A counter that mbsync holds is waited for by the caller")
    func counter() throws {
        let record = try LockedMbsyncState(of: inbox, maildir, at: .mailbox)
        let lock = try maildir.directory.lockRecord(Array(".uidvalidity".utf8))
        #expect(throws: LockedMbsyncState.Problem.running) { try record.assign(1, far: 7, at: store.now) }
        withExtendedLifetime(lock) {}
    }

    @Test(
        "A record that petrel cannot use is reported",
        arguments: [
            ("an interrupted run", [".mbsyncstate.journal": "4\n"], LockedMbsyncState.Problem.interrupted),
            ("another format", [".mbsyncstate": "version 9\n"], .damaged),
            (
                "numbers of other files",
                [
                    ".mbsyncstate": "FarUidValidity 1\nNearUidValidity 2\n\n",
                    ".uidvalidity": "3\n1\n",
                ], .renumbered
            ),
            (
                "a damaged counter",
                [
                    ".mbsyncstate": "FarUidValidity 1\nNearUidValidity 2\n\n",
                    ".uidvalidity": "x\n",
                ], .renumbered
            ),
            ("a record in a place that petrel does not know", [".uidvalidity": "3\n1\n"], .unrecorded),
            (
                "a placeholder for a large message",
                [
                    ".mbsyncstate": "FarUidValidity 1\nNearUidValidity 3\n\n4 1 >\n",
                    ".uidvalidity": "3\n1\n",
                ], .placeholders
            ),
            (
                "a placeholder on the server",
                [
                    ".mbsyncstate": "FarUidValidity 1\nNearUidValidity 3\n\n4 1 <S\n",
                    ".uidvalidity": "3\n1\n",
                ], .placeholders
            ),
            ("numbers in a database", [".isyncuidmap.db": "x"], .alternativeNumbers),
        ])
    func problems(_ row: String, _ files: [String: String], _ expected: LockedMbsyncState.Problem) throws {
        for (name, content) in files { try put(content, as: name) }
        #expect(problem() == expected, "\(row)")
        if expected != .interrupted {
            #expect(LockedMbsyncState.problem(of: inbox, maildir, at: .mailbox) == expected, "\(row)")
        }
    }

    @Test("A number without a record is never petrel's own: the record is written first")
    func ownNumbers() throws {
        do {
            let record = try LockedMbsyncState(of: inbox, maildir, at: .mailbox)
            #expect(try record.assign(2, far: 7, at: store.now).first == 1)
            #expect(try record.lastNumber() == 2)
        }
        #expect(problem() == nil)
        #expect(try store.contents("mail/INBOX/.mbsyncstate").hasPrefix("FarUidValidity 7\nNearUidValidity"))
    }

    @Test("A counter without numbers, as mbsync makes it for an empty mailbox, needs no record")
    func emptyCounter() throws {
        try put("3\n0\n", as: ".uidvalidity")
        #expect(problem() == nil)
    }

    @Test("The record in mbsync's own directory is named after the stores and the mailbox")
    func elsewhere() throws {
        _ = try store.home.makingDirectory(Array("states".utf8))
        let stores = MbsyncStateLocation.Stores(far: Array("far".utf8), near: Array("near".utf8))
        let lists = [Array("Lists".utf8), Array("Swift".utf8)]
        for (place, name) in [
            (
                MbsyncStateLocation.files(prefix: Path(store.path.path + "/states/"), stores: stores),
                ":far:Lists!Swift_:near:Lists!Swift"
            ),
            (.files(prefix: Path(store.path.path + "/states/work-"), stores: nil), "work-Lists!Swift"),
        ] {
            let record = try LockedMbsyncState(of: lists, maildir, at: place)
            try record.write(MbsyncState(farValidity: 1, nearValidity: 1))
            #expect(store.files("states").contains(name), "\(store.files("states"))")
        }
    }

    @Test("A number replaces the former one in a name, and other fields stay")
    func numbered() {
        let rows = [
            ("1.a", "1.a,U=7"), ("1.a,U=3", "1.a,U=7"), ("1.a,S=9,U=3", "1.a,S=9,U=7"), ("1.a,U=3,S=9", "1.a,S=9,U=7"),
        ]
        for (base, expected) in rows { #expect(text(SyncedFilename.numbered(Array(base.utf8), 7)) == expected) }
    }
}

extension StoreFixture {
    func contents(_ file: String) throws -> String {
        text(try FileReading.contents(of: Path(path.appending(path: file).path)))
    }
}
