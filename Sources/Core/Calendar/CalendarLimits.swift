/// Limits for calendars from mail. Real invitations have a few hundred lines.
enum CalendarLimits {
    static let bytes = 1 << 20
    static let lines = 20_000
    static let lineBytes = 1 << 16
    static let parameters = 50
    static let depth = 8
    static let events = 50
    static let attendees = 500
}
