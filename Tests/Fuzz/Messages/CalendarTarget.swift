import MailTypes

@testable import Calendar

extension FuzzTarget {
    /// Calendars from mail. Whatever they contain, times and repetitions are described without a trap, and an answer is
    /// a calendar.
    static let calendar = FuzzTarget(name: "calendar", maximumLength: 8192) { bytes in
        _ = TimeZoneRules(file: bytes)
        guard let invitation = SchedulingMessage(bytes) else { return }
        for event in invitation.events {
            for time in [event.start, event.end, event.occurrence].compactMap({ $0 }) {
                _ = invitation.moment(time) { _ in nil }?.iso8601
                _ = time.dayBefore
            }
            _ = event.recurrence?.words
        }
        let attendee = Address(
            name: String(decoding: bytes.prefix(20), as: UTF8.self), email: EmailAddress("a@b.example"))
        let answer = InvitationReply(
            .accepted, to: invitation, as: attendee, comment: String(decoding: bytes, as: UTF8.self))
        let calendar = answer.bytes(at: Instant(seconds: 0))
        let lines = calendar.split(separator: 0x0A)
        expect(lines.allSatisfy { $0.count <= 76 && $0.last == 0x0D }, "lines are folded")
        expect(SchedulingMessage(calendar)?.method == .reply, "the answer is an answer")
    }
}
