import Digest
import MailTestSupport
import MailTypes
import MaildirStore
import Testing

@Suite("Names of synced files", .holds("K02", "PY4"))
struct SyncedFilenameTests {
    private func name(_ text: String) -> SyncedFilename? { SyncedFilename(Array(text.utf8)) }

    @Test("A name encodes UID, UIDVALIDITY and mailbox")
    func readBack() throws {
        let life = try #require(UIDValidity(rawValue: .max))
        let name = SyncedFilename(.last, life, in: .inbox, arrived: Instant(seconds: 1_760_000_000), size: 1234)
        let read = try #require(SyncedFilename(name.octets))
        #expect(read == name && read.uid == .last && read.uidValidity == life && read.size == 1234)
        #expect(read.isTagged(SyncedFilename.tag(of: .inbox)) && !read.isTagged(SyncedFilename.tag(of: .sent)))
        let extended = try #require(SyncedFilename(name.octets + Array(",U=12".utf8)))
        #expect(extended.uid == .last)
    }

    @Test(
        "Names by other programs are not recognized",
        arguments: [
            "", "1760000000.M1P2Q3.host", "1760000000.V1U1Mdeadbeef", "1760000000.V0U1Mdeadbeef.petrel",
            "1760000000.V1U0Mdeadbeef.petrel", "1760000000.V4294967296U1Mdeadbeef.petrel",
            "1760000000.V1U1Mdeadbee.petrel", "1760000000.V1U1Mdeadbeef.petrelx", "x.V1U1Mdeadbeef.petrel",
            "99999999999999999999.V1U1Mdeadbeef.petrel",
        ])
    func foreign(_ text: String) {
        #expect(name(text) == nil)
    }

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
        var pieces = LineEndDigest()
        var rest = text[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...7, using: &random)
            pieces.update(Array(rest.prefix(count)).span)
            rest = rest.dropFirst(count)
        }
        #expect(pieces.finish() == SHA256.digest(of: canonical), "seed \(seed)")
    }
}
