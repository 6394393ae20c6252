/// Parses the fields and parts that replace content that was not downloaded.
enum UndownloadedPartParser {
    static func size(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        ParameterParser(bytes, range).rawValue(of: "size").flatMap { number($0) }
    }

    /// Parses a Content-Type that replaces a part; returns `nil` for any other.
    static func missing(_ bytes: [UInt8], _ range: Range<Int>) -> UndownloadedPart? {
        let parameters = ParameterParser(bytes, range)
        guard bytes.span.equalsIgnoringCase("message/external-body", in: parameters.value),
            let url = parameters.rawValue(of: "url"), let section = section(of: url),
            let size = parameters.rawValue(of: "size").flatMap({ number($0) })
        else { return nil }
        return UndownloadedPart(section: section, encodedSize: size, url: url)
    }

    /// `imap://…/;SECTION=2.1` [RFC 5092 §5].
    private static func section(of url: [UInt8]) -> [UInt32]? {
        let mark = Array("/;SECTION=".utf8)
        guard url.starts(with: "imap://".utf8), let semicolon = url.lastIndex(of: ASCII.semicolon), semicolon > 0,
            url[(semicolon - 1)...].starts(with: mark)
        else { return nil }
        let words = url[(semicolon - 1 + mark.count)...].split(separator: 0x2E, omittingEmptySubsequences: false)
        let numbers = words.compactMap { number(Array($0)).flatMap { UInt32(exactly: $0) } }
        guard numbers.count == words.count, numbers.count <= 64, numbers.allSatisfy({ $0 > 0 }) else { return nil }
        return numbers
    }

    private static func number(_ octets: [UInt8]) -> Int? {
        guard (1...15).contains(octets.count), octets.allSatisfy(\.isDigit) else { return nil }
        return octets.reduce(0) { $0 * 10 + Int($1 - ASCII.zero) }
    }
}
