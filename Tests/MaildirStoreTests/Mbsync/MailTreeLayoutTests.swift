import Disk
import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

@Suite("The layouts of mbsync", .holds("K02", "PY7"))
struct MailTreeLayoutTests {
    @Test(
        "A mailbox has the directory in which mbsync looks for it",
        arguments: [
            ("INBOX", "INBOX", "", "INBOX"),
            ("at the top level", "Lists", ".Lists", "Lists"),
            ("nested", "Lists/Swift/Evolution", ".Lists.Swift.Evolution", "Lists/.Swift/.Evolution"),
            ("below INBOX", "INBOX/Lists/Swift", "..Lists.Swift", "INBOX/.Lists/.Swift"),
            ("letters beyond ASCII", "Entwürfe", ".Entw&APw-rfe", "Entw&APw-rfe"),
            ("an ampersand", "R&D", ".R&-D", "R&-D"),
            ("a percent sign", "100%", ".100%", "100%"),
            ("a mailbox named Outbox", "Outbox", ".Outbox", "Outbox"),
            ("a renamed standard mailbox", "Sent", ".Sent Items", "Sent Items"),
        ])
    func directories(_ row: String, _ name: String, _ maildirPlusPlus: String, _ legacy: String) throws {
        let mailbox = try #require(MailboxName(name))
        for (style, expected) in [
            (MailTreeLayout.Style.maildirPlusPlus, maildirPlusPlus), (.legacy, legacy),
            (.verbatim, legacy.replacing("/.", with: "/")),
        ] {
            var layout = MailTreeLayout(style)
            layout.aliases = [.sent: try #require(MailboxName("Sent Items"))]
            let directories = try #require(layout.directories(of: mailbox), "\(row)")
            #expect(text(Array(directories.joined(separator: [0x2F]))) == expected, "\(row), \(style)")
            #expect(layout.mailbox(layout.components(of: mailbox)) == mailbox, "\(row), \(style)")
        }
    }

    @Test(
        "A mailbox is renamed to the name of a directory that is no mailbox, and never to that of another mailbox",
        arguments: [MailTreeLayout.Style.petrel, .verbatim, .legacy, .maildirPlusPlus])
    func renameOntoDirectory(_ style: MailTreeLayout.Style) throws {
        let store = try StoreFixture()
        let tree = style == .petrel ? store.mail : try store.sharedTree(style)
        let (old, new) = (try #require(MailboxName("Old")), try #require(MailboxName("New")))
        let full = Maildir.Entry(place: .cur, name: MaildirFilename(Array("1.a.here:2,S".utf8)))
        try tree.makingMaildir(old).opened(.cur).write(
            Array("Subject: a\n\n".utf8), as: full.name.octets, .new, through: tree.root, named: Array("x".utf8))
        _ = try tree.makingMaildir(new).directory.directory(Maildir.temporaryName).write(
            Array("y".utf8), as: Array("unfinished".utf8), .new, through: tree.root, named: Array("x".utf8))
        let pieces = try #require(tree.directories(of: new))
        var directory = tree.root
        for piece in pieces { directory = try directory.directory(piece) }

        #expect(throws: FileError.self) { try tree.rename(old, to: new) }
        #expect(try tree.completeRename(old, to: new) == false)
        #expect(try tree.maildir(old)?.entries() == [full])

        for place in Maildir.Place.allCases { try directory.removeDirectory(place.octets) }
        try tree.rename(old, to: new)
        #expect(try tree.maildir(old) == nil)
        #expect(try tree.maildir(new)?.entries() == [full])
        #expect(try directory.directory(Maildir.temporaryName).names() == [Array("unfinished".utf8)])
        #expect(try directory.directory(Maildir.Place.cur.octets).names() == [full.name.octets])
    }

    @Test(
        "A name that mbsync would take for another mailbox is not stored",
        arguments: [
            ("a dot", "a.b", [MailTreeLayout.Style.maildirPlusPlus]),
            ("hidden", ".a", [.verbatim, .legacy, .maildirPlusPlus]),
            ("a directory of a Maildir", "cur", [.verbatim, .legacy]),
            ("a slash", "a%2Fb", [.verbatim, .legacy, .maildirPlusPlus]),
        ])
    func unstorable(_ row: String, _ name: String, _ styles: [MailTreeLayout.Style]) throws {
        let mailbox = try #require(MailboxName(name))
        for style in [MailTreeLayout.Style.verbatim, .legacy, .maildirPlusPlus] {
            #expect(MailTreeLayout(style).canStore(mailbox) != styles.contains(style), "\(row), \(style)")
        }
        #expect(MailTreeLayout.own.canStore(mailbox), "\(row)")
    }

    @Test(
        "The mailboxes of a tree are found, created, renamed and removed in its layout",
        arguments: [MailTreeLayout.Style.verbatim, .legacy, .maildirPlusPlus])
    func tree(_ style: MailTreeLayout.Style) throws {
        let store = try StoreFixture()
        let tree = try store.sharedTree(style)
        let names = try ["INBOX", "Entwürfe", "INBOX/Inner", "Lists", "Lists/Swift", "Lists/Swift/Old"].map {
            try #require(MailboxName($0))
        }
        for name in names { _ = try tree.makingMaildir(name) }
        #expect(try tree.mailboxes().map(\.name) == names.sorted())
        for mailbox in try tree.mailboxes() { #expect(try tree.maildir(mailbox) != nil) }
        if style == .maildirPlusPlus { _ = try tree.root.makingDirectory(Array("Plain".utf8)) }
        try tree.rename(try #require(MailboxName("Lists/Swift")), to: try #require(MailboxName("Swift")))
        let renamed = ["INBOX", "Entwürfe", "INBOX/Inner", "Lists", "Swift", "Swift/Old"]
        #expect(try tree.mailboxes().map { "\($0.name)" } == renamed)
        let old = try #require(MailboxName("Swift/Old"))
        let directory = try #require(try tree.maildir(old)).directory
        try directory.write(
            Array("1\n1\n".utf8), as: Array(".uidvalidity".utf8), .new, through: directory, named: Array("x".utf8))
        try tree.removeEmpty(old)
        #expect(try tree.maildir(old) == nil)
        #expect(try tree.mailboxes().count == renamed.count - 1)
        #expect(try MailTree.style(of: tree.root) == style)
    }
}
