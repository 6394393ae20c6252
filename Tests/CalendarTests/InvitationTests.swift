import MailTestSupport
import MailTypes
import Testing

@testable import Calendar

@Suite("Invitations")
struct InvitationTests {
    @Test("An invitation of Google has its event, people and time zone")
    func google() throws {
        let invitation = try #require(Invitation(SampleInvitations.google))
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
        let invitation = try #require(Invitation(SampleInvitations.outlook))
        let event = invitation.events[0]
        #expect(event.attendees.map { $0.email?.text } == ["kim@example.net"])
        #expect(event.start?.zone == .named("Pacific Standard Time"))
        #expect(invitation.moment(try #require(event.start)) { _ in nil }?.iso8601 == "2026-11-12T09:00:00-08:00")
    }

    @Test("A cancellation of Apple is of one all-day occurrence")
    func apple() throws {
        let invitation = try #require(Invitation(SampleInvitations.apple))
        let event = invitation.events[0]
        #expect(invitation.method == .cancel && event.isCancelled && event.occurrence?.zone == .allDay)
        #expect(event.organizer?.email?.text == "chi@example.org")
        #expect(event.end?.dayBefore.local.day == 26 && event.attendees[0].answer == .tentative)
        #expect(invitation.moment(try #require(event.start)) { _ in nil } == nil)
    }

    private static let changes: [(String, String)] = [
        ("20260329T015959", "+01:00"), ("20260329T030000", "+02:00"), ("20261025T025959", "+02:00"),
        ("20261025T030000", "+01:00"), ("20260115T120000", "+01:00"), ("19650101T000000", "+02:00"),
    ]

    @Test("The offset changes at the times that the zone defines", arguments: changes)
    func zones(_ time: String, _ offset: String) throws {
        let invitation = try #require(Invitation(SampleInvitations.google))
        let time = try #require(CalendarTime(value: time, zone: "Europe/Berlin"))
        // Before the first rule, the earliest offset applies.
        let expected = time.local.year < 1970 ? "+01:00" : offset
        #expect(invitation.moment(time) { _ in nil }?.iso8601.hasSuffix(expected) == true)
    }

    private static let posix: [(String, String, Int?)] = [
        ("CET-1CEST,M3.5.0,M10.5.0/3", "20260701T120000", 120), ("CET-1CEST,M3.5.0,M10.5.0/3", "20260101T120000", 60),
        ("EST5EDT,M3.2.0,M11.1.0", "20260308T030000", -240), ("EST5EDT,M3.2.0,M11.1.0", "20260308T015900", -300),
        ("<+0545>-5:45", "20260101T000000", 345), ("AEST-10AEDT,M10.1.0,M4.1.0/3", "20260101T000000", 660),
        ("UTC0", "20260101T000000", 0), ("", "20260101T000000", nil), ("XX", "20260101T000000", nil),
        ("CET-1CEST,J60,J300", "20260101T000000", nil),
    ]

    @Test("Zones of the time zone database follow the rule at the end of their file", arguments: posix)
    func database(_ rule: String, _ time: String, _ offset: Int?) throws {
        let time = try #require(CalendarTime(value: time, zone: nil))
        let file = Array("TZif2…\n\(rule)\n".utf8)
        #expect(TimeZoneRules(file: file)?.offsetMinutes(atLocal: time.local) == offset)
    }

    private static let rules: [(String, String?)] = [
        ("FREQ=DAILY", "every day"), ("FREQ=DAILY;INTERVAL=3;COUNT=5", "every 3 days, 5 times"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
        (
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20261212T000000Z",
            "every 2 weeks on Monday and Wednesday, until 12 Dec 2026"
        ),
        ("FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Friday"),
        ("FREQ=MONTHLY;BYMONTHDAY=15", "every month on day 15"),
        ("FREQ=YEARLY;BYMONTH=3;BYDAY=1SU", "every year on the first Sunday of March"), ("FREQ=YEARLY", "every year"),
        ("FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU", nil), ("FREQ=HOURLY", nil), ("FREQ=WEEKLY;BYDAY=2MO", nil), ("", nil),
        ("FREQ=MONTHLY;BYDAY=99999999999999999999MO;INTERVAL=-5", nil),
    ]

    @Test("Simple repetitions have words, and others have none", arguments: rules)
    func recurrence(_ rule: String, _ words: String?) {
        let found = RecurrenceRule(rule).words
        #expect(found == words || rule.contains("9999") && found == "every month")
    }

    @Test("The answer names the event, the organizer and the attendee, in lines of at most 75 bytes")
    func answer() throws {
        let invitation = try #require(Invitation(SampleInvitations.google))
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
        let again = try #require(Invitation(bytes))
        #expect(again.method == .reply && again.events[0].attendees.map(\.answer) == [.accepted])
    }

    @Test("Broken calendars are read as far as possible, and never without limits", arguments: 0..<UInt64(200))
    func soup(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var bytes = [SampleInvitations.google, SampleInvitations.outlook, SampleInvitations.apple][Int(seed % 3)]
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        guard let invitation = Invitation(bytes) else { return }
        for event in invitation.events {
            for time in [event.start, event.end, event.occurrence].compactMap({ $0 }) {
                _ = invitation.moment(time) { _ in nil }?.iso8601
            }
            _ = event.recurrence?.words
        }
        let answer = InvitationReply(
            .declined, to: invitation, as: Address(email: EmailAddress("a@b.c")), comment: "x")
        #expect(Invitation(answer.bytes(at: Instant(seconds: 0)))?.method == .reply, "seed \(seed)")
    }
}
