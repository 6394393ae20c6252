import MailTypes

extension ModelSession {
    var hasModSequences: Bool { enabled.contains("CONDSTORE") }
    var hasVanished: Bool { enabled.contains("QRESYNC") }

    mutating func select(
        _ scanner: inout RequestScanner, isReadOnly: Bool, _ account: inout ModelAccount
    ) throws(MalformedCommand) -> String {
        try scanner.space()
        let name = try scanner.mailbox()
        var known: (uidValidity: UInt32, modSequence: UInt64)?
        if scanner.skip(" ") {
            try scanner.list { scanner throws(MalformedCommand) in
                switch try scanner.word() {
                case "CONDSTORE":
                    guard account.profile.keepsModSequences else { throw MalformedCommand("what takes CONDSTORE") }
                    enabled.insert("CONDSTORE")
                case "QRESYNC":
                    guard hasVanished else { throw MalformedCommand("QRESYNC that was not enabled") }
                    try scanner.space()
                    known = try resynchronization(&scanner)
                default: throw MalformedCommand("an option that SELECT does not have")
                }
            }
        }
        try scanner.end()
        // A mailbox that was selected before is closed in any case [RFC 3501 §6.3.1].
        if selection != nil, says("QRESYNC", account) { say("* OK [CLOSED] that one is left") }
        selection = nil
        guard let mailbox = account.mailboxes[name] else {
            hasRefusedSelect = true
            return "NO [NONEXISTENT] no such mailbox"
        }
        hasRefusedSelect = false
        let isReadOnly = isReadOnly || mailbox.isReadOnly
        selection = Selection(name: name, isReadOnly: isReadOnly)
        describe(mailbox, isReadOnly: isReadOnly, account)
        note(mailbox)
        if let known, known.uidValidity == mailbox.uidValidity {
            let vanished = mailbox.vanished(since: known.modSequence)
            if !vanished.isEmpty { say("* VANISHED (EARLIER) \(vanished)") }
            for (index, message) in mailbox.messages.enumerated() where message.modSequence > known.modSequence {
                sayFlags(message, number: index + 1, hasUID: true)
            }
        }
        return isReadOnly ? "OK [READ-ONLY] done" : "OK [READ-WRITE] done"
    }

    /// Does not accept sets of known UIDs: servers handle them wrongly, so no client should send them.
    private func resynchronization(
        _ scanner: inout RequestScanner
    ) throws(MalformedCommand) -> (uidValidity: UInt32, modSequence: UInt64) {
        try scanner.expect("(")
        let uidValidity = try scanner.number32()
        try scanner.space()
        let modSequence = try scanner.number()
        try scanner.expect(")")
        guard uidValidity > 0, modSequence > 0 else { throw MalformedCommand("a 0 in QRESYNC") }
        return (uidValidity, modSequence)
    }

    private mutating func describe(_ mailbox: ModelMailbox, isReadOnly: Bool, _ account: ModelAccount) {
        let keywords = Set(mailbox.messages.flatMap(\.flags.keywords)).map(\.description).sorted()
        let system = ["\\Answered", "\\Flagged", "\\Deleted", "\\Seen", "\\Draft"]
        say("* FLAGS (\((system + keywords).joined(separator: " ")))")
        let permanent = account.profile.permanentFlags == nil ? system + keywords + ["\\*"] : system
        say("* OK [PERMANENTFLAGS (\(isReadOnly ? "" : permanent.joined(separator: " ")))] kept")
        say("* \(mailbox.messages.count) EXISTS")
        say("* 0 RECENT")
        if let unseen = mailbox.messages.firstIndex(where: { !$0.flags.contains(.seen) }) {
            say("* OK [UNSEEN \(unseen + 1)] first")
        }
        say("* OK [UIDVALIDITY \(mailbox.uidValidity)] valid")
        if account.profile.saysUIDNext { say("* OK [UIDNEXT \(mailbox.uidNext)] next") }
        if account.profile.keepsModSequences { say("* OK [HIGHESTMODSEQ \(mailbox.highestModSequence)] highest") }
        if account.profile.has("OBJECTID") { say("* OK [MAILBOXID (\(mailbox.id))] it") }
    }

    // MARK: - Forms

    static func flags(_ flags: FlagSet) -> [UInt8] {
        [0x28] + Array(flags.flags.map(\.octets).joined(separator: [0x20])) + [0x29]
    }

    /// Returns a quoted string, or a literal if a quoted string cannot represent the bytes.
    static func quoted(_ octets: [UInt8]) -> [UInt8] {
        guard octets.count <= 1000, octets.allSatisfy({ (0x20...0x7E).contains($0) }) else { return literal(octets) }
        return [0x22] + octets.flatMap { $0 == 0x22 || $0 == 0x5C ? [0x5C, $0] : [$0] } + [0x22]
    }

    static func literal(_ octets: [UInt8]) -> [UInt8] {
        Array("{\(octets.count)}\r\n".utf8) + octets
    }
}
