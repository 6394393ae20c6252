/// Writes the parameters of a Content-Type or Content-Disposition, on a new line if they do not fit [RFC 2045 §5.1, RFC
/// 2231].
extension FoldedFieldWriter {
    /// The number of bytes per line of a value that is continued on the next line.
    private static let segmentLength = 60

    /// Adds a parameter whose value is always ASCII: a charset, a boundary, a method.
    mutating func add(parameter name: String, _ value: String) {
        let octets = Array(value.utf8)
        if !octets.isEmpty, octets.allSatisfy(\.isTokenCharacter) {
            addParameter(Array("\(name)=".utf8) + octets)
        } else {
            add(parameter: name, text: value)
        }
    }

    /// Adds a parameter that contains text, such as a file name: quoted if it is short ASCII, otherwise by RFC 2231.
    mutating func add(parameter name: String, text: String) {
        let octets = text.utf8.filter { $0 >= 0x20 && $0 != 0x7F }
        if Self.isPlain(octets) {
            if octets.count <= Self.segmentLength {
                addParameter(Array("\(name)=".utf8) + Self.quoted(octets[...]))
            } else {
                addSegments(name, octets, starred: false)
            }
        } else {
            addSegments(name, octets, starred: true)
        }
    }

    /// Adds a parameter as an encoded word in quotes. This is nonstandard, but programs without RFC 2231 support read
    /// it.
    mutating func add(parameter name: String, encodedWord text: String) {
        let octets = text.utf8.filter { $0 >= 0x20 && $0 != 0x7F }
        if Self.isPlain(octets), octets.count <= Self.segmentLength {
            addParameter(Array("\(name)=".utf8) + Self.quoted(octets[...]))
            return
        }
        let words = EncodedWordWriter.words(octets, firstRoom: Self.segmentLength)
        append(ASCII.semicolon)
        breakLine()
        for (index, word) in words.enumerated() {
            if index > 0 { breakLine() }
            let head = index == 0 ? Array("\(name)=\"".utf8) : []
            add(head + word + (index == words.count - 1 ? [ASCII.quote] : []))
        }
    }

    private static func isPlain(_ octets: [UInt8]) -> Bool {
        octets.allSatisfy { $0 < 0x7F }
            && !octets.indices.dropLast().contains { octets[$0] == ASCII.equals && octets[$0 + 1] == ASCII.question }
            && octets.first?.isWhitespace != true && octets.last?.isWhitespace != true
    }

    private mutating func addSegments(_ name: String, _ octets: [UInt8], starred: Bool) {
        var segments: [[UInt8]] = [starred ? Array("UTF-8''".utf8) : []]
        for octet in octets {
            let piece = starred ? Self.percentEncoded(octet) : Self.quotedOctet(octet)
            if (segments.last?.count ?? 0) + piece.count > Self.segmentLength { segments.append([]) }
            segments[segments.count - 1].append(contentsOf: piece)
        }
        if starred, segments.count == 1 {
            addParameter(Array("\(name)*=".utf8) + segments[0])
            return
        }
        for (index, segment) in segments.enumerated() {
            let value = starred ? segment : [ASCII.quote] + segment + [ASCII.quote]
            addParameter(Array("\(name)*\(index)\(starred ? "*" : "")=".utf8) + value)
        }
    }

    private mutating func addParameter(_ parameter: [UInt8]) {
        append(ASCII.semicolon)
        add(parameter)
    }

    private static func quoted(_ octets: ArraySlice<UInt8>) -> [UInt8] {
        [ASCII.quote] + octets.flatMap(quotedOctet) + [ASCII.quote]
    }

    private static func quotedOctet(_ octet: UInt8) -> [UInt8] {
        octet == ASCII.quote || octet == ASCII.backslash ? [ASCII.backslash, octet] : [octet]
    }

    /// Encodes a byte; attribute-char of RFC 2231 §7 is unchanged.
    private static func percentEncoded(_ octet: UInt8) -> [UInt8] {
        let isLiteral =
            octet < 0x80 && octet.isTokenCharacter && octet != ASCII.asterisk && octet != ASCII.apostrophe
            && octet != ASCII.percent
        return isLiteral ? [octet] : [ASCII.percent, HexDigit.upper(octet >> 4), HexDigit.upper(octet & 15)]
    }
}
