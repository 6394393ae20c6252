import MailTypes

/// Tokens that several mail commands share.
extension RequestScanner {
    mutating func mailbox() throws(MalformedCommand) -> EncodedMailboxName {
        guard let name = EncodedMailboxName(try astring()) else { throw MalformedCommand("no name of a mailbox") }
        return name
    }

    /// Scans a set of UIDs. `*` is the last UID in the mailbox [RFC 3501 §6.4.8].
    mutating func uids(last: UID?) throws(MalformedCommand) -> UIDSet {
        var ranges: [ClosedRange<UID>] = []
        repeat {
            let start = try uid(last)
            let end = skip(":") ? try uid(last) : start
            ranges.append(min(start, end)...max(start, end))
        } while skip(",")
        return UIDSet(ranges: ranges)
    }

    private mutating func uid(_ last: UID?) throws(MalformedCommand) -> UID {
        if skip("*") { return last ?? .first }
        if peek == 0x30 { throw MalformedCommand("a number that begins with 0") }
        guard let uid = UID(rawValue: try number32()) else { throw MalformedCommand("the UID 0") }
        return uid
    }

    mutating func flag() throws(MalformedCommand) -> Flag {
        let backslash: [UInt8] = skip("\\") ? [0x5C] : []
        let name = run { Self.isAtom($0) || $0 == 0x5D }
        guard !name.isEmpty, let flag = Flag(backslash + name) else { throw MalformedCommand("no flag") }
        guard flag != .recent else { throw MalformedCommand("\\Recent, which no client can set") }
        let known: [Flag] = [.seen, .answered, .flagged, .deleted, .draft]
        guard !flag.isSystem || known.contains(flag) else { throw MalformedCommand("a system flag that there is not") }
        return flag
    }

    mutating func flags() throws(MalformedCommand) -> [Flag] {
        var flags: [Flag] = []
        try list { scanner throws(MalformedCommand) in flags.append(try scanner.flag()) }
        return flags
    }

    private static let months = [
        "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
    ]

    /// `1-Feb-1994`
    mutating func date() throws(MalformedCommand) -> CivilTime {
        let day = try number32()
        try expect("-")
        let name = String(decoding: run { ($0 | 0x20) &- 0x61 < 26 }, as: UTF8.self).uppercased()
        guard let month = Self.months.firstIndex(of: name), (1...31).contains(day) else {
            throw MalformedCommand("no date")
        }
        try expect("-")
        let year = run { (0x30...0x39).contains($0) }
        guard year.count == 4, let number = Int(String(decoding: year, as: UTF8.self)) else {
            throw MalformedCommand("no year")
        }
        return CivilTime(year: number, month: month + 1, day: Int(day), hour: 0, minute: 0, second: 0)
    }

    /// `" 1-Feb-1994 21:52:25 -0800"`
    mutating func dateTime() throws(MalformedCommand) -> DateTime {
        try expect("\"")
        _ = skip(" ")
        var time = try date()
        try space()
        time.hour = try digits(2, below: 24)
        try expect(":")
        time.minute = try digits(2, below: 60)
        try expect(":")
        time.second = try digits(2, below: 61)
        try space()
        let isWest = skip("-")
        if !isWest { try expect("+") }
        let zone = try digits(4, below: 2400)
        guard zone % 100 < 60 else { throw MalformedCommand("no zone") }
        try expect("\"")
        let offset = zone / 100 * 60 + zone % 100
        return DateTime(time, offsetMinutes: isWest ? -offset : offset)
    }

    private mutating func digits(_ count: Int, below limit: Int) throws(MalformedCommand) -> Int {
        let digits = run { (0x30...0x39).contains($0) }
        guard digits.count == count, let value = Int(String(decoding: digits, as: UTF8.self)), value < limit else {
            throw MalformedCommand("no time")
        }
        return value
    }
}
