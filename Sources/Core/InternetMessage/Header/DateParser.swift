import MailTypes

/// Parses dates as found in real mail: RFC 5322 with its obsolete forms, RFC 850, asctime, ISO 8601, and variants with
/// missing parts or in another order.
///
/// Returns `nil` rather than guessing if the text is not a date or the date does not exist in the calendar.
struct DateParser {
    private var cursor: FieldCursor
    private var day: Int?
    private var month: Int?
    private var year: Int?
    private var time: (hour: Int, minute: Int, second: Int)?
    private var offset: Int?
    /// The numbers before the month name, with the byte after each one: `2026-10-12`, `12.10.2026`, `10/12/26`.
    private var numbers: [(value: Int, digits: Int, next: UInt8)] = []
    private var isAfternoon: Bool?
    /// The index after the name of the month.
    private var monthEnd: Int?

    /// The maximum number of bytes parsed; no date is longer.
    private static let maximumLength = 256

    static func parse(_ bytes: [UInt8], _ range: Range<Int>) -> DateTime? {
        var parser = DateParser(cursor: FieldCursor(bytes, range))
        return parser.parse()
    }

    private init(cursor: FieldCursor) {
        self.cursor = cursor
    }

    private mutating func parse() -> DateTime? {
        cursor.skipCFWS()
        let limit = cursor.index + Self.maximumLength
        while !cursor.isAtEnd, cursor.index < limit {
            let byte = cursor.current
            if byte.isDigit {
                number()
            } else if byte.isLetter {
                word()
            } else if byte == ASCII.plus || byte == ASCII.hyphen, time != nil, cursor.peek(1)?.isDigit ?? false,
                !isBeforeYear
            {
                zone()
            } else {
                cursor.index += 1
            }
            cursor.skipCFWS()
        }
        return result()
    }

    /// "14:03:00 12-Oct-2026": a hyphen after a month does not begin an offset.
    private var isBeforeYear: Bool { year == nil && cursor.index == monthEnd }

    // MARK: - Tokens

    private mutating func digits() -> (value: Int, count: Int) {
        let start = cursor.index
        let run = cursor.run { !$0.isDigit }
        var value = 0
        for byte in cursor.bytes[run].prefix(9) { value = value * 10 + Int(byte - ASCII.zero) }
        return (value, cursor.index - start)
    }

    private mutating func number() {
        let (value, count) = digits()
        let next = cursor.isAtEnd ? 0 : cursor.current
        if time == nil, count <= 2, skipColon() {
            timeAfter(hour: value)
        } else if month != nil, day != nil, year == nil {
            year = fullYear(value, digits: count)
        } else if month != nil, day == nil, count <= 2, value <= 31 {
            day = value
        } else {
            if month == nil, numbers.count < 3 { numbers.append((value, count, next)) }
            if month != nil, year == nil { year = fullYear(value, digits: count) }
            if !cursor.isAtEnd, [ASCII.hyphen, ASCII.slash, ASCII.dot, ASCII.comma].contains(cursor.current) {
                cursor.index += 1
            }
        }
    }

    /// Skips a colon and the white space and comments before it, or nothing if there is no colon.
    private mutating func skipColon() -> Bool {
        let start = cursor.index
        cursor.skipCFWS()
        if cursor.skip(ASCII.colon) { return true }
        cursor.index = start
        return false
    }

    private mutating func timeAfter(hour: Int) {
        cursor.skipCFWS()
        let minute = digits()
        var second = 0
        guard minute.count > 0 else { return }
        if skipColon() {
            cursor.skipCFWS()
            second = digits().value
            if !cursor.isAtEnd, cursor.current == ASCII.dot || cursor.current == ASCII.comma,
                cursor.peek(1)?.isDigit ?? false
            {
                cursor.index += 1
                _ = digits()
            }
        }
        time = (hour, minute.value, second)
    }

    private mutating func zone() {
        let isWest = cursor.current == ASCII.hyphen
        cursor.index += 1
        let first = digits()
        var minutes: Int
        switch first.count {
        case 1, 2:
            minutes = first.value * 60
            if cursor.skip(ASCII.colon) { minutes += digits().value }
        case 3, 4:
            minutes = first.value / 100 * 60 + first.value % 100
        default:
            // After the time, a hyphen may also come before the year.
            return
        }
        if minutes >= 24 * 60 || first.value % 100 >= 60 && first.count > 2 { minutes = 0 }
        offset = isWest ? -minutes : minutes
    }

    private mutating func word() {
        let run = cursor.run { !$0.isLetter }
        let word = cursor.bytes[run]
        // "mar. 12 oct. 2026": the abbreviation of Tuesday in French, Spanish and Italian looks like a month.
        if month == nil || month == 3 && year == nil, let number = Self.month(word) {
            month = number
            monthEnd = cursor.index
            // "12 Oct", "2026 Oct 12", "12-Oct-2026".
            for number in numbers {
                if number.digits >= 3 || number.value > 31 {
                    year = fullYear(number.value, digits: number.digits)
                } else {
                    day = number.value
                }
            }
            numbers = []
        } else if word.equalsIgnoringCase("pm") || word.equalsIgnoringCase("am") {
            isAfternoon = word.equalsIgnoringCase("pm")
        } else if time != nil, offset == nil, let minutes = Self.zone(word) {
            offset = minutes
            // "GMT+0200": the number is the offset, the name its origin.
            if minutes == 0, !cursor.isAtEnd, cursor.current == ASCII.plus || cursor.current == ASCII.hyphen,
                cursor.peek(1)?.isDigit ?? false
            {
                zone()
            }
        }
    }

    // MARK: - Names

    private static let months: [StaticString] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Month names of programs that write dates in the user's language.
    private static let foreignMonths: [(StaticString, Int)] = [
        ("mai", 5), ("okt", 10), ("dez", 12), ("maj", 5), ("fev", 2), ("avr", 4), ("ene", 1), ("abr", 4), ("ago", 8),
        ("dic", 12), ("gen", 1), ("mag", 5), ("giu", 6), ("lug", 7), ("set", 9), ("ott", 10), ("out", 10), ("mei", 5),
    ]

    /// Parses a month from the first three letters of its name. "Sept" and "Octobre" begin like months, "Monday" does
    /// not.
    private static func month(_ word: ArraySlice<UInt8>) -> Int? {
        guard word.count >= 3 else { return nil }
        let start = word.prefix(3)
        if let index = months.firstIndex(where: { start.equalsIgnoringCase($0) }) { return index + 1 }
        return foreignMonths.first { start.equalsIgnoringCase($0.0) }?.1
    }

    /// Returns minutes east of UTC. A single letter other than Z carries no information [RFC 5322 §4.3].
    private static func zone(_ word: ArraySlice<UInt8>) -> Int? {
        let zones: [(StaticString, Int)] = [
            ("gmt", 0), ("ut", 0), ("utc", 0), ("z", 0), ("est", -300), ("edt", -240), ("cst", -360), ("cdt", -300),
            ("mst", -420), ("mdt", -360), ("pst", -480), ("pdt", -420), ("cet", 60), ("cest", 120), ("met", 60),
            ("mest", 120), ("mez", 60), ("mesz", 120), ("eet", 120), ("eest", 180), ("wet", 0), ("west", 60),
            ("bst", 60), ("ist", 330), ("jst", 540), ("kst", 540), ("msk", 180), ("hst", -600), ("akst", -540),
            ("akdt", -480), ("aest", 600), ("aedt", 660), ("nzst", 720), ("nzdt", 780), ("sgt", 480), ("hkt", 480),
        ]
        if let zone = zones.first(where: { word.equalsIgnoringCase($0.0) }) { return zone.1 }
        return word.count == 1 ? 0 : nil
    }

    /// Expands a year: two digits are 1950 to 2049, three digits count from 1900 [RFC 5322 §4.3].
    private func fullYear(_ value: Int, digits: Int) -> Int {
        switch digits {
        case 1, 2: value < 50 ? value + 2000 : value + 1900
        case 3: value + 1900
        default: value
        }
    }

    // MARK: - Result

    private mutating func result() -> DateTime? {
        if month == nil, numbers.count == 3 { takeNumericDate() }
        guard let day, let month, let year, (1...12).contains(month), (1...9999).contains(year),
            (1...Self.days(month, year)).contains(day)
        else { return nil }
        var (hour, minute, second) = time ?? (0, 0, 0)
        if let isAfternoon, hour <= 12 { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        guard hour < 24 || (hour == 24 && minute == 0 && second == 0), minute < 60, second <= 60 else { return nil }
        let local = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        return DateTime(local, offsetMinutes: offset ?? 0)
    }

    private mutating func takeNumericDate() {
        let (first, second, third) = (numbers[0], numbers[1], numbers[2])
        if first.digits >= 3 {
            (year, month, day) = (first.value, second.value, third.value)
        } else if first.next == ASCII.slash, first.value <= 12 {
            (month, day, year) = (first.value, second.value, fullYear(third.value, digits: third.digits))
        } else {
            (day, month, year) = (first.value, second.value, fullYear(third.value, digits: third.digits))
        }
    }

    private static func days(_ month: Int, _ year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}
