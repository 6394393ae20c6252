import MailTypes

extension ResponseParser {
    /// Parses a list of numbers, optionally followed by `(MODSEQ 7)` [RFC 3501 §7.2.5, RFC 7162 §3.1.5].
    func search(_ cursor: inout ResponseCursor) throws(ResponseError) -> SearchResult {
        var result = SearchResult()
        var found = UIDSet()
        var unordered: [ClosedRange<UID>] = []
        while true {
            cursor.skipSpaces()
            if cursor.isAtEnd { break }
            if cursor.skip(ASCII.leftParenthesis) {
                cursor.skipSpaces()
                guard cursor.skip(word: "modseq") else { throw cursor.failure(.expected("MODSEQ")) }
                cursor.skipSpaces()
                result.modSequence = try cursor.optionalNumber().flatMap { ModSequence(rawValue: $0) }
                cursor.skipSpaces()
                try cursor.expect(ASCII.rightParenthesis)
                continue
            }
            let uid = try cursor.uid()
            if let last = found.last, uid < last { unordered.append(uid...uid) } else { found.insert(uid) }
        }
        result.found = unordered.isEmpty ? found : UIDSet(ranges: found.ranges + unordered)
        return result
    }

    /// Parses `(TAG "A1") UID ALL 1:3 COUNT 3` [RFC 4731 §3]. Unknown results are ignored.
    func extendedSearch(_ cursor: inout ResponseCursor) throws(ResponseError) -> SearchResult {
        var result = SearchResult()
        cursor.skipSpaces()
        if cursor.skip(ASCII.leftParenthesis) { try correlator(&result, &cursor) }
        while true {
            cursor.skipSpaces()
            if cursor.isAtEnd { return result }
            let name = cursor.word()
            guard !name.isEmpty else { throw cursor.failure(.expected("a result")) }
            cursor.skipSpaces()
            switch String(decoding: cursor.octets[name.prefix(16)], as: UTF8.self).uppercased() {
            case "UID": result.isUID = true
            case "ALL": result.found = try cursor.uidSet()
            case "MIN": result.least = UID(rawValue: try cursor.number32())
            case "MAX": result.greatest = UID(rawValue: try cursor.number32())
            case "COUNT": result.count = try cursor.number32()
            case "MODSEQ": result.modSequence = try modSequence(&cursor)
            default: try cursor.skipValue()
            }
        }
    }

    private func correlator(_ result: inout SearchResult, _ cursor: inout ResponseCursor) throws(ResponseError) {
        while true {
            cursor.skipSpaces()
            if cursor.skip(ASCII.rightParenthesis) { return }
            let isTag = try cursor.astring().lowercasedASCII().elementsEqual("tag".utf8)
            cursor.skipSpaces()
            if isTag { result.tag = CommandTag(try cursor.astring()) } else { try cursor.skipValue() }
        }
    }
}
