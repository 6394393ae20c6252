import MailTypes

extension CommandEncoder {
    func authenticate(
        _ mechanism: String, _ response: Base64Line?, _ writer: inout CommandTokenWriter
    ) throws(CommandError) {
        let isName = mechanism.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == ASCII.hyphen || $0 == 0x5F }
        guard isName, !mechanism.isEmpty, mechanism.utf8.count <= 64 else { throw .invalid("a mechanism's name") }
        writer.write("AUTHENTICATE \(mechanism)")
        guard let response else { return }
        guard capabilities.contains(.saslInitialResponse) else { throw .unsupported(.saslInitialResponse) }
        writer.write(" ")
        writer.write(raw: response.octets.isEmpty ? [ASCII.equals] : response.octets)
    }

    /// Writes ID, which is limited to 30 fields, names of 30 bytes and values of 1024 bytes [RFC 2971 §3.3].
    func id(_ fields: [IDField], _ writer: inout CommandTokenWriter) throws(CommandError) {
        guard !fields.isEmpty else {
            writer.write("ID NIL")
            return
        }
        guard fields.count <= 30, fields.allSatisfy({ $0.name.count <= 30 && ($0.value?.count ?? 0) <= 1024 }) else {
            throw .invalid("more than ID holds")
        }
        writer.write("ID (")
        for (index, field) in fields.enumerated() {
            if index > 0 { writer.write(" ") }
            try writer.write(string: field.name)
            writer.write(" ")
            if let value = field.value { try writer.write(string: value) } else { writer.write("NIL") }
        }
        writer.write(")")
    }

    func list(_ list: ListCommand, _ writer: inout CommandTokenWriter) throws(CommandError) {
        writer.write("LIST ")
        try writer.write(string: list.reference)
        writer.write(" ")
        try writer.write(string: list.pattern)
        var options: [String] = []
        if list.returnsSpecialUse { options.append("SPECIAL-USE") }
        if list.returnsSubscribed { options.append("SUBSCRIBED") }
        if !list.returnsStatus.isEmpty {
            guard capabilities.contains(.listStatus) else { throw .unsupported(.listStatus) }
            options.append("STATUS (" + list.returnsStatus.map(\.rawValue).joined(separator: " ") + ")")
        }
        if !options.isEmpty { writer.write(" RETURN (" + options.joined(separator: " ") + ")") }
    }

    func select(_ select: SelectCommand, _ writer: inout CommandTokenWriter) throws(CommandError) {
        try name(select.isReadOnly ? "EXAMINE " : "SELECT ", select.mailbox, &writer)
        switch select.resynchronization {
        case .none: break
        case .condStore:
            guard capabilities.contains(.condStore) || capabilities.contains(.qresync) else {
                throw .unsupported(.condStore)
            }
            writer.write(" (CONDSTORE)")
        case .qresync(let validity, let sequence):
            guard capabilities.contains(.qresync) else { throw .unsupported(.qresync) }
            writer.write(" (QRESYNC (\(validity.rawValue) \(sequence.rawValue)))")
        }
    }

    func fetch(_ fetch: FetchCommand, _ writer: inout CommandTokenWriter) throws(CommandError) {
        try set("UID FETCH ", fetch.uids, &writer)
        writer.write(" (UID")
        for item in fetch.items {
            guard let form = item.wireForm else { throw .invalid("a section") }
            writer.write(" ")
            writer.write(raw: form)
        }
        writer.write(")")
        guard let since = fetch.changedSince else { return }
        guard capabilities.contains(.condStore) || capabilities.contains(.qresync) else {
            throw .unsupported(.condStore)
        }
        if fetch.includesVanished, !capabilities.contains(.qresync) { throw .unsupported(.qresync) }
        writer.write(" (CHANGEDSINCE \(since.rawValue)\(fetch.includesVanished ? " VANISHED" : ""))")
    }

    func store(_ store: StoreCommand, _ writer: inout CommandTokenWriter) throws(CommandError) {
        guard !store.flags.isEmpty else { throw .invalid("no flags") }
        try set("UID STORE ", store.uids, &writer)
        writer.write(store.change == .add ? " +FLAGS" : " -FLAGS")
        writer.write(store.isSilent ? ".SILENT " : " ")
        flags(store.flags, &writer)
    }

    func append(_ append: AppendCommand, _ writer: inout CommandTokenWriter) throws(CommandError) {
        guard append.size > 0, append.size <= Int(UInt32.max) else { throw .invalid("a message's size") }
        if let limit = capabilities.appendLimit, append.size > limit { throw .tooLong(octets: append.size) }
        try name("", append.mailbox, &writer)
        writer.write(" ")
        flags(append.flags.filter { $0 != .recent }, &writer)
        writer.write(" ")
        if let date = append.internalDate {
            guard (1...9999).contains(date.local.year) else { throw .invalid("a year of four digits") }
            writer.write("\"")
            writer.write(raw: Self.dateTime(of: date))
            writer.write("\" ")
        }
        writer.writeContent(count: append.size)
    }

    func search(_ search: SearchCommand, _ writer: inout CommandTokenWriter) throws(CommandError) {
        writer.write("UID SEARCH ")
        if search.returnsSet, capabilities.contains(.esearch) { writer.write("RETURN (ALL) ") }
        if search.key.needsCharset { writer.write("CHARSET UTF-8 ") }
        try key(search.key, depth: 0, &writer)
    }

    private static let deepestKey = 32

    private func key(_ key: SearchKey, depth: Int, _ writer: inout CommandTokenWriter) throws(CommandError) {
        guard depth < Self.deepestKey else { throw .invalid("a search in searches") }
        switch key {
        case .all: writer.write("ALL")
        case .uid(let uids): try set("UID ", uids, &writer)
        case .flagged(let flag): writer.write(try Self.name(of: flag, isSet: true))
        case .unflagged(let flag): writer.write(try Self.name(of: flag, isSet: false))
        case .since(let year, let month, let day): writer.write("SINCE " + (try Self.date(year, month, day)))
        case .before(let year, let month, let day): writer.write("BEFORE " + (try Self.date(year, month, day)))
        case .header(let name, let text):
            writer.write("HEADER ")
            try writer.write(string: Array(name.utf8))
            writer.write(" ")
            try writer.write(string: text)
        case .text(let text):
            writer.write("TEXT ")
            try writer.write(string: text)
        case .larger(let size): writer.write("LARGER \(size)")
        case .smaller(let size): writer.write("SMALLER \(size)")
        case .modSequence(let sequence): writer.write("MODSEQ \(sequence.rawValue)")
        case .not(let inner):
            writer.write("NOT ")
            try self.key(inner, depth: depth + 1, &writer)
        case .either(let one, let other):
            writer.write("OR ")
            try self.key(one, depth: depth + 1, &writer)
            writer.write(" ")
            try self.key(other, depth: depth + 1, &writer)
        case .both(let keys):
            guard !keys.isEmpty else { throw .invalid("an empty search") }
            writer.write("(")
            for (index, inner) in keys.enumerated() {
                if index > 0 { writer.write(" ") }
                try self.key(inner, depth: depth + 1, &writer)
            }
            writer.write(")")
        }
    }

    private static func name(of flag: Flag, isSet: Bool) throws(CommandError) -> String {
        let word: [(Flag, String)] = [
            (.seen, "SEEN"), (.answered, "ANSWERED"), (.flagged, "FLAGGED"), (.deleted, "DELETED"), (.draft, "DRAFT"),
        ]
        if let name = word.first(where: { $0.0 == flag })?.1 { return isSet ? name : "UN\(name)" }
        guard !flag.isSystem else { throw .invalid("a flag that cannot be searched for") }
        return (isSet ? "KEYWORD " : "UNKEYWORD ") + flag.description
    }

    private static func date(_ year: Int, _ month: Int, _ day: Int) throws(CommandError) -> String {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
            throw .invalid("a date")
        }
        let name = CivilTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0).monthName
        let zeros = String(repeating: "0", count: 4 - String(year).utf8.count)
        return "\(day)-\(name)-\(zeros)\(year)"
    }

    /// Returns the date in the form that APPEND requires, such as `25-Jun-1994 01:02:03 +0000`.
    private static func dateTime(of date: DateTime) -> [UInt8] {
        let time = date.local
        let day = (time.day < 10 ? " " : "") + String(time.day)
        let clock = [time.hour, time.minute, time.second].map { ($0 < 10 ? "0" : "") + String($0) }
        let year = String(repeating: "0", count: max(0, 4 - String(time.year).utf8.count)) + String(time.year)
        return Array("\(day)-\(time.monthName)-\(year) \(clock.joined(separator: ":")) \(date.offsetForm)".utf8)
    }
}
