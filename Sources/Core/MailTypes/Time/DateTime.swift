/// A date and time with the offset from UTC that the sender stated [RFC 5322 §3.3].
public struct DateTime: Hashable, Sendable {
    public let instant: Instant
    /// Minutes east of UTC: +0200 is 120. Between -1439 and 1439.
    public let offsetMinutes: Int

    public init(instant: Instant, offsetMinutes: Int) {
        self.instant = instant
        self.offsetMinutes = offsetMinutes
    }

    /// Creates a date from calendar fields, `year-month-day hour:minute:second`, at `offsetMinutes` east of UTC.
    ///
    /// The fields are not validated: day 32 of a month is the first day of the next one.
    public init(_ local: CivilTime, offsetMinutes: Int) {
        let days = Int64(CivilTime.days(year: local.year, month: local.month, day: local.day))
        let seconds = Int64(local.hour * 3600 + local.minute * 60 + local.second)
        self.init(
            instant: Instant(seconds: days * 86400 + seconds - Int64(offsetMinutes) * 60),
            offsetMinutes: offsetMinutes)
    }

    /// The local time at the stated offset.
    public var local: CivilTime {
        CivilTime(secondsSince1970: instant.seconds + Int64(offsetMinutes) * 60)
    }

    /// `Mon, 12 Oct 2026 at 14:03 +0200`: the day and time as the sender saw them, for display.
    public var readableForm: String {
        let time = local
        return "\(time.weekdayName), \(time.day) \(time.monthName) \(time.year) at "
            + "\(padded(time.hour, 2)):\(padded(time.minute, 2)) \(offsetForm)"
    }

    /// `+0200` [RFC 5322 §3.3].
    public var offsetForm: String {
        let offset = abs(offsetMinutes)
        return (offsetMinutes < 0 ? "-" : "+") + padded(offset / 60, 2) + padded(offset % 60, 2)
    }

    /// ISO 8601 with the stated offset: `2026-10-12T14:03:00+02:00`.
    public var iso8601: String {
        let time = local
        let sign = offsetMinutes < 0 ? "-" : "+"
        let offset = abs(offsetMinutes)
        return "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))T"
            + "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
            + "\(sign)\(padded(offset / 60, 2)):\(padded(offset % 60, 2))"
    }
}
