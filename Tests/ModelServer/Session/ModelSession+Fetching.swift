import MailTypes

/// The items that FETCH can request.
enum ModelFetchItem {
    case uid
    case flags
    case internalDate
    case size
    case envelope
    case bodyStructure
    case modSequence
    case emailID
    case threadID
    case gmailMessageID
    case gmailThreadID
    case gmailLabels
    case section(ModelSection)
}

/// `BODY.PEEK[1.HEADER.FIELDS (FROM)]<0.100>` [RFC 3501 §6.4.5].
struct ModelSection {
    enum Content {
        case all
        case header
        case text
        case mime
        case fields([String], isExcept: Bool)
    }

    var numbers: [Int] = []
    var content = Content.all
    var range: (start: Int, count: Int)?
    /// The text between the brackets.
    var name = ""

    init(_ scanner: inout RequestScanner) throws(MalformedCommand) {
        try scanner.expect("[")
        while let octet = scanner.peek, (0x31...0x39).contains(octet) {
            numbers.append(Int(try scanner.number32()))
            guard scanner.skip(".") else { break }
            if scanner.peek == 0x5D { throw MalformedCommand("a section that ends with a dot") }
        }
        name = numbers.map(String.init).joined(separator: ".")
        if scanner.peek != 0x5D {
            let word = try scanner.word()
            name += (name.isEmpty ? "" : ".") + word
            switch word {
            case "HEADER": content = .header
            case "TEXT": content = .text
            case "MIME" where !numbers.isEmpty: content = .mime
            case "HEADER.FIELDS", "HEADER.FIELDS.NOT":
                try scanner.space()
                var names: [String] = []
                try scanner.list { scanner throws(MalformedCommand) in
                    names.append(String(decoding: try scanner.astring(), as: UTF8.self))
                }
                guard !names.isEmpty else { throw MalformedCommand("no fields") }
                name += " (\(names.joined(separator: " ")))"
                content = .fields(names.map { $0.lowercased() }, isExcept: word.hasSuffix("NOT"))
            default: throw MalformedCommand("\(word), which is no section")
            }
        }
        try scanner.expect("]")
        guard scanner.skip("<") else { return }
        let start = Int(try scanner.number32())
        try scanner.expect(".")
        let count = Int(try scanner.number32())
        try scanner.expect(">")
        guard count > 0 else { throw MalformedCommand("a part of no octets") }
        range = (start, count)
    }

    var isWhole: Bool {
        if case .all = content { numbers.isEmpty } else { false }
    }

    /// Returns the requested range of the section's bytes.
    func part(of octets: [UInt8]) -> [UInt8] {
        range.map { Array(octets.dropFirst($0.start).prefix($0.count)) } ?? octets
    }

    /// Returns `nil` if the message has no such section.
    func octets(of message: MIMEPart) -> [UInt8]? {
        whole(message).map { part(of: $0) }
    }

    private func whole(_ message: MIMEPart) -> [UInt8]? {
        guard let part = message.part(numbers[...]) else { return nil }
        // HEADER and TEXT refer to a message: the message itself, or the one inside a part.
        let inner = numbers.isEmpty ? message : part.isMessage ? part.children.first : nil
        switch content {
        case .all: return numbers.isEmpty ? message.header + message.body : part.body
        case .mime: return part.header
        case .header: return inner?.header
        case .text: return inner?.body
        case .fields(let names, let isExcept):
            return inner.map { inner in
                inner.fields.filter { names.contains($0.name) != isExcept }.flatMap(\.octets) + [13, 10]
            }
        }
    }
}

extension ModelSession {
    mutating func fetch(
        _ uids: UIDSet, _ code: String, _ scanner: inout RequestScanner, _ account: ModelAccount
    ) throws(MalformedCommand) -> String {
        guard let mailbox = selection.flatMap({ account.mailboxes[$0.name] }) else {
            throw MalformedCommand("FETCH without a mailbox")
        }
        try scanner.space()
        var items: [ModelFetchItem] = []
        if scanner.peek == 0x28 {
            try scanner.list { scanner throws(MalformedCommand) in items.append(try fetchItem(&scanner, account)) }
        } else {
            items.append(try fetchItem(&scanner, account))
        }
        var since: UInt64?
        var hasVanished = false
        if scanner.skip(" ") {
            guard account.profile.keepsModSequences else { throw MalformedCommand("what takes CONDSTORE") }
            try scanner.expect("(")
            try scanner.word("CHANGEDSINCE")
            try scanner.space()
            since = try scanner.number()
            if scanner.skip(" ") {
                try scanner.word("VANISHED")
                guard self.hasVanished else { throw MalformedCommand("VANISHED without QRESYNC") }
                hasVanished = true
            }
            try scanner.expect(")")
            enabled.insert("CONDSTORE")
        }
        try scanner.end()
        guard !items.isEmpty else { throw MalformedCommand("FETCH of nothing") }
        if since != nil, !items.contains(where: { if case .modSequence = $0 { true } else { false } }) {
            items.append(.modSequence)
        }
        if let since, hasVanished {
            let vanished = mailbox.vanished(since: since).intersection(uids)
            if !vanished.isEmpty { say("* VANISHED (EARLIER) \(vanished)") }
        }
        for index in mailbox.indices(of: uids) {
            let message = mailbox.messages[index]
            guard message.delay == 0, message.modSequence > since ?? 0 else { continue }
            say(fetchLine(message, number: index + 1) + Self.response(message, items, account))
        }
        return "OK \(code)done"
    }

    private mutating func fetchItem(
        _ scanner: inout RequestScanner, _ account: ModelAccount
    ) throws(MalformedCommand) -> ModelFetchItem {
        let word = try scanner.word()
        switch word {
        case "UID": return .uid
        case "FLAGS": return .flags
        case "INTERNALDATE": return .internalDate
        case "RFC822.SIZE": return .size
        case "ENVELOPE": return .envelope
        case "BODYSTRUCTURE": return .bodyStructure
        case "MODSEQ":
            guard account.profile.keepsModSequences else { throw MalformedCommand("what takes CONDSTORE") }
            enabled.insert("CONDSTORE")
            return .modSequence
        case "EMAILID":
            try need("OBJECTID", account)
            return .emailID
        case "THREADID":
            try need("OBJECTID", account)
            return .threadID
        case "X-GM-MSGID", "X-GM-THRID", "X-GM-LABELS":
            try need("X-GM-EXT-1", account)
            return word == "X-GM-MSGID" ? .gmailMessageID : word == "X-GM-THRID" ? .gmailThreadID : .gmailLabels
        case "BODY.PEEK": return .section(try ModelSection(&scanner))
        default: throw MalformedCommand("\(word), which FETCH does not have, or that marks mail as read")
        }
    }

    private static func response(
        _ message: ModelMessage, _ items: [ModelFetchItem], _ account: ModelAccount
    ) -> [UInt8] {
        var isParsed: MIMEPart?
        func parsed() -> MIMEPart {
            let part = isParsed ?? MIMEPart(message.content)
            isParsed = part
            return part
        }
        var forms: [[UInt8]] = []
        for item in items {
            switch item {
            case .uid: forms.append(Array("UID \(message.uid)".utf8))
            case .flags: forms.append(Array("FLAGS ".utf8) + flags(message.flags))
            case .internalDate: forms.append(Array("INTERNALDATE \"\(form(of: message.internalDate))\"".utf8))
            case .size: forms.append(Array("RFC822.SIZE \(message.content.count)".utf8))
            case .envelope: forms.append(Array("ENVELOPE ".utf8) + parsed().envelope)
            case .bodyStructure: forms.append(Array("BODYSTRUCTURE ".utf8) + parsed().structure)
            case .modSequence: forms.append(Array("MODSEQ (\(message.modSequence))".utf8))
            case .emailID: forms.append(Array("EMAILID (M\(message.object))".utf8))
            // Each message of this server is in its own thread.
            case .threadID: forms.append(Array("THREADID NIL".utf8))
            case .gmailMessageID: forms.append(Array("X-GM-MSGID \(Self.gmail(message.object))".utf8))
            case .gmailThreadID: forms.append(Array("X-GM-THRID \(Self.gmail(message.object))".utf8))
            case .gmailLabels:
                let labels = account.labels(of: message.object).map { quoted($0.octets) }
                forms.append(Array("X-GM-LABELS (".utf8) + Array(labels.joined(separator: [0x20])) + [0x29])
            case .section(let section):
                // The whole message needs no parsing, however large it is.
                let octets = section.isWhole ? section.part(of: message.content) : section.octets(of: parsed())
                let range = section.range.map { "<\($0.start)>" } ?? ""
                let value = octets.map { literal($0) } ?? Array("NIL".utf8)
                forms.append(Array("BODY[\(section.name)]\(range) ".utf8) + value)
            }
        }
        return Array(forms.joined(separator: [0x20])) + [0x29]
    }

    private static func gmail(_ object: UInt64) -> UInt64 { 1_600_000_000_000_000_000 + object }

    /// ` 1-Feb-1994 21:52:25 -0800`
    private static func form(of date: DateTime) -> String {
        let time = date.local
        let day = time.day < 10 ? " \(time.day)" : "\(time.day)"
        return "\(day)-\(time.monthName)-\(time.year) \(time.timeOfDay) \(date.offsetForm)"
    }
}
