/// A message or part, parsed as far as FETCH needs it [RFC 2045, RFC 2046].
struct MIMEPart {
    struct Field {
        /// In lower case.
        let name: String
        /// Unfolded, without surrounding spaces.
        let value: [UInt8]
        /// The whole field, line ends included.
        let octets: [UInt8]
    }

    let fields: [Field]
    /// Includes the empty line after it.
    let header: [UInt8]
    let body: [UInt8]
    /// In upper case.
    let type: String
    let subtype: String
    let parameters: [(name: String, value: [UInt8])]
    /// The parts of a multipart, or the message inside a message/rfc822.
    let children: [MIMEPart]

    private static let maximumDepth = 50

    init(_ octets: [UInt8]) {
        self.init(octets, parent: nil, depth: 0)
    }

    private init(_ octets: [UInt8], parent: String?, depth: Int) {
        let end = Self.endOfHeader(octets)
        header = Array(octets[..<end])
        body = Array(octets[end...])
        fields = Self.fields(header)
        let declared = fields.first { $0.name == "content-type" }.map { Self.value($0.value) }
        let names = declared?.value.uppercased().split(separator: "/", maxSplits: 1).map(String.init) ?? []
        let isDigest = parent == "DIGEST"
        type = names.count == 2 ? names[0] : isDigest ? "MESSAGE" : "TEXT"
        subtype = names.count == 2 ? names[1] : isDigest ? "RFC822" : "PLAIN"
        parameters = names.count == 2 ? declared?.parameters ?? [] : []
        guard depth < Self.maximumDepth else {
            children = []
            return
        }
        if type == "MULTIPART", let boundary = parameters.first(where: { $0.name == "BOUNDARY" })?.value {
            let own = subtype
            children = Self.split(body, boundary).map { MIMEPart($0, parent: own, depth: depth + 1) }
        } else if type == "MESSAGE", subtype == "RFC822" {
            children = [MIMEPart(body, parent: nil, depth: depth + 1)]
        } else {
            children = []
        }
    }

    var isMultipart: Bool { type == "MULTIPART" && !children.isEmpty }
    var isMessage: Bool { type == "MESSAGE" && subtype == "RFC822" && !children.isEmpty }

    func value(of name: String) -> [UInt8]? { fields.first { $0.name == name }?.value }

    /// Returns the part with this number, outermost component first. The body of a message that is not a multipart is
    /// its part 1.
    func part(_ numbers: ArraySlice<Int>) -> MIMEPart? {
        guard let number = numbers.first else { return self }
        if isMultipart {
            guard children.indices.contains(number - 1) else { return nil }
            return children[number - 1].partBelow(numbers.dropFirst())
        }
        return number == 1 ? partBelow(numbers.dropFirst()) : nil
    }

    private func partBelow(_ numbers: ArraySlice<Int>) -> MIMEPart? {
        if numbers.isEmpty { return self }
        if isMessage { return children.first?.part(numbers) }
        return isMultipart ? part(numbers) : nil
    }

    // MARK: - Parsing

    private static func endOfHeader(_ octets: [UInt8]) -> Int {
        var start = 0
        while start < octets.count {
            let end = octets[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? octets.count
            let line = octets[start..<end]
            if line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) { return end }
            start = end
        }
        return octets.count
    }

    private static func fields(_ header: [UInt8]) -> [Field] {
        var lines: [[UInt8]] = []
        for line in header.split(separator: 0x0A, omittingEmptySubsequences: true) {
            let whole = Array(line) + [0x0A]
            if let first = whole.first, first == 0x20 || first == 0x09, !lines.isEmpty {
                lines[lines.count - 1] += whole
            } else {
                lines.append(whole)
            }
        }
        return lines.compactMap { line in
            guard let colon = line.firstIndex(of: 0x3A) else { return nil }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            let value = line[(colon + 1)...].filter { $0 != 0x0D && $0 != 0x0A }.map { $0 == 0x09 ? 0x20 : $0 }
            return Field(
                name: name.filter { $0 != " " },
                value: Array(value.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()), octets: line)
        }
    }

    /// A value and its parameters: `text/plain; charset=utf-8` [RFC 2045 §5.1].
    static func value(_ field: [UInt8]) -> (value: String, parameters: [(name: String, value: [UInt8])]) {
        var pieces: [[UInt8]] = [[]]
        var isQuoted = false
        var isEscaped = false
        for octet in field {
            if octet == 0x3B, !isQuoted {
                pieces.append([])
                continue
            }
            if octet == 0x22, !isEscaped { isQuoted.toggle() }
            isEscaped = octet == 0x5C && !isEscaped && isQuoted
            pieces[pieces.count - 1].append(octet)
        }
        let parameters = pieces.dropFirst().compactMap { piece -> (name: String, value: [UInt8])? in
            guard let equals = piece.firstIndex(of: 0x3D) else { return nil }
            let name = trimmed(Array(piece[..<equals]))
            return (
                String(decoding: name, as: UTF8.self).uppercased(), unquoted(trimmed(Array(piece[(equals + 1)...])))
            )
        }
        return (String(decoding: trimmed(pieces[0]), as: UTF8.self), parameters)
    }

    static func trimmed(_ octets: [UInt8]) -> [UInt8] {
        Array(octets.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed())
    }

    static func unquoted(_ octets: [UInt8]) -> [UInt8] {
        guard octets.count >= 2, octets.first == 0x22, octets.last == 0x22 else { return octets }
        var result: [UInt8] = []
        var isEscaped = false
        for octet in octets.dropFirst().dropLast() {
            if octet == 0x5C, !isEscaped {
                isEscaped = true
                continue
            }
            result.append(octet)
            isEscaped = false
        }
        return result
    }

    /// Returns the parts between the boundary lines. The line end before a boundary belongs to the boundary [RFC 2046
    /// §5.1.1].
    private static func split(_ body: [UInt8], _ boundary: [UInt8]) -> [[UInt8]] {
        let delimiter = [0x2D, 0x2D] + boundary
        var parts: [[UInt8]] = []
        var begin: Int?
        var start = 0
        while start < body.count {
            let end = body[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? body.count
            let line = body[start..<end]
            if line.starts(with: delimiter) {
                let rest = line.dropFirst(delimiter.count)
                let isLast = rest.starts(with: [0x2D, 0x2D])
                if isLast || rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }) {
                    if let begin { parts.append(content(body, begin, start)) }
                    if isLast { return parts }
                    begin = end
                }
            }
            start = end
        }
        if let begin { parts.append(Array(body[begin...])) }
        return parts
    }

    private static func content(_ body: [UInt8], _ begin: Int, _ boundary: Int) -> [UInt8] {
        var end = boundary
        if end > begin, body[end - 1] == 0x0A { end -= 1 }
        if end > begin, body[end - 1] == 0x0D { end -= 1 }
        return Array(body[begin..<max(begin, end)])
    }
}
