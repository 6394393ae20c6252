public import MailTypes

/// The calendar that answers an invitation [RFC 5546 §3.2.3].
public struct InvitationReply: Sendable {
    private let invitation: SchedulingMessage
    private let answer: CalendarUser.Answer
    private let attendee: Address
    private let comment: String

    /// `attendee`: who answers. `comment`: may be empty.
    public init(_ answer: CalendarUser.Answer, to invitation: SchedulingMessage, as attendee: Address, comment: String)
    {
        self.invitation = invitation
        self.answer = answer
        self.attendee = attendee
        self.comment = comment
    }

    /// Properties that identify and describe the event, copied as they are.
    private static let copied = [
        "UID", "SEQUENCE", "RECURRENCE-ID", "ORGANIZER", "SUMMARY", "LOCATION", "DTSTART", "DTEND", "DURATION",
    ]

    /// Returns the calendar, with folded lines that end in CR LF. `now` is the time of the answer.
    public func bytes(at now: Instant) -> [UInt8] {
        var lines: [[UInt8]] = []
        func add(_ line: String) { lines.append(Array(line.utf8)) }
        add("BEGIN:VCALENDAR")
        add("PRODID:-//petrel//mail//EN")
        add("VERSION:2.0")
        add("METHOD:REPLY")
        for zone in invitation.calendar.children where zone.name == "VTIMEZONE" { Self.copy(zone, into: &lines) }
        for event in invitation.events {
            add("BEGIN:VEVENT")
            for name in Self.copied {
                if let line = event.component.first(name) { lines.append(line.bytes) }
            }
            if event.component.first("SEQUENCE") == nil { add("SEQUENCE:0") }
            add("DTSTAMP:\(Self.stamp(now))")
            add(attendeeLine)
            if !comment.isEmpty { add("COMMENT:\(CalendarTextEncoding.encoded(comment))") }
            add("END:VEVENT")
        }
        add("END:VCALENDAR")
        return lines.flatMap { ContentLine.folded($0) }
    }

    private var attendeeLine: String {
        // A parameter cannot contain quotation marks or control characters [RFC 5545 §3.2].
        let name = (attendee.name ?? "").unicodeScalars.filter { $0.value >= 0x20 && $0 != "\"" && $0.value != 0x7F }
        let written = name.isEmpty ? "" : ";CN=\"\(String(String.UnicodeScalarView(name)))\""
        return "ATTENDEE;PARTSTAT=\(answer.rawValue)\(written):\(attendee.email.map(MailtoAddress.url) ?? "mailto:")"
    }

    private static func copy(_ component: CalendarComponent, into lines: inout [[UInt8]]) {
        lines.append(Array("BEGIN:\(component.name)".utf8))
        lines += component.lines.map(\.bytes)
        for child in component.children { copy(child, into: &lines) }
        lines.append(Array("END:\(component.name)".utf8))
    }

    /// Returns "20261012T120300Z".
    private static func stamp(_ instant: Instant) -> String {
        DateTime(instant: instant, offsetMinutes: 0).iso8601.filter { $0 != "-" && $0 != ":" }.prefix(15) + "Z"
    }
}
