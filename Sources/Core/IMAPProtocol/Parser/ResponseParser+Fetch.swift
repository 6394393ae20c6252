import MailTypes

extension ResponseParser {
    /// Parses the item list of a FETCH response.
    @inline(__always)
    func fetch(_ number: UInt32, _ cursor: inout ResponseCursor) throws(ResponseError) -> FetchedMessage {
        var message = FetchedMessage(sequenceNumber: number)
        var details: FetchedDetails?
        cursor.skipSpaces()
        try cursor.expect(ASCII.leftParenthesis)
        while true {
            cursor.skipSpaces()
            if cursor.skip(ASCII.rightParenthesis) { break }
            if try !common(&message, &cursor) {
                var rare = details ?? FetchedDetails()
                try item(&rare, &cursor)
                details = rare
            }
        }
        try cursor.expectEnd()
        if let details { message.details = details }
        return message
    }

    /// Parses one of the most common items. Returns `false` if the next item is a different one.
    @inline(__always)
    private func common(_ message: inout FetchedMessage, _ cursor: inout ResponseCursor) throws(ResponseError) -> Bool {
        let start = cursor.index
        let name = cursor.word()
        switch name.count {
        case 3 where cursor.has("uid", at: name):
            cursor.skipSpaces()
            message.uid = try cursor.uid()
        case 5 where cursor.has("flags", at: name):
            cursor.skipSpaces()
            message.flags = try cursor.flagList()
        case 6 where cursor.has("modseq", at: name):
            cursor.skipSpaces()
            message.modSequence = try modSequence(&cursor)
        case 11 where cursor.has("rfc822.size", at: name):
            cursor.skipSpaces()
            message.size = try cursor.optionalNumber()
        case 12 where cursor.has("internaldate", at: name):
            cursor.skipSpaces()
            message.internalDate = try cursor.internalDate()
        default:
            cursor.index = start
            return false
        }
        return true
    }

    /// Parses `(7)`. Returns `nil` for the 0 that Gmail sends and for the -1 that Zoho sends.
    func modSequence(_ cursor: inout ResponseCursor) throws(ResponseError) -> ModSequence? {
        let isList = cursor.skip(ASCII.leftParenthesis)
        cursor.skipSpaces()
        let value = try cursor.optionalNumber()
        cursor.skipSpaces()
        if isList { try cursor.expect(ASCII.rightParenthesis) }
        return value.flatMap { ModSequence(rawValue: $0) }
    }

    private func item(_ details: inout FetchedDetails, _ cursor: inout ResponseCursor) throws(ResponseError) {
        let start = cursor.index
        if let item = try? cursor.fetchedItem() {
            cursor.skipSpaces()
            let value: FetchedContent.Value
            switch try cursor.stringValue() {
            case .null: value = .missing
            case .octets(let octets): value = .octets(octets)
            case .streamed(let count): value = .streamed(count: count)
            }
            details.contents.append(FetchedContent(item: item, value: value))
            return
        }
        cursor.index = start
        let nameRange = cursor.run { $0 > ASCII.space && $0 != ASCII.leftParenthesis && $0 != ASCII.leftBracket }
        guard !nameRange.isEmpty else { throw cursor.failure(.expected("an item")) }
        let section = cursor.peek == ASCII.leftBracket ? try cursor.bracketed() : nil
        cursor.skipSpaces()
        switch String(decoding: cursor.octets[nameRange.prefix(16)], as: UTF8.self).uppercased() {
        case "ENVELOPE":
            details.envelope = try readable(&cursor) { (cursor) throws(ResponseError) in try cursor.envelope() }
        case "BODYSTRUCTURE", "BODY":
            details.bodyStructure = try readable(&cursor) { (cursor) throws(ResponseError) in
                try cursor.bodyStructure()
            }
        case "BINARY.SIZE":
            guard let section = section.flatMap({ BodySection($0) }) else { throw cursor.failure(.expected("a part")) }
            details.binarySizes[section] = try cursor.optionalNumber()
        case "EMAILID": details.emailID = try cursor.parenthesizedAtom()
        case "THREADID": details.threadID = try cursor.parenthesizedAtom()
        case "X-GM-MSGID": details.gmailMessageID = try cursor.number64()
        case "X-GM-THRID": details.gmailThreadID = try cursor.number64()
        case "X-GM-LABELS": details.gmailLabels = try labels(&cursor)
        default: try cursor.skipValue()
        }
    }

    /// Parses a value that servers often get wrong. On failure, skips it and returns it unparsed.
    private func readable<Value>(
        _ cursor: inout ResponseCursor,
        _ read: (inout ResponseCursor) throws(ResponseError) -> Value
    ) throws(ResponseError) -> ParsedOrRaw<Value> {
        var ahead = cursor
        if let value = try? read(&ahead) {
            cursor = ahead
            return .value(value)
        }
        return .unreadable(try cursor.rawValue())
    }

    private func labels(_ cursor: inout ResponseCursor) throws(ResponseError) -> [[UInt8]] {
        var labels: [[UInt8]] = []
        guard cursor.skip(ASCII.leftParenthesis) else {
            _ = try cursor.nstring()
            return []
        }
        while true {
            cursor.skipSpaces()
            if cursor.skip(ASCII.rightParenthesis) { return labels }
            labels.append(try cursor.astring())
        }
    }
}
