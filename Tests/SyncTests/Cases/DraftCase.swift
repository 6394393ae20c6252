import Foundation
import IMAPProtocol
import MailTestSupport
import MailTypes
import MaildirStore
import Testing

/// A change to drafts between two syncs. There are two drafts: "one" was written here, "two" by another client.
struct DraftCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// The subjects that both sides have at the end.
    let drafts: [String]
    let change: @Sendable (RealServerFixture, DraftStore) async throws -> Void
    var testDescription: String { name }

    init(
        _ name: String, _ drafts: [String],
        _ change: @escaping @Sendable (RealServerFixture, DraftStore) async throws -> Void
    ) {
        self.name = name
        self.drafts = drafts
        self.change = change
    }

    private static var now: Instant { LaterClock().now() }

    private static func id(_ subject: String, _ store: DraftStore) throws -> DraftID {
        for item in try store.contents(at: now).drafts {
            let message = try store.message(of: item, isInOutbox: false)
            if DraftText.subject(message) == subject { return try #require(item.draftID) }
        }
        throw CocoaError(.fileNoSuchFile)
    }

    fileprivate static func edit(_ former: String, _ subject: String, _ store: DraftStore) throws {
        _ = try store.revise(id(former, store), DraftText.message(subject), at: now)
    }

    static let all = [
        DraftCase("nothing", ["one", "two"]) { _, _ in },
        DraftCase("a draft is written here", ["new", "one", "two"]) { _, store in
            _ = try store.create(DraftText.message("new"), at: now)
        },
        DraftCase("a draft is changed here", ["changed", "two"]) { _, store in try edit("one", "changed", store) },
        DraftCase("a draft is changed twice here", ["again", "two"]) { scene, store in
            try edit("one", "changed", store)
            try await scene.sync()
            try edit("changed", "again", store)
        },
        DraftCase("the other client's draft is changed here", ["changed", "one"]) { _, store in
            try edit("two", "changed", store)
        },
        DraftCase("a draft is discarded here", ["two"]) { _, store in try store.discard(id("one", store), at: now) },
        DraftCase("both are discarded here", []) { _, store in
            try store.discard(id("one", store), at: now)
            try store.discard(id("two", store), at: now)
        },
        DraftCase("a draft is flagged here", ["one", "two"]) { scene, _ in
            try scene.rename("one", letters: "DFS", in: "Drafts")
        },
        DraftCase("the other client writes a draft", ["new", "one", "two"]) { scene, _ in
            try await scene.append(DraftText.message("new"), to: "Drafts", [.draft])
        },
        DraftCase("the other client deletes a draft", ["one"]) { scene, _ in
            try await scene.expunge("two", in: "Drafts")
        },
        DraftCase("the other client replaces a draft", ["one", "second"]) { scene, _ in
            try await scene.expunge("two", in: "Drafts")
            try await scene.append(
                DraftText.message("second", "Message-ID: <two@example.org>\r\n"), to: "Drafts", [.draft])
        },
        DraftCase("the other client replaces a draft as Apple Mail does", ["one", "second"]) { scene, _ in
            try await scene.append(
                DraftText.message("second", "X-Universally-Unique-Identifier: 22-22\r\n"), to: "Drafts", [.draft])
            try await scene.expunge("two", in: "Drafts")
        },
        DraftCase("both change a draft", ["one", "second"]) { scene, store in
            try edit("two", "mine", store)
            try await scene.expunge("two", in: "Drafts")
            try await scene.append(
                DraftText.message("second", "X-Universally-Unique-Identifier: 22-22\r\n"), to: "Drafts", [.draft])
        },
        DraftCase("the ledger is lost, and a draft is changed here", ["changed", "two"]) { scene, store in
            try edit("one", "changed", store)
            try scene.loseLedger()
        },
        DraftCase("another program writes a draft here", ["mutt", "one", "two"]) { scene, _ in
            let message = DraftText.message("mutt").filter { $0 != 0x0D }
            try Data(message).write(to: scene.directory("Drafts").appending(path: "1.mutt:2,DS"))
        },
        DraftCase("another program moves a message into Drafts", ["m1", "one", "two"]) { scene, _ in
            try scene.moveHere("m1", to: "Drafts")
        },
        DraftCase("another program moves a draft away", ["two"]) { scene, _ in
            try scene.moveHere("one", from: "Drafts", to: "Projects")
        },
    ]
}
