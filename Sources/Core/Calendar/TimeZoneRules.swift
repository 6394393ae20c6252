public import MailTypes

/// The offsets of a time zone: those that a message defines [RFC 5545 §3.6.5], or the rule at the end of a file of the
/// time zone database [RFC 8536 §3.3].
public struct TimeZoneRules: Hashable, Sendable {
    /// When an offset begins to apply.
    private struct Observance: Hashable, Sendable {
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

    private var observances: [Observance]

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

    /// Reads the rule for present and future times from a file of the time zone database. Returns `nil` if it has none.
    public init?(file: [UInt8]) {
        guard file.starts(with: "TZif".utf8), file.last == 0x0A,
            let start = file.dropLast().lastIndex(of: 0x0A)
        else { return nil }
        self.init(posix: Array(file[(start + 1)..<(file.count - 1)]))
    }

    /// Parses a rule such as "CET-1CEST,M3.5.0,M10.5.0/3" [POSIX, TZ].
    init?(posix rule: [UInt8]) {
        guard rule.count <= 200 else { return nil }
        var reader = POSIXZoneReader(rest: rule[...])
        guard reader.skipName(), let standard = reader.time() else { return nil }
        let offset = Int(-standard / 60)
        guard !reader.rest.isEmpty else {
            observances = [
                Observance(start: .min, yearly: nil, until: nil, offsetBefore: offset, offset: offset)
            ]
            return
        }
        guard reader.skipName() else { return nil }
        let summer = reader.rest.first == UInt8(ascii: ",") ? offset + 60 : reader.time().map { Int(-$0 / 60) }
        guard let summer, let begin = reader.day(), let end = reader.day() else { return nil }
        observances = [
            Observance(start: .min, yearly: begin, until: nil, offsetBefore: offset, offset: summer),
            Observance(start: .min, yearly: end, until: nil, offsetBefore: summer, offset: offset),
        ]
    }
}

/// Reads the pieces of a POSIX time zone rule.
private struct POSIXZoneReader {
    var rest: ArraySlice<UInt8>

    /// Skips "CET" or "<+0330>".
    mutating func skipName() -> Bool {
        if rest.first == UInt8(ascii: "<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[(end + 1)...]
            return true
        }
        let name = rest.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
        rest = rest.dropFirst(name.count)
        return name.count >= 3
    }

    /// Reads "[+-]h[h[h]][:mm[:ss]]" as seconds.
    mutating func time() -> Int64? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard let hours = number() else { return nil }
        var seconds = Int64(hours) * 3600
        if take(":") {
            guard let minutes = number() else { return nil }
            seconds += Int64(minutes) * 60
            if take(":") { seconds += Int64(number() ?? 0) }
        }
        return isNegative ? -seconds : seconds
    }

    /// Reads ",Mm.w.d[/time]".
    mutating func day() -> TimeZoneTransitionRule? {
        guard take(","), take("M"), let month = number(), take("."), let week = number(), take("."),
            let weekday = number(),
            (1...12).contains(month), (1...5).contains(week), (0...6).contains(weekday)
        else { return nil }
        let seconds = take("/") ? time() : 7200
        return seconds.map {
            TimeZoneTransitionRule(month: month, weekday: weekday, number: week == 5 ? -1 : week, seconds: $0)
        }
    }

    private mutating func number() -> Int? {
        let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard !digits.isEmpty, digits.count <= 3 else { return nil }
        rest = rest.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
