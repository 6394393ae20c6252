import MailTypes

/// Parses the IMAP date format [RFC 9051 §9, date-time].
struct InternalDateParser {
    private var index: Int
    private let end: Int

    /// `range` is the range of the date without its quotes.
    init(_ range: Range<Int>) {
        index = range.lowerBound
        end = range.upperBound
    }

    /// Returns `nil` if the text is not a valid calendar date.
    mutating func read(_ octets: Span<UInt8>) -> DateTime? {
        while skip(ASCII.space, octets) {}
        guard let day = number(octets, 1, 2), skip(ASCII.hyphen, octets), let month = month(octets),
            skip(ASCII.hyphen, octets), let year = number(octets, 4, 4), skip(ASCII.space, octets),
            let hour = number(octets, 1, 2), skip(0x3A, octets), let minute = number(octets, 2, 2), skip(0x3A, octets),
            let second = number(octets, 2, 2), skip(ASCII.space, octets)
        else { return nil }
        let isWest = skip(ASCII.hyphen, octets)
        guard isWest || skip(ASCII.plus, octets), let zone = number(octets, 4, 4), index == end else { return nil }
        let local = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        let isCivil = day >= 1 && year >= 1 && hour < 24 && minute < 60 && second <= 60
        guard isCivil, day <= Self.length(of: month, year), zone % 100 < 60, zone / 100 < 24 else { return nil }
        let offset = zone / 100 * 60 + zone % 100
        return DateTime(local, offsetMinutes: isWest ? -offset : offset)
    }

    private static func length(of month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    @inline(__always)
    private mutating func skip(_ octet: UInt8, _ octets: Span<UInt8>) -> Bool {
        guard index < end, octets[index] == octet else { return false }
        index &+= 1
        return true
    }

    @inline(__always)
    private mutating func number(_ octets: Span<UInt8>, _ least: Int, _ most: Int) -> Int? {
        let start = index
        var value = 0
        while index < end, index &- start < most, octets[index].isDigit {
            value = value &* 10 &+ Int(octets[index] &- ASCII.zero)
            index &+= 1
        }
        return index &- start >= least ? value : nil
    }

    /// Reads a month name as a number of three bytes in lower case: `jan` is 6A 61 6E.
    @inline(__always)
    private mutating func month(_ octets: Span<UInt8>) -> Int? {
        guard index &+ 3 <= end else { return nil }
        let first = UInt32(octets[index].lowercased) << 16
        let letters = first | UInt32(octets[index &+ 1].lowercased) << 8 | UInt32(octets[index &+ 2].lowercased)
        index &+= 3
        switch letters {
        case 0x6A616E: return 1
        case 0x666562: return 2
        case 0x6D6172: return 3
        case 0x617072: return 4
        case 0x6D6179: return 5
        case 0x6A756E: return 6
        case 0x6A756C: return 7
        case 0x617567: return 8
        case 0x736570: return 9
        case 0x6F6374: return 10
        case 0x6E6F76: return 11
        case 0x646563: return 12
        default: return nil
        }
    }
}
