public import MailTypes

/// A date, or a date and time, of an event [RFC 5545 §3.3.4, §3.3.5].
public struct CalendarTime: Hashable, Sendable {
    /// As it is written: in the zone's local time.
    public let local: CivilTime
    public let zone: Zone

    public enum Zone: Hashable, Sendable {
        /// A date without a time.
        case allDay
        case utc
        /// The time of whatever place the reader is in.
        case floating
        /// A name that the message defines, or the time zone database.
        case named(String)
    }

    /// Returns `nil` if the property has no valid date.
    init?(_ line: ContentLine) {
        self.init(value: line.value, zone: line.parameter("TZID"))
    }

    /// Parses "20261012", "20261012T140300" or "20261012T140300Z".
    init?(value: String, zone name: String?) {
        let bytes = Array(value.utf8)
        guard bytes.count == 8 || bytes.count >= 15 && bytes.count <= 16,
            let year = Self.number(bytes, 0..<4), let month = Self.number(bytes, 4..<6),
            let day = Self.number(bytes, 6..<8), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        guard bytes.count > 8 else {
            local = CivilTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0)
            zone = .allDay
            return
        }
        guard bytes[8] == UInt8(ascii: "T"), let hour = Self.number(bytes, 9..<11),
            let minute = Self.number(bytes, 11..<13),
            let second = Self.number(bytes, 13..<15), hour < 24, minute < 60, second <= 60
        else { return nil }
        local = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        if bytes.count == 16 {
            guard bytes[15] == UInt8(ascii: "Z") else { return nil }
            zone = .utc
        } else {
            zone = name.map { .named($0) } ?? .floating
        }
    }

    private init(local: CivilTime, zone: Zone) {
        self.local = local
        self.zone = zone
    }

    private static func number(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        guard range.upperBound <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[range] {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    /// Seconds since 1970 as if the local time were UTC.
    var secondsAsUTC: Int64 {
        DateTime(local, offsetMinutes: 0).instant.seconds
    }

    /// Returns the time later by some seconds, on the same clock.
    func adding(seconds: Int64) -> CalendarTime {
        CalendarTime(local: CivilTime(secondsSince1970: secondsAsUTC &+ seconds), zone: zone)
    }

    /// Returns the day before, for the end of an all-day event, which is exclusive.
    public var dayBefore: CalendarTime { adding(seconds: -86400) }
}
