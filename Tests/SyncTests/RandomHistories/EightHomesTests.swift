import Foundation
import MailTestSupport
import MailTypes
import ModelServer
import Testing

/// Eight homes of one account change the same mail without a network, and then sync one after the other.
@Suite("Eight homes of an account", .onOneThread, .timeLimit(.minutes(20)), .holds("PY1", "PY2", "PY3", "Y13"))
struct EightHomesTests {
    private static let homes = 8
    private static let messages = 24
    /// The number of rounds, in each of which every home syncs once.
    private static let rounds = 3
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["PETREL_EIGHT_HOMES"].flatMap { Int($0) } ?? 3
    private static let first = environment["PETREL_SEED"].flatMap { UInt64($0) } ?? 1

    private static let kinds = ["like Dovecot", "like Cyrus", "without QRESYNC"]

    @Test("Become equal to the server in three rounds of syncs, and lose no message", arguments: kinds)
    func converge(_ kind: String) async throws {
        let profile = try #require(ModelServerKind.all.first { $0.name == kind }).profile
        for seed in Self.first..<Self.first + UInt64(Self.count) {
            let story = try await play(seed, profile)
            #expect(story == [], "\(kind), seed \(seed)")
        }
    }

    /// Returns what is wrong in the end.
    private func play(_ seed: UInt64, _ profile: ModelProfile) async throws -> [String] {
        var random = SeededGenerator(seed: seed)
        let first = try HomeWithModelServer(profile, isEmpty: true)
        for number in 0..<Self.messages { first.deliver("n\(number)") }
        var homes = [first]
        for _ in 1..<Self.homes {
            homes.append(try HomeWithModelServer(profile, isEmpty: true, sharing: first.model))
        }
        for home in homes { try await home.sync() }
        for home in homes { try await home.sync() }
        var subjects = Set((0..<Self.messages).map { "n\($0)" })
        var touched: [String: Int] = [:]
        for (index, home) in homes.enumerated() {
            for change in 0..<Int.random(in: 1...6, using: &random) {
                let subject = "n\(Int.random(in: 0..<Self.messages, using: &random))"
                guard let message = home.here["INBOX"]?.first(where: { $0.subject == subject }) else { continue }
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<5:
                    let letters = String("FRS".filter { _ in Bool.random(using: &random) })
                    if letters != message.letters { try home.rename(subject, letters: letters) }
                    continue
                case 5..<7: try home.moveHere(subject, to: Bool.random(using: &random) ? "Projects" : "Archive")
                case 7..<9: try home.removeHere(subject)
                default:
                    try home.addHere("own\(index).\(change)")
                    subjects.insert("own\(index).\(change)")
                    continue
                }
                touched[subject, default: 0] += 1
            }
        }
        for _ in 1...Self.rounds { for home in homes.shuffled(using: &random) { try await home.sync() } }
        return wrong(homes, subjects, touched)
    }

    private func wrong(
        _ homes: [HomeWithModelServer], _ subjects: Set<String>, _ touched: [String: Int]
    ) -> [String] {
        var faults: [String] = []
        let there = homes[0].there
        for (index, home) in homes.enumerated() where home.here != there {
            faults.append("home \(index + 1) has \(home.here), and the server \(there)")
        }
        for subject in subjects.sorted() {
            let count = there.values.joined().count { $0.subject == subject }
            if count == 0 { faults.append("\(subject) is lost") }
            if count > 1, touched[subject] ?? 0 < 2 { faults.append("\(subject) is there \(count) times") }
        }
        return faults
    }
}
