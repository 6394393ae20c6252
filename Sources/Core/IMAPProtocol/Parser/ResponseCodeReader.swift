import MailTypes

/// Parses the response code of a status [RFC 9051 §7.1].
enum ResponseCodeReader {
    /// Parses the code at the cursor, including its brackets. Returns `nil` without moving if the closing bracket is
    /// missing.
    static func read(_ cursor: inout ResponseCursor) -> ResponseCode? {
        let start = cursor.index
        guard cursor.skip(ASCII.leftBracket) else { return nil }
        let nameRange = cursor.run { $0 > ASCII.space && $0 != ASCII.rightBracket && $0 != ASCII.leftParenthesis }
        let name = Array(cursor.octets[nameRange]).uppercasedASCII()
        cursor.skipSpaces()
        let arguments = cursor.index
        if let code = try? code(name, &cursor) {
            cursor.skipSpaces()
            if cursor.skip(ASCII.rightBracket) { return code }
        }
        cursor.index = arguments
        let rest = cursor.run { $0 != ASCII.rightBracket }
        guard cursor.skip(ASCII.rightBracket) else {
            cursor.index = start
            return nil
        }
        return .other(name: name, arguments: Array(cursor.octets[rest]))
    }

    /// Throws if the name is unknown or the arguments are invalid.
    private static func code(
        _ name: [UInt8], _ cursor: inout ResponseCursor
    ) throws(ResponseError) -> ResponseCode {
        let name = String(decoding: name, as: UTF8.self)
        if let code = plain[name] { return code }
        switch name {
        case "APPENDUID":
            let validity = try uidValidity(&cursor)
            cursor.skipSpaces()
            return .appendUID(validity, try cursor.uidSet())
        case "BADCHARSET":
            if cursor.peek == ASCII.leftParenthesis { try cursor.skipValue() }
            return .badCharset
        case "BADEVENT":
            cursor.skipSpaces()
            if cursor.peek == ASCII.leftParenthesis { try cursor.skipValue() }
            return .badEvent
        case "CAPABILITY":
            return .capability(capabilities(&cursor))
        case "COPYUID":
            let validity = try uidValidity(&cursor)
            let source = try ranges(&cursor)
            let copies = try ranges(&cursor)
            guard let copied = CopiedUIDs(validity, source, copies) else { throw cursor.failure(.numberOutOfRange) }
            return .copyUID(copied)
        case "HIGHESTMODSEQ":
            guard let value = ModSequence(rawValue: try cursor.number64()) else {
                throw cursor.failure(.numberOutOfRange)
            }
            return .highestModSequence(value)
        case "MAILBOXID":
            guard let id = try cursor.parenthesizedAtom() else { throw cursor.failure(.expected("an identifier")) }
            return .mailboxID(id)
        case "MESSAGELIMIT":
            let limit = try cursor.number64()
            cursor.skipSpaces()
            return .messageLimit(limit, cursor.peek?.isDigit ?? false ? try cursor.uid() : nil)
        case "MODIFIED":
            return .modified(try cursor.uidSet())
        case "PERMANENTFLAGS":
            return try permanentFlags(&cursor)
        case "REFERRAL":
            return .referral(restOfCode(&cursor))
        case "UIDNEXT":
            return .uidNext(try cursor.uid())
        case "UIDVALIDITY":
            return .uidValidity(try uidValidity(&cursor))
        case "UNSEEN":
            return .unseen(try cursor.number32())
        case "WEBALERT":
            return .webAlert(restOfCode(&cursor))
        default:
            throw cursor.failure(.expected("a code"))
        }
    }

    private static let plain: [String: ResponseCode] = [
        "ALERT": .alert, "ALREADYEXISTS": .alreadyExists, "AUTHENTICATIONFAILED": .authenticationFailed,
        "AUTHORIZATIONFAILED": .authorizationFailed, "CANNOT": .cannot, "CLIENTBUG": .clientBug, "CLOSED": .closed,
        "COMPRESSIONACTIVE": .compressionActive,
        "CONTACTADMIN": .contactAdministrator, "CORRUPTION": .corruption, "EXPIRED": .expired,
        "EXPUNGEISSUED": .expungeIssued, "HASCHILDREN": .hasChildren, "INUSE": .inUse, "LIMIT": .limit,
        "NOMODSEQ": .noModSequence, "NOPERM": .noPermission, "NONEXISTENT": .nonExistent,
        "NOTIFICATIONOVERFLOW": .notificationOverflow, "NOTSAVED": .notSaved, "OVERQUOTA": .overQuota,
        "PARSE": .parse, "PRIVACYREQUIRED": .privacyRequired, "READ-ONLY": .readOnly, "READ-WRITE": .readWrite,
        "SERVERBUG": .serverBug, "THROTTLED": .throttled, "TOOBIG": .tooBig, "TRYCREATE": .tryCreate,
        "UIDNOTSTICKY": .uidNotSticky, "UIDREQUIRED": .uidRequired, "UNAVAILABLE": .unavailable,
        "UNKNOWN-CTE": .unknownEncoding, "USEATTR": .useAttribute,
    ]

    private static func restOfCode(_ cursor: inout ResponseCursor) -> [UInt8] {
        let range = cursor.run { $0 != ASCII.rightBracket }
        return Array(cursor.octets[range])
    }

    static func capabilities(_ cursor: inout ResponseCursor) -> Capabilities {
        var tokens: [[UInt8]] = []
        while true {
            cursor.skipSpaces()
            let token = cursor.run { $0 > ASCII.space && $0 != ASCII.rightBracket }
            if token.isEmpty { return Capabilities(tokens) }
            tokens.append(Array(cursor.octets[token]))
        }
    }

    private static func uidValidity(_ cursor: inout ResponseCursor) throws(ResponseError) -> UIDValidity {
        guard let validity = UIDValidity(rawValue: try cursor.number32()) else {
            throw cursor.failure(.numberOutOfRange)
        }
        return validity
    }

    private static func ranges(_ cursor: inout ResponseCursor) throws(ResponseError) -> [ClosedRange<UID>] {
        cursor.skipSpaces()
        let range = cursor.run { $0.isDigit || $0 == 0x3A || $0 == 0x2C }
        guard let ranges = UIDSet.ranges(cursor.octets.span.extracting(range)) else {
            throw cursor.failure(.expected("a set of UIDs"))
        }
        return ranges
    }

    /// Gmail flags may contain brackets, so parse the flag list up to its parenthesis.
    private static func permanentFlags(_ cursor: inout ResponseCursor) throws(ResponseError) -> ResponseCode {
        let start = cursor.index
        let flags = try cursor.flagList()
        let text = cursor.octets[start..<cursor.index]
        let acceptsNew = zip(text, text.dropFirst()).contains { $0 == ASCII.backslash && $1 == ASCII.asterisk }
        return .permanentFlags(flags, acceptsNew: acceptsNew)
    }
}
