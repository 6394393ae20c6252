import MailTypes

/// Writes the tokens of a command, each in an unambiguous form [RFC 9051 §9].
struct CommandTokenWriter {
    private(set) var steps: [EncodedCommand.Step] = []
    private var octets: [UInt8] = []
    /// The number of bytes written outside of literals.
    private(set) var lineLength = 0
    private let capabilities: Capabilities

    /// The largest literal in bytes that LITERAL- allows without a continuation request [RFC 7888 §5].
    private static let largestUnaskedLiteral = 4096
    /// Longer strings are sent as literals, because some servers limit the length of lines.
    private static let longestQuoted = 1000

    init(_ capabilities: Capabilities) {
        self.capabilities = capabilities
    }

    /// Writes trusted text without quoting.
    mutating func write(_ text: String) {
        write(raw: Array(text.utf8))
    }

    /// Writes a valid token without quoting.
    mutating func write(raw: [UInt8]) {
        octets += raw
        lineLength += raw.count
    }

    /// Writes a string in the shortest possible form: as an atom, quoted string or literal.
    mutating func write(astring: [UInt8]) throws(CommandError) {
        let isAtom = !astring.isEmpty && astring.count <= Self.longestQuoted && astring.allSatisfy(Self.isAtom)
        if isAtom, !astring.lowercasedASCII().elementsEqual("nil".utf8) {
            write(raw: astring)
        } else {
            try write(string: astring)
        }
    }

    /// Writes a quoted string, or a literal if the string cannot be quoted.
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

    /// Announces a literal whose content the caller sends.
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

    /// Ends the command with CRLF.
    mutating func finish() -> EncodedCommand {
        octets += [ASCII.cr, ASCII.lf]
        flush()
        return EncodedCommand(steps: steps)
    }

    /// Whether the byte can be part of an atom. Excludes ATOM-CHARs that some servers treat specially.
    private static func isAtom(_ octet: UInt8) -> Bool {
        octet.isLetter || octet.isDigit || octet == ASCII.dot || octet == ASCII.hyphen || octet == 0x5F || octet == 0x2F
            || octet == 0x40 || octet == 0x3A || octet == ASCII.equals || octet == ASCII.plus || octet == 0x26
            || octet == 0x2C || octet == 0x24
    }
}
