import Composer
import JSONText
import MailTestSupport
import MailTypes
import MessageSecurity
import Testing

@Suite("Edits of a draft", .holds("C18", "C19"))
struct DraftEditTests {
    @Test("An edit and its inverse restore the draft, in random sequences")
    func inverses() throws {
        var random = RandomDraft(random: .fresh)
        for number in 0..<400 {
            var draft = random.draft()
            for _ in 0..<12 {
                let before = draft
                guard let inverse = draft.apply(random.edit(of: draft)) else {
                    try #require(
                        differences(before, draft).isEmpty, "PETREL_SEED=\(random.random.seed), draft \(number)")
                    continue
                }
                let after = draft
                let again = draft.apply(inverse)
                var found = differences(before, draft)
                if let again { _ = draft.apply(again) }
                found += differences(after, draft)
                try #require(found.isEmpty, "PETREL_SEED=\(random.random.seed), draft \(number): \(found)")
            }
        }
    }

    @Test("Undo and redo restore every state")
    func history() throws {
        var random = RandomDraft(random: .fresh)
        for number in 0..<200 {
            let first = random.draft()
            var history = DraftHistory(first)
            var states = [first]
            for _ in 0..<20 where history.perform(random.edit(of: history.draft)) { states.append(history.draft) }
            var found: [String] = []
            for state in states.dropLast().reversed() {
                let undone = history.undo()
                try #require(undone != nil)
                found += differences(state, history.draft)
            }
            let before = history.undo()
            #expect(!history.canUndo && before == nil)
            for state in states.dropFirst() {
                let done = history.redo()
                try #require(done != nil)
                found += differences(state, history.draft)
            }
            let beyond = history.redo()
            #expect(!history.canRedo && beyond == nil)
            try #require(found.isEmpty, "PETREL_SEED=\(random.random.seed), draft \(number): \(found)")
        }
    }

    @Test("A new edit after undo discards the redo history")
    func branch() {
        var history = DraftHistory(Draft())
        _ = history.perform(.setSubject("one"))
        _ = history.undo()
        _ = history.perform(.setSubject("two"))
        #expect(!history.canRedo)
        #expect(history.draft.subject == "two")
    }

    @Test(
        "An invalid edit changes nothing",
        arguments: [
            .replaceLines(0..<3, []), .replaceLines(-1..<1, ["x"]), .replaceLines(3..<3, ["x"]),
            .removeAttachment(at: 0),
            .removeAttachment(at: -1), .removeAttachment(at: .max), .replaceLines(Int.max - 1..<Int.max, []),
            .insertAttachment(DraftAttachment(number: 1, filename: "a", mediaType: "a/b", content: []), at: 1),
            .sequence([.setSubject("changed"), .removeAttachment(at: 5)]),
        ] as [DraftEdit])
    func impossible(_ edit: DraftEdit) {
        var draft = Draft()
        draft.lines = ["one", "two"]
        let before = draft
        let inverse = draft.apply(edit)
        #expect(inverse == nil)
        #expect(differences(before, draft).isEmpty)
    }

    @Test("An edit is read back from a journal unchanged, unless it contains a file")
    func journal() throws {
        var random = RandomDraft(random: .fresh)
        for number in 0..<2000 {
            let draft = random.draft()
            let edit = random.edit(of: draft)
            let comment: Comment = "PETREL_SEED=\(random.random.seed), edit \(number)"
            try #require((edit.json == nil) == edit.bringsFile, comment)
            guard let json = edit.json else { continue }
            let read = try #require(DraftEdit(try JSONReader.value(of: json.octets)), comment)
            try #require(read.json?.octets == json.octets, comment)
            var (one, other) = (draft, draft)
            let inverses = (one.apply(edit), other.apply(read))
            try #require((inverses.0 == nil) == (inverses.1 == nil), comment)
            let found = differences(one, other)
            try #require(found.isEmpty, "\(comment): \(found)")
        }
    }

    @Test("A truncated or damaged journal never traps", .holds("PX6"))
    func damagedJournal() throws {
        var random = RandomDraft(random: .fresh)
        for _ in 0..<3000 {
            let draft = random.draft()
            guard var octets = random.edit(of: draft).json?.octets, !octets.isEmpty else { continue }
            for _ in 0..<Int.random(in: 1...3, using: &random.random) {
                let place = Int.random(in: 0..<octets.count, using: &random.random)
                switch Int.random(in: 0..<4, using: &random.random) {
                case 0: octets.removeSubrange(max(1, place)...)
                case 1: octets[place] = UInt8.random(in: 0...255, using: &random.random)
                case 2:
                    octets.insert(
                        contentsOf: random.pick(["-", "9", "999999999999", "null", "[]", "{"]).utf8, at: place)
                default: octets[place] = random.pick(Array("0123456789-[]{}\",:n".utf8))
                }
            }
            guard let json = try? JSONReader.value(of: octets), let edit = DraftEdit(json) else { continue }
            var changed = draft
            _ = changed.apply(edit)
            #expect(changed.lines.allSatisfy { !$0.utf8.contains(0x0A) && !$0.utf8.contains(0x0D) })
        }
    }

    @Test("Rejects line numbers out of range and deeply nested edits")
    func hostileJournal() throws {
        let deep = String(repeating: "{\"all\":[", count: 200) + String(repeating: "]}", count: 200)
        let texts = [
            deep, "{\"at\":9223372036854775807,\"cut\":1,\"lines\":[]}", "{\"at\":-1,\"cut\":0,\"lines\":[]}",
            "{\"at\":0,\"cut\":-1,\"lines\":[]}", "{\"at\":0,\"cut\":9223372036854775807,\"lines\":[]}",
            "{\"detach\":-1}",
            "{\"detach\":1e3}", "{\"at\":0}", "{}", "[]", "null", "{\"to\":[[1,2,3]]}", "{\"sender\":7}",
            "{\"fields\":[[\"a\"]]}",
            "{\"unknown\":1}", "{\"subject\":\"\\udbff\\udbff\"}", "{\"subject\":\"\\udc00\"}",
            "{\"at\":0,\"cut\":0,\"lines\":[1]}",
        ]
        for text in texts {
            let json = try? JSONReader.value(of: Array(text.utf8))
            #expect(json.flatMap { DraftEdit($0) } == nil, "\(text.prefix(60))")
        }
    }

    @Test("Line ends can add neither a line nor a header field", .holds("PX5"))
    func lineEnds() {
        var draft = Draft()
        _ = draft.apply(.setSubject("a\r\nBcc: eve@example.org"))
        _ = draft.apply(.replaceLines(0..<0, ["a\nb", "c\r\nd"]))
        #expect(draft.subject == "a  Bcc: eve@example.org")
        #expect(draft.lines == ["a b", "c  d"])
    }
}

extension RandomDraft {
    /// Returns a random edit, mostly of existing lines and attachments.
    mutating func edit(of draft: Draft, depth: Int = 0) -> DraftEdit {
        switch Int.random(in: 0..<(depth < 3 ? 11 : 10), using: &random) {
        case 0: return .setSender(chance(4) ? nil : address())
        case 1: return .setRecipients(pick(Recipients.Field.allCases), addresses())
        case 2: return .setSubject(text())
        case 3: return .setOtherFields(some(4) { $0.otherField() })
        case 4, 5:
            let start = Int.random(in: 0...draft.lines.count, using: &random)
            let end = Int.random(in: start...draft.lines.count + (chance(10) ? 1 : 0), using: &random)
            return .replaceLines(start..<end, some(4) { $0.line() })
        case 6:
            return .insertAttachment(attachment(9), at: Int.random(in: 0...draft.attachments.count, using: &random))
        case 7:
            return .removeAttachment(at: Int.random(in: 0...draft.attachments.count, using: &random))
        case 8:
            return .setSecurity(
                chance(3) ? nil : DraftSecurity(signs: chance(2), encrypts: chance(2), method: chance(2) ? .smime : nil)
            )
        case 9: return .setPlainText(chance(2))
        default:
            var changed = draft
            var edits: [DraftEdit] = []
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let edit = edit(of: changed, depth: depth + 1)
                if changed.apply(edit) != nil || chance(10) { edits.append(edit) }
            }
            return .sequence(edits)
        }
    }
}
