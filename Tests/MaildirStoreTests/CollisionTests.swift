import Digest
import Disk
import Foundation
import JSONText
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

/// Two messages of one length, and of one XXH3 of 64 and of 128 bits.
///
/// XXH3 multiplies the halves of each eight octets, mixed with a key that everybody knows [xxHash specification]. Where the
/// upper half is that of the key, the product is 0, and the octets are only added to a sum: what is added to eight of them
/// can be taken from eight others.
private enum Collision {
    /// Octets 16 to 31 of the key: it moves by eight octets for each 64 of the text.
    private static let key: [UInt8] = [
        0xDE, 0xD4, 0x6D, 0xE9, 0x83, 0x90, 0x97, 0xDB, 0x72, 0x40, 0xA4, 0xA4, 0xB7, 0xB3, 0x67, 0x1F,
    ]

    /// A message that begins with `head`, of at most 128 octets, in which "pay" stands so much apart.
    static func message(_ head: String, _ word: StaticString) -> [UInt8] {
        let word = word.withUTF8Buffer { Array($0) }
        var octets = Array(head.utf8)
        octets += Array(repeating: 0x2E, count: 128 - octets.count)
        // What is added to the first word is taken from the second one; neither ever carries.
        let other = word.map { 0xE0 - $0 }
        octets += word + key[4..<8] + Array(repeating: 0x2E, count: 56)
        octets += other + key[12..<16] + Array(repeating: 0x2E, count: 56)
        return octets + Array(repeating: 0x2E, count: 256) + Array("\r\n".utf8)
    }
}

@Suite("Messages and sidecars that are taken for others", .holds("PD5", "PS1", "PS3", "PX4"))
struct CollisionTests {
    let store: StoreFixture
    private static let head = "To: ben@example.org\r\nSubject: Bill\r\n\r\n"

    init() throws {
        store = try StoreFixture()
    }

    private var outbox: [DraftItem] { get throws { try store.drafts.contents(at: store.now).outbox } }

    private func texts(_ items: [DraftItem], isInOutbox: Bool) throws -> Set<[UInt8]> {
        Set(try items.map { try store.drafts.message(of: $0, isInOutbox: isInOutbox) })
    }

    @Test("The pair has one hash, and is a pair")
    func pair() {
        let (one, two) = (Collision.message(Self.head, "Ben!"), Collision.message(Self.head, "Eve!"))
        #expect(one != two && one.count == two.count)
        #expect(XXH3.hash64(one) == XXH3.hash64(two))
        #expect(XXH3.contentHash(one) == XXH3.contentHash(two))
    }

    /// Puts a message into the outbox by the program, and says what its file holds.
    private func queue(_ message: [UInt8]) throws -> DraftItem {
        _ = try store.drafts.queue(letter("first"), from: nil, at: store.now)
        let item = try #require(try outbox.first)
        var sidecar = try #require(item.sidecar)
        // As the program would have written it, had the message these octets.
        sidecar.hash = XXH3.contentHash(message)
        sidecar.size = message.count
        sidecar.digest = SHA256.digits(of: message)
        let opened = try store.drafts.open()
        try opened.outbox.write(sidecar)
        let outbox = try store.mail.outbox()
        _ = try outbox.add(message, flags: [.seen])
        try outbox.remove(item.entry)
        try opened.outbox.removeSidecar(try #require(item.sidecarName))
        return item
    }

    @Test("A message that has the hash of a queued one is not sent in its place", arguments: [true, false])
    func sameHash(isBeside: Bool) throws {
        let (ours, theirs) = (Collision.message(Self.head, "Ben!"), Collision.message(Self.head, "Eve!"))
        _ = try queue(ours)
        let queued = try outbox
        #expect(queued.map(\.isSendable) == [true])
        let maildir = try store.mail.outbox()
        _ = try maildir.add(theirs, flags: [.seen])
        if !isBeside { try maildir.remove(queued[0].entry) }
        for _ in 0..<2 {
            let found = try outbox
            #expect(try texts(found, isInOutbox: true) == (isBeside ? [ours, theirs] : [theirs]))
            let sendable = found.filter(\.isSendable)
            #expect(try texts(sendable, isInOutbox: true) == (isBeside ? [ours] : []))
        }
    }

    @Test("Two drafts that have one hash are two drafts")
    func drafts() throws {
        let pair: Set<[UInt8]> = [Collision.message(Self.head, "Ben!"), Collision.message(Self.head, "Eve!")]
        let maildir = try store.mail.makingMaildir(.drafts)
        for message in pair { _ = try maildir.add(message, flags: [.draft]) }
        for _ in 0..<2 {
            let drafts = try store.drafts.contents(at: store.now).drafts
            #expect(try texts(drafts, isInOutbox: false) == pair)
            #expect(Set(drafts.compactMap(\.sidecar?.draftNumber)) == [1, 2])
        }
        let id = try #require(try store.drafts.contents(at: store.now).drafts.first?.draftID)
        _ = try store.drafts.revise(id, letter("changed"), at: store.now)
        #expect(try store.drafts.contents(at: store.now).drafts.count == 2)
    }

    /// The two sidecars of a box.
    private func sidecars(_ box: String) throws -> [URL] {
        let directory = store.path.appending(path: "state/work/sidecars/\(box)/cur")
        return try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
    }

    @Test(
        "Sidecars that were swapped describe nothing: all mail stays, and none is sent",
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
        "A sidecar in which a name stands twice is not believed, whichever of both is read",
        arguments: [
            "\"sendState\":\"queued\"", "\"isDraft\":false", "\"undo\":null", "\"draftId\":\"x\"", "\"version\":1",
        ])
    func doubledName(_ member: String) throws {
        _ = try store.drafts.queue(letter("one"), from: nil, at: store.now)
        let file = try #require(try sidecars("Outbox").first)
        let content = text([UInt8](try Data(contentsOf: file)))
        let end = try #require(content.range(of: ",\"sum\"")?.lowerBound)
        try Data(SidecarForge.file("\(content[..<end]),\(member)")).write(to: file)
        let found = try outbox
        #expect(found.count == 1 && found.allSatisfy { !$0.isSendable })
    }
}
