import MailTypes

extension ModelSession {
    // MARK: - LIST and STATUS

    /// The RETURN options of LIST.
    private struct ListOptions {
        var hasUses = false
        var hasSubscriptions = false
        var status: [String] = []
    }

    mutating func list(_ scanner: inout RequestScanner, _ account: ModelAccount) throws(MalformedCommand) -> String {
        try scanner.space()
        let reference = try scanner.astring()
        try scanner.space()
        let patterns = scanner.run { RequestScanner.isAtom($0) || $0 == 0x25 || $0 == 0x2A || $0 == 0x5D }
        let pattern = patterns.isEmpty ? try scanner.string() : patterns
        var options = ListOptions()
        if scanner.skip(" ") { options = try listOptions(&scanner, account) }
        try scanner.end()
        let separator = account.profile.separator
        if pattern.isEmpty {
            say("* LIST (\\Noselect) \"\(String(UnicodeScalar(separator)))\" \"\"")
            return "OK done"
        }
        for name in Self.listed(account) where Self.matches(name.octets[...], (reference + pattern)[...], separator) {
            say(Self.listLine(name, options, account))
            if !options.status.isEmpty, account.mailboxes[name] != nil {
                say(try statusLine(name, options.status, account))
            }
        }
        return "OK done"
    }

    private func listOptions(
        _ scanner: inout RequestScanner, _ account: ModelAccount
    ) throws(MalformedCommand) -> ListOptions {
        // LIST-STATUS includes RETURN [RFC 5819 §2].
        if !says("LIST-STATUS", account) { try need("LIST-EXTENDED", account) }
        try scanner.word("RETURN")
        try scanner.space()
        var options = ListOptions()
        try scanner.list { scanner throws(MalformedCommand) in
            switch try scanner.word() {
            case "SPECIAL-USE":
                if !account.profile.saysUsesUnasked { try need("SPECIAL-USE", account) }
                options.hasUses = true
            case "SUBSCRIBED": options.hasSubscriptions = true
            case "CHILDREN": break
            case "STATUS":
                try need("LIST-STATUS", account)
                try scanner.space()
                options.status = try statusItems(&scanner, account)
            default: throw MalformedCommand("an option that LIST does not have")
            }
        }
        return options
    }

    /// All mailboxes, and the parent names that are not mailboxes.
    private static func listed(_ account: ModelAccount) -> [EncodedMailboxName] {
        var names = Set(account.names)
        for name in account.names {
            for index in name.octets.indices where index > 0 && name.octets[index] == account.profile.separator {
                if let parent = EncodedMailboxName(Array(name.octets[..<index])) { names.insert(parent) }
            }
        }
        return names.sorted { one, other in
            one.isInbox != other.isInbox ? one.isInbox : one.octets.lexicographicallyPrecedes(other.octets)
        }
    }

    private static func listLine(
        _ name: EncodedMailboxName, _ options: ListOptions, _ account: ModelAccount
    ) -> [UInt8] {
        let below = name.octets + [account.profile.separator]
        let hasChildren = account.mailboxes.keys.contains { $0.octets.starts(with: below) }
        var attributes = [hasChildren ? "\\HasChildren" : "\\HasNoChildren"]
        if let mailbox = account.mailboxes[name] {
            if options.hasSubscriptions, mailbox.isSubscribed { attributes.append("\\Subscribed") }
            if let use = mailbox.use, options.hasUses || account.profile.saysUsesUnasked {
                attributes.append(use.rawValue)
            }
        } else if account.profile.marksMissingParents {
            attributes.append("\\Noselect")
        }
        let separator = String(UnicodeScalar(account.profile.separator))
        return Array("* LIST (\(attributes.joined(separator: " "))) \"\(separator)\" ".utf8)
            + quoted(name.isInbox ? Array(account.profile.inboxName.utf8) : name.octets)
    }

    /// `*` matches anything, `%` anything without a separator [RFC 3501 §6.3.8].
    static func matches(_ name: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>, _ separator: UInt8) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        if first == 0x2A || first == 0x25 {
            var rest = name
            while true {
                if matches(rest, pattern.dropFirst(), separator) { return true }
                guard let octet = rest.first, first == 0x2A || octet != separator else { return false }
                rest = rest.dropFirst()
            }
        }
        return name.first == first && matches(name.dropFirst(), pattern.dropFirst(), separator)
    }

    mutating func status(_ scanner: inout RequestScanner, _ account: ModelAccount) throws(MalformedCommand) -> String {
        try scanner.space()
        let name = try scanner.mailbox()
        try scanner.space()
        let items = try statusItems(&scanner, account)
        try scanner.end()
        guard account.mailboxes[name] != nil else {
            return account.profile.marksMissingParents ? "NO [NONEXISTENT] no such mailbox" : "NO no such mailbox"
        }
        say(try statusLine(name, items, account))
        return "OK done"
    }

    private func statusItems(
        _ scanner: inout RequestScanner, _ account: ModelAccount
    ) throws(MalformedCommand) -> [String] {
        var items: [String] = []
        try scanner.list { scanner throws(MalformedCommand) in
            let item = try scanner.word()
            switch item {
            case "MESSAGES", "RECENT", "UIDNEXT", "UIDVALIDITY", "UNSEEN": break
            case "HIGHESTMODSEQ":
                if !account.profile.keepsModSequences { throw MalformedCommand("what takes CONDSTORE") }
            case "SIZE": try need("STATUS=SIZE", account)
            case "MAILBOXID": try need("OBJECTID", account)
            case "APPENDLIMIT":
                if account.profile.appendLimit == nil { throw MalformedCommand("what takes APPENDLIMIT") }
            default: throw MalformedCommand("\(item), which STATUS does not have")
            }
            items.append(item)
        }
        guard !items.isEmpty else { throw MalformedCommand("STATUS of nothing") }
        return items
    }

    private mutating func statusLine(
        _ name: EncodedMailboxName, _ items: [String], _ account: ModelAccount
    ) throws(MalformedCommand) -> [UInt8] {
        guard let current = account.mailboxes[name] else { throw MalformedCommand("no such mailbox") }
        let isSelected = selection?.name == name
        let mailbox = (isSelected && account.profile.reportsSelectedAsSeen ? selection?.mailbox : nil) ?? current
        let values = items.map { item -> String in
            switch item {
            case "MESSAGES": "\(item) \(mailbox.messages.count)"
            case "RECENT": "\(item) 0"
            case "UIDNEXT": "\(item) \(mailbox.uidNext)"
            case "UIDVALIDITY": "\(item) \(mailbox.uidValidity)"
            case "UNSEEN": "\(item) \(mailbox.messages.count { !$0.flags.contains(.seen) })"
            case "HIGHESTMODSEQ": "\(item) \(mailbox.highestModSequence)"
            case "SIZE": "\(item) \(mailbox.messages.reduce(0) { $0 + $1.content.count })"
            case "MAILBOXID": "\(item) (\(mailbox.id))"
            default: "\(item) \(account.profile.appendLimit ?? 0)"
            }
        }
        if items.contains("HIGHESTMODSEQ") { enabled.insert("CONDSTORE") }
        return Array("* STATUS ".utf8) + Self.quoted(name.octets) + Array(" (\(values.joined(separator: " ")))".utf8)
    }

    // MARK: - CREATE, DELETE, RENAME, SUBSCRIBE

    mutating func create(
        _ scanner: inout RequestScanner, _ command: inout CommandRecord, _ account: inout ModelAccount
    ) throws(MalformedCommand) -> String {
        try scanner.space()
        let name = try scanner.mailbox()
        var use: SpecialUse?
        if scanner.skip(" ") {
            try need("CREATE-SPECIAL-USE", account)
            try scanner.list { scanner throws(MalformedCommand) in
                try scanner.word("USE")
                try scanner.space()
                try scanner.list { scanner throws(MalformedCommand) in
                    try scanner.expect("\\")
                    let word = try scanner.word()
                    use = SpecialUse(attribute: Array("\\\(word)".utf8))
                    if use == nil { throw MalformedCommand("a use that there is not") }
                }
            }
        }
        try scanner.end()
        guard account.mailboxes[name] == nil else { return "NO [ALREADYEXISTS] there is one" }
        guard name.octets.starts(with: account.profile.prefix.utf8) else { return "NO [CANNOT] not below INBOX" }
        account.create(name, use)
        command.effects.append(.created(name))
        guard account.profile.has("OBJECTID"), let id = account.mailboxes[name]?.id else { return "OK done" }
        return "OK [MAILBOXID (\(id))] done"
    }

    mutating func delete(
        _ scanner: inout RequestScanner, _ command: inout CommandRecord, _ account: inout ModelAccount
    ) throws(MalformedCommand) -> String {
        try scanner.space()
        let name = try scanner.mailbox()
        try scanner.end()
        guard !name.isInbox else { return "NO [CANNOT] INBOX stays" }
        guard account.mailboxes[name] != nil else { return "NO [NONEXISTENT] no such mailbox" }
        account.delete(name)
        command.effects.append(.deleted(name))
        if selection?.name == name { selection = nil }
        return "OK done"
    }

    mutating func rename(
        _ scanner: inout RequestScanner, _ command: inout CommandRecord, _ account: inout ModelAccount
    ) throws(MalformedCommand) -> String {
        try scanner.space()
        let name = try scanner.mailbox()
        try scanner.space()
        let target = try scanner.mailbox()
        try scanner.end()
        guard account.mailboxes[name] != nil else { return "NO [NONEXISTENT] no such mailbox" }
        guard account.mailboxes[target] == nil else { return "NO [ALREADYEXISTS] there is one" }
        account.rename(name, to: target)
        command.effects.append(.renamed(name, to: target))
        if selection?.name == name, !name.isInbox { selection = nil }
        return "OK done"
    }

    mutating func subscribe(
        _ scanner: inout RequestScanner, _ isSubscribed: Bool, _ account: inout ModelAccount
    ) throws(MalformedCommand) -> String {
        try scanner.space()
        let name = try scanner.mailbox()
        try scanner.end()
        account.mailboxes[name]?.isSubscribed = isSubscribed
        return "OK done"
    }
}
