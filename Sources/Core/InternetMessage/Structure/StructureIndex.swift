/// Where everything of a message stands in its bytes: one flat list of parts, one of header fields.
///
/// Offsets are 32 bits wide: a message of 4 GiB or more is not indexed (`Message.init` leaves it unread).
struct StructureIndex: Sendable {
    var parts: [PartRecord] = []
    var fields: [FieldRecord] = []
    /// Parts of the message were never fetched: these are they, by their numbers.
    var isPartial = false
    var missing: [Int: MissingPart] = [:]
}

struct FieldRecord: Sendable {
    var nameStart: UInt32
    var nameEnd: UInt32
    var valueStart: UInt32
    /// Past the last octet of the value; the line end that closes the field is not part of it.
    var valueEnd: UInt32
    var name: FieldName

    var nameRange: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    var valueRange: Range<Int> { Int(valueStart)..<Int(valueEnd) }
}

struct PartRecord: Sendable {
    enum Kind: UInt8, Sendable {
        case leaf
        case multipart
        /// A message whose header and body stand in the same bytes, as the part's only child.
        case message
        /// A message under base64 or quoted-printable: its structure is found when it is asked for.
        case encodedMessage
    }

    var kind: Kind = .leaf
    var encoding: TransferEncoding = .sevenBit
    /// In a multipart/digest a part without a Content-Type is a message [RFC 2046 §5.1.5].
    var isInDigest = false
    var headerStart: UInt32
    var bodyStart: UInt32 = 0
    var bodyEnd: UInt32 = 0
    var firstField: UInt32
    var endField: UInt32 = 0
    /// Numbers of other parts; 0, the number of the root, stands for none.
    var firstChild: UInt32 = 0
    var nextSibling: UInt32 = 0

    var bodyRange: Range<Int> { Int(bodyStart)..<Int(bodyEnd) }
}
