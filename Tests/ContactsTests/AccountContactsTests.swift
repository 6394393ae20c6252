import InternetMessage
import MailTestSupport
import MailTypes
import Testing

@testable import Contacts

@Suite("Contact book")
struct AccountContactsTests {
    private func header(_ fields: String...) -> Header {
        Message(Array((fields.joined(separator: "\r\n") + "\r\n\r\n").utf8)).header
    }

    private func sighting(_ address: String, _ name: String? = nil) -> ContactOccurrence {
        ContactOccurrence(address: EmailAddress(address), name: name)
    }

    @Test("Counts each address in From, To and Cc once, except the account's own", .holds("A01"))
    func extraction() {
        let found = ContactOccurrence.of(
            header(
                "From: Kim Park <kim@example.org>", "To: ana@example.org, KIM@example.org, Me <me@example.org>,",
                " friends: =?utf-8?q?Zo=C3=AB?= <zoe@example.org>, root, <a..b@x.example>;",
                "Cc: \"Ana C.\" <ANA@example.org>",
                "Bcc: secret@example.org", "Reply-To: reply@example.org", "Sender: sender@example.org"),
            except: [EmailAddress("ME@example.org")])
        #expect(found.map(\.address.text) == ["kim@example.org", "ANA@example.org", "zoe@example.org"])
        #expect(found.map(\.name) == ["Kim Park", "Ana C.", "Zoë"])
        var book = AccountContacts()
        book.record(header("From: a@x.example", "To: A@x.example"), at: Instant(seconds: 1))
        #expect(book[EmailAddress("a@X.example")]?.frequency == 1)
    }

    @Test("A message adds a limited number of addresses", .holds("PX6"))
    func bounded() {
        let many = (0..<100_000).map { "a\($0)@x.example" }.joined(separator: ",\r\n ")
        #expect(ContactOccurrence.of(header("To: \(many)")).count == ContactOccurrence.maximumEntries)
        let same = String(repeating: "a@x.example, ", count: 100_000)
        #expect(ContactOccurrence.of(header("To: \(same)", "Cc: b@x.example")).count == 1)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let name: String
        let cleaned: String?

        init(_ description: String, _ name: String, _ cleaned: String?) {
            (testDescription, self.name, self.cleaned) = (description, name, cleaned)
        }
    }

    @Test(
        "Cleans up names for display",
        arguments: [
            Row("plain", "Kim Park", "Kim Park"),
            Row("white space and controls", "  Kim\r\n\t\u{7} \u{A0}Park ", "Kim Park"),
            Row("quotes", "\"Kim Park\"", "Kim Park"),
            Row("single quotes inside double ones", "\"' Kim '\"", "Kim"),
            Row("an apostrophe", "Seán O'Brien", "Seán O'Brien"),
            Row("the address itself", "KIM@example.org", nil),
            Row("somebody else's address", "'boss@bank.example'", nil),
            Row("marks of direction", "\u{202E}Kim\u{200F}", "Kim"),
            Row("nothing", " \"\" ", nil),
            Row("a quote alone", "\"", nil),
            Row("too long", String(repeating: "é", count: 150), String(repeating: "é", count: 100)),
        ])
    func names(_ row: Row) {
        let name = sighting("kim@example.org", row.name).name
        #expect(name.map { Array($0.utf8) } == row.cleaned.map { Array($0.utf8) })
    }

    @Test("The newest message decides the name and spelling, in any order of messages", .holds("A04"))
    func anyOrder() {
        var random = SeededGenerator.fresh
        for _ in 0..<300 {
            let sightings = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                let address = ["a@x.example", "A@x.example", "b@x.example"].randomElement(using: &random) ?? ""
                let name = ["Ann", "Anna", nil].randomElement(using: &random) ?? nil
                return (sighting(address, name), Instant(seconds: Int64.random(in: 0...5, using: &random)))
            }
            var one = AccountContacts()
            for (sighting, date) in sightings { one.record(sighting, at: date) }
            var other = AccountContacts()
            for (sighting, date) in sightings.shuffled(using: &random) { other.record(sighting, at: date) }
            #expect(one.sorted == other.sorted, "seed \(random.seed)")
            #expect(AccountContacts(one.contacts.shuffled(using: &random)).sorted == one.sorted, "seed \(random.seed)")
            for contact in one.contacts {
                let own = sightings.filter { $0.0.address == contact.address }
                #expect(contact.frequency == own.count, "seed \(random.seed)")
                #expect(contact.lastSeen == own.map(\.1).max(), "seed \(random.seed)")
                #expect(contact.nameDate == own.filter { $0.0.name != nil }.map(\.1).max(), "seed \(random.seed)")
            }
        }
    }

    @Test("A message without a name does not remove the known name")
    func nameless() {
        var book = AccountContacts()
        book.record(sighting("a@x.example", "Ann"), at: Instant(seconds: 1))
        book.record(sighting("a@x.example"), at: Instant(seconds: 9))
        book.record(sighting("a@x.example", "Anna"), at: Instant(seconds: 5))
        book.record(sighting("a@x.example", "Old"), at: Instant(seconds: 3))
        #expect(book[EmailAddress("a@x.example")]?.name == "Anna")
        #expect(book[EmailAddress("a@x.example")]?.lastSeen == Instant(seconds: 9))
    }

    @Test(
        "Evicts the least frequent contacts first, then the oldest, then the last by address",
        .holds("A03"))
    func eviction() {
        let capacity = AccountContacts.capacity
        let common = (0..<capacity - 2).map { contact("c\($0)@x.example", frequency: 2, seen: 1) }
        let rare = [
            contact("r3@x.example", seen: 5), contact("R2@x.example", seen: 5), contact("r1@x.example", seen: 6),
            contact("r4@x.example", seen: 4),
        ]
        var book = AccountContacts((common + rare).shuffled())
        book.trim()
        #expect(book.count == capacity)
        #expect(
            Set(book.contacts.map(\.address)).subtracting(common.map(\.address)).map(\.text).sorted() == [
                "R2@x.example", "r1@x.example",
            ])
        #expect(book[EmailAddress("r2@x.example")] != nil)
        #expect(book[EmailAddress("r4@x.example")] == nil)
        let before = book.sorted
        book.trim()
        #expect(book.sorted == before)
    }

    @Test("A book never holds more than twice its capacity", .holds("A03"))
    func growth() {
        var book = AccountContacts([contact("often@x.example", frequency: 5)])
        for number in 0..<25_000 { book.record(sighting("a\(number)@x.example"), at: Instant(seconds: Int64(number))) }
        #expect(book.count <= 2 * AccountContacts.capacity)
        book.trim()
        #expect(book.count == AccountContacts.capacity)
        #expect(book[EmailAddress("often@x.example")] != nil)
        #expect(book[EmailAddress("a24999@x.example")] != nil)
        #expect(book[EmailAddress("a0@x.example")] == nil)
    }

    @Test("A forgotten address stays forgotten and keeps no name or count")
    func forgetting() {
        var book = AccountContacts([contact("a@x.example", "Ann", frequency: 7, seen: 3)])
        book.forget(EmailAddress("A@X.example"))
        book.forget(EmailAddress("new@x.example"))
        book.record(sighting("a@x.example", "Ann"), at: Instant(seconds: 9))
        let kept = book[EmailAddress("a@x.example")]
        #expect(kept?.isForgotten == true)
        #expect(kept?.name == nil)
        #expect(kept?.frequency == 0)
        #expect(book.count == 2)
        let others = (0..<AccountContacts.capacity).map { contact("c\($0)@x.example", frequency: 2) }
        var full = AccountContacts(others + Array(book.contacts))
        full.trim()
        #expect(full[EmailAddress("a@x.example")]?.isForgotten == true)
    }

    static let systemNames: [(name: String, isKept: Bool)] = [
        ("root", false), ("Postmaster", false), ("Root Vegetables", true), ("Daemon Lee", true),
    ]

    @Test("The name of a machine's user or alias is not that of a person", arguments: systemNames)
    func systemName(_ row: (name: String, isKept: Bool)) {
        let occurrence = ContactOccurrence(address: EmailAddress("kim@x.example"), name: row.name)
        #expect((occurrence.name != nil) == row.isKept)
    }
}
