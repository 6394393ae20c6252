internal import MailTypes

extension TimeZoneRules {
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
