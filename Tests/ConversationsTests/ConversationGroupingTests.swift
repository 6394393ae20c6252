import MailTestSupport
import MailTypes
import Testing

@testable import Conversations

private let day: Int64 = 86400

private func message(
    _ key: Int64, _ ids: [String] = [], isReply: Bool? = nil, about subject: String = "s", day number: Int64 = 0
) -> ThreadMessage {
    ThreadMessage(
        key: key, links: ThreadLinks(ids: ids.map { Array($0.utf8) }, isReply: isReply ?? (ids.count > 1)),
        subject: Array(subject.utf8), date: Instant(seconds: number * day))
}

/// Returns the conversations of a set of messages, computed directly from the definition.
private func conversations(_ messages: [ThreadMessage]) -> [Int64: Int64] {
    var component: [Int64: Int64] = [:]
    var size: [Int64: Int] = [:]
    for start in messages.sorted(by: { $0.key < $1.key }) where component[start.key] == nil {
        var waiting = [start]
        component[start.key] = start.key
        while let one = waiting.popLast() {
            size[start.key, default: 0] += 1
            for other in messages
            where component[other.key] == nil && !Set(one.links.ids).isDisjoint(with: other.links.ids) {
                component[other.key] = start.key
                waiting.append(other)
            }
        }
    }
    var result = component
    func isLoose(_ message: ThreadMessage) -> Bool {
        !message.links.isReply && component[message.key].flatMap { size[$0] } == 1
    }
    var remaining: [ThreadMessage] = []
    for loose in messages where isLoose(loose) && !loose.subject.isEmpty {
        func distance(_ other: ThreadMessage) -> Int64 { abs(other.date.seconds - loose.date.seconds) }
        let near = messages.filter { !isLoose($0) && $0.subject == loose.subject && distance($0) <= 30 * day }
        let nearest = near.min { (distance($0), $0.date.seconds, $0.key) < (distance($1), $1.date.seconds, $1.key) }
        if let nearest { result[loose.key] = component[nearest.key] } else { remaining.append(loose) }
    }
    remaining.sort { ($0.date.seconds, $0.key) < ($1.date.seconds, $1.key) }
    while let first = remaining.first {
        let window = remaining.filter {
            $0.subject == first.subject && $0.date.seconds - first.date.seconds <= 30 * day
        }
        for one in window { result[one.key] = window.map(\.key).min() }
        remaining.removeAll { one in window.contains { $0.key == one.key } }
    }
    return result
}

@Suite("Conversations by identifiers and subjects", .holds("Y14"))
struct ConversationGroupingTests {
    private func threads(_ messages: [ThreadMessage]) -> [Int64: Int64] {
        var graph = ConversationGrouping()
        for message in messages { graph.insert(message) }
        return Dictionary(uniqueKeysWithValues: graph.changes().map { ($0.key, $0.thread) })
    }

    @Test("A common identifier joins messages, even if it belongs to a missing message")
    func identifiers() {
        let found = threads([
            message(1, ["a"], about: "x"), message(2, ["b", "a"], about: "y"), message(3, ["c", "gone"], about: "z"),
            message(4, ["d", "gone"], about: "w"), message(5, ["A"], about: "v"),
        ])
        #expect(found == [1: 1, 2: 1, 3: 3, 4: 3, 5: 5])
    }

    @Test("A message without links joins the nearest one with its subject within 30 days")
    func looseMessages() {
        let found = threads([
            message(1, ["a", "x"], day: 0), message(2, ["b", "y"], day: 50), message(3, day: 20), message(4, day: 30),
            message(5, day: 25), message(6, day: 81), message(7, about: "other", day: 20),
            message(8, about: "", day: 20),
            message(9, about: "", day: 20),
        ])
        #expect(found == [1: 1, 2: 2, 3: 1, 4: 2, 5: 1, 6: 6, 7: 7, 8: 8, 9: 9])
    }

    @Test("Messages without links form a conversation for 30 days after the first")
    func windows() {
        let found = threads([message(4, day: 0), message(3, day: 20), message(2, day: 30), message(1, day: 31)])
        #expect(found == [4: 2, 3: 2, 2: 2, 1: 1])
        let apart = threads([message(1, day: 0), message(2, day: .min / day), message(3, day: .max / day)])
        #expect(apart == [1: 1, 2: 2, 3: 3])
    }

    @Test("Removing a linking message splits its conversation, and only changes are reported")
    func removal() {
        var graph = ConversationGrouping()
        for one in [
            message(1, ["a"], about: "x"), message(2, ["b"], about: "y"), message(3, ["c", "a", "b"], about: "z"),
            message(9, ["n"], about: "n"),
        ] {
            graph.insert(one)
        }
        #expect(graph.changes().map(\.thread) == [1, 1, 1, 9])
        #expect(graph.changes().isEmpty)
        graph.remove(3)
        graph.remove(77)
        #expect(graph.changes() == [ThreadReassignment(key: 2, thread: 2)])
        #expect(graph.thread(of: 3) == nil)
        #expect(graph.count == 3)
        graph.insert(message(1, ["a", "n"], about: "x"))
        #expect(graph.changes() == [ThreadReassignment(key: 1, thread: 1), ThreadReassignment(key: 9, thread: 1)])
    }

    @Test("Conversations do not depend on the order of changes or their batches")
    func anyOrder() {
        var random = SeededGenerator.fresh
        for round in 0..<300 {
            var graph = ConversationGrouping()
            var present: [Int64: ThreadMessage] = [:]
            var told: [Int64: Int64] = [:]
            let ids = Int.random(in: 2...40, using: &random)
            let days: Int64 = Bool.random(using: &random) ? 5 : 200
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                for _ in 0..<Int.random(in: 0...12, using: &random) {
                    let key = Int64.random(in: 1...25, using: &random)
                    if Int.random(in: 0..<3, using: &random) == 0 {
                        graph.remove(key)
                        present[key] = nil
                        told[key] = nil
                    } else {
                        let count = [0, 1, 1, 1, 2, 3].randomElement(using: &random) ?? 0
                        let one = message(
                            key, (0..<count).map { _ in "\(Int.random(in: 0..<ids, using: &random))" },
                            isReply: count > 1 || Int.random(in: 0..<6, using: &random) == 0,
                            about: ["", "s", "t"].randomElement(using: &random) ?? "",
                            day: Int64.random(in: 0...days, using: &random))
                        graph.insert(one)
                        present[key] = one
                        told[key] = nil
                    }
                }
                for change in graph.changes() {
                    #expect(told[change.key] != change.thread, "seed \(random.seed), round \(round)")
                    told[change.key] = change.thread
                }
                #expect(told == conversations(Array(present.values)), "seed \(random.seed), round \(round)")
                #expect(present.keys.allSatisfy { graph.thread(of: $0) == told[$0] }, "seed \(random.seed)")
            }
        }
    }

    @Test("Grouping a single subject gives the same result as the graph")
    func subjectGroups() {
        var random = SeededGenerator.fresh
        for _ in 0..<500 {
            let messages = (1...Int64.random(in: 1...12, using: &random)).map { key in
                message(
                    key, ["\(Int.random(in: 0..<20, using: &random))"], isReply: Bool.random(using: &random),
                    day: Int64.random(in: 0...90, using: &random))
            }
            let expected = conversations(messages)
            let entries = messages.map { one in
                let mates = messages.filter { $0.links.ids == one.links.ids }
                let isLoose = mates.count == 1 && !one.links.isReply
                return SubjectGroups.Entry(
                    key: one.key, date: one.date, component: isLoose ? nil : mates.map(\.key).min())
            }
            #expect(SubjectGroups.assign(entries.shuffled(using: &random)) == expected, "seed \(random.seed)")
        }
        #expect(SubjectGroups.assign([]).isEmpty)
    }

    @Test("Groups 20,000 linked messages in reasonable time", .holds("PX6"))
    func floods() {
        for kind in 0..<3 {
            var graph = ConversationGrouping()
            let started = ContinuousClock.now
            for key in 0..<Int64(20_000) {
                let ids = kind == 0 ? ["all", "\(key)"] : kind == 1 ? ["\(key)", "\(key + 1)"] : []
                graph.insert(message(key, ids, day: key % 100))
            }
            #expect(graph.changes().count == 20_000)
            for key in 0..<Int64(20_000) where key % 2 == 0 { graph.remove(key) }
            _ = graph.changes()
            #expect(graph.count == 10_000)
            #expect(ContinuousClock.now - started < .seconds(10))
        }
    }
}
