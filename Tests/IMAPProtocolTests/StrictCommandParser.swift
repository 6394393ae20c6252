/// Parses commands as a strict server does [RFC 9051 §9]: one SP between tokens, and only valid tokens.
///
/// Returns the words and strings of each command. An injection would give two commands.
struct StrictCommandParser {
    struct MalformedCommand: Error {
        let index: Int
    }

    enum Token: Equatable {
        case word([UInt8])
        case string([UInt8])
        indirect case list([Token])

        var text: [UInt8]? {
            switch self {
            case .word(let octets), .string(let octets): octets
            case .list: nil
            }
        }
    }

    private let octets: [UInt8]
    private var index = 0

    static func commands(_ octets: [UInt8]) throws -> [[Token]] {
        var parser = StrictCommandParser(octets: octets)
        var commands: [[Token]] = []
        while parser.index < octets.count {
            commands.append(try parser.tokens(end: nil))
            try parser.expect(13)
            try parser.expect(10)
        }
        return commands
    }

    private init(octets: [UInt8]) {
        self.octets = octets
    }

    private mutating func expect(_ octet: UInt8) throws {
        guard index < octets.count, octets[index] == octet else { throw MalformedCommand(index: index) }
        index += 1
    }

    private mutating func tokens(end: UInt8?) throws -> [Token] {
        var tokens: [Token] = []
        if let end, index < octets.count, octets[index] == end { return tokens }
        while true {
            tokens.append(try token())
            guard index < octets.count, octets[index] == 0x20 else { return tokens }
            index += 1
        }
    }

    private mutating func token() throws -> Token {
        guard index < octets.count else { throw MalformedCommand(index: index) }
        switch octets[index] {
        case 0x22: return .string(try quoted())
        case 0x7B: return .string(try literal())
        case 0x28:
            index += 1
            let list = try tokens(end: 0x29)
            try expect(0x29)
            return .list(list)
        default: return .word(try word())
        }
    }

    private mutating func quoted() throws -> [UInt8] {
        try expect(0x22)
        var content: [UInt8] = []
        while index < octets.count, octets[index] != 0x22 {
            if octets[index] == 0x5C {
                index += 1
                guard index < octets.count, octets[index] == 0x22 || octets[index] == 0x5C else {
                    throw MalformedCommand(index: index)
                }
            }
            guard octets[index] >= 0x20, octets[index] < 0x7F else { throw MalformedCommand(index: index) }
            content.append(octets[index])
            index += 1
        }
        try expect(0x22)
        return content
    }

    private mutating func literal() throws -> [UInt8] {
        try expect(0x7B)
        var count = 0
        while index < octets.count, octets[index] &- 0x30 < 10 {
            count = count * 10 + Int(octets[index] - 0x30)
            index += 1
        }
        if index < octets.count, octets[index] == 0x2B { index += 1 }
        try expect(0x7D)
        try expect(13)
        try expect(10)
        guard index + count <= octets.count else { throw MalformedCommand(index: index) }
        let content = Array(octets[index..<index + count])
        guard !content.contains(0) else { throw MalformedCommand(index: index) }
        index += count
        return content
    }

    /// Parses atoms, flags, sets, and items of FETCH with their brackets.
    private mutating func word() throws -> [UInt8] {
        let start = index
        let hasBrackets = octets[index...].starts(with: "BODY".utf8) || octets[index...].starts(with: "BINARY".utf8)
        var depth = 0
        while index < octets.count {
            let octet = octets[index]
            if octet == 0x5B, hasBrackets { depth += 1 }
            if octet == 0x5D, depth > 0 { depth -= 1 }
            let parts = octet == 0x20 || octet == 0x28 || octet == 0x29
            guard octet >= 0x20, octet < 0x7F, octet != 0x22, octet != 0x7B else { break }
            if parts, depth == 0 { break }
            index += 1
        }
        guard index > start else { throw MalformedCommand(index: index) }
        return Array(octets[start..<index])
    }
}
