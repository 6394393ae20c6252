internal import MailTypes

/// An event of a calendar [RFC 5545 §3.6.1].
public struct CalendarEvent: Sendable {
    public let uid: String
    /// The revision of the event: an update has a higher number.
    public let sequence: Int
    public let summary: String
    public let location: String
    public let description: String
    public let start: CalendarTime?
    /// Of an all-day event, the day after its last one.
    public let end: CalendarTime?
    public let organizer: CalendarUser?
    public let attendees: [CalendarUser]
    public let recurrence: RecurrenceRule?
    /// The time of the one occurrence that the event is about, if it is about one.
    public let occurrence: CalendarTime?
    public let isCancelled: Bool
    let component: CalendarComponent

    init(_ component: CalendarComponent) {
        self.component = component
        let text = { (name: String) in component.first(name).map { CalendarTextEncoding.decoded($0.value) } ?? "" }
        uid = text("UID")
        sequence = component.first("SEQUENCE").flatMap { Int($0.value) } ?? 0
        summary = text("SUMMARY")
        location = text("LOCATION")
        description = text("DESCRIPTION")
        let start = component.first("DTSTART").flatMap { CalendarTime($0) }
        self.start = start
        let duration = component.first("DURATION").flatMap { CalendarDuration.seconds($0.value) }
        end = component.first("DTEND").flatMap { CalendarTime($0) } ?? duration.flatMap { start?.adding(seconds: $0) }
        organizer = component.first("ORGANIZER").map { CalendarUser($0) }
        attendees = component.all("ATTENDEE").prefix(CalendarLimits.attendees).map { CalendarUser($0) }
        recurrence = component.first("RRULE").map { RecurrenceRule($0.value) }
        occurrence = component.first("RECURRENCE-ID").flatMap { CalendarTime($0) }
        isCancelled = component.first("STATUS")?.value.uppercased() == "CANCELLED"
    }
}
