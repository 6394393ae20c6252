import Disk
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

/// The preparation, operation and expected results of a scenario.
struct StoreScenario: Sendable, CustomTestStringConvertible {
    let name: String
    let prepare: @Sendable (MemoryStore) throws -> Void
    let run: @Sendable (MemoryStore) throws -> Void
    /// The texts that drafts and outbox may contain if it was interrupted.
    let drafts: Set<[String]>
    let outbox: Set<[String]>
    /// The texts that they must contain if it had returned.
    let finalDrafts: [String]
    let finalOutbox: [String]
    /// Texts that must be kept somewhere in any case.
    let kept: Set<String>

    var testDescription: String { name }
}

/// A store on the disk in memory.
struct MemoryStore {
    let disk: MemoryFileSystem
    let mail: MailTree
    let drafts: DraftStore
    /// Later than the dates of all files on the disk in memory.
    let now = Instant(seconds: 1_770_000_000)

    init(_ disk: MemoryFileSystem) throws {
        self.disk = disk
        let home = try Directory.open(Path("/"), on: disk)
        mail = MailTree(try home.makingDirectory(Array("mail".utf8)))
        let states = try home.makingDirectory(Array("state".utf8))
        drafts = DraftStore(
            mail: mail, state: try states.makingDirectory(Array("work".utf8)),
            counters: DraftNumberAllocator(in: home, states: states))
    }

    /// Returns the draft or outbox item with that text.
    func id(_ subject: String) throws -> DraftID {
        let contents = try drafts.contents(at: now)
        for (items, isInOutbox) in [(contents.drafts, false), (contents.outbox, true)] {
            for item in items where try subject == self.subject(drafts.message(of: item, isInOutbox: isInOutbox)) {
                return try #require(item.draftID)
            }
        }
        throw DraftError.missing(DraftID(random: Array(repeating: 0, count: 16)))
    }

    /// Queues the message built from a draft so that the session can take it back.
    func queueUndoably(_ subject: String, by session: EditingSessions.Session) throws -> DraftID {
        let draft = try id(subject)
        let hold = UndoWindowOwner(session: session.id, window: 5)
        return try #require(
            try drafts.queue(letter("built"), from: draft, at: now) { $0.undo = hold }.draftID)
    }

    /// Returns the subject of a message, after checking that it is whole: all end in the same line.
    func subject(_ message: [UInt8]) -> String {
        let lines = text(DraftHeader.remove(from: message)).utf8.split(separator: 0x0A).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard let subject = lines.first(where: { $0.utf8.starts(with: "Subject: ".utf8) })?.dropFirst(9).dropLast(),
            message.suffix(8).elementsEqual("Hello.\r\n".utf8)
        else { return "not whole: \(text(message))" }
        return String(subject)
    }
}

extension StoreScenario {
    static let all: [StoreScenario] = [
        StoreScenario(
            name: "new draft", prepare: { _ in },
            run: { _ = try $0.drafts.create(letter("A"), at: $0.now) },
            drafts: [[], ["A"]], outbox: [[]], finalDrafts: ["A"], finalOutbox: [], kept: []),
        StoreScenario(
            name: "second draft", prepare: { _ = try $0.drafts.create(letter("A"), at: $0.now) },
            run: { _ = try $0.drafts.create(letter("B"), at: $0.now) },
            drafts: [["A"], ["A", "B"]], outbox: [[]], finalDrafts: ["A", "B"], finalOutbox: [], kept: ["A"]),
        StoreScenario(
            name: "edit", prepare: { _ = try $0.drafts.create(letter("A"), at: $0.now) },
            run: { _ = try $0.drafts.revise($0.id("A"), letter("B"), at: $0.now) },
            drafts: [["A"], ["B"]], outbox: [[]], finalDrafts: ["B"], finalOutbox: [], kept: []),
        StoreScenario(
            name: "discard", prepare: { _ = try $0.drafts.create(letter("A"), at: $0.now) },
            run: { try $0.drafts.discard($0.id("A"), at: $0.now) },
            drafts: [["A"], []], outbox: [[]], finalDrafts: [], finalOutbox: [], kept: ["A"]),
        StoreScenario(
            name: "restore",
            prepare: {
                _ = try $0.drafts.create(letter("A"), at: $0.now)
                try $0.drafts.discard($0.id("A"), at: $0.now)
            },
            run: { _ = try $0.drafts.restore(try #require($0.drafts.versions().first), at: $0.now) },
            drafts: [["A"], []], outbox: [[]], finalDrafts: ["A"], finalOutbox: [], kept: ["A"]),
        StoreScenario(
            name: "to the outbox", prepare: { _ = try $0.drafts.create(letter("A"), at: $0.now) },
            run: { _ = try $0.drafts.queue(letter("built"), from: $0.id("A"), at: $0.now) },
            drafts: [["A"], []], outbox: [[], ["built"]], finalDrafts: [], finalOutbox: ["built"], kept: ["A"]),
        StoreScenario(
            name: "straight to the outbox", prepare: { _ in },
            run: { _ = try $0.drafts.queue(letter("ready"), from: nil, at: $0.now) },
            drafts: [[]], outbox: [[], ["ready"]], finalDrafts: [], finalOutbox: ["ready"], kept: []),
        StoreScenario(
            name: "back to drafts",
            prepare: {
                _ = try $0.drafts.create(letter("A"), at: $0.now)
                _ = try $0.drafts.queue(letter("built"), from: $0.id("A"), at: $0.now)
            },
            run: { _ = try $0.drafts.takeBack($0.id("built"), at: $0.now) },
            drafts: [["A"], []], outbox: [[], ["built"]], finalDrafts: ["A"], finalOutbox: [], kept: ["A"]),
        StoreScenario(
            name: "to the outbox, with some seconds to take it back",
            prepare: { _ = try $0.drafts.create(letter("A"), at: $0.now) },
            run: { store in
                let session = try EditingSessions(in: store.drafts.state).begin()
                _ = try store.queueUndoably("A", by: session)
                // Keep the session alive until the power loss.
                withExtendedLifetime(session) {}
            },
            drafts: [["A"]], outbox: [[]], finalDrafts: ["A"], finalOutbox: [], kept: ["A"]),
        StoreScenario(
            name: "the end of the seconds", prepare: { _ = try $0.drafts.create(letter("A"), at: $0.now) },
            run: { store in
                let session = try EditingSessions(in: store.drafts.state).begin()
                let id = try store.queueUndoably("A", by: session)
                _ = try store.drafts.update(id, at: store.now) { $0.undo = nil }
            },
            drafts: [["A"], []], outbox: [[], ["built"]], finalDrafts: [], finalOutbox: ["built"], kept: ["A"]),
        StoreScenario(
            name: "undo within the seconds", prepare: { _ = try $0.drafts.create(letter("A"), at: $0.now) },
            run: { store in
                let session = try EditingSessions(in: store.drafts.state).begin()
                _ = try store.drafts.takeBack(store.queueUndoably("A", by: session), at: store.now)
            },
            drafts: [["A"]], outbox: [[]], finalDrafts: ["A"], finalOutbox: [], kept: ["A"]),
        StoreScenario(
            name: "back to drafts, as its session was killed",
            prepare: { store in
                _ = try store.drafts.create(letter("A"), at: store.now)
                let session = try EditingSessions(in: store.drafts.state).begin()
                _ = try store.queueUndoably("A", by: session)
            },
            run: { _ = try $0.drafts.contents(at: $0.now) },
            drafts: [["A"]], outbox: [[]], finalDrafts: ["A"], finalOutbox: [], kept: ["A"]),
        StoreScenario(
            name: "an edit of what somebody else has edited",
            prepare: { store in
                _ = try store.drafts.create(letter("A"), at: store.now)
                _ = try store.drafts.revise(store.id("A"), letter("theirs"), at: store.now)
            },
            run: { _ = try $0.drafts.revise($0.id("theirs"), letter("ours"), basedOn: 1, at: $0.now) },
            drafts: [["theirs"], ["ours"]], outbox: [[]], finalDrafts: ["ours"], finalOutbox: [], kept: ["theirs"]),
        StoreScenario(
            name: "a draft that had its number before", prepare: { _ in },
            run: { store in
                let reserved = try store.drafts.reserve()
                _ = try store.drafts.create(letter("A"), as: reserved, at: store.now)
            },
            drafts: [[], ["A"]], outbox: [[]], finalDrafts: ["A"], finalOutbox: [], kept: []),
        StoreScenario(
            name: "a state in the outbox",
            prepare: { _ = try $0.drafts.queue(letter("ready"), from: nil, at: $0.now) },
            run: { store in
                _ = try store.drafts.update(store.id("ready"), at: store.now) { $0.sendState = .failed }
            },
            drafts: [[]], outbox: [["ready"]], finalDrafts: [], finalOutbox: ["ready"], kept: ["ready"]),
        StoreScenario(
            name: "a draft of another program",
            prepare: { _ = try $0.mail.makingMaildir(.drafts).add(letter("theirs"), flags: [.draft]) },
            run: { _ = try $0.drafts.contents(at: $0.now) },
            drafts: [["theirs"]], outbox: [[]], finalDrafts: ["theirs"], finalOutbox: [], kept: ["theirs"]),
    ]
}

@Suite("Power loss while drafts change", .holds("PD1", "PD2", "PD3", "K01"))
struct StoreCrashTests {
    /// Returns what is wrong with the store after a reboot.
    private func faults(
        _ state: CrashState, _ scenario: StoreScenario, isDone: Bool, recoveries: inout Int
    ) throws -> [String] {
        let store = try MemoryStore(state.disk)
        let contents = try store.drafts.contents(at: store.now)
        recoveries += 1
        var found: [String] = []
        let drafts = try contents.drafts.map { try store.subject(store.drafts.message(of: $0, isInOutbox: false)) }
            .sorted()
        let outbox = try contents.outbox.map { try store.subject(store.drafts.message(of: $0, isInOutbox: true)) }
            .sorted()
        if isDone {
            if drafts != scenario.finalDrafts || outbox != scenario.finalOutbox {
                found.append("was done, and there are drafts \(drafts), outbox \(outbox)")
            }
        } else if !scenario.drafts.contains(drafts) || !scenario.outbox.contains(outbox) {
            found.append("drafts \(drafts), outbox \(outbox)")
        }
        if contents.outbox.contains(where: { $0.sidecar?.hold != nil }) { found.append("taken for a copy") }
        // A message must be in one place. In both, it could be sent and edited.
        if !drafts.isEmpty, !outbox.isEmpty { found.append("both in drafts \(drafts) and in the outbox \(outbox)") }
        let versions = try store.drafts.versions().map { try store.subject(store.drafts.message(of: $0)) }
        let lost = scenario.kept.subtracting(drafts + outbox + versions)
        if !lost.isEmpty { found.append("lost \(lost.sorted())") }
        for text in drafts + outbox + versions where text.utf8.starts(with: "not whole".utf8) { found.append(text) }
        let numbers =
            contents.drafts.compactMap(\.sidecar?.draftNumber) + contents.outbox.compactMap(\.sidecar?.outboxNumber)
        if numbers.count != drafts.count + outbox.count { found.append("without a number") }
        let problems = try StoreCheck.run(store.drafts, at: store.now, repairs: false)
        found += problems.filter { $0.code != .leftover }.map { "after recovery: \($0.code) \($0.path)" }
        return found
    }

    @Test(
        "After a power loss, the store has the old or the new version, whole, in one place",
        arguments: StoreScenario.all)
    func everyState(_ scenario: StoreScenario) throws {
        let generator = SeededGenerator.fresh
        var count = 0
        for order in CrashOrder.allCases {
            let disk = MemoryFileSystem()
            try scenario.prepare(MemoryStore(disk))
            disk.settle()
            try scenario.run(MemoryStore(disk))
            let last = disk.stepCount
            for state in disk.crashStates(order, limit: crashLimit, using: generator) {
                let found = try faults(state, scenario, isDone: state.step == last, recoveries: &count)
                #expect(found.isEmpty, "seed \(generator.seed), \(order): \(state): \(found)")
            }
        }
        report(count, scenario.name)
    }
}
