/// Whether a part is to be displayed or saved as an attachment [RFC 2183].
public struct ContentDisposition: Sendable {
    /// "inline", "attachment" or another value, in lower case; empty if it cannot be parsed.
    public let kind: String
    public let parameters: ParameterList

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        let parsed = ParameterParser(bytes, range)
        kind = String(decoding: bytes[parsed.value].prefix(while: \.isTokenCharacter).map(\.lowercased), as: UTF8.self)
        parameters = ParameterList(parsed, bytes)
    }

    public var isAttachment: Bool { kind.utf8.elementsEqual("attachment".utf8) }
}
