import Digest
import Disk
import JSONText
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

/// Two different messages of equal length with the same 64-bit and 128-bit XXH3.
///
/// XXH3 mixes each eight bytes with a public key and multiplies the halves [xxHash specification]. If the upper half
/// equals that of the key, the product is 0 and the bytes are only added to a sum. An amount added to one such word can
/// be subtracted from another.
private enum Collision {
    /// Bytes 16 to 31 of the key. The key advances by eight bytes for every 64 bytes of text.
    private static let key: [UInt8] = [
        0xDE, 0xD4, 0x6D, 0xE9, 0x83, 0x90, 0x97, 0xDB, 0x72, 0x40, 0xA4, 0xA4, 0xB7, 0xB3, 0x67, 0x1F,
    ]

    /// Returns a message that begins with `head`, which has at most 128 bytes, and contains `word` and its complement.
    static func message(_ head: String, _ word: StaticString) -> [UInt8] {
        let word = word.withUTF8Buffer { Array($0) }
        var octets = Array(head.utf8)
        octets += Array(repeating: 0x2E, count: 128 - octets.count)
        // The second word subtracts what the first adds. Neither sum carries.
        let other = word.map { 0xE0 - $0 }
        octets += word + key[4..<8] + Array(repeating: 0x2E, count: 56)
        octets += other + key[12..<16] + Array(repeating: 0x2E, count: 56)
        return octets + Array(repeating: 0x2E, count: 256) + Array("\r\n".utf8)
    }
}

@Suite("Hash collisions", .holds("PD5", "PS1", "PS3", "PX4"))
struct HashCollisionTests {
    let store: StoreFixture
    private static let head = "To: ben@example.org\r\nSubject: Bill\r\n\r\n"

    init() throws {
        store = try StoreFixture()
    }

    private var outbox: [DraftItem] { get throws { try store.drafts.contents(at: store.now).outbox } }

    private func texts(_ items: [DraftItem], isInOutbox: Bool) throws -> Set<[UInt8]> {
        Set(try items.map { try store.drafts.message(of: $0, isInOutbox: isInOutbox) })
    }

    @Test("The two messages differ and have the same hash")
    func pair() {
        let (one, two) = (Collision.message(Self.head, "Ben!"), Collision.message(Self.head, "Eve!"))
        #expect(one != two && one.count == two.count)
        #expect(XXH3.hash64(one) == XXH3.hash64(two))
        #expect(XXH3.contentHash(one) == XXH3.contentHash(two))
    }

    /// Puts an item into the outbox whose sidecar and file have the given content.
    private func queue(_ message: [UInt8]) throws -> DraftItem {
        _ = try store.drafts.queue(letter("first"), from: nil, at: store.now)
        let item = try #require(try outbox.first)
        var sidecar = try #require(item.sidecar)
        // What the store would have written for this content.
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

    @Test("A message with the same hash as a queued one is not sent in its place", arguments: [true, false])
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

    @Test("Two drafts with the same hash remain two drafts")
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
}
