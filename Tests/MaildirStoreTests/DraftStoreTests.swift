import Digest
import Foundation
import InternetMessage
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

@Suite("Drafts and outbox", .holds("K01", "C19", "C22", "PD3"))
struct DraftStoreTests {
    let store: StoreFixture

    init() throws {
        store = try StoreFixture()
    }

    private var contents: DraftStore.Contents {
        get throws { try store.drafts.contents(at: store.now) }
    }

    @Test("A new draft has a number, a sidecar and the draft header fields")
    func create() throws {
        let item = try store.drafts.create(letter("Plan"), at: store.now)
        #expect(item.sidecar?.draftNumber == 1)
        #expect(item.revision == 1)
        let found = try contents
        #expect(found.drafts.map(\.draftID) == [item.draftID])
        let message = text(try store.drafts.message(of: found.drafts[0], isInOutbox: false))
        #expect(message.utf8.starts(with: "X-Petrel-Draft-Id: \(try #require(item.draftID))\r\n".utf8))
        #expect(message.hasSuffix(text(letter("Plan"))))
        #expect(store.files("state/work/sidecars").count == 1)
        #expect(store.files("mail/Drafts").allSatisfy { $0.hasSuffix(":2,DS") })
    }

    @Test("An edit replaces message and sidecar and keeps the number")
    func revise() throws {
        let first = try store.drafts.create(letter("Plan"), at: store.now)
        let id = try #require(first.draftID)
        let second = try store.drafts.revise(id, letter("Plan B"), at: store.now)
        #expect(second.revision == 2)
        #expect(second.sidecar?.draftNumber == 1)
        #expect(try contents.drafts.map(\.revision) == [2])
        #expect(store.files("mail/Drafts").count == 1)
        #expect(store.files("state/work/sidecars").count == 1)
    }

    @Test("A draft and its next revision have the metadata that they are described with")
    func described() throws {
        let first = try store.drafts.create(letter("Plan"), at: store.now) { $0.lastError = "one" }
        #expect(try contents.drafts.map(\.sidecar?.lastError) == ["one"])
        let id = try #require(first.draftID)
        _ = try store.drafts.revise(id, letter("Plan B"), at: store.now) { $0.lastError = "two" }
        #expect(try contents.drafts.map(\.sidecar?.lastError) == ["two"])
    }

    @Test("Numbers are never reused, even if the counter file is lost")
    func numbers() throws {
        let first = try store.drafts.create(letter("1"), at: store.now)
        try store.drafts.discard(try #require(first.draftID), at: store.now)
        #expect(try store.drafts.create(letter("2"), at: store.now).sidecar?.draftNumber == 2)
        try FileManager.default.removeItem(at: store.path.appending(path: "counters"))
        #expect(try store.drafts.create(letter("3"), at: store.now).sidecar?.draftNumber == 3)
    }

    @Test("A discarded draft can be restored with its number, and expires after 30 days")
    func discard() throws {
        let id = try #require(try store.drafts.create(letter("Plan"), at: store.now).draftID)
        try store.drafts.discard(id, at: store.now)
        #expect(try contents.drafts.isEmpty)
        #expect(store.files("state/work/sidecars").isEmpty)
        let version = try #require(try store.drafts.versions().first)
        let restored = try store.drafts.restore(version, at: store.now)
        #expect(restored.draftID == id)
        #expect(restored.sidecar?.draftNumber == 1)
        #expect(try store.drafts.versions().isEmpty)
        try store.drafts.discard(id, at: store.now)
        for day in [6, 13, 20, 27, 30] {
            _ = try store.drafts.contents(at: days(day))
            #expect(try store.drafts.versions().count == 1, "after \(day) days")
        }
        _ = try store.drafts.contents(at: days(31))
        #expect(try store.drafts.versions().isEmpty)
    }

    private func days(_ count: Int) -> Instant {
        Instant(seconds: store.now.seconds + Int64(count) * 86400)
    }

    @Test(
        "A clock that is wrong for a while does not shorten the 30 days",
        arguments: [
            // The days at which petrel reads the clock, the day of the discard by that clock, and whether it is kept.
            ([365, 1], 0, true), ([365, 0, 1, 7], 0, true), ([1, 8, 15, 22, 365], 0, true),
            ([1, 8, 15, 22, 29, 31], 0, false), ([], -365, true), ([0, 7, 14, 21, 28], -365, true),
            ([0, 7, 14, 21, 28, 31], -365, false), ([31], 0, true), ([40, 47, 54, 61, 68, 71], 0, false),
        ])
    func wrongClock(_ row: (readings: [Int], discard: Int, isKept: Bool)) throws {
        // Former discards have been seen by the right clock.
        let former = try #require(try store.drafts.create(letter("Old"), at: store.now).draftID)
        try store.drafts.discard(former, at: days(-1))
        let id = try #require(try store.drafts.create(letter("Plan"), at: days(row.discard)).draftID)
        try store.drafts.discard(id, at: days(row.discard))
        for day in row.readings { _ = try store.drafts.contents(at: days(day)) }
        if row.readings.isEmpty { _ = try store.drafts.contents(at: store.now) }
        #expect(try store.drafts.versions().contains { $0.draftID == id } == row.isKept)
    }

    @Test(
        "If the record of the clock is lost or damaged, the 30 days begin again", arguments: ["", "{}", "{\"since\":9"])
    func lostClock(_ content: String) throws {
        let id = try #require(try store.drafts.create(letter("Plan"), at: store.now).draftID)
        try store.drafts.discard(id, at: store.now)
        for day in [6, 13, 20, 27] { _ = try store.drafts.contents(at: days(day)) }
        let clock = store.path.appending(path: "state/work/versions/clock")
        try #require(FileManager.default.fileExists(atPath: clock.path))
        if content.isEmpty {
            try FileManager.default.removeItem(at: clock)
        } else {
            try Data(content.utf8).write(to: clock)
        }
        for day in [31, 38, 45, 52, 59] { _ = try store.drafts.contents(at: days(day)) }
        #expect(try store.drafts.versions().count == 1)
        for day in [61, 62] { _ = try store.drafts.contents(at: days(day)) }
        #expect(try store.drafts.versions().isEmpty)
    }

    @Test("A queued message leaves Drafts, and taking it back restores the original draft")
    func queueAndTakeBack() throws {
        let id = try #require(try store.drafts.create(letter("Plan", "**bold**"), at: store.now).draftID)
        let queued = try store.drafts.queue(letter("Plan", "built"), from: id, at: store.now)
        #expect(queued.isSendable)
        #expect(queued.sidecar?.outboxNumber == 1)
        var found = try contents
        #expect(found.drafts.isEmpty)
        #expect(found.outbox.map(\.draftID) == [id])
        let draft = try store.drafts.takeBack(id, at: store.now)
        #expect(draft.sidecar?.draftNumber == 1)
        found = try contents
        #expect(found.outbox.isEmpty)
        #expect(found.drafts.map(\.revision) == [3])
        #expect(text(try store.drafts.message(of: found.drafts[0], isInOutbox: false)).contains("**bold**"))
        #expect(try store.drafts.versions().isEmpty)
    }

    @Test("The envelope is fixed when the message is queued, by default from the header")
    func envelope() throws {
        let message = Array(
            """
            From: Kim <kim@example.net>, b@example.net\r
            Sender: c@example.net\r
            To: crew: ana@example.org, Ben <ben@example.org>;\r
            Cc: nobody:;, none, ANA@example.org\r
            Bcc: dan@example.org\r
            Message-ID: <1@example.net>\r
            \r
            x
            """.utf8)
        let item = try store.drafts.queue(message, from: nil, at: store.now)
        let envelope = try #require(item.sidecar?.envelope)
        #expect(envelope.sender?.text == "c@example.net")
        #expect(envelope.recipients.map(\.text) == ["ana@example.org", "ben@example.org", "dan@example.org"])
        #expect(envelope.messageID?.text == "1@example.net")
        #expect(try contents.outbox.map(\.sidecar?.envelope) == [envelope])

        let pinned = Sidecar.Envelope(
            sender: EmailAddress("d@example.net"), recipients: [EmailAddress("eva@example.org")], messageID: nil)
        let other = try store.drafts.queue(message, from: nil, at: store.now) { $0.envelope = pinned }
        #expect(other.sidecar?.envelope == pinned)
        let id = try #require(other.draftID)
        #expect(try store.drafts.takeBack(id, at: store.now).sidecar?.envelope == nil)
        #expect(try store.drafts.queue(message, from: id, at: store.now).sidecar?.envelope == envelope)
    }

    @Test("A message that is being sent cannot be taken back")
    func takeBackTooLate() throws {
        let id = try #require(try store.drafts.queue(letter("Plan"), from: nil, at: store.now).draftID)
        _ = try store.drafts.update(id, at: store.now) { $0.sendState = .sending }
        #expect(throws: DraftError.self) { try store.drafts.takeBack(id, at: store.now) }
        #expect(try contents.outbox.count == 1)
    }

    @Test("A draft by another program is adopted with the next number")
    func adoption() throws {
        _ = try store.drafts.create(letter("1"), at: store.now)
        let maildir = try store.mail.makingMaildir(.drafts)
        _ = try maildir.add(letter("from mutt"), flags: [.draft])
        let drafts = try contents.drafts
        #expect(drafts.compactMap(\.sidecar?.draftNumber).sorted() == [1, 2])
        #expect(try contents.drafts.compactMap(\.sidecar?.draftNumber).sorted() == [1, 2])
    }

    @Test("A draft that is read in pieces has the digests of all its bytes", arguments: ["\n", "\r\n"])
    func largeDraft(lineEnd: String) throws {
        let line = String(repeating: "x", count: 996) + lineEnd
        let message = letter("large") + Array(String(repeating: line, count: 2600).utf8)
        _ = try store.mail.makingMaildir(.drafts).add(message, flags: [.draft])
        let sidecar = try #require(try contents.drafts.first?.sidecar)
        #expect(sidecar.size == message.count)
        #expect(sidecar.digest == SHA256.digits(of: message))
        #expect(sidecar.hash == XXH3.contentHash(message))
    }

    @Test("Each revision has its own Message-ID, which is not sent", .holds("C20"))
    func messageIDs() throws {
        let message = Array("Message-ID: <mine@example.net>\r\n".utf8) + letter("Plan")
        let item = try store.drafts.create(message, at: store.now)
        let first = try store.drafts.message(of: item, isInOutbox: false)
        let revised = try store.drafts.revise(try #require(item.draftID), message, at: store.now)
        let second = try store.drafts.message(of: revised, isInOutbox: false)
        let ids = [first, second].map { Message($0).header.messageID?.text ?? "" }
        #expect(ids[0] != ids[1] && ids.allSatisfy { $0.hasSuffix("@example.net") })
        #expect(DraftHeader.remove(from: second) == letter("Plan"))
    }

    @Test("A draft rewritten by another program keeps its number")
    func rewritten() throws {
        let item = try store.drafts.create(letter("Plan"), at: store.now)
        let header = try #require(item.header)
        let maildir = try store.mail.makingMaildir(.drafts)
        _ = try maildir.add(header.stamp(letter("Plan by mutt")), flags: [.draft])
        try maildir.remove(item.entry)
        // The sidecar then describes the other program's file, so that the second reading changes nothing.
        for _ in 0..<2 {
            let drafts = try contents.drafts
            #expect(drafts.map(\.sidecar?.draftNumber) == [1])
            #expect(drafts.map(\.revision) == [2])
            #expect(store.files("state/work/sidecars").count == 1)
        }
    }

    @Test("A copy of a draft becomes a separate draft")
    func copied() throws {
        let item = try store.drafts.create(letter("Plan"), at: store.now)
        let maildir = try store.mail.makingMaildir(.drafts)
        _ = try maildir.copy(item.entry, to: maildir)
        // Late enough for the copy to count as settled.
        let later = Instant(seconds: Int64(Date().timeIntervalSince1970) + 60)
        let drafts = try store.drafts.contents(at: later).drafts
        #expect(drafts.compactMap(\.sidecar?.draftNumber).sorted() == [1, 2])
        #expect(Set(drafts.compactMap(\.draftID)).count == 2)
    }

    @Test("A message put into the outbox by another program is numbered and held")
    func held() throws {
        _ = try store.mail.outbox().add(letter("by hand"), flags: [])
        let outbox = try contents.outbox
        #expect(outbox.map(\.sidecar?.outboxNumber) == [1])
        #expect(outbox.allSatisfy { !$0.isSendable })
    }

    @Test("A message with a damaged sidecar is not sendable", .holds("PD5"))
    func damagedSidecar() throws {
        _ = try store.drafts.queue(letter("Plan"), from: nil, at: store.now)
        let file = store.path.appending(path: "state/work/sidecars/\(store.files("state/work/sidecars")[0])")
        var octets = [UInt8](try Data(contentsOf: file))
        let position = try #require(octets.firstIndex(of: UInt8(ascii: "q")))
        octets[position] = UInt8(ascii: "Q")
        try Data(octets).write(to: file)
        let outbox = try contents.outbox
        #expect(outbox.count == 1)
        #expect(outbox.allSatisfy { !$0.isSendable })
    }
}
