import Digest
import MailIndex
import MailTestSupport
import MailTypes
import MaildirStore
import Testing

@testable import MailIndexing

@Suite("Indexing of large messages")
struct LargeMessageIndexTests {
    /// Passes octets to a hasher in pieces of random lengths.
    private static func hash(_ octets: [UInt8], _ random: inout SeededGenerator) -> ContentHash {
        var hasher = MessageHasher()
        var rest = octets[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(.random(in: 1...9, using: &random)))
            hasher.update(piece.span)
            rest = rest.dropFirst(piece.count)
        }
        return hasher.finish()
    }

    @Test("The hash of a message in pieces is that of the whole message, for any line endings")
    func hashInPieces() {
        var random = SeededGenerator.fresh
        let seed = random.seed
        for _ in 0..<2000 {
            let octets = (0..<Int.random(in: 0...60, using: &random)).map { _ -> UInt8 in
                [0x0A, 0x0D, 0x61].randomElement(using: &random) ?? 0
            }
            #expect(Self.hash(octets, &random) == XXH3.contentHash(octets), "seed \(seed), \(octets)")
        }
    }

    @Test("A message above the limit is indexed by its beginning, with the size and the hash of the whole message")
    func beginning() throws {
        let account = try AccountFixture()
        let text = letter("Long", id: "1@x", text: "start " + String(repeating: "line\n", count: 500) + "finish")
        try account.write("INBOX/cur/1760275380.a:2,S", text)
        let tree = MailTree(account.mail)
        let inbox = try #require(try tree.mailboxes().first { $0.name == MailboxName("INBOX") })
        let maildir = try #require(try tree.maildir(inbox))
        let file = IndexedFile(place: .cur, name: Array("1760275380.a:2,S".utf8), flags: [.seen])
        let whole = try maildir.parsedContent(of: file).content
        for limit in [whole.size - 1, whole.size / 2, 200] {
            let cut = try maildir.parsedContent(of: file, atMost: limit).content
            #expect(cut.hash == whole.hash && cut.size == whole.size && cut.subject == "Long", "limit \(limit)")
        }
        #expect(whole.hash == XXH3.contentHash(Array(text.utf8)))
    }
}
