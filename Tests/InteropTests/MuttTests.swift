import Foundation
import MailTestSupport
import Testing

@Suite("mutt and petrel on the same Maildir", .needs(.mutt), .needs(.python), .holds("K02", "PY7"))
struct MuttTests {
    let shared: SharedHome
    let mutt: Mutt

    init() throws {
        shared = try SharedHome()
        mutt = try Mutt(shared)
    }

    @Test("Each mailbox, including the outbox, has as many messages in mutt as in petrel")
    func opens() throws {
        try shared.petrel("send", "-", input: "From: kim@example.net\nTo: ana@example.org\nSubject: Out\n\nx\n")
        let seen = try shared.seen()
        #expect(seen.count == 5)
        for (mailbox, messages) in seen.sorted(by: { $0.key < $1.key }) {
            let screen = try mutt.open(mailbox, "<quit>")
            #expect(Mutt.count("Msgs", in: screen) == messages.count, "\(mailbox)")
        }
        #expect(Mutt.count("Msgs", in: try mutt.open("Outbox", "<quit>")) == 1)
        try shared.expectOrder()
    }

    @Test("petrel sees messages that mutt moves and flags, and vice versa")
    func savesAndFlags() throws {
        let before = try shared.seen()
        let moving = try shared.listed("in:INBOX", "subject:tower").compactMap(\.messageID)
        try mutt.open("INBOX", "<tag-pattern>~s tower<enter><tag-prefix><save-message>=Archive<enter><quit>")
        var expected = before
        expected["INBOX"]?.removeAll { moving.contains($0) }
        expected["Archive"] = (try #require(expected["Archive"]) + moving).sorted()
        #expect(!moving.isEmpty)
        #expect(try shared.seen() == expected)

        try mutt.open("INBOX", "<tag-pattern>~s invoice<enter><tag-prefix><set-flag>!<quit>")
        let invoices = try shared.listed("in:INBOX", "subject:invoice")
        #expect(!invoices.isEmpty && invoices.allSatisfy { $0.flags.contains("\\Flagged") })

        // By now, mutt has the headers of all messages in its cache.
        try shared.petrel("flag", "in:INBOX", "is:unread", "--yes")
        let flagged = try shared.listed("in:INBOX", "is:flagged").count
        #expect(Mutt.count("Flag", in: try mutt.open("INBOX", "<quit>")) == flagged)
        try shared.petrel("move", "subject:invoice", "Projects")
        let screen = try mutt.open("INBOX", "<quit>")
        #expect(Mutt.count("Msgs", in: screen) == (expected["INBOX"]?.count ?? 0) - invoices.count)
        #expect(Mutt.count("Msgs", in: try mutt.open("Projects", "<quit>")) == invoices.count)
        try shared.expectOrder()
    }

    @Test("Deleting a message in mutt removes it from petrel, and nothing else")
    func deletes() throws {
        var expected = try shared.seen()
        let going = try shared.listed("in:Archive").compactMap(\.messageID)[0]
        try mutt.open("Archive", "<limit>~i \(going)<enter><delete-message><limit>all<enter><quit>")
        expected["Archive"]?.removeAll { $0 == going }
        #expect(try shared.seen() == expected)
    }

    @Test("A message postponed in mutt is a draft with a number")
    func postpones() throws {
        let before = try shared.drafts().map(\.number)
        try mutt.open(
            "INBOX",
            "<enter-command>unset autoedit edit_headers<enter><mail>ana@example.org<enter>From mutt<enter>"
                + "<postpone-message>y<quit>")
        let drafts = try shared.drafts()
        #expect(drafts.map(\.number) == before + ["d5"])
        #expect(drafts.last?.subject == "From mutt")
        try shared.expectOrder()
    }

    @Test("A draft that mutt recalls and postpones keeps its number and is one file")
    func recalls() throws {
        let letter = "Date: Sun, 15 Nov 2026 10:00:00 +0000\nFrom: kim@example.net\nTo: ana@example.org\n"
        let made = try shared.petrel("drafts", "import", "-", input: letter + "Subject: From petrel\n\nfirst\n")
        let number = try #require(made["draft"] as? String)
        let files = try shared.files("Drafts").count
        for round in 1...2 {
            try mutt.open("INBOX", "<recall-message><search>From petrel<enter><select-entry><postpone-message>y<quit>")
            let drafts = try shared.drafts()
            #expect(drafts.filter { $0.subject == "From petrel" }.map(\.number) == [number], "round \(round)")
            #expect(try shared.files("Drafts").count == files, "round \(round)")
        }
        let text = try shared.petrel(["drafts", "export", number]).text
        #expect(text.contains("first") && text.components(separatedBy: "typed in mutt").count == 3, "\(text)")
        // petrel continues with mutt's version.
        try shared.petrel("drafts", "import", "--replace", number, "-", input: letter + "Subject: Again\n\nthird\n")
        #expect(try shared.drafts().filter { $0.number == number }.map(\.subject) == ["Again"])
        #expect(try shared.files("Drafts").count == files)
        try shared.expectOrder()
    }

    @Test("Deleting a draft in mutt removes it from petrel")
    func deletesDraft() throws {
        let before = try shared.drafts()
        try mutt.open("Drafts", "<limit>~s goat<enter><delete-message><limit>all<enter><quit>")
        let gone = before.filter { $0.subject == "Goat in car 264" }.map(\.number)
        #expect(gone.count == 1)
        #expect(try shared.drafts().map(\.number) == before.map(\.number).filter { !gone.contains($0) })
        try shared.expectOrder()
    }
}
