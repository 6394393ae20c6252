/// Classifies a Content-Type for the structure parser without parsing it in full.
enum ContentTypeClassifier {
    enum Outcome {
        case other
        case message
        case multipart(isDigest: Bool)
    }

    static func classify(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Outcome {
        var start = range.lowerBound
        while start < range.upperBound, bytes[start].isWhitespace { start += 1 }
        guard start < range.upperBound, bytes[start] | 0x20 == 0x6D else { return .other }
        let slash = ByteScan.first(ASCII.slash, in: bytes, start..<range.upperBound)
        guard slash < range.upperBound else { return .other }
        var typeEnd = slash
        while typeEnd > start, bytes[typeEnd - 1].isWhitespace { typeEnd -= 1 }
        var subtype = slash + 1
        while subtype < range.upperBound, bytes[subtype].isWhitespace { subtype += 1 }
        var end = subtype
        while end < range.upperBound, bytes[end].isTokenCharacter { end += 1 }
        if bytes.equalsIgnoringCase("multipart", in: start..<typeEnd) {
            return .multipart(isDigest: bytes.equalsIgnoringCase("digest", in: subtype..<end))
        }
        guard bytes.equalsIgnoringCase("message", in: start..<typeEnd) else { return .other }
        let isMessage =
            bytes.equalsIgnoringCase("rfc822", in: subtype..<end)
            || bytes.equalsIgnoringCase("global", in: subtype..<end)
        return isMessage ? .message : .other
    }
}
