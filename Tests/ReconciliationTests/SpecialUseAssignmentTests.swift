import MailTestSupport
import MailTypes
import Reconciliation
import Testing

@Suite("Special uses", .holds("Y01"))
struct SpecialUseAssignmentTests {
    private static let names: [(String, SpecialUse)] = [
        ("Gesendet", .sent), ("ENTWÜRFE", .drafts), ("Corbeille", .trash), ("Correo no deseado", .junk),
        ("Отправленные", .sent), ("ゴミ箱", .trash), ("已发送", .sent), ("Archiwum", .archive), ("Roskakori", .trash),
        ("Άρχειο", .archive), ("[Google Mail]/Papierkorb", .trash), ("INBOX/Sent Items", .sent), ("נשלח", .sent),
    ]

    @Test("Recognizes special uses by names in many languages", arguments: names)
    func localized(_ name: String, _ use: SpecialUse) throws {
        let mailbox = try #require(MailboxName(name))
        #expect(SpecialUseAssignment([MailboxListing(.inbox), MailboxListing(mailbox)])[mailbox] == use)
    }

    @Test("The server's attribute overrides the name, and the user's choice overrides both")
    func order() throws {
        let bin = try #require(MailboxName("Foo"))
        let listed = [MailboxListing(.trash), MailboxListing(bin, use: .trash)]
        #expect(SpecialUseAssignment(listed).mailbox(.trash) == bin)
        #expect(SpecialUseAssignment(listed, chosen: [.trash: .trash]).mailbox(.trash) == .trash)
        #expect(SpecialUseAssignment(listed)[.trash] == nil)
    }

    @Test("Prefers the usual one of two names, and ignores nested mailboxes")
    func ambiguous() throws {
        let items = try #require(MailboxName("Sent Items"))
        let deep = try #require(MailboxName("Projects/Trash"))
        let uses = SpecialUseAssignment([MailboxListing(items), MailboxListing(.sent), MailboxListing(deep)])
        #expect(uses.uses == [.sent: .sent])
    }

    @Test("Starred is a view, and both views of all mail are excluded")
    func views() throws {
        let starred = try #require(MailboxName("[Gmail]/Starred"))
        let all = try #require(MailboxName("[Gmail]/All Mail"))
        let important = try #require(MailboxName("[Gmail]/Important"))
        let uses = SpecialUseAssignment([
            MailboxListing(starred, use: .flagged), MailboxListing(all, use: .all),
            MailboxListing(important, use: .important),
        ])
        #expect(uses.kind(of: starred) == .view(.flagged))
        #expect(!MailboxListPlan.isSynced(uses[all]))
        #expect(!MailboxListPlan.isSynced(uses[important]))
        #expect(MailboxListPlan.isSynced(uses[starred]))
    }
}
