extension UIDSet {
    /// The set in IMAP syntax, for example `1:3,5` [RFC 9051 §9]. Empty for the empty set, which IMAP cannot express.
    public var wireForm: [UInt8] {
        var octets: [UInt8] = []
        for range in ranges {
            if !octets.isEmpty { octets.append(0x2C) }
            Self.write(range, to: &octets)
        }
        return octets
    }

    /// Splits the set into ascending sets of at most `octets` bytes each on the wire. `octets` must have room for at
    /// least one range.
    public func pieces(ofAtMost octets: Int) -> [UIDSet] {
        var pieces: [UIDSet] = []
        var piece: [ClosedRange<UID>] = []
        var length = 0
        for range in ranges {
            var form: [UInt8] = []
            Self.write(range, to: &form)
            if !piece.isEmpty, length + form.count + 1 > octets {
                pieces.append(UIDSet(ranges: piece))
                piece = []
                length = 0
            }
            piece.append(range)
            length += form.count + 1
        }
        if !piece.isEmpty { pieces.append(UIDSet(ranges: piece)) }
        return pieces
    }

    /// Parses a set sent by a server: numbers and ranges in any order; the ends of a range may be reversed. Returns
    /// `nil` if it is not a set, contains 0 or `*`, or has more than `maximumRanges` ranges.
    public init?(_ octets: Span<UInt8>, maximumRanges: Int = 1_000_000) {
        guard let ranges = Self.ranges(octets, maximumCount: maximumRanges) else { return nil }
        self.init(ranges: ranges)
    }

    /// Returns the ranges of a set in the order written, each ascending: COPYUID pairs two sets by order [RFC 4315 §3].
    public static func ranges(_ octets: Span<UInt8>, maximumCount: Int = 1_000_000) -> [ClosedRange<UID>]? {
        var ranges: [ClosedRange<UID>] = []
        var index = 0
        while true {
            guard let start = number(octets, &index) else { return nil }
            var end = start
            if index < octets.count, octets[index] == 0x3A {
                index += 1
                guard let second = number(octets, &index) else { return nil }
                end = second
            }
            guard ranges.count < maximumCount else { return nil }
            ranges.append(min(start, end)...max(start, end))
            if index == octets.count { return ranges }
            guard octets[index] == 0x2C else { return nil }
            index += 1
        }
    }

    private static func number(_ octets: Span<UInt8>, _ index: inout Int) -> UID? {
        var value: UInt64 = 0
        while index < octets.count, octets[index] &- 0x30 < 10 {
            value = value &* 10 &+ UInt64(octets[index] &- 0x30)
            guard value <= UInt64(UInt32.max) else { return nil }
            index += 1
        }
        return UID(rawValue: UInt32(truncatingIfNeeded: value))
    }

    private static func write(_ range: ClosedRange<UID>, to octets: inout [UInt8]) {
        octets += String(range.lowerBound.rawValue).utf8
        if range.lowerBound < range.upperBound {
            octets.append(0x3A)
            octets += String(range.upperBound.rawValue).utf8
        }
    }
}

extension UIDSet: CustomStringConvertible {
    public var description: String { String(decoding: wireForm, as: UTF8.self) }
}
