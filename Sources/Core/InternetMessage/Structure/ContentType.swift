/// A media type with its parameters [RFC 2045 §5].
public struct ContentType: Sendable {
    /// In lower case, like `subtype`.
    public let type: String
    public let subtype: String
    public let parameters: ParameterList

    public static let plainText = ContentType(type: "text", subtype: "plain")
    public static let message = ContentType(type: "message", subtype: "rfc822")

    public init(type: String, subtype: String, parameters: ParameterList = ParameterList()) {
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
    }

    /// Parses a media type; returns `nil` if there is no "type/subtype".
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        let parsed = ParameterParser(bytes, range)
        let value = bytes[parsed.value]
        guard let slash = value.firstIndex(of: ASCII.slash) else { return nil }
        let type = bytes.trimmed(value.startIndex..<slash)
        var subtype = bytes.trimmed(slash + 1..<value.endIndex)
        if let end = bytes[subtype].firstIndex(where: { !$0.isTokenCharacter }) { subtype = subtype.lowerBound..<end }
        guard !type.isEmpty, !subtype.isEmpty, bytes[type].allSatisfy(\.isTokenCharacter) else { return nil }
        self.type = String(decoding: bytes[type].map(\.lowercased), as: UTF8.self)
        self.subtype = String(decoding: bytes[subtype].map(\.lowercased), as: UTF8.self)
        parameters = ParameterList(parsed, bytes)
    }

    public var isText: Bool { type.utf8.elementsEqual("text".utf8) }

    /// The charset label that the sender gave the text, if any.
    public var charset: String? { parameters["charset"] }

    public func `is`(_ type: StaticString, _ subtype: StaticString) -> Bool {
        self.type.utf8.equalsIgnoringCase(type) && self.subtype.utf8.equalsIgnoringCase(subtype)
    }
}
