public import MailTypes

/// A calendar in a message: an invitation, an update, a cancellation or an answer [RFC 5546, RFC 6047].
public struct SchedulingMessage: Sendable {
    /// What the sender wants.
    public enum Method: String, Sendable {
        case publish = "PUBLISH"
        case request = "REQUEST"
        case reply = "REPLY"
        case add = "ADD"
        case cancel = "CANCEL"
        case refresh = "REFRESH"
        case counter = "COUNTER"
        case declineCounter = "DECLINECOUNTER"
    }

    /// `nil` if the calendar names none, or an unknown one.
    public let method: Method?
    /// At least one.
    public let events: [CalendarEvent]
    /// The time zones that the message defines.
    private let zones: [String: TimeZoneRules]
    let calendar: CalendarComponent

    /// Reads a calendar in UTF-8. Returns `nil` if it has no event.
    public init?(_ bytes: [UInt8]) {
        guard let calendar = CalendarComponent.calendar(bytes) else { return nil }
        events = calendar.children.filter { $0.name == "VEVENT" }.prefix(CalendarLimits.events).map(CalendarEvent.init)
        if events.isEmpty { return nil }
        method = calendar.first("METHOD").flatMap { Method(rawValue: $0.value.uppercased()) }
        var zones: [String: TimeZoneRules] = [:]
        for zone in calendar.children where zone.name == "VTIMEZONE" {
            guard let name = zone.first("TZID")?.value, let rules = TimeZoneRules(zone) else { continue }
            zones[name] = rules
        }
        self.zones = zones
        self.calendar = calendar
    }

    /// Returns the moment of a time. `systemZone` returns the rules of a zone that the message does not define.
    /// Returns `nil` for a date, a floating time and an unknown zone.
    public func moment(_ time: CalendarTime, systemZone: (String) -> TimeZoneRules?) -> DateTime? {
        switch time.zone {
        case .allDay, .floating: return nil
        case .utc: return DateTime(time.local, offsetMinutes: 0)
        case .named(let name):
            guard let rules = zones[name] ?? systemZone(name) else { return nil }
            return DateTime(time.local, offsetMinutes: rules.offsetMinutes(atLocal: time.local))
        }
    }
}
