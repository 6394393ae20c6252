import MailTypes

/// Parses responses of RFC 9051 and RFC 3501, including common extensions and known server bugs.
///
/// Unknown responses are returned as `unknown`. Throws only for responses that no known server sends.
public struct ResponseParser: Sendable {
    public init() {}

    public func parse(_ raw: RawResponse) throws(ResponseError) -> Response {
        if let message = FetchFastPath.message(raw.storage.span, raw.range) { return .fetch(message) }
        return try parseAnything(raw)
    }

    /// Parses a response of any kind. `FetchFastPath` is a fast path for most of them.
    func parseAnything(_ raw: RawResponse) throws(ResponseError) -> Response {
        var cursor = ResponseCursor(raw)
        if cursor.skip(ASCII.plus) {
            cursor.skipSpaces()
            return .continuation(Self.rest(&cursor))
        }
        guard cursor.skip(ASCII.asterisk) else { return try tagged(&cursor) }
        guard cursor.peek == ASCII.space else { throw cursor.failure(.expected("a space")) }
        cursor.skipSpaces()
        guard let first = cursor.peek else { throw cursor.failure(.unexpectedEnd) }
        return first.isDigit ? try numbered(&cursor) : try named(&cursor)
    }

    static func rest(_ cursor: inout ResponseCursor) -> [UInt8] {
        let text = Array(cursor.octets[cursor.index..<cursor.end])
        cursor.index = cursor.end
        return text
    }

    // MARK: - Status responses

    private func tagged(_ cursor: inout ResponseCursor) throws(ResponseError) -> Response {
        let tag = cursor.run { octet in
            // tag = 1*<any ASTRING-CHAR except "+">
            octet > ASCII.space && octet < 0x7F && octet != ASCII.plus && octet != ASCII.quote
                && octet != ASCII.leftParenthesis && octet != ASCII.rightParenthesis && octet != ASCII.leftBrace
                && octet != ASCII.asterisk && octet != 0x25 && octet != ASCII.backslash
        }
        guard !tag.isEmpty else { throw cursor.failure(.expected("a tag")) }
        guard cursor.peek == ASCII.space else { throw cursor.failure(.expected("a space")) }
        cursor.skipSpaces()
        let name = cursor.word()
        let condition: StatusResponse.Condition
        if cursor.has("ok", at: name) {
            condition = .ok
        } else if cursor.has("no", at: name) {
            condition = .no
        } else if cursor.has("bad", at: name) {
            condition = .bad
        } else {
            throw cursor.failure(.expected("OK, NO or BAD"))
        }
        return .tagged(CommandTag(Array(cursor.octets[tag])), Self.status(condition, &cursor))
    }

    static func status(_ condition: StatusResponse.Condition, _ cursor: inout ResponseCursor) -> StatusResponse {
        cursor.skipSpaces()
        let code = cursor.peek == ASCII.leftBracket ? ResponseCodeReader.read(&cursor) : nil
        cursor.skipSpaces()
        return StatusResponse(condition, code, text: rest(&cursor))
    }

    // MARK: - Untagged data

    private func numbered(_ cursor: inout ResponseCursor) throws(ResponseError) -> Response {
        let number = try cursor.number32()
        cursor.skipSpaces()
        let name = cursor.word()
        guard !name.isEmpty else { throw cursor.failure(.expected("a response")) }
        if cursor.has("fetch", at: name) { return .fetch(try fetch(number, &cursor)) }
        if cursor.has("exists", at: name) {
            try cursor.expectEnd()
            return .exists(number)
        }
        if cursor.has("recent", at: name) {
            try cursor.expectEnd()
            return .recent(number)
        }
        if cursor.has("expunge", at: name) {
            try cursor.expectEnd()
            return .expunge(number)
        }
        if cursor.has("uidfetch", at: name) {
            guard let uid = UID(rawValue: number) else { throw cursor.failure(.numberOutOfRange) }
            var message = try fetch(0, &cursor)
            message.uid = uid
            return .fetch(message)
        }
        return .unknown(cursor.whole)
    }

    private func named(_ cursor: inout ResponseCursor) throws(ResponseError) -> Response {
        let nameRange = cursor.word()
        guard !nameRange.isEmpty else { throw cursor.failure(.expected("a response")) }
        switch String(decoding: cursor.octets[nameRange.prefix(16)], as: UTF8.self).uppercased() {
        case "OK": return .status(Self.status(.ok, &cursor))
        case "NO": return .status(Self.status(.no, &cursor))
        case "BAD": return .status(Self.status(.bad, &cursor))
        case "BYE": return .status(Self.status(.bye, &cursor))
        case "PREAUTH": return .status(Self.status(.preauthenticated, &cursor))
        case "CAPABILITY": return .capability(ResponseCodeReader.capabilities(&cursor))
        case "ENABLED": return .enabled(ResponseCodeReader.capabilities(&cursor).names)
        case "LIST", "LSUB", "XLIST": return .list(try list(&cursor))
        case "STATUS": return .mailboxStatus(try mailboxStatus(&cursor))
        case "SEARCH", "SORT": return .search(try search(&cursor))
        case "ESEARCH": return .search(try extendedSearch(&cursor))
        case "FLAGS":
            cursor.skipSpaces()
            let flags = try cursor.flagList()
            try cursor.expectEnd()
            return .flags(flags)
        case "VANISHED": return try vanished(&cursor)
        case "NAMESPACE": return .namespace(try namespaces(&cursor))
        case "ID": return .id(try id(&cursor))
        default: return .unknown(cursor.whole)
        }
    }

    private func vanished(_ cursor: inout ResponseCursor) throws(ResponseError) -> Response {
        cursor.skipSpaces()
        var isEarlier = false
        if cursor.skip(ASCII.leftParenthesis) {
            cursor.skipSpaces()
            guard cursor.skip(word: "earlier") else { throw cursor.failure(.expected("EARLIER")) }
            cursor.skipSpaces()
            try cursor.expect(ASCII.rightParenthesis)
            cursor.skipSpaces()
            isEarlier = true
        }
        // iCloud sends VANISHED without a set.
        guard !cursor.isAtEnd else { return .vanished(UIDSet(), isEarlier: isEarlier) }
        let set = try cursor.uidSet()
        try cursor.expectEnd()
        return .vanished(set, isEarlier: isEarlier)
    }

    /// Parses `("name" "Dovecot")` or NIL [RFC 2971 §3.2].
    func id(_ cursor: inout ResponseCursor) throws(ResponseError) -> [IDField] {
        cursor.skipSpaces()
        guard cursor.skip(ASCII.leftParenthesis) else {
            guard cursor.isAtEnd || cursor.skip(word: "nil") else { throw cursor.failure(.expected("fields")) }
            return []
        }
        var fields: [IDField] = []
        while true {
            cursor.skipSpaces()
            if cursor.skip(ASCII.rightParenthesis) { break }
            let name = try cursor.astring()
            cursor.skipSpaces()
            fields.append(IDField(name: name, value: try cursor.nstring()))
        }
        try cursor.expectEnd()
        return fields
    }
}
