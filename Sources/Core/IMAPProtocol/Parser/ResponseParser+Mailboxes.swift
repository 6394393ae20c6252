import MailTypes

extension ResponseParser {
    /// Parses `(\HasChildren) "/" name`, optionally followed by extended data [RFC 9051 §7.3.1].
    func list(_ cursor: inout ResponseCursor) throws(ResponseError) -> ListedMailbox {
        cursor.skipSpaces()
        let (attributes, uses) = try attributes(&cursor)
        cursor.skipSpaces()
        let separator = try separator(&cursor)
        cursor.skipSpaces()
        let name = try mailboxName(&cursor)
        var former: [UInt8]?
        if cursor.skip(ASCII.leftParenthesis) {
            while true {
                cursor.skipSpaces()
                if cursor.skip(ASCII.rightParenthesis) { break }
                let isOldName = try cursor.astring().lowercasedASCII().elementsEqual("oldname".utf8)
                cursor.skipSpaces()
                if isOldName, cursor.skip(ASCII.leftParenthesis) {
                    former = try cursor.astring()
                    try cursor.skipRestOfList()
                } else {
                    try cursor.skipValue()
                }
            }
        }
        try cursor.expectEnd()
        return ListedMailbox(
            name: EncodedMailboxName(name), separator: separator, attributes: attributes, specialUses: uses,
            formerName: former.flatMap { EncodedMailboxName($0) })
    }

    private func attributes(
        _ cursor: inout ResponseCursor
    ) throws(ResponseError) -> (ListedMailbox.Attributes, Set<SpecialUse>) {
        var attributes: ListedMailbox.Attributes = []
        var uses: Set<SpecialUse> = []
        guard cursor.skip(ASCII.leftParenthesis) else {
            guard cursor.skip(word: "nil") else { throw cursor.failure(.expected("attributes")) }
            return (attributes, uses)
        }
        while true {
            cursor.skipSpaces()
            if cursor.skip(ASCII.rightParenthesis) { return (attributes, uses) }
            let word = cursor.word()
            guard !word.isEmpty else { throw cursor.failure(.expected("an attribute")) }
            let name = cursor.octets[word]
            if let use = SpecialUse(attribute: name) {
                uses.insert(use)
            } else if let attribute = Self.attributes[String(decoding: name, as: UTF8.self).lowercased()] {
                attributes.insert(attribute)
            }
        }
    }

    private static let attributes: [String: ListedMailbox.Attributes] = [
        "\\noselect": .noSelect, "\\nonexistent": .nonExistent, "\\noinferiors": .noInferiors,
        "\\haschildren": .hasChildren, "\\hasnochildren": .hasNoChildren, "\\marked": .marked,
        "\\unmarked": .unmarked, "\\subscribed": .subscribed, "\\remote": .remote, "\\inbox": .inbox,
    ]

    /// Parses `"/"`, `"\\"` or NIL.
    private func separator(_ cursor: inout ResponseCursor) throws(ResponseError) -> UInt8? {
        guard let text = try cursor.nstring() else { return nil }
        guard text.count <= 1, text.allSatisfy({ $0 >= ASCII.space && $0 < 0x7F }) else {
            throw cursor.failure(.expected("a separator"))
        }
        return text.first
    }

    /// Parses a mailbox name. An unquoted name with spaces, which some servers send, extends to the end of the line.
    private func mailboxName(_ cursor: inout ResponseCursor) throws(ResponseError) -> [UInt8] {
        let start = cursor.index
        let isAtom = cursor.peek != ASCII.quote && cursor.peek != ASCII.leftBrace && cursor.peek != ASCII.tilde
        let name = try cursor.astring()
        cursor.skipSpaces()
        let isFollowedByList = cursor.peek == ASCII.leftParenthesis && cursor.octets[cursor.index - 1] == ASCII.space
        if !isAtom || cursor.isAtEnd || isFollowedByList { return name }
        cursor.index = start
        return Self.rest(&cursor)
    }

    /// Parses `name (MESSAGES 3 UIDNEXT 5)` [RFC 9051 §7.3.4].
    func mailboxStatus(_ cursor: inout ResponseCursor) throws(ResponseError) -> MailboxStatus {
        cursor.skipSpaces()
        var status = MailboxStatus(name: EncodedMailboxName(try cursor.astring()))
        cursor.skipSpaces()
        try cursor.expect(ASCII.leftParenthesis)
        while true {
            cursor.skipSpaces()
            if cursor.skip(ASCII.rightParenthesis) { break }
            let name = cursor.word()
            guard !name.isEmpty else { throw cursor.failure(.expected("an item")) }
            cursor.skipSpaces()
            switch String(decoding: cursor.octets[name.prefix(16)], as: UTF8.self).uppercased() {
            case "MESSAGES": status.messages = try cursor.number32()
            case "RECENT": status.recent = try cursor.number32()
            case "UNSEEN": status.unseen = try cursor.number32()
            case "DELETED": status.deleted = try cursor.number32()
            case "UIDNEXT": status.uidNext = UID(rawValue: try cursor.number32())
            case "UIDVALIDITY": status.uidValidity = UIDValidity(rawValue: try cursor.number32())
            case "SIZE": status.size = try cursor.optionalNumber()
            case "HIGHESTMODSEQ":
                status.highestModSequence = try cursor.optionalNumber().flatMap { ModSequence(rawValue: $0) }
            case "APPENDLIMIT": status.appendLimit = try cursor.optionalNumber()
            case "MAILBOXID": status.mailboxID = try cursor.parenthesizedAtom()
            default: try cursor.skipValue()
            }
        }
        try cursor.expectEnd()
        return status
    }

    /// Parses three lists of prefixes [RFC 2342 §5].
    func namespaces(_ cursor: inout ResponseCursor) throws(ResponseError) -> Namespaces {
        let personal = try namespaceList(&cursor)
        let others = try namespaceList(&cursor)
        let shared = try namespaceList(&cursor)
        try cursor.expectEnd()
        return Namespaces(personal: personal, otherUsers: others, shared: shared)
    }

    private func namespaceList(_ cursor: inout ResponseCursor) throws(ResponseError) -> [Namespaces.Namespace] {
        cursor.skipSpaces()
        guard cursor.skip(ASCII.leftParenthesis) else {
            guard cursor.skip(word: "nil") else { throw cursor.failure(.expected("namespaces")) }
            return []
        }
        var result: [Namespaces.Namespace] = []
        while true {
            cursor.skipSpaces()
            if cursor.skip(ASCII.rightParenthesis) { return result }
            try cursor.expect(ASCII.leftParenthesis)
            cursor.skipSpaces()
            let prefix = try cursor.astring()
            cursor.skipSpaces()
            let separator = try separator(&cursor)
            try cursor.skipRestOfList()
            result.append(Namespaces.Namespace(prefix: prefix, separator: separator))
        }
    }
}
