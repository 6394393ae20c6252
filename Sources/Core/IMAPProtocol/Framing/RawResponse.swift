/// A response as received, without its final line end: its lines, with the literals between them.
///
/// It references the read buffer and keeps all of it alive, so it should be parsed and released promptly.
public struct RawResponse: Sendable {
    let storage: [UInt8]
    let range: Range<Int>
    /// The literals that were streamed and are not included in the bytes, in order of offset.
    public let streamed: [StreamedLiteral]

    public init(_ octets: [UInt8], streamed: [StreamedLiteral] = []) {
        storage = octets
        range = 0..<octets.count
        self.streamed = streamed
    }

    init(_ storage: [UInt8], _ range: Range<Int>) {
        self.storage = storage
        self.range = range
        streamed = []
    }

    public var octets: [UInt8] { Array(storage[range]) }
}

extension RawResponse: Hashable {
    public static func == (one: RawResponse, other: RawResponse) -> Bool {
        one.streamed == other.streamed && one.storage[one.range] == other.storage[other.range]
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(storage[range])
        hasher.combine(streamed)
    }
}
