internal import Digest
public import MailTypes

/// The unique part of the name of a file whose message is on the server:
/// `<seconds>.V<UIDVALIDITY>U<UID>M<mailbox>.petrel,S=<size>`. It can be parsed, so that a file can be matched to its
/// message without the ledger, and a message that is fetched again gets the same name.
///
/// The mailbox is written as eight hexadecimal digits of a hash, so that the UID is ignored if the file is moved to
/// another mailbox. Other programs may append fields after a comma.
public struct SyncedFilename: Hashable, Sendable {
    public let arrived: Instant
    public let uidValidity: UIDValidity
    public let uid: UID
    private let tag: [UInt8]
    /// The file size in bytes; `nil` if not in the name.
    public let size: Int?

    /// `arrived` is the internal date of the message [RFC 9051 §2.3.3].
    public init(_ uid: UID, _ uidValidity: UIDValidity, in mailbox: MailboxName, arrived: Instant, size: Int) {
        self.arrived = Instant(seconds: max(0, arrived.seconds))
        self.uidValidity = uidValidity
        self.uid = uid
        tag = Self.tag(of: mailbox)
        self.size = size
    }

    /// The name that a file gets when its message is that of a server which the account does not use any longer. It identifies
    /// no message, but keeps the time of arrival.
    public init(ofFormerServer name: SyncedFilename) {
        arrived = name.arrived
        uidValidity = .highest
        uid = name.uid
        tag = name.tag
        size = name.size
    }

    /// Returns `nil` if the name does not have this form.
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

    /// Returns whether the name was assigned in the mailbox with this tag.
    public func isTagged(_ tag: [UInt8]) -> Bool { self.tag == tag }

    public static func tag(of mailbox: MailboxName) -> [UInt8] {
        Array(HexadecimalNumber.digits(XXH3.hash64(Array(mailbox.components.joined(separator: [0])))).prefix(8))
    }

    /// Returns the field in which mbsync stores the UID that it assigned to the file, with its comma, or an empty
    /// array. Without it, mbsync would treat the message as removed and the file as a new one.
    public static func mbsyncField(of base: [UInt8]) -> [UInt8] {
        let field = base.split(separator: 0x2C).dropFirst().last { $0.starts(with: "U=".utf8) }
        guard let field, field.count > 2, field.dropFirst(2).allSatisfy({ $0 &- 0x30 < 10 }) else { return [] }
        return [0x2C] + field
    }

    /// Returns the number that mbsync assigned to the file.
    public static func mbsyncNumber(of base: [UInt8]) -> UInt32? {
        UInt32(String(decoding: mbsyncField(of: base).dropFirst(3), as: UTF8.self))
    }

    /// Returns the unique part with this number of mbsync instead of any other.
    public static func numbered(_ base: [UInt8], _ number: UInt32) -> [UInt8] {
        let fields = base.split(separator: 0x2C, omittingEmptySubsequences: false).filter {
            !$0.starts(with: "U=".utf8)
        }
        return Array(fields.joined(separator: [0x2C])) + Array(",U=\(number)".utf8)
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
