import Disk
import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

@Suite("Swapped and invalid sidecars", .holds("PD5", "PS1", "PS3", "PX4"))
struct SwappedAndInvalidSidecarTests {
    private let store: StoreFixture

    init() throws {
        store = try StoreFixture()
    }

    private func texts(_ items: [DraftItem], isInOutbox: Bool) throws -> Set<[UInt8]> {
        Set(try items.map { try store.drafts.message(of: $0, isInOutbox: isInOutbox) })
    }

    /// Returns the two sidecars of a box.
    private func sidecars(_ box: String) throws -> [URL] {
        let directory = store.path.appending(path: "state/work/sidecars/\(box)/cur")
        return try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
    }

    @Test(
        "With swapped sidecars, all mail is kept and none is sent",
        arguments: ["Drafts", "Outbox"])
    func swapped(_ box: String) throws {
        let isInOutbox = box == "Outbox"
        for subject in ["one", "two"] {
            if isInOutbox {
                _ = try store.drafts.queue(letter(subject), from: nil, at: store.now)
            } else {
                _ = try store.drafts.create(letter(subject), at: store.now)
            }
        }
        let before = try store.drafts.contents(at: store.now)
        let files = try sidecars(box)
        let contents = try files.map { try Data(contentsOf: $0) }
        for (file, content) in zip(files, contents.reversed()) { try content.write(to: file) }
        let after = try store.drafts.contents(at: store.now)
        #expect(
            try texts(after.drafts + after.outbox, isInOutbox: isInOutbox)
                == texts(before.drafts + before.outbox, isInOutbox: isInOutbox))
        #expect(after.outbox.allSatisfy { !$0.isSendable })
        #expect(after.drafts.count == before.drafts.count && after.outbox.count == before.outbox.count)
    }

    @Test(
        "A sidecar with a duplicate member is rejected",
        arguments: [
            "\"sendState\":\"queued\"", "\"isDraft\":false", "\"undo\":null", "\"draftId\":\"x\"", "\"version\":1",
        ])
    func doubledName(_ member: String) throws {
        _ = try store.drafts.queue(letter("one"), from: nil, at: store.now)
        let file = try #require(try sidecars("Outbox").first)
        let content = text([UInt8](try Data(contentsOf: file)))
        let end = try #require(content.range(of: ",\"sum\"")?.lowerBound)
        try Data(InvalidSidecars.file("\(content[..<end]),\(member)")).write(to: file)
        let found = try store.drafts.contents(at: store.now).outbox
        #expect(found.count == 1 && found.allSatisfy { !$0.isSendable })
    }
}
