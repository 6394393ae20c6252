internal import LineEditing
internal import MailTypes

/// Turns the words and operators of a query into conditions.
struct QueryConditionBuilder {
    let dates: QueryDateParser
    /// Returns the query that is saved under a name; `nil` inside a saved query, which cannot contain another one.
    let saved: ((String) -> String?)?
    /// Returns the user's own addresses, which `me` means.
    let own: () -> [String]

    /// The same inside a saved query.
    var inside: QueryConditionBuilder { QueryConditionBuilder(dates: dates, saved: nil, own: own) }

    /// Returns the condition for a word or phrase, which is the value of `field` if that is given.
    func query(
        of text: [UInt8], isQuoted: Bool, isPrefix: Bool, _ field: QueryOperator?, at range: Range<Int>
    ) throws(QueryError) -> SearchQuery {
        switch field?.value {
        case nil:
            if !isQuoted, text == [0x2A] { return .everything }
            return try words(text, isQuoted, isPrefix, nil, range)
        case .text(let searched)?:
            if !isQuoted, let found = ownAddresses(text, searched) { return found }
            if !isQuoted, text.count > 1, text.first == 0x2F, text.last == 0x2F {
                throw QueryError(
                    "Regular expressions are not supported. Search for words, or for the beginning of one: tow*. To "
                        + "search for the text, put it in double quotes.", at: range)
            }
            return try words(text, isQuoted, isPrefix, searched, range)
        case let value?:
            if let found = try condition(String(decoding: text, as: UTF8.self), value, field?.name ?? "", range) {
                return found
            }
            throw Self.error(field, text, range)
        }
    }

    /// Returns the error for a word that looks like an operator and is none.
    func unknown(_ name: [UInt8], at range: Range<Int>) -> QueryError {
        let typed = String(decoding: name, as: UTF8.self)
        let names = QueryOperator.all.flatMap { [$0.name] + $0.aliases }
        let near = names.compactMap { name in SpellingSuggestion.distance(typed, name).map { ($0, name) } }
        let question = SpellingSuggestion.question(SpellingSuggestion.nearest(near, by: \.0).map { "\($0.1):" })
        return QueryError(
            "There is no operator \"\(typed):\". \(question)For all, type: help search. To search for the text, put it in "
                + "double quotes.", at: range)
    }

    /// Returns the saved query that a word such as `@bills` names; `nil` if it is another word.
    func savedQuery(_ word: [UInt8], at range: Range<Int>) throws(QueryError) -> [UInt8]? {
        let name = Array(word.dropFirst())
        guard word.first == 0x40, SearchQuery.isName(name) else { return nil }
        guard let saved else { throw QueryError("A saved search cannot contain another one.", at: range) }
        let text = String(decoding: name, as: UTF8.self)
        guard let query = saved(text) else {
            throw QueryError(
                "There is no saved search @\(text). Type: folders. To search for the text, put it in double quotes.",
                at: range)
        }
        guard query.utf8.count <= SearchQuery.maximumLength else {
            throw QueryError("The saved search @\(text) is too long.", at: range)
        }
        return Array(query.utf8)
    }

    // MARK: - Words

    /// Returns the condition for `from:me` and `to:me`, as in Gmail; `nil` for another word, or if there is no address.
    private func ownAddresses(_ text: [UInt8], _ field: SearchField) -> SearchQuery? {
        guard [.from, .to, .cc, .bcc].contains(field), text.map({ $0 | 0x20 }) == [0x6D, 0x65] else { return nil }
        let found = own().compactMap { address -> SearchQuery? in
            var folded: [UInt8] = []
            SearchFold.words(of: Array(address.utf8).span, into: &folded)
            let words = folded.split(separator: 0x20).map { Array($0) }
            return words.isEmpty ? nil : .matching(.words(words, in: field, isPrefix: false))
        }
        return found.count > 1 ? .any(found) : found.first
    }

    private func words(
        _ text: [UInt8], _ isQuoted: Bool, _ isPrefix: Bool, _ field: SearchField?, _ range: Range<Int>
    ) throws(QueryError) -> SearchQuery {
        var text = text
        var isPrefix = isPrefix
        if !isQuoted {
            if text.last == 0x2A {
                text.removeLast()
                isPrefix = true
            }
            if text.contains(0x2A) {
                throw QueryError("A * can stand only at the end of a word: plan*", at: range)
            }
        }
        var folded: [UInt8] = []
        SearchFold.words(of: text.span, into: &folded)
        let words = folded.split(separator: 0x20).map { Array($0) }
        guard !words.isEmpty else {
            let shown = String(decoding: text, as: UTF8.self)
            throw QueryError(
                "\"\(shown)\" has no letters or digits, and only those are searched. Leave it out.", at: range)
        }
        return .matching(.words(words, in: field, isPrefix: isPrefix))
    }

    // MARK: - Other values

    /// Returns `nil` if the value is invalid.
    private func condition(
        _ text: String, _ value: QueryOperator.Value, _ name: String, _ range: Range<Int>
    ) throws(QueryError) -> SearchQuery? {
        switch value {
        case .text: return nil
        case .folder: return Self.folder(text)
        case .account: return text.isEmpty ? nil : .matching(.account(text))
        case .feature: return Self.feature(text)
        case .state, .flag: return Self.state(text)
        case .messageID: return Self.messageID(text)
        case .thread: return Self.thread(text).map { .matching(.thread($0)) }
        case .since: return dates.period(text).map { .matching(.date(from: $0.start, until: nil)) }
        case .before: return dates.period(text).map { .matching(.date(from: nil, until: $0.start)) }
        case .period:
            guard let limits = dates.range(text) else { return nil }
            if let from = limits.from, let until = limits.until, from.seconds > until.seconds {
                throw QueryError("\(name):\(text) ends before it begins. Swap the dates.", at: range)
            }
            return .matching(.date(from: limits.from, until: limits.until))
        case .larger: return Self.size(text).map { .matching(.larger($0)) }
        case .smaller: return Self.size(text).map { .matching(.smaller($0)) }
        }
    }

    private static func error(_ field: QueryOperator?, _ text: [UInt8], _ range: Range<Int>) -> QueryError {
        guard let field else { return QueryError("There is nothing to search for here.", at: range) }
        let key = "\(field.name):"
        let shown = String(decoding: text, as: UTF8.self)
        let rule: String
        switch field.value {
        case .text, .account: rule = "\(key) needs a value, for example \(key)\(field.example)"
        case .folder: rule = "\(key) needs the name of a folder, for example in:INBOX or in:Lists/Swift"
        case .feature: rule = "\(key) supports only has:attachment."
        case .state, .flag:
            rule =
                shown == "queued" || shown == "sending"
                ? "Messages that wait to be sent are not searched. Type: outbox"
                : "\(key) supports unread, read, flagged, answered, forwarded, draft and deleted, not \"\(shown)\"."
        case .messageID: rule = "\(key) needs a Message-ID, for example \(key)\(field.example)"
        case .thread: rule = "\(key) needs the 16 digits of a thread id."
        case .period, .since, .before:
            rule =
                "\(key) does not understand \"\(shown)\". It takes a date or an age, for example \(key)2026-10-12, "
                + "\(key)2026-10, \(key)yesterday, \(key)monday, \(key)7d, \(key)2w, \(key)3m or \(key)1y"
                + (field.value == .period ? ", and ranges: 2026-01..2026-03, 2w.." : "")
        case .larger, .smaller: rule = "\(key) needs a size in bytes, for example \(key)500k or \(key)1M"
        }
        return QueryError(rule, at: range)
    }

    private static func folder(_ text: String) -> SearchQuery? {
        if ["anywhere", "all"].contains(text.lowercased()) { return .everything }
        var path = text.utf8[...]
        var isTree = false
        for ending in ["/**", "/*", "/"] where !isTree && path.count > ending.utf8.count {
            if path.suffix(ending.utf8.count).elementsEqual(ending.utf8) {
                path = path.dropLast(ending.utf8.count)
                isTree = true
            }
        }
        let name = String(decoding: Array(path), as: UTF8.self)
        let known = ["spam": MailboxName.junk, "bin": MailboxName.trash][name.lowercased()]
        guard let mailbox = known ?? MailboxName(name) else { return nil }
        return .matching(.folder(mailbox, withSubfolders: isTree))
    }

    private static func feature(_ text: String) -> SearchQuery? {
        ["attachment", "attachments", "file", "files"].contains(text.lowercased()) ? .matching(.hasAttachment) : nil
    }

    private static func state(_ text: String) -> SearchQuery? {
        switch text.lowercased() {
        case "unread", "unseen": .not(.matching(.flags(.seen)))
        case "read", "seen": .matching(.flags(.seen))
        case "flagged", "starred": .matching(.flags(.flagged))
        case "unflagged": .not(.matching(.flags(.flagged)))
        case "answered", "replied": .matching(.flags(.answered))
        case "unanswered": .not(.matching(.flags(.answered)))
        case "forwarded", "passed": .matching(.flags(.forwarded))
        case "draft": .matching(.flags(.draft))
        case "deleted": .matching(.flags(.deleted))
        case "attachment": .matching(.hasAttachment)
        case "inbox": .matching(.folder(.inbox, withSubfolders: false))
        default: nil
        }
    }

    private static func messageID(_ text: String) -> SearchQuery? {
        var octets = Array(text.utf8)[...]
        if octets.first == 0x3C, octets.last == 0x3E, octets.count > 1 { octets = octets.dropFirst().dropLast() }
        guard !octets.isEmpty else { return nil }
        return .matching(.messageID(MessageID(String(decoding: octets, as: UTF8.self))))
    }

    /// Accepts notmuch's `thread:` numbers too, which have as many digits.
    private static func thread(_ text: String) -> UInt64? {
        text.utf8.count == 16 ? HexadecimalNumber.value(text.utf8) : nil
    }

    /// Parses a size in bytes such as `500`, `20k`, `1M` or `2G`, with decimal units.
    private static func size(_ text: String) -> Int? {
        let octets = Array(text.utf8)
        let digits = octets.prefix { $0 &- 0x30 < 10 }
        let unit = octets.dropFirst(digits.count).map { $0 | 0x20 }
        let units: [[UInt8]] = ["", "k", "m", "g"].map { Array($0.utf8) }
        let scale = units.firstIndex { unit == $0 || unit == $0 + [0x62] }
        guard !digits.isEmpty, digits.count <= 9, let scale else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return (0..<scale).reduce(number) { size, _ in size * 1000 }
    }
}
