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
}
