import IMAPProtocol
import MailTestSupport
import Testing

@Suite("Response grammar", .holds("PX6"))
struct GrammarTests {
    @Test("Each rule reads valid input and refuses the rest", arguments: GrammarRows.all)
    func rule(_ rule: TestedGrammarRule) {
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
