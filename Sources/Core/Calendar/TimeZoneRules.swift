public import MailTypes

/// The offsets of a time zone: those that a message defines [RFC 5545 §3.6.5], or the rule at the end of a file of the
/// time zone database [RFC 8536 §3.3].
public struct TimeZoneRules: Hashable, Sendable {
    /// When an offset begins to apply.
    struct Observance: Hashable, Sendable {
        /// The first time, in seconds of the local time before it.
        let start: Int64
        /// The yearly repetition; `nil` if there is none.
        let yearly: TimeZoneTransitionRule?
        /// The last repetition.
        let until: Int64?
        /// In minutes east of UTC.
        let offsetBefore: Int
        let offset: Int
    }

    var observances: [Observance]

    private static let mostObservances = 200

    /// Reads a VTIMEZONE. Returns `nil` if it defines no offset.
    init?(_ component: CalendarComponent) {
        observances = component.children.prefix(Self.mostObservances).compactMap { child in
            guard child.name == "STANDARD" || child.name == "DAYLIGHT", let line = child.first("DTSTART"),
                let start = CalendarTime(line),
                let offset = child.first("TZOFFSETTO").flatMap({ Self.offset($0.value) })
            else { return nil }
            let before = child.first("TZOFFSETFROM").flatMap { Self.offset($0.value) } ?? offset
            let rule = child.first("RRULE").map { RecurrenceRule($0.value) }
            let until = rule?.until.map { $0.secondsAsUTC &+ Int64(before) * 60 }
            return Observance(
                start: start.secondsAsUTC, yearly: rule.flatMap { TimeZoneTransitionRule($0, start.local) },
                until: until,
                offsetBefore: before, offset: offset)
        }
        if observances.isEmpty { return nil }
    }

    /// Returns the offset in minutes east of UTC at a local time.
    public func offsetMinutes(atLocal time: CivilTime) -> Int {
        let seconds = DateTime(time, offsetMinutes: 0).instant.seconds
        var latest: (onset: Int64, offset: Int)?
        for observance in observances {
            guard let onset = Self.onset(of: observance, before: seconds, year: time.year) else { continue }
            if latest.map({ $0.onset < onset }) ?? true { latest = (onset, observance.offset) }
        }
        return latest?.offset ?? observances.min { $0.start < $1.start }?.offsetBefore ?? 0
    }

    /// Returns the last time at or before `seconds` at which an observance began.
    private static func onset(of observance: Observance, before seconds: Int64, year: Int) -> Int64? {
        guard observance.start <= seconds else { return nil }
        guard let yearly = observance.yearly else { return observance.start }
        for year in [year, year - 1] {
            let onset = yearly.seconds(in: year)
            if onset <= seconds, onset >= observance.start, observance.until.map({ onset <= $0 }) ?? true {
                return onset
            }
        }
        // The rule has ended; the last repetition was at its end.
        return observance.until.map { min($0, seconds) } ?? observance.start
    }

    /// Parses "+0200" or "-033000".
    private static func offset(_ value: String) -> Int? {
        let bytes = Array(value.utf8)
        guard bytes.count == 5 || bytes.count == 7, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            bytes.dropFirst().allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
        else { return nil }
        let minutes =
            (Int(bytes[1] - 0x30) * 10 + Int(bytes[2] - 0x30)) * 60 + Int(bytes[3] - 0x30) * 10 + Int(bytes[4] - 0x30)
        return bytes[0] == UInt8(ascii: "-") ? -minutes : minutes
    }

    // MARK: - The time zone database
}
