public import MailTypes

/// What a status says to programs [RFC 9051 §7.1, RFC 5530, and the registry of response codes].
///
/// Arguments that cannot be believed (UIDNEXT 0, MODSEQ -1) make it `other`, as if the server had not said it.
public enum ResponseCode: Hashable, Sendable {
    case alert
    case alreadyExists
    case appendUID(UIDValidity, UIDSet)
    case authenticationFailed
    case authorizationFailed
    case badCharset
    /// Of events that NOTIFY asked for the server knows some not [RFC 5465 §5].
    case badEvent
    case cannot
    case capability(Capabilities)
    case clientBug
    case closed
    /// Something compresses already, TLS for one [RFC 4978 §3].
    case compressionActive
    case contactAdministrator
    case copyUID(CopiedUIDs)
    case corruption
    case expired
    case expungeIssued
    case hasChildren
    case highestModSequence(ModSequence)
    case inUse
    case limit
    case mailboxID([UInt8])
    /// No more than so many messages were dealt with; those from `UID` down were not [RFC 9738].
    case messageLimit(UInt64, UID?)
    case modified(UIDSet)
    case noModSequence
    case noPermission
    case nonExistent
    case notificationOverflow
    case notSaved
    case overQuota
    case parse
    /// The flags that can be kept, and whether new keywords can be made.
    case permanentFlags(FlagSet, acceptsNew: Bool)
    case privacyRequired
    case readOnly
    case readWrite
    /// To another server. Told, and never followed.
    case referral([UInt8])
    case serverBug
    case throttled
    case tooBig
    case tryCreate
    case uidNext(UID)
    case uidNotSticky
    case uidRequired
    case uidValidity(UIDValidity)
    case unavailable
    case unknownEncoding
    case unseen(UInt32)
    case useAttribute
    /// Gmail's: the user has to visit a page.
    case webAlert([UInt8])
    /// One that is not known, or whose arguments make no sense; its name in upper case.
    case other(name: [UInt8], arguments: [UInt8])
}

/// Which UIDs copies have [RFC 4315 §3].
public struct CopiedUIDs: Hashable, Sendable {
    /// Of the mailbox that they are in now.
    public let validity: UIDValidity
    public let source: UIDSet
    public let copies: UIDSet
    private let pairs: [Pair]

    /// A range and where its copies begin.
    private struct Pair: Hashable {
        let source: ClosedRange<UID>
        let firstCopy: UID
    }

    /// `nil` where there are not as many copies as originals: such a server says nothing.
    init?(_ validity: UIDValidity, _ source: [ClosedRange<UID>], _ copies: [ClosedRange<UID>]) {
        var pairs: [Pair] = []
        var place = 0
        /// How many of the copies at `place` are taken.
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

    /// The copy of a message; `nil` for one that was not copied.
    public func copy(of uid: UID) -> UID? {
        guard let pair = pairs.first(where: { $0.source.contains(uid) }) else { return nil }
        return UID(rawValue: pair.firstCopy.rawValue + (uid.rawValue - pair.source.lowerBound.rawValue))
    }
}
