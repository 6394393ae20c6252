/// The positions of all parts and header fields of a message in its bytes, as two flat lists.
///
/// Offsets are 32 bits wide: a message of 4 GiB or more is not indexed (see `Message.init`).
struct StructureIndex: Sendable {
    var parts: [PartRecord] = []
    var fields: [FieldRecord] = []
    /// Whether parts of the message were not downloaded, and these parts by their numbers.
    var isPartial = false
    var missing: [Int: UndownloadedPart] = [:]
}

struct FieldRecord: Sendable {
    var nameStart: UInt32
    var nameEnd: UInt32
    var valueStart: UInt32
    /// The end of the value, not including the line end that closes the field.
    var valueEnd: UInt32
    var name: FieldName

    var nameRange: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    var valueRange: Range<Int> { Int(valueStart)..<Int(valueEnd) }
}

struct PartRecord: Sendable {
    enum Kind: UInt8, Sendable {
        case leaf
        case multipart
        /// A message whose header and body are in the same bytes, as the part's only child.
        case message
        /// A message in base64 or quoted-printable, whose structure is parsed on demand.
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
    /// Numbers of other parts; 0, the number of the root, means none.
    var firstChild: UInt32 = 0
    var nextSibling: UInt32 = 0

    var bodyRange: Range<Int> { Int(bodyStart)..<Int(bodyEnd) }
}
