import MailTestSupport
import MailTypes
import Testing

@testable import Contacts

func contact(
    _ address: String, _ name: String? = nil, frequency: Int = 1, seen: Int64 = 0, isForgotten: Bool = false
) -> Contact {
    Contact(
        address: EmailAddress(address), name: name, lastSeen: Instant(seconds: seen), frequency: frequency,
        isForgotten: isForgotten)
}

@Suite("Contact search")
struct ContactIndexTests {
    private func addresses(_ index: ContactIndex, _ text: String, limit: Int = 10) -> [String] {
        index.matches(text, limit: limit).map(\.contact.address.text)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let found: [String]

        init(_ name: String, _ text: String, _ found: String...) {
            (testDescription, self.text, self.found) = (name, text, found)
        }
    }

    private static let people = ContactIndex([
        AccountContacts([
            contact("kim.park@example.net", "Kim Park", frequency: 9),
            contact("Zoe@Fjord.example.net", "Zoë Ångström", frequency: 8),
            contact("taro@umi.example.com", "山田太郎", frequency: 7),
            contact("maria@arctic.example.com", "Мария Иванова", frequency: 6),
            contact("kimberly@example.org", frequency: 5),
            contact("obrien@example.org", "Dr. Seán O'Brien", frequency: 4),
            contact("duc@example.vn", "Nguyễn Văn Đức", frequency: 3),
        ])
    ])

    @Test(
        "Each typed word must begin a word of the address or the name", .holds("A04"),
        arguments: [
            Row("the address", "kim", "kim.park@example.net", "kimberly@example.org"),
            Row("a later word of the address", "park", "kim.park@example.net"),
            Row("with the dot", "kim.pa", "kim.park@example.net"),
            Row("the dot ends a word", "kim.", "kim.park@example.net"),
            Row("the whole address in capitals", "KIM.PARK@EXAMPLE.NET", "kim.park@example.net"),
            Row("the domain", "fjord", "Zoe@Fjord.example.net"),
            Row("the domain behind its sign", "@umi.ex", "taro@umi.example.com"),
            Row("the name without accents", "angstrom", "Zoe@Fjord.example.net"),
            Row("the name with accents", "ÅNGS", "Zoe@Fjord.example.net"),
            Row("both words in any order", "park kim", "kim.park@example.net"),
            Row("a word of each", "иван arctic", "maria@arctic.example.com"),
            Row("one word that is nowhere", "kim zoe"),
            Row("inside a word", "ark"),
            Row("ideographs", "太郎", "taro@umi.example.com"),
            Row("Cyrillic capitals", "МАР", "maria@arctic.example.com"),
            Row("Vietnamese", "duc van", "duc@example.vn"),
            Row("an apostrophe", "o'br", "obrien@example.org"),
            Row("as it stands in a header", "\"Kim Park\" <kim", "kim.park@example.net"),
            Row("only punctuation", "@@!"),
            Row("across address and name", "net kim", "kim.park@example.net"),
            Row("no phrase goes from the address into the name", "net.kim"),
        ])
    func words(_ row: Row) {
        #expect(addresses(Self.people, row.text) == row.found)
    }

    @Test("Sorts by frequency, then by date, then by address", .holds("A04", "A05"))
    func ranking() {
        let index = ContactIndex([
            AccountContacts([
                contact("ab1@x.example", frequency: 1, seen: 5), contact("ab5@x.example", frequency: 2, seen: 1),
                contact("ab4@x.example", frequency: 2, seen: 1), contact("ab3@x.example", frequency: 2, seen: 9),
                contact("ab2@x.example", frequency: 30, seen: 0),
            ])
        ])
        let order = [2, 3, 4, 5, 1].map { "ab\($0)@x.example" }
        #expect(addresses(index, "ab") == order)
        #expect(addresses(index, "a", limit: 2) == Array(order.prefix(2)))
        #expect(addresses(index, " ") == order)
        #expect(addresses(index, "", limit: 1) == ["ab2@x.example"])
        #expect(addresses(index, "ab", limit: 0).isEmpty)
        #expect(addresses(index, "ab", limit: -1).isEmpty)
        #expect(ContactIndex([]).matches("a", limit: 5).isEmpty)
    }

    @Test("Merges an address of several accounts, with its newest name and highest frequency", .holds("A02", "A04"))
    func merging() {
        let home = AccountContacts([
            contact("Kim@example.org", "Kim", frequency: 3, seen: 10), contact("a@example.org"),
        ])
        let work = AccountContacts([
            contact("kim@EXAMPLE.org", "Kim Park", frequency: 2, seen: 20),
            contact("a@example.org", isForgotten: true),
        ])
        for (books, best) in [([home, work], 0), ([work, home], 1)] {
            let index = ContactIndex(books)
            let found = index.matches("kim", limit: 5)
            #expect(found.count == 1)
            #expect(found.first?.contact == contact("kim@EXAMPLE.org", "Kim Park", frequency: 3, seen: 20))
            #expect(found.first?.book == best)
            #expect(index.count == 2)
        }
        #expect(ContactIndex([work]).matches("a@", limit: 5).isEmpty)
        #expect(ContactIndex([work]).matches("kim", limit: 5).first?.contact.frequency == 2)
    }

    @Test("Finds the same contacts as a linear scan", .holds("A04"))
    func searching() {
        var random = SeededGenerator.fresh
        let syllables = ["a", "b", "ab", "ba", "é", "я", "山", "a.b", "-", "B"]
        func text(_ count: ClosedRange<Int>, _ separator: String = "") -> String {
            (0..<Int.random(in: count, using: &random)).map { _ in syllables.randomElement(using: &random) ?? "" }
                .joined(separator: separator)
        }
        for _ in 0..<200 {
            let books = (0..<2).map { _ in
                AccountContacts(
                    (0..<40).map { _ in
                        contact(
                            "\(text(1...3))@\(text(1...2))", Bool.random(using: &random) ? text(1...3, " ") : nil,
                            frequency: Int.random(in: 1...3, using: &random),
                            seen: Int64.random(in: 0...3, using: &random))
                    })
            }
            let index = ContactIndex(books)
            let query = text(1...2, Bool.random(using: &random) ? " " : "")
            let all = index.matches("", limit: .max)
            #expect(all.count == Set(books.flatMap { $0.contacts.map(\.address) }).count, "seed \(random.seed)")
            let expected = all.filter { match in
                query.split(separator: " ").allSatisfy { word in
                    let words = " " + String(decoding: SearchFold.words(of: String(word)), as: UTF8.self)
                    let end = word.utf8.last == 0x2D && words.utf8.count > 1 ? " " : ""
                    return words.utf8.count == 1
                        || [match.contact.address.text, match.contact.name ?? ""].contains {
                            let text = " " + String(decoding: SearchFold.words(of: $0), as: UTF8.self) + " "
                            return text.contains(words + end)
                        }
                }
            }
            if !SearchFold.words(of: query).isEmpty {
                #expect(index.matches(query, limit: .max) == expected, "seed \(random.seed): \(query)")
                #expect(index.matches(query, limit: 3) == Array(expected.prefix(3)), "seed \(random.seed): \(query)")
            }
        }
    }

    @Test("Handles a search text of millions of bytes quickly", .holds("PX6"))
    func floods() {
        let started = ContinuousClock.now
        #expect(Self.people.matches(String(repeating: "kim ", count: 1_000_000), limit: 5).count == 2)
        #expect(Self.people.matches(String(repeating: "k", count: 1_000_000), limit: 5).isEmpty)
        #expect(ContinuousClock.now - started < .seconds(5))
    }

    @Test("Finds an address among 10,000 of each of three accounts in less than 100 ms", .holds("N02"))
    func large() {
        let books = (0..<3).map { account in
            AccountContacts(
                (0..<10_000).map { contact("person\($0).\(account)@example.net", "Person \($0)", frequency: $0 % 50) })
        }
        let index = ContactIndex(books)
        // The best of several, because other tests run at the same time.
        let times = (0..<20).map { _ in
            let begin = ContinuousClock.now
            #expect(index.matches("person99", limit: 10).count == 10)
            return ContinuousClock.now - begin
        }
        #expect(times.min() ?? .zero < .milliseconds(100), "\(times)")
    }
}
