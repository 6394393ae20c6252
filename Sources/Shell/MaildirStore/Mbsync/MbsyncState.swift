public import MailTypes

/// The record that mbsync keeps of a mailbox: which message on the server ("far") is which file here ("near"), and the
/// flags that both had when it last compared them. Lines that petrel does not use are preserved.
///
/// A message that is in the record is not transferred again; a message of which one side is missing is deleted on the
/// other side.
public struct MbsyncState: Hashable, Sendable {
    /// A message that both sides have.
    public struct Pair: Hashable, Sendable {
        public let far: UID
        public let near: UInt32
        public var flags: MaildirFlags

        public init(far: UID, near: UInt32, flags: MaildirFlags) {
            self.far = far
            self.near = near
            self.flags = flags
        }
    }

    /// The UIDVALIDITY of the server's mailbox, and the one that mbsync gave to the files.
    public var farValidity: UInt32
    public var nearValidity: UInt32
    /// Ordered by the UID on the server.
    public private(set) var pairs: [Pair] = []
    /// The other fields of the header.
    private var fields: [(name: [UInt8], value: UInt32)] = []
    /// Messages that mbsync skipped, could not transfer yet, or removed here because of their age.
    private var others: [Other] = []

    private struct Other: Hashable, Sendable {
        let far: UInt32
        let near: UInt32
        let line: [UInt8]
    }

    /// Creates the record of a mailbox that mbsync has not seen yet.
    public init(farValidity: UInt32, nearValidity: UInt32) {
        self.farValidity = farValidity
        self.nearValidity = nearValidity
        fields = [(Self.pulled, 0), (Self.pushed, 0)]
    }

    /// Returns `nil` if the content is not a complete record.
    public init?(_ content: [UInt8]) {
        let lines = content.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard let end = lines.firstIndex(where: \.isEmpty), end < lines.count - 1, content.last == 0x0A else {
            return nil
        }
        var far: UInt32?
        var near: UInt32?
        for line in lines[..<end] {
            let words = line.split(separator: 0x20)
            guard words.count == 2, let value = Self.number(words[1]) else { return nil }
            if words[0].elementsEqual(Self.farValidityField) {
                far = value
            } else if words[0].elementsEqual(Self.nearValidityField) {
                near = value
            } else {
                fields.append((Array(words[0]), value))
            }
        }
        guard let far, let near else { return nil }
        farValidity = far
        nearValidity = near
        for line in lines[(end + 1)...] where !line.isEmpty {
            let words = line.split(separator: 0x20)
            guard words.count >= 2, let far = Self.number(words[0]), let near = Self.number(words[1]) else {
                return nil
            }
            let letters = words.count > 2 ? words[2] : []
            if words.count <= 3, let uid = UID(rawValue: far), near > 0, letters.allSatisfy({ $0 &- 0x41 < 26 }) {
                pairs.append(Pair(far: uid, near: near, flags: MaildirFlags(letters: letters)))
            } else {
                others.append(Other(far: far, near: near, line: Array(line)))
            }
        }
        pairs.sort { $0.far < $1.far }
    }

    /// The messages on the server that mbsync has decided not to keep here, because of their age. petrel must not fetch
    /// them either, and must not take their missing files for deletions. mbsync forgets most of them, and records only the
    /// highest UID among them.
    public var leftOut: UIDSet {
        let marked = UIDSet(others.lazy.filter { $0.line.contains(0x7E) }.compactMap { UID(rawValue: $0.far) })
        let highest = fields.last { $0.name == Self.expiredField || $0.name == Self.formerExpiredField }?.value
        guard let first = UID(rawValue: 1), let highest, let last = UID(rawValue: highest) else { return marked }
        return UIDSet(first...last).subtracting(UIDSet(pairs.lazy.map(\.far))).union(marked)
    }

    /// Whether mbsync has stored placeholders in place of messages, on either side [mbsync(1), MaxSize].
    public var hasPlaceholders: Bool {
        others.contains { $0.line.contains(0x3C) || $0.line.contains(0x3E) }
    }

    /// Records that both sides have these messages, in place of whatever was recorded about them.
    public mutating func record(_ agreed: [Pair]) {
        guard !agreed.isEmpty else { return }
        let fars = UIDSet(agreed.map(\.far))
        let nears = Set(agreed.map(\.near))
        pairs.removeAll { fars.contains($0.far) || nears.contains($0.near) }
        others.removeAll { other in
            nears.contains(other.near) || UID(rawValue: other.far).map { fars.contains($0) } ?? false
        }
        pairs = (pairs + agreed).sorted { $0.far < $1.far }
    }

    /// Forgets everything about messages, because the UIDs of one side are no longer valid.
    public mutating func startOver(farValidity: UInt32, nearValidity: UInt32) {
        self = MbsyncState(farValidity: farValidity, nearValidity: nearValidity)
    }

    public var octets: [UInt8] {
        var octets: [UInt8] = []
        for (name, value) in [(Self.farValidityField, farValidity), (Self.nearValidityField, nearValidity)] + fields {
            octets += name + Array(" \(value)\n".utf8)
        }
        octets.append(0x0A)
        for pair in pairs {
            octets += Array("\(pair.far.rawValue) \(pair.near) ".utf8) + pair.flags.letters + [0x0A]
        }
        for other in others { octets += other.line + [0x0A] }
        return octets
    }

    private static let farValidityField = Array("FarUidValidity".utf8)
    private static let nearValidityField = Array("NearUidValidity".utf8)
    private static let pulled = Array("MaxPulledUid".utf8)
    private static let expiredField = Array("MaxExpiredFarUid".utf8)
    /// Before mbsync 1.4.
    private static let formerExpiredField = Array("MaxExpiredMasterUid".utf8)
    private static let pushed = Array("MaxPushedUid".utf8)

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
        guard (1...10).contains(digits.count), digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return UInt32(exactly: digits.reduce(0 as UInt64) { $0 * 10 + UInt64($1 - 0x30) })
    }

    public static func == (one: MbsyncState, other: MbsyncState) -> Bool { one.octets == other.octets }

    public func hash(into hasher: inout Hasher) { hasher.combine(octets) }
}
