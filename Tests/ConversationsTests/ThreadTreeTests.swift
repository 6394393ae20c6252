import MailTestSupport
import MailTypes
import Testing

@testable import Conversations

@Suite("Threads as trees", .holds("Y14"))
struct ThreadTreeTests {
    /// Messages "a", "b", … whose dates are in this order.
    private func tree(_ replies: [(id: String, to: [String])]) -> [String] {
        let messages = replies.enumerated().map { index, row in
            ThreadTree.Message(
                id: Array(row.id.utf8), references: row.to.map { Array($0.utf8) }, date: Instant(seconds: Int64(index)))
        }
        return ThreadTree(messages).rows.map { String(repeating: "-", count: $0.level) + replies[$0.message].id }
    }

    @Test("Each message is followed by its replies, the earliest first")
    func order() {
        #expect(tree([("a", []), ("b", ["a"]), ("c", ["a"]), ("d", ["a", "b"])]) == ["a", "-b", "--d", "-c"])
        #expect(tree([("b", ["a"]), ("a", [])]) == ["a", "-b"])
    }

    @Test("A reply to a missing message belongs to the nearest one that is there")
    func missing() {
        #expect(tree([("a", []), ("c", ["a", "gone"]), ("x", ["never"])]) == ["a", "-c", "x"])
    }

    @Test("Circles and repeated identifiers end")
    func circles() {
        #expect(tree([("a", ["b"]), ("b", ["a"]), ("c", ["b"])]) == ["a", "-b", "--c"])
        #expect(tree([("a", ["a"]), ("a", ["a"])]) == ["a", "-a"])
        #expect(tree([("a", ["c"]), ("b", ["a"]), ("c", ["b"]), ("d", ["c"])]) == ["a", "-b", "--c", "---d"])
    }

    @Test("Every message occurs once, whatever it references", .holds("PX6"))
    func random() {
        var generator = SeededGenerator.fresh
        for _ in 0..<300 {
            let count = Int.random(in: 0...30, using: &generator)
            let messages = (0..<count).map { _ in
                ThreadTree.Message(
                    id: [UInt8.random(in: 0...20, using: &generator)],
                    references: (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                        [UInt8.random(in: 0...25, using: &generator)]
                    }, date: Instant(seconds: Int64.random(in: 0...5, using: &generator)))
            }
            let rows = ThreadTree(messages).rows
            #expect(rows.map(\.message).sorted() == Array(0..<count))
            for row in rows { #expect((row.level == 0) == (row.parent == nil)) }
        }
    }

    @Test("A chain of ten thousand replies takes linear time")
    func deep() {
        let messages = (0..<10_000).map { number in
            ThreadTree.Message(
                id: Array("\(number)".utf8), references: [Array("\(number - 1)".utf8)], date: Instant(seconds: 0))
        }
        let rows = ThreadTree(messages).rows
        #expect(rows.last?.level == 9_999 && rows.allSatisfy { $0.branches.count <= ThreadTree.deepestDrawn })
    }
}
