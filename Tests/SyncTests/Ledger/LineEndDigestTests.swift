import Digest
import MailTestSupport
import MailTypes
import MaildirStore
import Testing

@Suite("Digests of messages with canonical line ends", .holds("K02"))
struct LineEndDigestTests {
    @Test(
        "Bare line feeds do not change the digest, however the message is split",
        arguments: 0..<200 as Range<UInt64>)
    func digest(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let alphabet: [UInt8] = [0x0A, 0x0D, 0x61, 0x62]
        let text = (0..<Int.random(in: 0...60, using: &random)).compactMap { _ in alphabet.randomElement(using: &random)
        }
        var canonical: [UInt8] = []
        for octet in text {
            if octet == 0x0A, canonical.last != 0x0D { canonical.append(0x0D) }
            canonical.append(octet)
        }
        #expect(SHA256.digest(ofMessage: text) == SHA256.digest(of: canonical), "seed \(seed)")
        var pieces = MessageSHA256()
        var rest = text[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...7, using: &random)
            pieces.update(Array(rest.prefix(count)).span)
            rest = rest.dropFirst(count)
        }
        #expect(pieces.canonicalSize == canonical.count, "seed \(seed)")
        #expect(pieces.finish() == SHA256.digest(of: canonical), "seed \(seed)")
    }
}
