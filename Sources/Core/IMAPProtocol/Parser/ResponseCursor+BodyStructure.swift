/// Limits on the number and the depth of parts in a body structure.
private struct BodyBudget {
    var parts = 10_000
    let depth = 64
}

extension ResponseCursor {
    /// Parses BODYSTRUCTURE or BODY. Tolerates known server bugs: multiparts without children, missing or repeated
    /// dispositions, sizes of -1, `()` for NIL, and missing fields at the end.
    mutating func bodyStructure() throws(ResponseError) -> BodyPart {
        var budget = BodyBudget()
        return try bodyPart(depth: 0, &budget)
    }

    private mutating func bodyPart(depth: Int, _ budget: inout BodyBudget) throws(ResponseError) -> BodyPart {
        budget.parts -= 1
        guard depth < budget.depth, budget.parts >= 0 else { throw failure(.tooComplex) }
        skipSpaces()
        try expect(ASCII.leftParenthesis)
        skipSpaces()
        if peek == ASCII.leftParenthesis { return try multipart(depth: depth, &budget) }
        guard peek != ASCII.rightParenthesis else { throw failure(.expected("a media type")) }
        let type = try nstring()?.lowercasedASCII()
        skipSpaces()
        if let type, peek != nil, isString, peek != ASCII.rightParenthesis {
            let subtype = try nstring()?.lowercasedASCII() ?? []
            if !type.elementsEqual("multipart".utf8) {
                return try singlePart(BodyPart(type: type, subtype: subtype), depth: depth, &budget)
            }
            return try multipartEnd(BodyPart(type: type, subtype: subtype))
        }
        if type == nil, isString {
            // QQ and Yandex send NIL for missing children, followed by the subtype.
            let subtype = try nstring()?.lowercasedASCII() ?? []
            return try multipartEnd(BodyPart(type: Array("multipart".utf8), subtype: subtype))
        }
        // Gmail sends a multipart whose children were all empty as a list that begins with the subtype.
        return try multipartEnd(BodyPart(type: Array("multipart".utf8), subtype: type ?? Array("mixed".utf8)))
    }

    /// Whether the next value is a string, and not a list or NIL.
    private var isString: Bool {
        guard let peek, peek != ASCII.leftParenthesis, peek != ASCII.rightParenthesis else { return false }
        var ahead = self
        return !ahead.skip(word: "nil")
    }

    private mutating func multipart(depth: Int, _ budget: inout BodyBudget) throws(ResponseError) -> BodyPart {
        var part = BodyPart(type: Array("multipart".utf8), subtype: Array("mixed".utf8))
        while peek == ASCII.leftParenthesis {
            part.children.append(try bodyPart(depth: depth + 1, &budget))
            skipSpaces()
        }
        if isString { part.subtype = try nstring()?.lowercasedASCII() ?? part.subtype }
        return try multipartEnd(part)
    }

    private mutating func multipartEnd(_ part: BodyPart) throws(ResponseError) -> BodyPart {
        var part = part
        part.parameters = try parameters()
        try extensions(&part)
        return part
    }

    private mutating func singlePart(
        _ part: BodyPart, depth: Int, _ budget: inout BodyBudget
    ) throws(ResponseError) -> BodyPart {
        var part = part
        part.parameters = try parameters()
        part.id = try optionalText()
        part.description = try optionalText()
        part.encoding = try optionalText()?.lowercasedASCII()
        part.size = try optionalCount()
        let isMessage = part.type.elementsEqual("message".utf8) && part.subtype.elementsEqual("rfc822".utf8)
        skipSpaces()
        if part.type.elementsEqual("text".utf8) {
            part.lines = try optionalCount()
        } else if isMessage, peek == ASCII.leftParenthesis {
            part.envelope = try envelope()
            skipSpaces()
            if peek == ASCII.leftParenthesis {
                part.children = [try bodyPart(depth: depth + 1, &budget)]
            } else if peek != ASCII.rightParenthesis {
                try skipValue()
            }
            part.lines = try optionalCount()
        }
        // Skip the MD5 of the part, which is not used.
        skipSpaces()
        if peek != ASCII.rightParenthesis, peek != ASCII.leftParenthesis { _ = try nstring() }
        try extensions(&part)
        return part
    }

    /// Parses disposition, language and location, and skips further extensions up to the end of the list.
    private mutating func extensions(_ part: inout BodyPart) throws(ResponseError) {
        skipSpaces()
        if peek == ASCII.leftParenthesis {
            part.disposition = try disposition()
        } else if peek != ASCII.rightParenthesis {
            part.disposition = try nstring().map { .init(kind: $0.lowercasedASCII(), parameters: []) }
        }
        skipSpaces()
        if skip(ASCII.leftParenthesis) {
            while true {
                skipSpaces()
                if skip(ASCII.rightParenthesis) { break }
                if peek == ASCII.leftParenthesis {
                    try skipValue()
                } else if let tag = try nstring() {
                    part.languages.append(tag)
                }
            }
        } else if peek != ASCII.rightParenthesis, let tag = try nstring() {
            part.languages = [tag]
        }
        skipSpaces()
        if peek != ASCII.rightParenthesis, peek != ASCII.leftParenthesis { part.location = try nstring() }
        try skipRestOfList()
    }

    private mutating func disposition() throws(ResponseError) -> BodyPart.Disposition? {
        try expect(ASCII.leftParenthesis)
        skipSpaces()
        guard peek != ASCII.leftParenthesis, peek != ASCII.rightParenthesis, let kind = try nstring() else {
            try skipRestOfList()
            return nil
        }
        let disposition = BodyPart.Disposition(kind: kind.lowercasedASCII(), parameters: try parameters())
        try skipRestOfList()
        return disposition
    }

    /// Parses `("CHARSET" "utf-8")`, NIL or `()`. Ignores a trailing name without a value.
    private mutating func parameters() throws(ResponseError) -> [BodyPart.Parameter] {
        skipSpaces()
        guard peek != ASCII.rightParenthesis else { return [] }
        guard skip(ASCII.leftParenthesis) else {
            _ = try nstring()
            return []
        }
        var parameters: [BodyPart.Parameter] = []
        while true {
            skipSpaces()
            if skip(ASCII.rightParenthesis) { return parameters }
            if peek == ASCII.leftParenthesis {
                try skipValue()
                continue
            }
            let name = try nstring()
            skipSpaces()
            guard peek != ASCII.rightParenthesis else { continue }
            if peek == ASCII.leftParenthesis {
                try skipValue()
            } else if let value = try nstring(), let name {
                parameters.append(.init(name: name.lowercasedASCII(), value: value))
            }
        }
    }

    private mutating func optionalText() throws(ResponseError) -> [UInt8]? {
        skipSpaces()
        switch peek {
        case ASCII.rightParenthesis?: return nil
        case ASCII.leftParenthesis?:
            try skipValue()
            return nil
        default: return try nstring()
        }
    }

    private mutating func optionalCount() throws(ResponseError) -> UInt64? {
        skipSpaces()
        guard let peek, peek.isDigit || peek == ASCII.hyphen || peek.isLetter else {
            if self.peek == ASCII.quote { _ = try quoted() }
            return nil
        }
        return try optionalNumber()
    }
}
