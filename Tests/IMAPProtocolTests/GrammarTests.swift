import IMAPProtocol
import MailTestSupport
import Testing

/// A rule of the grammar and its place in a response.
struct GrammarRule: Sendable, CustomTestStringConvertible {
    let name: String
    let prefix: String
    let suffix: String
    let rows: [Row]

    init(_ name: String, _ prefix: String, _ suffix: String, _ rows: [Row]) {
        self.name = name
        self.prefix = prefix
        self.suffix = suffix
        self.rows = rows
    }

    var testDescription: String { name }

    enum Verdict {
        case read
        case refused
        case unfinished
    }

    struct Row: Sendable {
        let input: String
        let verdict: Verdict

        /// `because` is the reason why the verdict differs from the grammar.
        static func read(_ input: String, because: String = "") -> Row { Row(input: input, verdict: .read) }
        static func refused(_ input: String, because: String = "") -> Row { Row(input: input, verdict: .refused) }
        static func unfinished(_ input: String) -> Row { Row(input: input, verdict: .unfinished) }
    }
}

@Suite("Response grammar", .holds("PX6"))
struct GrammarTests {
    @Test("Each rule reads valid input and refuses the rest", arguments: GrammarRows.all)
    func rule(_ rule: GrammarRule) {
        for row in rule.rows {
            switch row.verdict {
            case .read:
                #expect(Self.isRead(rule.prefix + row.input + rule.suffix), "\(rule.name): \(row.input)")
            case .refused:
                #expect(!Self.isRead(rule.prefix + row.input + rule.suffix), "\(rule.name): \(row.input)")
            case .unfinished:
                var framer = Framer()
                framer.feed(Array((rule.prefix + row.input).utf8))
                #expect((try? framer.next()) == .some(nil), "\(rule.name): \(row.input)")
            }
        }
    }

    /// Returns whether a response and its contents were parsed or kept whole.
    private static func isRead(_ text: String) -> Bool {
        var framer = Framer()
        framer.feed(Array(text.utf8) + [13, 10])
        guard let responses = try? parsed(&framer), responses.count == 1 else { return false }
        guard case .fetch(let message) = responses[0] else { return true }
        if case .unreadable? = message.details?.bodyStructure { return false }
        if case .unreadable? = message.details?.envelope { return false }
        return true
    }

    private static func parsed(_ framer: inout Framer) throws -> [Response] {
        var responses: [Response] = []
        while let frame = try framer.next() {
            if case .response(let raw) = frame { responses.append(try ResponseParser().parse(raw)) }
        }
        return responses
    }
}
