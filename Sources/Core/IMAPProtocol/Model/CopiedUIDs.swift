public import MailTypes

/// The UIDs of copied messages [RFC 4315 §3].
public struct CopiedUIDs: Hashable, Sendable {
    /// The UIDVALIDITY of the target mailbox.
    public let validity: UIDValidity
    public let source: UIDSet
    public let copies: UIDSet
    private let pairs: [Pair]

    /// A range of source UIDs, and the UID of the first copy.
    private struct Pair: Hashable {
        let source: ClosedRange<UID>
        let firstCopy: UID
    }

    /// Returns `nil` if the number of copies differs from the number of originals, which makes the code useless.
    init?(_ validity: UIDValidity, _ source: [ClosedRange<UID>], _ copies: [ClosedRange<UID>]) {
        var pairs: [Pair] = []
        var place = 0
        /// The number of UIDs already used of the range at `place`.
        var taken: UInt32 = 0
        for range in source {
            var start = range.lowerBound.rawValue
            while true {
                guard place < copies.count, let lower = UID(rawValue: start),
                    let copy = UID(rawValue: copies[place].lowerBound.rawValue + taken)
                else { return nil }
                let wanted = range.upperBound.rawValue - start
                let given = copies[place].upperBound.rawValue - copy.rawValue
                let step = min(wanted, given)
                guard let upper = UID(rawValue: start + step) else { return nil }
                pairs.append(Pair(source: lower...upper, firstCopy: copy))
                if given > wanted {
                    taken += step + 1
                } else {
                    place += 1
                    taken = 0
                }
                if step == wanted { break }
                start += step + 1
            }
        }
        guard place == copies.count else { return nil }
        self.validity = validity
        self.source = UIDSet(ranges: source)
        self.copies = UIDSet(ranges: copies)
        self.pairs = pairs
    }

    /// Returns the UID of the message's copy, or `nil` if it was not copied.
    public func copy(of uid: UID) -> UID? {
        guard let pair = pairs.first(where: { $0.source.contains(uid) }) else { return nil }
        return UID(rawValue: pair.firstCopy.rawValue + (uid.rawValue - pair.source.lowerBound.rawValue))
    }
}
