import MailTestSupport
import MailTypes
import Testing

@testable import Calendar

@Suite("Invitations")
struct InvitationTests {
    @Test("An invitation of Google has its event, people and time zone")
    func google() throws {
        let invitation = try #require(SchedulingMessage(SampleInvitations.google))
        let event = invitation.events[0]
        #expect(invitation.method == .request)
        #expect(event.summary == "Planning; second quarter" && event.location == "Room 4" && event.sequence == 1)
        #expect(event.description == "Agenda:\n1. Budget, plan\n2. Other")
        #expect(event.organizer?.name == "Ana Ruiz" && event.organizer?.email?.text == "ana@example.org")
        #expect(event.attendees.map(\.answer) == [.accepted, .none, .accepted])
        #expect(event.attendees[2].name == "Room 4; 2nd floor" && event.attendees[2].isResource)
        #expect(event.recurrence?.words == "every week on Monday, 10 times")
        let start = try #require(event.start)
        #expect(invitation.moment(start) { _ in nil }?.iso8601 == "2026-10-12T14:00:00+02:00")
    }

    @Test("An invitation of Exchange has a zone that only the message defines")
    func outlook() throws {
        let invitation = try #require(SchedulingMessage(SampleInvitations.outlook))
        let event = invitation.events[0]
        #expect(event.attendees.map { $0.email?.text } == ["kim@example.net"])
        #expect(event.start?.zone == .named("Pacific Standard Time"))
        #expect(invitation.moment(try #require(event.start)) { _ in nil }?.iso8601 == "2026-11-12T09:00:00-08:00")
    }

    @Test("A cancellation of Apple is of one all-day occurrence")
    func apple() throws {
        let invitation = try #require(SchedulingMessage(SampleInvitations.apple))
        let event = invitation.events[0]
        #expect(invitation.method == .cancel && event.isCancelled && event.occurrence?.zone == .allDay)
        #expect(event.organizer?.email?.text == "chi@example.org")
        #expect(event.end?.dayBefore.local.day == 26 && event.attendees[0].answer == .tentative)
        #expect(invitation.moment(try #require(event.start)) { _ in nil } == nil)
    }

    private static let addresses: [(url: String, address: String?)] = [
        ("mailto:a%2Bb%40example.org", "a+b@example.org"), ("MailTo:a+b@example.org", "a+b@example.org"),
        ("mailto:50%25off@example.org", "50%off@example.org"), ("mailto:50%off@example.org", "50%off@example.org"),
        ("mailto:p%C3%A4rk@example.org", "pärk@example.org"), ("mailto:ana@example.org?subject=x", "ana@example.org"),
        ("mailto:a%0D%0ABcc:%20eve@example.org", nil), ("mailto:a%00@example.org", nil),
        ("mailto:a%7F@example.org", nil), ("mailto:a%C2%85@example.org", nil), ("mailto:a%FF@example.org", nil),
        ("mailto:", nil), ("mailto:ana", nil), ("https://example.org/ana@example.org", nil),
    ]

    @Test(
        "The address of an organizer is decoded from its URL, and never has a control character", arguments: addresses)
    func organizer(_ url: String, _ address: String?) throws {
        let text = String(decoding: SampleInvitations.google, as: UTF8.self)
            .replacing("ORGANIZER;CN=Ana Ruiz:mailto:ana@example.org", with: "ORGANIZER;CN=Ana Ruiz:\(url)")
        let invitation = try #require(SchedulingMessage(Array(text.utf8)))
        #expect(invitation.events[0].organizer?.email?.text == address, "\(url)")
    }

    private static let guests = ["a+b@example.org", "50%25@example.org", "who?#&=@example.org", "pärk@example.org"]

    @Test("An answer names its guest with a URL that is read as the same address", arguments: guests)
    func guest(_ address: String) throws {
        let invitation = try #require(SchedulingMessage(SampleInvitations.google))
        let answer = InvitationReply(
            .accepted, to: invitation, as: Address(email: EmailAddress(address)), comment: "")
        let again = try #require(SchedulingMessage(answer.bytes(at: Instant(seconds: 0))))
        #expect(again.events[0].attendees.map { $0.email?.text } == [address])
    }

    private static let changes: [(String, String)] = [
        ("20260329T015959", "+01:00"), ("20260329T030000", "+02:00"), ("20261025T025959", "+02:00"),
        ("20261025T030000", "+01:00"), ("20260115T120000", "+01:00"), ("19650101T000000", "+02:00"),
    ]

    @Test("The offset changes at the times that the zone defines", arguments: changes)
    func zones(_ time: String, _ offset: String) throws {
        let invitation = try #require(SchedulingMessage(SampleInvitations.google))
        let time = try #require(CalendarTime(value: time, zone: "Europe/Berlin"))
        // Before the first rule, the earliest offset applies.
        let expected = time.local.year < 1970 ? "+01:00" : offset
        #expect(invitation.moment(time) { _ in nil }?.iso8601.hasSuffix(expected) == true)
    }

    @Test("The answer names the event, the organizer and the attendee, in lines of at most 75 bytes")
    func answer() throws {
        let invitation = try #require(SchedulingMessage(SampleInvitations.google))
        let attendee = Address(name: "Kim \"Ki\"\r\n Pärk", email: EmailAddress("kim@example.net"))
        let bytes = InvitationReply(
            .accepted, to: invitation, as: attendee,
            comment: "Yes, gladly;\nin room 4 — if the projector there works again by then"
        )
        .bytes(at: Instant(seconds: 1_790_000_000))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
        let unfolded = text.replacing("\r\n ", with: "")
        for line in [
            "METHOD:REPLY", "UID:7kukuqrfedlm2f9t0vcmql5f8a@google.com", "SEQUENCE:1",
            "ORGANIZER;CN=Ana Ruiz:mailto:ana@example.org", "DTSTART;TZID=Europe/Berlin:20261012T140000",
            "ATTENDEE;PARTSTAT=ACCEPTED;CN=\"Kim Ki Pärk\":mailto:kim@example.net", "TZID:Europe/Berlin",
            "COMMENT:Yes\\, gladly\\;\\nin room 4 — if the projector there works again by then",
            "DTSTAMP:20260921T141320Z",
        ] {
            #expect(unfolded.split(separator: "\r\n").contains { $0 == line }, "\(line)\n\(unfolded)")
        }
        let again = try #require(SchedulingMessage(bytes))
        #expect(again.method == .reply && again.events[0].attendees.map(\.answer) == [.accepted])
    }

    @Test("Broken calendars are read as far as possible, and never without limits", arguments: 0..<UInt64(200))
    func soup(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var bytes = [SampleInvitations.google, SampleInvitations.outlook, SampleInvitations.apple][Int(seed % 3)]
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        guard let invitation = SchedulingMessage(bytes) else { return }
        for event in invitation.events {
            for time in [event.start, event.end, event.occurrence].compactMap({ $0 }) {
                _ = invitation.moment(time) { _ in nil }?.iso8601
            }
            _ = event.recurrence?.words
        }
        let answer = InvitationReply(
            .declined, to: invitation, as: Address(email: EmailAddress("a@b.c")), comment: "x")
        #expect(SchedulingMessage(answer.bytes(at: Instant(seconds: 0)))?.method == .reply, "seed \(seed)")
    }
}
