import Disk
import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

@Suite("A tree that mbsync uses in a way that petrel cannot share", .holds("K02", "PY7"))
struct OutboxWithIncompatibleConfigurationTests {
    private let store: StoreFixture
    private let dangers = ["line 3: with MaxSize"]

    init() throws { store = try StoreFixture() }

    /// The drafts and outbox while mbsync has this configuration.
    private func drafts(usedAs use: MbsyncConfiguration.Use?) throws -> DraftStore {
        let tree = store.tree(usedAs: use)
        try tree.adopt(state: store.state)
        return DraftStore(mail: tree, state: store.state, counters: store.drafts.counters)
    }

    private func queued(_ subject: String, _ state: SendState = .queued, in drafts: DraftStore? = nil) throws -> DraftID
    {
        let drafts = drafts ?? store.drafts
        let item = try drafts.queue(letter(subject), from: nil, at: store.now)
        let id = try #require(item.draftID)
        _ = try drafts.update(id, at: store.now) { $0.sendState = state }
        return id
    }

    @Test(
        "Its drafts and outbox stay where they are, and keep what is known about them",
        arguments: [MailTreeLayout.Style.verbatim, .legacy, .maildirPlusPlus])
    func stays(_ style: MailTreeLayout.Style) throws {
        _ = try queued("waits")
        _ = try queued("sent", .sent)
        _ = try store.drafts.create(letter("begun"), at: store.now)
        let before = try store.drafts.contents(at: store.now)
        for danger in [dangers, ["line 1: the same again"]] {
            let found = try drafts(usedAs: store.use(style, dangers: danger))
            #expect(found.mail.sharing == nil && found.mail.dangers == danger)
            _ = try found.create(letter("begun beside it"), at: store.now)
            let contents = try found.contents(at: store.now)
            #expect(contents.outbox.map(\.sidecar?.sendState) == before.outbox.map(\.sidecar?.sendState), "\(style)")
            #expect(contents.outbox.map(\.sidecar?.outboxNumber) == before.outbox.map(\.sidecar?.outboxNumber))
            #expect(contents.drafts.count >= 2)
        }
        // When the configuration is mended or removed, nothing is hidden.
        let after = try store.drafts.contents(at: store.now)
        #expect(after.outbox.map(\.sidecar?.sendState) == before.outbox.map(\.sidecar?.sendState))
        #expect(after.drafts.count == 3)
        let shared = try drafts(usedAs: store.use(.verbatim)).contents(at: store.now)
        #expect(Set(shared.outbox.map(\.draftID)) == Set(before.outbox.map(\.draftID)) && shared.drafts.count == 3)
        #expect(shared.outbox.allSatisfy { $0.sidecar?.outboxNumber != nil && $0.sidecar?.sendState != SendState.none })
    }

    @Test("It keeps the layout and the outbox that it had while both programs could use it")
    func remembered() throws {
        let shared = try drafts(usedAs: store.use(.legacy))
        _ = try queued("waits", in: shared)
        let refused = try drafts(usedAs: store.use(.maildirPlusPlus, dangers: dangers))
        #expect(refused.mail.layout.style == .legacy && refused.mail.dangers == dangers)
        #expect(try refused.contents(at: store.now).outbox.count == 1)
        #expect(store.files("outbox/work").count == 1)
    }

    @Test("A running program finds the outbox where another one has moved it")
    func running() throws {
        let running = try drafts(usedAs: nil)
        let one = try queued("one", in: running)
        _ = try drafts(usedAs: store.use(.verbatim))
        let two = try queued("two", in: running)
        let contents = try running.contents(at: store.now)
        #expect(Set(contents.outbox.map(\.draftID)) == [one, two])
        #expect(contents.outbox.allSatisfy { $0.sidecar?.sendState == .queued })
        #expect(store.files("outbox/work").count == 2)
        #expect(try store.mail.root.status(of: Array("Outbox".utf8)) == nil)
    }

    @Test("The outbox of petrel in a Maildir++ tree moves out as well")
    func maildirPlusPlus() throws {
        _ = try Maildir(completing: store.mail.root)
        _ = try queued("waits")
        let contents = try drafts(usedAs: store.use(.maildirPlusPlus)).contents(at: store.now)
        #expect(contents.outbox.map(\.sidecar?.sendState) == [.queued])
        #expect(store.files("outbox/work").count == 1)
    }

    @Test(
        "What is known about a message of the outbox outlives its file, and a message never goes out by itself again",
        arguments: [
            ("queued", SendState.queued, SendState.none), ("being sent", .sending, .sending), ("sent", .sent, .sent),
        ])
    func parked(_ row: String, _ state: SendState, _ expected: SendState) throws {
        let id = try queued("Plan", state)
        let number = try store.drafts.contents(at: store.now).outbox.first?.sidecar?.outboxNumber
        let file = try #require(store.files("mail/Outbox").first)
        let (here, aside) = (store.path.appending(path: "mail/Outbox/\(file)"), store.path.appending(path: "aside"))
        try FileManager.default.moveItem(at: here, to: aside)
        for _ in 0..<2 { #expect(try store.drafts.contents(at: store.now).outbox.isEmpty, "\(row)") }
        try FileManager.default.moveItem(at: aside, to: here)
        let item = try #require(try store.drafts.contents(at: store.now).outbox.first, "\(row)")
        #expect(item.draftID == id && item.sidecar?.outboxNumber == number, "\(row)")
        #expect(item.sidecar?.sendState == expected, "\(row)")
    }
}
