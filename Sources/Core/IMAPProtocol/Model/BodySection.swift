/// A section of a message: a part, and which content of it [RFC 9051 §6.4.5.1].
public struct BodySection: Hashable, Sendable {
    /// Part numbers from the outside in. Empty for the message itself.
    public let part: [UInt32]
    public let content: Content

    public enum Content: Hashable, Sendable {
        /// The complete part.
        case all
        case header
        /// The named header fields only. Names are in upper case.
        case headerFields([[UInt8]])
        /// All header fields except the named ones. Names are in upper case.
        case headerFieldsNot([[UInt8]])
        case text
        /// The MIME header of a part.
        case mime
    }

    public init(part: [UInt32] = [], _ content: Content = .all) {
        self.part = part
        self.content = content
    }

    public static let whole = BodySection()
    public static let header = BodySection(.header)
    public static let text = BodySection(.text)

    public static func fields(_ names: [String]) -> BodySection {
        BodySection(.headerFields(names.map { Array($0.utf8).uppercasedASCII() }))
    }

    /// The maximum nesting depth. Deeper part numbers in responses are rejected.
    static let maximumDepth = 64

    /// Parses the text between the brackets. Returns `nil` if it is not a valid section.
    init?(_ octets: [UInt8]) {
        var cursor = ResponseCursor(octets)
        var part: [UInt32] = []
        while let octet = cursor.peek, octet.isDigit {
            guard let number = try? cursor.number32(), number > 0, part.count < Self.maximumDepth else { return nil }
            part.append(number)
            guard cursor.skip(ASCII.dot) else { break }
        }
        self.part = part
        guard !cursor.isAtEnd else {
            guard octets.last != ASCII.dot else { return nil }
            content = .all
            return
        }
        guard part.isEmpty || octets[cursor.index - 1] == ASCII.dot else { return nil }
        let word = cursor.run { $0 != ASCII.space && $0 != ASCII.leftParenthesis }
        if cursor.has("header", at: word) {
            content = .header
        } else if cursor.has("text", at: word) {
            content = .text
        } else if cursor.has("mime", at: word), !part.isEmpty {
            content = .mime
        } else if cursor.has("header.fields", at: word), let names = Self.names(&cursor) {
            content = .headerFields(names)
        } else if cursor.has("header.fields.not", at: word), let names = Self.names(&cursor) {
            content = .headerFieldsNot(names)
        } else {
            return nil
        }
        cursor.skipSpaces()
        guard cursor.isAtEnd else { return nil }
    }

    /// Parses a list of field names, which Courier quotes.
    private static func names(_ cursor: inout ResponseCursor) -> [[UInt8]]? {
        cursor.skipSpaces()
        guard cursor.skip(ASCII.leftParenthesis) else { return nil }
        var names: [[UInt8]] = []
        while true {
            cursor.skipSpaces()
            if cursor.skip(ASCII.rightParenthesis) { return names }
            guard let name = try? cursor.astring(), !name.isEmpty else { return nil }
            names.append(name.uppercasedASCII())
        }
    }

    /// The text between the brackets, or `nil` if a field name is invalid.
    var wireForm: [UInt8]? {
        let number = Array(part.map { String($0) }.joined(separator: ".").utf8)
        let dot: [UInt8] = part.isEmpty ? [] : [ASCII.dot]
        switch content {
        case .all: return number
        case .header: return number + dot + Array("HEADER".utf8)
        case .text: return number + dot + Array("TEXT".utf8)
        case .mime: return number + dot + Array("MIME".utf8)
        case .headerFields(let names):
            return Self.list(names).map { number + dot + Array("HEADER.FIELDS (".utf8) + $0 + [ASCII.rightParenthesis] }
        case .headerFieldsNot(let names):
            return Self.list(names).map {
                number + dot + Array("HEADER.FIELDS.NOT (".utf8) + $0 + [ASCII.rightParenthesis]
            }
        }
    }

    private static func list(_ names: [[UInt8]]) -> [UInt8]? {
        let areNames = names.allSatisfy { name in
            !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isDigit || $0 == ASCII.hyphen || $0 == 0x5F }
        }
        guard areNames, !names.isEmpty else { return nil }
        return Array(names.joined(separator: [ASCII.space]))
    }
}
