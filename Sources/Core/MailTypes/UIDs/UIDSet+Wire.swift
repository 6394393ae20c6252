extension UIDSet {
    /// `1:3,5` [RFC 9051 §9]; nothing for the empty set, which IMAP cannot say.
    public var wireForm: [UInt8] {
        var octets: [UInt8] = []
        for range in ranges {
            if !octets.isEmpty { octets.append(0x2C) }
            Self.write(range, to: &octets)
        }
        return octets
    }

    /// Sets that make this one together, ascending, none of them longer than `octets` on the wire, which has room for
    /// one range at least.
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

    /// From what a server sends: numbers and ranges in any order, a range either way round. `nil` for what is no set, for
    /// 0, for `*`, and for more than `maximumRanges`.
    public init?(_ octets: Span<UInt8>, maximumRanges: Int = 1_000_000) {
        guard let ranges = Self.ranges(octets, maximumCount: maximumRanges) else { return nil }
        self.init(ranges: ranges)
    }

    /// The ranges of a set as they stand there, each ascending: COPYUID pairs two sets by their order [RFC 4315 §3].
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
