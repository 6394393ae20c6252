import MailTypes

extension ModelSession {
    mutating func search(
        _ scanner: inout RequestScanner, _ tag: String, _ last: UID?, _ account: ModelAccount
    ) throws(MalformedCommand) -> String {
        guard let mailbox = selection.flatMap({ account.mailboxes[$0.name] }) else {
            throw MalformedCommand("SEARCH without a mailbox")
        }
        var isExtended = false
        var keys: [ModelSearchKey] = []
        repeat {
            let word = scanner.peek == 0x28 ? "" : try scanner.word()
            if word == "RETURN", keys.isEmpty, !isExtended {
                try need("ESEARCH", account)
                try scanner.space()
                try scanner.list { scanner throws(MalformedCommand) in try scanner.word("ALL") }
                isExtended = true
            } else if word == "CHARSET", keys.isEmpty {
                try scanner.space()
                try scanner.word("UTF-8")
            } else {
                if word == "MODSEQ" { try need("CONDSTORE", account) }
                keys.append(try ModelSearchKey(word, &scanner, last, depth: 0))
            }
        } while scanner.skip(" ")
        try scanner.end()
        guard !keys.isEmpty else { throw MalformedCommand("SEARCH for nothing") }
        var wanted = UIDSet(.first ... .last)
        for case .uids(let uids) in keys.flatMap(\.parts) { wanted = wanted.intersection(uids) }
        let (announced, code) = processed(announced(wanted, account), account)
        let found = mailbox.messages.filter { message in
            message.delay == 0 && announced.contains(message.uid)
                && keys.allSatisfy { $0.matches(message, findingText: account.profile.findsText) }
        }
        let hasModSequence = keys.contains { $0.asksForModSequence }
        let highest = hasModSequence ? found.map(\.modSequence).max() : nil
        if isExtended {
            let all = found.isEmpty || !account.profile.returnsSets ? "" : " ALL \(UIDSet(found.map(\.uid)))"
            say("* ESEARCH (TAG \"\(tag)\") UID\(all)\(highest.map { " MODSEQ \($0)" } ?? "")")
        } else {
            say("* SEARCH" + found.map { " \($0.uid)" }.joined() + (highest.map { " (MODSEQ \($0))" } ?? ""))
        }
        return "OK \(code)done"
    }
}

/// A search criterion [RFC 3501 §6.4.4].
indirect enum ModelSearchKey {
    case all
    case uids(UIDSet)
    case flag(Flag, isSet: Bool)
    /// Before that day, or on or after it. In days since 1970.
    case day(Int, isBefore: Bool)
    case header(String, [UInt8])
    case text([UInt8])
    case size(UInt32, isLarger: Bool)
    case modSequence(UInt64)
    case not(ModelSearchKey)
    case either(ModelSearchKey, ModelSearchKey)
    case both([ModelSearchKey])

    /// The criteria that must all be fulfilled.
    var parts: [ModelSearchKey] {
        if case .both(let keys) = self { keys.flatMap(\.parts) } else { [self] }
    }

    private static let flags: [String: Flag] = [
        "SEEN": .seen, "ANSWERED": .answered, "FLAGGED": .flagged, "DELETED": .deleted, "DRAFT": .draft,
    ]

    /// Parses the key that begins with `word`, or with a parenthesis if `word` is empty.
    init(_ word: String, _ scanner: inout RequestScanner, _ last: UID?, depth: Int) throws(MalformedCommand) {
        guard depth < 100 else { throw MalformedCommand("a search in searches") }
        if let flag = Self.flags[word] {
            self = .flag(flag, isSet: true)
            return
        }
        if word.hasPrefix("UN"), let flag = Self.flags[String(word.dropFirst(2))] {
            self = .flag(flag, isSet: false)
            return
        }
        if word == "ALL" {
            self = .all
            return
        }
        if word.isEmpty {
            var keys: [ModelSearchKey] = []
            try scanner.list { scanner throws(MalformedCommand) in keys.append(try Self.key(&scanner, last, depth)) }
            guard !keys.isEmpty else { throw MalformedCommand("an empty search") }
            self = .both(keys)
            return
        }
        try scanner.space()
        switch word {
        case "UID": self = .uids(try scanner.uids(last: last))
        case "KEYWORD": self = .flag(try scanner.flag(), isSet: true)
        case "UNKEYWORD": self = .flag(try scanner.flag(), isSet: false)
        case "SINCE": self = .day(try Self.day(&scanner), isBefore: false)
        case "BEFORE": self = .day(try Self.day(&scanner), isBefore: true)
        case "HEADER":
            let name = try scanner.astring()
            try scanner.space()
            self = .header(String(decoding: name, as: UTF8.self).lowercased(), try scanner.astring())
        case "TEXT": self = .text(try scanner.astring())
        case "LARGER": self = .size(try scanner.number32(), isLarger: true)
        case "SMALLER": self = .size(try scanner.number32(), isLarger: false)
        case "MODSEQ": self = .modSequence(try scanner.number())
        case "NOT": self = .not(try Self.key(&scanner, last, depth))
        case "OR":
            let one = try Self.key(&scanner, last, depth)
            try scanner.space()
            self = .either(one, try Self.key(&scanner, last, depth))
        default: throw MalformedCommand("\(word), which SEARCH does not have")
        }
    }

    private static func key(
        _ scanner: inout RequestScanner, _ last: UID?, _ depth: Int
    ) throws(MalformedCommand) -> ModelSearchKey {
        let word = scanner.peek == 0x28 ? "" : try scanner.word()
        return try ModelSearchKey(word, &scanner, last, depth: depth + 1)
    }

    private static func day(_ scanner: inout RequestScanner) throws(MalformedCommand) -> Int {
        let date = try scanner.date()
        return CivilTime.days(year: date.year, month: date.month, day: date.day)
    }

    var asksForModSequence: Bool {
        switch self {
        case .modSequence: true
        case .not(let key): key.asksForModSequence
        case .either(let one, let other): one.asksForModSequence || other.asksForModSequence
        case .both(let keys): keys.contains { $0.asksForModSequence }
        case .all, .uids, .flag, .day, .header, .text, .size: false
        }
    }

    func matches(_ message: ModelMessage, findingText findsText: Bool) -> Bool {
        switch self {
        case .header where !findsText, .text where !findsText: return false
        case .size(_, let isLarger) where !findsText: return isLarger
        case .all: return true
        case .uids(let uids): return uids.contains(message.uid)
        case .flag(let flag, let isSet): return message.flags.contains(flag) == isSet
        case .day(let day, let isBefore):
            // The day in the time zone of the message's internal date.
            let local = message.internalDate.local
            let own = CivilTime.days(year: local.year, month: local.month, day: local.day)
            return isBefore ? own < day : own >= day
        case .header(let name, let text):
            let fields = MIMEPart(message.content).fields.filter { $0.name == name }
            return fields.contains { Self.contains($0.value, text) }
        case .text(let text): return Self.contains(message.content, text)
        case .size(let size, let isLarger):
            return isLarger ? message.content.count > Int(size) : message.content.count < Int(size)
        case .modSequence(let modSequence): return message.modSequence >= modSequence
        case .not(let key): return !key.matches(message, findingText: findsText)
        case .either(let one, let other):
            return one.matches(message, findingText: findsText) || other.matches(message, findingText: findsText)
        case .both(let keys): return keys.allSatisfy { $0.matches(message, findingText: findsText) }
        }
    }

    /// Compares without regard to ASCII case.
    private static func contains(_ octets: [UInt8], _ text: [UInt8]) -> Bool {
        let fold = { (octet: UInt8) in octet &- 0x41 < 26 ? octet | 0x20 : octet }
        guard text.count <= octets.count else { return false }
        let text = text.map(fold)
        let octets = octets.map(fold)
        return (0...(octets.count - text.count)).contains { octets[$0...].starts(with: text) }
    }
}
