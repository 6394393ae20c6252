import Disk
import Foundation
import JSONText
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

@Suite("Sidecars", .holds("PD5", "PD6", "K01"))
struct SidecarTests {
    private static func sample() -> Sidecar {
        var sidecar = Sidecar(
            draftID: DraftID(random: Array(0..<16)), hash: ContentHash(high: 1, low: 2), size: 1234, revision: 3,
            isDraft: false, sendState: .queued)
        sidecar.draftNumber = 7
        sidecar.outboxNumber = 3
        sidecar.account = "work"
        return sidecar
    }

    @Test("Reads back what was written")
    func roundTrip() throws {
        let sidecar = Self.sample()
        let read = try Sidecar(reading: sidecar.octets)
        #expect(read.draftID == sidecar.draftID)
        #expect(read.hash == sidecar.hash)
        #expect(read.size == 1234)
        #expect(read.revision == 3)
        #expect(read.draftNumber == 7)
        #expect(read.outboxNumber == 3)
        #expect(read.sendState == .queued)
        #expect(read.isDraft == false)
        #expect(read.octets == sidecar.octets)
    }

    @Test("Reads back the envelope, with each recipient once")
    func envelope() throws {
        var sidecar = Self.sample()
        let people = ["ana@example.org", "Ben@example.org", "ANA@example.org", "\"a b\"@example.org"]
        sidecar.envelope = Sidecar.Envelope(
            sender: EmailAddress("kim@example.net"), recipients: people.map { EmailAddress($0) },
            messageID: MessageID("1@example.net"))
        let read = try Sidecar(reading: sidecar.octets)
        #expect(read.envelope?.sender?.text == "kim@example.net")
        #expect(read.envelope?.recipients.map(\.text) == ["ana@example.org", "Ben@example.org", "\"a b\"@example.org"])
        #expect(read.envelope?.messageID == MessageID("1@example.net"))
        #expect(
            read.object["envelope"]?.object?["messageId"]?.string == "<1@example.net>"
                && read.envelope == sidecar.envelope)
        #expect(read.envelope?.reports == nil)
        sidecar.envelope?.reports = ["DELAY", "FAILURE"]
        #expect(try Sidecar(reading: sidecar.octets).envelope == sidecar.envelope)
        sidecar.envelope = Sidecar.Envelope(sender: nil, recipients: [EmailAddress("a@example.org")], messageID: nil)
        let open = try #require(try Sidecar(reading: sidecar.octets).envelope)
        #expect(open.sender == nil && open.recipients.count == 1)
        sidecar.envelope = nil
        #expect(try Sidecar(reading: sidecar.octets).envelope == nil)
    }

    @Test(
        "An incomplete envelope is ignored",
        arguments: [
            ("no sender", "{\"recipients\":[\"a@example.org\"],\"messageId\":null}"),
            ("no recipient", "{\"sender\":\"a@example.org\",\"recipients\":[],\"messageId\":null}"),
            ("no list", "{\"sender\":\"a@example.org\",\"recipients\":\"a@example.org\"}"),
            ("a recipient that is no text", "{\"sender\":\"a@example.org\",\"recipients\":[\"b@example.org\",7]}"),
            ("no object", "[]"),
        ])
    func wrongEnvelope(_ name: String, _ envelope: String) throws {
        let sidecar = try Sidecar(reading: InvalidSidecars.file(Self.whole(more: ",\"envelope\":\(envelope)")))
        #expect(sidecar.envelope == nil, "\(name)")
    }

    @Test("Truncated anywhere, it is rejected")
    func truncated() {
        let octets = Self.sample().octets
        for count in 0..<octets.count {
            #expect(throws: Sidecar.Problem.self, "\(count) octets") { try Sidecar(reading: Array(octets[..<count])) }
        }
    }

    @Test("With any bit flipped, it is rejected")
    func flipped() {
        let octets = Self.sample().octets
        for position in octets.indices {
            for bit in 0..<8 {
                var changed = octets
                changed[position] ^= 1 << bit
                #expect(throws: Sidecar.Problem.self, "octet \(position), bit \(bit)") { try Sidecar(reading: changed) }
            }
        }
    }

    private static let id = "00010203-0405-4607-8809-0a0b0c0d0e0f"
    private static let hash = String(repeating: "0", count: 31) + "1"

    private static func whole(
        version: String = "1", draftID: String = id, revision: String = "1", isDraft: String = "false",
        state: String = "\"queued\"", message: String = "{\"hash\":\"\(hash)\",\"size\":5}", more: String = ""
    ) -> String {
        "{\"version\":\(version),\"draftId\":\"\(draftID)\",\"revision\":\(revision),\"isDraft\":\(isDraft),"
            + "\"sendState\":\(state),\"message\":\(message)\(more)"
    }

    @Test(
        "Invalid content with a valid checksum is rejected",
        arguments: [
            ("a name twice", whole(more: ",\"sendState\":\"queued\"")),
            ("no version", "{\"draftId\":\"\(id)\",\"revision\":1"),
            ("version 0", whole(version: "0")),
            ("a version that is no number", whole(version: "\"1\"")),
            ("a newer version", whole(version: "3")),
            ("a version that no number holds", whole(version: "99999999999999999999")),
            ("an identity that leads elsewhere", whole(draftID: "../../../../../../../../../../etc/passwd.")),
            ("an identity in upper case", whole(draftID: id.uppercased())),
            ("revision 0", whole(revision: "0")),
            ("a negative revision", whole(revision: "-1")),
            ("half a revision", whole(revision: "1.5")),
            ("a draft by a word", whole(isDraft: "\"false\"")),
            ("an unknown state", whole(state: "\"soon\"")),
            ("no state", whole(state: "null")),
            ("no message", whole(message: "null")),
            ("a short hash", whole(message: "{\"hash\":\"1\",\"size\":5}")),
            ("a negative size", whole(message: "{\"hash\":\"\(hash)\",\"size\":-5}")),
            ("depth", whole(more: ",\"x\":" + String(repeating: "[", count: 100) + String(repeating: "]", count: 100))),
            ("an array", "[1"),
            ("nothing", ""),
        ])
    func wrongContent(_ name: String, _ content: String) {
        #expect(throws: Sidecar.Problem.self, "\(name)") { try Sidecar(reading: InvalidSidecars.file(content)) }
    }

    @Test(
        "A message with a planned time is not read by an earlier petrel, which would send it too early", .holds("U10"))
    func plannedVersion() throws {
        func version(_ sidecar: Sidecar) throws -> Int64? {
            try Sidecar(reading: sidecar.octets).object["version"]?.integer
        }
        var sidecar = try Sidecar(reading: InvalidSidecars.file(Self.whole()))
        #expect(try version(sidecar) == 1)
        sidecar.sendAfter = Instant(seconds: 2_000_000_000)
        #expect(try version(sidecar) == 2)
        sidecar.sendAfter = nil
        #expect(try version(sidecar) == 1)
    }

    @Test("Members added by a newer version survive a change")
    func unknownMembers() throws {
        let more = ",\"later\":{\"big\":123456789012345678901234567890,\"e\":1e400,\"s\":\"\\u00e9\"},\"undo\":[null]"
        var sidecar = try Sidecar(reading: InvalidSidecars.file(Self.whole(more: more)))
        sidecar.revision += 1
        sidecar.sendState = .failed
        let read = try Sidecar(reading: sidecar.octets)
        #expect(read.revision == 2)
        #expect(read.sendState == .failed)
        let later = try #require(read.object["later"])
        #expect(later.octets == Array("{\"big\":123456789012345678901234567890,\"e\":1e400,\"s\":\"é\"}".utf8))
        #expect(read.object["undo"]?.octets == Array("[null]".utf8))
    }
}
