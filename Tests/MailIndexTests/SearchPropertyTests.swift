import Disk
import Foundation
import MailIndex
import MailSearch
import MailTestSupport
import MailTypes
import Testing

/// Compares searches with an evaluator that looks at every message. PETREL_SEARCH_CASES=full uses 20,000 messages and
/// 300 queries.
@Suite("Random searches")
struct SearchPropertyTests {
    private static let isFull = ProcessInfo.processInfo.environment["PETREL_SEARCH_CASES"] == "full"
    private static let (messageCount, queryCount) = isFull ? (20_000, 300) : (1500, 100)

    @Test("Finds exactly the messages that meet the query, newest first")
    func random() throws {
        var random = SeededGenerator.fresh
        print("searches: PETREL_SEED=\(random.seed)")
        let mail = (0..<Self.messageCount).map { RandomMail(number: $0, using: &random) }
        let path = FileManager.default.temporaryDirectory.appending(path: "petrel-searches-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: path) }
        let index = try Self.index(of: mail, at: path)
        for _ in 0..<Self.queryCount {
            let query = RandomQuery(depth: 3, using: &random)
            let comment = "PETREL_SEED=\(random.seed): \(query.text)"
            let expected = mail.filter(query.matches).sorted { $0.date > $1.date }.map(\.id)
            let parsed = try SearchQuery(parsing: query.text, now: RandomMail.now) { _ in 0 }
            let found = try index.messages(matching: parsed, limit: Self.messageCount)
            #expect(found.map { $0.content.messageID?.text ?? "" } == expected, "\(comment)")
            #expect(try index.count(matching: parsed) == expected.count, "\(comment)")
            let page = try index.messages(matching: parsed, limit: 7)
            #expect(page.map { $0.content.messageID?.text ?? "" } == Array(expected.prefix(7)), "\(comment)")
            let ranked = try index.messages(matching: parsed, order: .relevance, limit: 7)
            #expect(ranked.count == page.count, "\(comment)")
            #expect(ranked.map(\.relevance) == ranked.map(\.relevance).sorted(by: >), "\(comment)")
        }
    }

    private static func index(of mail: [RandomMail], at path: URL) throws -> MailIndex {
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        let location = IndexLocation(
            try Directory.open(Path(path.path), on: POSIXFileSystem.shared), account: Array("work".utf8))
        let writer = try IndexWriter.build(location)
        var mailboxes: [String: StoredMailbox] = [:]
        for one in mail {
            let name = try #require(MailboxName(one.mailbox))
            let mailbox = try mailboxes[one.mailbox] ?? writer.addMailbox(name)
            mailboxes[one.mailbox] = mailbox
            let file = IndexedFile(place: .cur, name: Array("\(one.id):2,".utf8), flags: one.flags)
            try writer.add(file, writer.add(ParsedContent(one.octets, received: RandomMail.now)), to: mailbox)
        }
        for mailbox in mailboxes.values { try writer.close(mailbox, signature: []) }
        try writer.finishBuilding()
        return try #require(try MailIndex.open(location))
    }
}

/// A message of random words that knows the folded words of its fields.
private struct RandomMail {
    static let now = Instant(seconds: 1_780_000_000)
    /// Each word as it is written, and its folded words.
    static let vocabulary: [(written: String, folded: [String])] = [
        ("plan", ["plan"]), ("Plans", ["plans"]), ("planet", ["planet"]), ("Müller", ["muller"]), ("ZOË", ["zoe"]),
        ("Straße", ["strasse"]), ("会議", ["会", "議"]), ("会", ["会"]), ("資料", ["資", "料"]), ("harbour", ["harbour"]),
        ("Evolution", ["evolution"]), ("évolué", ["evolue"]), ("budget", ["budget"]), ("10:30", ["10", "30"]),
        ("x-ray", ["x", "ray"]), ("and", ["and"]), ("or", ["or"]), ("not", ["not"]), ("Дом", ["дом"]),
        ("invoice", ["invoice"]), ("lunch", ["lunch"]), ("the", ["the"]), ("The", ["the"]), ("a", ["a"]),
    ]
    static let mailboxes = ["INBOX", "Archive", "Lists", "Lists/Swift", "Bücher"]

    let id: String
    let mailbox: String
    let flags: MaildirFlags
    /// In seconds since 1970; different for each message.
    let date: Int64
    let octets: [UInt8]
    let isAttached: Bool
    private(set) var words: [SearchField: [String]] = [:]

    init(number: Int, using random: inout SeededGenerator) {
        func some(_ range: ClosedRange<Int>) -> [(written: String, folded: [String])] {
            (0..<Int.random(in: range, using: &random)).map { _ in
                // The square makes the first words more frequent than the last.
                let place = Double.random(in: 0..<1, using: &random)
                return Self.vocabulary[Int(place * place * Double(Self.vocabulary.count))]
            }
        }
        id = "n\(number)@example.org"
        mailbox = Self.mailboxes.randomElement(using: &random) ?? "INBOX"
        let all: [MaildirFlags] = [.seen, .flagged, .answered]
        flags = MaildirFlags(all.filter { _ in Bool.random(using: &random) })
        date = Self.now.seconds - Int64(number) * 7919 - Int64.random(in: 0..<7000, using: &random)
        isAttached = Int.random(in: 0..<4, using: &random) == 0
        let written = { (words: [(written: String, folded: [String])]) in words.map(\.written).joined(separator: " ") }
        let folded = { (words: [(written: String, folded: [String])]) in words.flatMap(\.folded) }
        var header = "Message-ID: <\(id)>\n"
        let time = DateTime(instant: Instant(seconds: date), offsetMinutes: 0).local
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        header += "Date: \(time.day) \(months[time.month - 1]) \(time.year) "
        header +=
            "\(time.hour):\(time.minute < 10 ? "0" : "")\(time.minute):\(time.second < 10 ? "0" : "")\(time.second) +0000\n"
        let subject = some(0...4)
        header += "Subject: \(written(subject))\n"
        words[.subject] = folded(subject)
        for (field, name, most) in [(SearchField.from, "From", 1), (.to, "To", 2), (.cc, "Cc", 1), (.bcc, "Bcc", 1)] {
            let people = (0..<Int.random(in: 0...most, using: &random)).map { _ in some(1...2) }
            guard !people.isEmpty else { continue }
            header += "\(name): " + people.map { "\"\(written($0))\" <kim@example.net>" }.joined(separator: ", ") + "\n"
            words[field] = people.flatMap { folded($0) + ["kim", "example", "net"] }
        }
        if Int.random(in: 0..<5, using: &random) == 0 {
            header += "List-Id: <swift.lists.example>\n"
            words[.list] = ["swift", "lists", "example"]
        }
        let text = some(0...12)
        words[.body] = folded(text)
        var body = "\n\(written(text))\n"
        if isAttached {
            header += "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n"
            body =
                "\n--b\nContent-Type: text/plain; charset=utf-8\n\(body)--b\nContent-Type: application/pdf; name=\"invoice plan.pdf\"\n"
                + "Content-Disposition: attachment\n\n" + String(repeating: "x", count: number % 3000) + "\n--b--\n"
            words[.attachment] = ["invoice", "plan", "pdf"]
        }
        octets = Array((header + body).utf8)
    }

    /// Whether the words follow each other in the field, or in any.
    func contains(_ wanted: [String], in field: SearchField?, isPrefix: Bool) -> Bool {
        let fields = field.map { [$0] } ?? SearchField.allCases
        return fields.contains { field in
            let words = words[field] ?? []
            return words.indices.contains { start in
                guard start + wanted.count <= words.count else { return false }
                return wanted.indices.allSatisfy { place in
                    let isLast = place == wanted.count - 1
                    return isPrefix && isLast
                        ? words[start + place].hasPrefix(wanted[place]) : words[start + place] == wanted[place]
                }
            }
        }
    }
}

/// The text of a query, and what it means.
private struct RandomQuery {
    let text: String
    let matches: (RandomMail) -> Bool
    /// Whether it needs no parentheses beside other terms.
    private let isTerm: Bool

    private init(_ text: String, isTerm: Bool = true, _ matches: @escaping (RandomMail) -> Bool) {
        self.text = text
        self.isTerm = isTerm
        self.matches = matches
    }

    private var term: String { isTerm ? text : "(\(text))" }

    init(depth: Int, using random: inout SeededGenerator) {
        let kind = depth == 0 ? 9 : Int.random(in: 0..<10, using: &random)
        switch kind {
        case 0...2: self = Self.all(depth, &random)
        case 3...5: self = Self.any(depth, &random)
        case 6:
            let query = RandomQuery(depth: depth - 1, using: &random)
            let sign = ["-", "not ", "NOT "].randomElement(using: &random) ?? "-"
            self = RandomQuery(sign + query.term) { !query.matches($0) }
        default: self = Self.leaf(&random)
        }
    }

    private static func all(_ depth: Int, _ random: inout SeededGenerator) -> RandomQuery {
        let queries = (0..<Int.random(in: 2...3, using: &random)).map { _ in
            RandomQuery(depth: depth - 1, using: &random)
        }
        let sign = [" ", " and ", "  AND "].randomElement(using: &random) ?? " "
        return RandomQuery(queries.map(\.term).joined(separator: sign), isTerm: false) { mail in
            queries.allSatisfy { $0.matches(mail) }
        }
    }

    private static func any(_ depth: Int, _ random: inout SeededGenerator) -> RandomQuery {
        let queries = (0..<Int.random(in: 2...3, using: &random)).map { _ in
            RandomQuery(depth: depth - 1, using: &random)
        }
        let matches = { (mail: RandomMail) in queries.contains { $0.matches(mail) } }
        if Int.random(in: 0..<4, using: &random) == 0 {
            return RandomQuery("{\(queries.map(\.term).joined(separator: " "))}", matches)
        }
        // A conjunction needs no parentheses here.
        let sign = [" or ", " OR "].randomElement(using: &random) ?? " or "
        return RandomQuery(queries.map(\.text).joined(separator: sign), isTerm: false, matches)
    }

    private static func leaf(_ random: inout SeededGenerator) -> RandomQuery {
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return RandomQuery("is:unread") { !$0.flags.contains(.seen) }
        case 1: return RandomQuery("tag:flagged") { $0.flags.contains(.flagged) }
        case 2: return RandomQuery("has:attachment") { $0.isAttached }
        case 3:
            let name = RandomMail.mailboxes.randomElement(using: &random) ?? "INBOX"
            return RandomQuery("in:\(name == "Bücher" ? "bucher" : name)") { $0.mailbox == name }
        case 4: return RandomQuery("folder:lists/") { $0.mailbox.hasPrefix("Lists") }
        case 5:
            let days = Int64.random(in: 0..<2000, using: &random)
            let limit = RandomMail.now.seconds - days * 86_400
            return Bool.random(using: &random)
                ? RandomQuery("newer_than:\(days)d") { $0.date >= limit }
                : RandomQuery("date:..\(days)d") { $0.date < limit }
        case 6:
            let size = Int.random(in: 0..<3000, using: &random)
            return Bool.random(using: &random)
                ? RandomQuery("larger:\(size)") { $0.octets.count > size }
                : RandomQuery("smaller:\(size)") { $0.octets.count < size }
        case 7:
            let number = Int.random(in: 0..<2000, using: &random)
            return RandomQuery("id:n\(number)@example.org") { $0.id == "n\(number)@example.org" }
        default: return words(&random)
        }
    }

    private static func words(_ random: inout SeededGenerator) -> RandomQuery {
        let fields: [(String, SearchField?)] = [
            ("", nil), ("", nil), ("", nil), ("subject:", .subject), ("from:", .from), ("to:", .to), ("cc:", .cc),
            ("bcc:", .bcc),
            ("body:", .body), ("filename:", .attachment), ("list:", .list),
        ]
        let (key, field) = fields.randomElement(using: &random) ?? ("", nil)
        let words = (0..<Int.random(in: 1...2, using: &random)).map { _ in
            RandomMail.vocabulary.randomElement(using: &random) ?? ("plan", ["plan"])
        }
        let folded = words.flatMap(\.folded)
        let text = words.map(\.written).joined(separator: " ")
        let isOperator = ["and", "or", "not"].contains(text) && key.isEmpty
        if words.count > 1 || isOperator || Bool.random(using: &random) {
            let isPrefix = Int.random(in: 0..<4, using: &random) == 0
            return RandomQuery("\(key)\"\(text)\"\(isPrefix ? "*" : "")") {
                $0.contains(folded, in: field, isPrefix: isPrefix)
            }
        }
        guard Bool.random(using: &random), let last = folded.last, folded.count == 1 else {
            return RandomQuery(key + text) { $0.contains(folded, in: field, isPrefix: false) }
        }
        let beginning = String(last.prefix(max(1, last.count - 2)))
        return RandomQuery("\(key)\(beginning)*") { $0.contains([beginning], in: field, isPrefix: true) }
    }
}
