/// A received message: its bytes and an index of their structure [RFC 5322, RFC 2045–2049].
///
/// Accepts arbitrary bytes: anything that cannot be parsed as header or structure is text. Parsing never fails and
/// never traps. The structure is parsed once, in one pass, when the message is created; values are decoded on each
/// access.
public struct Message: Sendable {
    public let bytes: [UInt8]
    let index: StructureIndex
    /// The nesting depth of this message in another one, for the depth limit.
    let depth: Int

    /// The depth that a message in a transfer encoding counts for: each one needs memory for its decoded content.
    private static let encodedDepth = StructureParser.maximumDepth / 2

    public init(_ bytes: [UInt8]) {
        self.init(bytes, depth: 0)
    }

    init(_ bytes: [UInt8], depth: Int) {
        self.bytes = bytes
        self.depth = depth
        // Offsets are stored in 32 bits. No mail system would accept a message of more than 4 GiB, so it is not parsed.
        index = bytes.count < Int(UInt32.max) ? StructureParser.parse(bytes, depth: depth) : StructureIndex()
    }

    func embedded(_ bytes: [UInt8]) -> Message {
        Message(bytes, depth: depth + Self.encodedDepth)
    }

    /// The message as the outermost part: its header and its body.
    public var root: Part {
        Part(message: self, number: 0)
    }

    public var header: Header {
        root.header
    }
}
