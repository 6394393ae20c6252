/// A set of UIDs, stored as ranges, however many messages they span [RFC 9051 §9, sequence-set].
public struct UIDSet: Hashable, Sendable {
    /// In ascending order; ranges neither overlap nor touch.
    public private(set) var ranges: [ClosedRange<UID>] = []

    public init() {}

    public init(_ range: ClosedRange<UID>) {
        ranges = [range]
    }

    public init(_ uid: UID) {
        self.init(uid...uid)
    }

    /// Creates a set of UIDs, which may be in any order and repeated.
    public init(_ uids: some Sequence<UID>) {
        self.init(ranges: uids.map { $0...$0 })
    }

    /// Creates a set of ranges, which may be in any order and overlap.
    public init(ranges: [ClosedRange<UID>]) {
        let isAscending = zip(ranges, ranges.dropFirst()).allSatisfy { $0.lowerBound <= $1.lowerBound }
        for range in isAscending ? ranges : ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(range) }
    }

    public var isEmpty: Bool { ranges.isEmpty }
    public var count: Int { ranges.reduce(0) { $0 + Self.count($1) } }
    public var first: UID? { ranges.first?.lowerBound }
    public var last: UID? { ranges.last?.upperBound }

    /// Every UID in ascending order. A range named by a server may contain billions.
    public var uids: some Sequence<UID> {
        ranges.lazy.flatMap { range in
            (range.lowerBound.rawValue...range.upperBound.rawValue).lazy.compactMap { UID(rawValue: $0) }
        }
    }

    public func contains(_ uid: UID) -> Bool {
        let index = firstIndex(endingAtOrAfter: uid)
        return index < ranges.count && ranges[index].lowerBound <= uid
    }

    public mutating func insert(_ uid: UID) {
        insert(uid...uid)
    }

    public mutating func insert(_ range: ClosedRange<UID>) {
        if let last, range.lowerBound <= last, ranges.last.map({ range.lowerBound < $0.lowerBound }) ?? false {
            self = UIDSet(ranges: ranges + [range])
        } else {
            append(range)
        }
    }

    /// Appends `range`, which does not begin before the last range.
    private mutating func append(_ range: ClosedRange<UID>) {
        guard let last = ranges.last, last.upperBound.next.map({ range.lowerBound <= $0 }) ?? true else {
            ranges.append(range)
            return
        }
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
    }

    public func union(_ other: UIDSet) -> UIDSet {
        UIDSet(ranges: ranges + other.ranges)
    }

    /// Splits the set into ascending sets of at most `count` UIDs each.
    public func pieces(ofMessages count: Int) -> [UIDSet] {
        var pieces: [UIDSet] = []
        var piece: [ClosedRange<UID>] = []
        var room = count
        for range in ranges {
            var rest: ClosedRange<UID>? = range
            while let part = rest {
                let end = min(UInt64(part.upperBound.rawValue), UInt64(part.lowerBound.rawValue) + UInt64(room) - 1)
                let last = UID(rawValue: UInt32(end)) ?? part.upperBound
                piece.append(part.lowerBound...last)
                room -= Self.count(part.lowerBound...last)
                rest = last.next.flatMap { $0 <= part.upperBound ? $0...part.upperBound : nil }
                guard room == 0 else { continue }
                pieces.append(UIDSet(ranges: piece))
                piece = []
                room = count
            }
        }
        if !piece.isEmpty { pieces.append(UIDSet(ranges: piece)) }
        return pieces
    }

    public func intersection(_ other: UIDSet) -> UIDSet {
        var result = UIDSet()
        var left = ranges.makeIterator()
        var right = other.ranges.makeIterator()
        var one = left.next()
        var two = right.next()
        while let a = one, let b = two {
            if a.overlaps(b) { result.append(max(a.lowerBound, b.lowerBound)...min(a.upperBound, b.upperBound)) }
            if a.upperBound < b.upperBound { one = left.next() } else { two = right.next() }
        }
        return result
    }

    public func subtracting(_ other: UIDSet) -> UIDSet {
        intersection(other.complement)
    }

    private var complement: UIDSet {
        var result = UIDSet()
        var start: UID? = .first
        for range in ranges {
            if let from = start, let end = range.lowerBound.previous, from <= end { result.append(from...end) }
            start = range.upperBound.next
        }
        if let start { result.append(start ... .last) }
        return result
    }

    private func firstIndex(endingAtOrAfter uid: UID) -> Int {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < uid { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func count(_ range: ClosedRange<UID>) -> Int {
        Int(range.upperBound.rawValue) - Int(range.lowerBound.rawValue) + 1
    }
}
