internal import Digest
public import MailTypes

/// The unique part of the name of a file whose message a server has:
/// `<seconds>.V<UIDVALIDITY>U<UID>M<mailbox>.petrel,S=<size>`. It can be read back, so that the way from a file to its
/// message does not hang on a ledger, and a message that is fetched again gets the same name.
///
/// The mailbox stands in it as eight digits of a hash: a file that somebody carries into another mailbox says nothing
/// of a UID there. Behind a comma, other programs may have added fields of their own.
public struct SyncedFilename: Hashable, Sendable {
    public let arrived: Instant
    public let uidValidity: UIDValidity
    public let uid: UID
    private let tag: [UInt8]
    /// Octets of the file; `nil` where the name does not say.
    public let size: Int?

    /// `arrived`: when the server got it [RFC 9051 §2.3.3].
    public init(_ uid: UID, _ uidValidity: UIDValidity, in mailbox: MailboxName, arrived: Instant, size: Int) {
        self.arrived = Instant(seconds: max(0, arrived.seconds))
        self.uidValidity = uidValidity
        self.uid = uid
        tag = Self.tag(of: mailbox)
        self.size = size
    }

    /// `nil` for a name of another make.
    public init?(_ base: [UInt8]) {
        var rest = base[...]
        guard let seconds = Self.number(&rest), Self.skip(0x2E, &rest), Self.skip(0x56, &rest),
            let validity = Self.number(&rest).flatMap({ UInt32(exactly: $0) }).flatMap({ UIDValidity(rawValue: $0) }),
            Self.skip(0x55, &rest),
            let uid = Self.number(&rest).flatMap({ UInt32(exactly: $0) }).flatMap({ UID(rawValue: $0) }),
            Self.skip(0x4D, &rest), rest.count >= 15
        else { return nil }
        tag = Array(rest.prefix(8))
        rest = rest.dropFirst(8)
        guard rest.starts(with: Self.ending) else { return nil }
        rest = rest.dropFirst(Self.ending.count)
        guard rest.isEmpty || rest.first == 0x2C else { return nil }
        arrived = Instant(seconds: seconds)
        uidValidity = validity
        self.uid = uid
        if rest.starts(with: Self.sizeField) {
            rest = rest.dropFirst(Self.sizeField.count)
            size = Self.number(&rest).flatMap { Int(exactly: $0) }
        } else {
            size = nil
        }
    }

    public var octets: [UInt8] {
        var octets = Array("\(arrived.seconds).V\(uidValidity.rawValue)U\(uid.rawValue)M".utf8)
        octets += tag
        octets += Self.ending
        if let size { octets += Self.sizeField + Array("\(size)".utf8) }
        return octets
    }

    /// Whether it was given to a file in the mailbox of that tag.
    public func isTagged(_ tag: [UInt8]) -> Bool { self.tag == tag }

    public static func tag(of mailbox: MailboxName) -> [UInt8] {
        Array(Hexadecimal.digits(XXH3.hash64(Array(mailbox.components.joined(separator: [0])))).prefix(8))
    }

    /// Where mbsync says in the name of a file which UID it has given to it: without that it would take the file for
    /// another one, and the message for removed.
    public static func mbsyncField(of base: [UInt8]) -> [UInt8] {
        let field = base.split(separator: 0x2C).dropFirst().last { $0.starts(with: "U=".utf8) }
        guard let field, field.count > 2, field.dropFirst(2).allSatisfy({ $0 &- 0x30 < 10 }) else { return [] }
        return [0x2C] + field
    }

    private static let ending = Array(".petrel".utf8)
    private static let sizeField = Array(",S=".utf8)

    private static func skip(_ octet: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == octet else { return false }
        rest.removeFirst()
        return true
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        var count = 0
        while let digit = rest.first, digit &- 0x30 < 10 {
            count += 1
            guard count <= 18 else { return nil }
            value = value * 10 + Int64(digit - 0x30)
            rest.removeFirst()
        }
        return count > 0 ? value : nil
    }
}
