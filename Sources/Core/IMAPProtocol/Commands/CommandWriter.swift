import MailTypes

/// Writes the tokens of a command, each in a form that cannot be taken for anything else [RFC 9051 §9].
struct CommandWriter {
    private(set) var steps: [EncodedCommand.Step] = []
    private var octets: [UInt8] = []
    /// Octets outside of literals.
    private(set) var lineLength = 0
    private let capabilities: Capabilities

    /// Octets that LITERAL- lets go out unasked [RFC 7888 §5].
    private static let largestUnaskedLiteral = 4096
    /// Longer strings are literals: some servers' lines are short.
    private static let longestQuoted = 1000

    init(_ capabilities: Capabilities) {
        self.capabilities = capabilities
    }

    /// Words of our own.
    mutating func write(_ text: String) {
        write(raw: Array(text.utf8))
    }

    /// Octets that are known to be a token.
    mutating func write(raw: [UInt8]) {
        octets += raw
        lineLength += raw.count
    }

    /// A string as the shortest form that holds it: an atom, a quoted string, a literal.
    mutating func write(astring: [UInt8]) throws(CommandError) {
        let isAtom = !astring.isEmpty && astring.count <= Self.longestQuoted && astring.allSatisfy(Self.isAtom)
        if isAtom, !astring.lowercasedASCII().elementsEqual("nil".utf8) {
            write(raw: astring)
        } else {
            try write(string: astring)
        }
    }

    /// A quoted string, or a literal where that cannot hold it.
    mutating func write(string: [UInt8]) throws(CommandError) {
        guard !string.contains(where: { $0 == 0 || $0 == ASCII.cr || $0 == ASCII.lf }) else {
            throw .invalid("NUL, CR or LF in a string")
        }
        if string.count <= Self.longestQuoted, string.allSatisfy({ $0 < 0x7F && $0 >= ASCII.space }) {
            write(raw: [ASCII.quote])
            for octet in string {
                write(raw: octet == ASCII.quote || octet == ASCII.backslash ? [ASCII.backslash, octet] : [octet])
            }
            write(raw: [ASCII.quote])
        } else {
            announceLiteral(string.count)
            octets += string
        }
    }

    /// A literal that the caller's octets follow.
    mutating func writeContent(count: Int) {
        announceLiteral(count)
        flush()
        steps.append(.sendContent(count: count))
    }

    private mutating func announceLiteral(_ count: Int) {
        let isUnasked =
            capabilities.contains(.literalPlus)
            || capabilities.contains(.literalMinus) && count <= Self.largestUnaskedLiteral
        write("{\(count)\(isUnasked ? "+" : "")}\r\n")
        if !isUnasked {
            flush()
            steps.append(.awaitContinuation)
        }
    }

    private mutating func flush() {
        if !octets.isEmpty { steps.append(.send(octets)) }
        octets = []
    }

    /// Ends the line.
    mutating func finish() -> EncodedCommand {
        octets += [ASCII.cr, ASCII.lf]
        flush()
        return EncodedCommand(steps: steps)
    }

    /// ATOM-CHAR and `]`, but for what some servers take for the beginning of something.
    private static func isAtom(_ octet: UInt8) -> Bool {
        octet.isLetter || octet.isDigit || octet == ASCII.dot || octet == ASCII.hyphen || octet == 0x5F || octet == 0x2F
            || octet == 0x40 || octet == 0x3A || octet == ASCII.equals || octet == ASCII.plus || octet == 0x26
            || octet == 0x2C || octet == 0x24
    }
}
