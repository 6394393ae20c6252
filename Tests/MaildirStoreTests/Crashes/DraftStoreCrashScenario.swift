import Disk
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

/// The preparation, operation and expected results of a scenario.
struct DraftStoreCrashScenario: Sendable, CustomTestStringConvertible {
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

extension DraftStoreCrashScenario {
    static let all: [DraftStoreCrashScenario] = [
        DraftStoreCrashScenario(
            name: "new draft", prepare: { _ in },
            run: { _ = try $0.drafts.create(letter("A"), at: $0.now) },
            drafts: [[], ["A"]], outbox: [[]], finalDrafts: ["A"], finalOutbox: [], kept: []),
        DraftStoreCrashScenario(
            name: "second draft", prepare: { _ = try $0.drafts.create(letter("A"), at: $0.now) },
            run: { _ = try $0.drafts.create(letter("B"), at: $0.now) },
            drafts: [["A"], ["A", "B"]], outbox: [[]], finalDrafts: ["A", "B"], finalOutbox: [], kept: ["A"]),
        DraftStoreCrashScenario(
            name: "edit", prepare: { _ = try $0.drafts.create(letter("A"), at: $0.now) },
            run: { _ = try $0.drafts.revise($0.id("A"), letter("B"), at: $0.now) },
            drafts: [["A"], ["B"]], outbox: [[]], finalDrafts: ["B"], finalOutbox: [], kept: []),
        DraftStoreCrashScenario(
            name: "discard", prepare: { _ = try $0.drafts.create(letter("A"), at: $0.now) },
            run: { try $0.drafts.discard($0.id("A"), at: $0.now) },
            drafts: [["A"], []], outbox: [[]], finalDrafts: [], finalOutbox: [], kept: ["A"]),
        DraftStoreCrashScenario(
            name: "restore",
            prepare: {
                _ = try $0.drafts.create(letter("A"), at: $0.now)
                try $0.drafts.discard($0.id("A"), at: $0.now)
            },
            run: { _ = try $0.drafts.restore(try #require($0.drafts.versions().first), at: $0.now) },
            drafts: [["A"], []], outbox: [[]], finalDrafts: ["A"], finalOutbox: [], kept: ["A"]),
        DraftStoreCrashScenario(
            name: "to the outbox", prepare: { _ = try $0.drafts.create(letter("A"), at: $0.now) },
            run: { _ = try $0.drafts.queue(letter("built"), from: $0.id("A"), at: $0.now) },
            drafts: [["A"], []], outbox: [[], ["built"]], finalDrafts: [], finalOutbox: ["built"], kept: ["A"]),
        DraftStoreCrashScenario(
            name: "straight to the outbox", prepare: { _ in },
            run: { _ = try $0.drafts.queue(letter("ready"), from: nil, at: $0.now) },
            drafts: [[]], outbox: [[], ["ready"]], finalDrafts: [], finalOutbox: ["ready"], kept: []),
        DraftStoreCrashScenario(
            name: "back to drafts",
            prepare: {
                _ = try $0.drafts.create(letter("A"), at: $0.now)
                _ = try $0.drafts.queue(letter("built"), from: $0.id("A"), at: $0.now)
            },
            run: { _ = try $0.drafts.takeBack($0.id("built"), at: $0.now) },
            drafts: [["A"], []], outbox: [[], ["built"]], finalDrafts: ["A"], finalOutbox: [], kept: ["A"]),
        DraftStoreCrashScenario(
            name: "to the outbox, with some seconds to take it back",
            prepare: { _ = try $0.drafts.create(letter("A"), at: $0.now) },
            run: { store in
                let session = try EditingSessionsAndJournals(in: store.drafts.state).begin()
                _ = try store.queueUndoably("A", by: session)
                // Keep the session alive until the power loss.
                withExtendedLifetime(session) {}
            },
            drafts: [["A"]], outbox: [[]], finalDrafts: ["A"], finalOutbox: [], kept: ["A"]),
        DraftStoreCrashScenario(
            name: "the end of the seconds", prepare: { _ = try $0.drafts.create(letter("A"), at: $0.now) },
            run: { store in
                let session = try EditingSessionsAndJournals(in: store.drafts.state).begin()
                let id = try store.queueUndoably("A", by: session)
                _ = try store.drafts.update(id, at: store.now) { $0.undo = nil }
            },
            drafts: [["A"], []], outbox: [[], ["built"]], finalDrafts: [], finalOutbox: ["built"], kept: ["A"]),
        DraftStoreCrashScenario(
            name: "undo within the seconds", prepare: { _ = try $0.drafts.create(letter("A"), at: $0.now) },
            run: { store in
                let session = try EditingSessionsAndJournals(in: store.drafts.state).begin()
                _ = try store.drafts.takeBack(store.queueUndoably("A", by: session), at: store.now)
            },
            drafts: [["A"]], outbox: [[]], finalDrafts: ["A"], finalOutbox: [], kept: ["A"]),
        DraftStoreCrashScenario(
            name: "back to drafts, as its session was killed",
            prepare: { store in
                _ = try store.drafts.create(letter("A"), at: store.now)
                let session = try EditingSessionsAndJournals(in: store.drafts.state).begin()
                _ = try store.queueUndoably("A", by: session)
            },
            run: { _ = try $0.drafts.contents(at: $0.now) },
            drafts: [["A"]], outbox: [[]], finalDrafts: ["A"], finalOutbox: [], kept: ["A"]),
        DraftStoreCrashScenario(
            name: "an edit of what somebody else has edited",
            prepare: { store in
                _ = try store.drafts.create(letter("A"), at: store.now)
                _ = try store.drafts.revise(store.id("A"), letter("theirs"), at: store.now)
            },
            run: { _ = try $0.drafts.revise($0.id("theirs"), letter("ours"), basedOn: 1, at: $0.now) },
            drafts: [["theirs"], ["ours"]], outbox: [[]], finalDrafts: ["ours"], finalOutbox: [], kept: ["theirs"]),
        DraftStoreCrashScenario(
            name: "a draft that had its number before", prepare: { _ in },
            run: { store in
                let reserved = try store.drafts.reserve()
                _ = try store.drafts.create(letter("A"), as: reserved, at: store.now)
            },
            drafts: [[], ["A"]], outbox: [[]], finalDrafts: ["A"], finalOutbox: [], kept: []),
        DraftStoreCrashScenario(
            name: "a state in the outbox",
            prepare: { _ = try $0.drafts.queue(letter("ready"), from: nil, at: $0.now) },
            run: { store in
                _ = try store.drafts.update(store.id("ready"), at: store.now) { $0.sendState = .failed }
            },
            drafts: [[]], outbox: [["ready"]], finalDrafts: [], finalOutbox: ["ready"], kept: ["ready"]),
        DraftStoreCrashScenario(
            name: "a draft of another program",
            prepare: { _ = try $0.mail.makingMaildir(.drafts).add(letter("theirs"), flags: [.draft]) },
            run: { _ = try $0.drafts.contents(at: $0.now) },
            drafts: [["theirs"]], outbox: [[]], finalDrafts: ["theirs"], finalOutbox: [], kept: ["theirs"]),
    ]
}
