import Disk
import Foundation
import MailTestSupport
import MailTypes
import Outbox
import Testing

@testable import MaildirStore

@Suite("The outbox of a tree that mbsync begins to sync", .holds("K02", "PY7"))
struct MailTreeMbsyncMigrationTests {
    private func put(_ names: [String], in store: StoreFixture) throws {
        let outbox = try store.mail.outbox()
        for name in names {
            _ = try outbox.add(letter(name), flags: [], to: .cur, base: Array(name.utf8))
        }
    }

    @Test("It moves out of the tree with all its messages, and leaves no mailbox behind")
    func moved() throws {
        let store = try StoreFixture()
        try put(["one", "two", "three"], in: store)
        let tree = try store.sharedTree(.verbatim)
        try tree.adopt(state: store.state)
        #expect(store.files("outbox/work") == ["cur/one:2,", "cur/three:2,", "cur/two:2,"])
        #expect(try store.mail.root.status(of: Array("Outbox".utf8)) == nil)
        #expect(try tree.queuedCount() == 3)
        #expect(try tree.mailboxes().isEmpty)
        #expect(MailTreeSharing.remembered(in: store.state)?.style == .verbatim)
    }

    @Test("Copies of sent mail that wait for the server's leave Sent, so that mbsync does not upload them")
    func awaitedCopies() throws {
        let store = try StoreFixture()
        let id = try #require(try store.drafts.queue(letter("sent"), from: nil, at: store.now).draftID)
        let item = try #require(
            try store.drafts.advance(id, at: store.now) { sidecar in
                sidecar.sendState = .sent
                sidecar.attempt = DeliveryProgress(.accepted, started: store.now)
                return true
            })
        let first = try #require(
            try store.drafts.searchSentCopies(
                of: item, in: store.drafts.listSent(for: [item], at: store.now), at: store.now))
        try store.drafts.showSentCopy(id, first, at: store.now)
        #expect(store.files("mail/Sent").count == 1)
        let tree = try store.sharedTree(.verbatim)
        try tree.adopt(state: store.state)
        #expect(store.files("mail/Sent").isEmpty)
        let states = try store.home.directory(Array("state".utf8))
        let shared = DraftStore(
            mail: tree, state: store.state, counters: DraftAndOutboxNumberAllocator(in: store.home, states: states))
        let left = try #require(try shared.contents(at: store.now).outbox.first)
        let search = try #require(
            try shared.searchSentCopies(of: left, in: shared.listSent(for: [left], at: store.now), at: store.now))
        #expect(!search.isTaken, "petrel has removed it, not the user")
        try shared.showSentCopy(id, search, at: store.now)
        #expect(store.files("mail/Sent").isEmpty)
        try shared.finish([(id, .filed)], at: store.now)
        #expect(store.files("mail/Sent").count == 1)
        #expect(try shared.contents(at: store.now).outbox.isEmpty)
    }

    @Test("A move that was interrupted after any message is completed by the next start")
    func interrupted() throws {
        for count in 0...3 {
            let store = try StoreFixture()
            try put(["one", "two", "three"], in: store)
            let place = Maildir.Place.cur.octets
            let former = try store.mail.root.directory(Array("Outbox".utf8)).directory(place)
            let target = try store.sharedTree(.verbatim).outbox().directory.directory(place)
            for name in try former.names().prefix(count) { try former.rename(name, to: name, in: target) }
            try store.sharedTree(.verbatim).adopt(state: store.state)
            #expect(store.files("outbox/work").count == 3, "after \(count)")
        }
    }

    @Test("A mailbox named Outbox that mbsync has made stays, without the queued messages")
    func synced() throws {
        let store = try StoreFixture()
        try put(["one"], in: store)
        let directory = try store.mail.root.directory(Array("Outbox".utf8))
        try directory.write(
            Array("1\n1\n".utf8), as: Array(".uidvalidity".utf8), .new, through: directory, named: Array("x".utf8))
        let tree = try store.sharedTree(.verbatim)
        try tree.adopt(state: store.state)
        #expect(store.files("outbox/work") == ["cur/one:2,"])
        #expect(try tree.mailboxes().map { "\($0.name)" } == ["Outbox"])
        // Mail that arrives in that mailbox later is not queued.
        let name = try #require(MailboxName("Outbox"))
        _ = try #require(try tree.maildir(name)).add(letter("later"), flags: [])
        try store.sharedTree(.verbatim).adopt(state: store.state)
        #expect(try tree.queuedCount() == 1)
    }

    @Test("A directory gets the name that mbsync expects, unless mbsync has made one")
    func renamed() throws {
        let store = try StoreFixture()
        let name = try #require(MailboxName("Entwürfe"))
        _ = try store.mail.makingMaildir(name).add(letter("one"), flags: [])
        let tree = try store.sharedTree(.verbatim)
        try tree.adopt(state: store.state)
        try tree.adoptDirectory(of: name)
        #expect(store.files("mail").count == 1 && store.files("mail")[0].hasPrefix("Entw&APw-rfe/cur/"))
        #expect(try tree.maildir(name)?.entries().count == 1)
    }

    @Test(
        "A layout that does not fit the existing tree is dangerous",
        arguments: [
            ("Maildir++ over nested directories", MailTreeLayout.Style.maildirPlusPlus, "INBOX", true),
            ("Legacy over nested directories", .legacy, "Lists/Swift", true),
            ("Legacy over one level", .legacy, "INBOX", false),
            ("Verbatim", .verbatim, "Lists/Swift", false),
        ])
    func unfitting(_ row: String, _ style: MailTreeLayout.Style, _ mailbox: String, _ isDangerous: Bool) throws {
        let store = try StoreFixture()
        _ = try store.mail.makingMaildir(try #require(MailboxName(mailbox)))
        #expect(try store.use(style).checked(against: store.mail.root).dangers.isEmpty != isDangerous, "\(row)")
    }
}
