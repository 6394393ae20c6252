internal import Accounts
internal import Contacts
internal import Disk
internal import LineEditing
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Terminal

extension Command {
    static let contactsQuery = Command(
        name: "contacts query", aliases: ["contacts", "Q"], summary: "find addresses in your mail's contacts",
        operands: [.zeroOrMore("TEXT", .contact)],
        options: [
            .limit, Option("aerc", summary: "leave out the first line, which counts the matches"),
            Option("why", summary: "say why the contacts come in this order"),
        ],
        configuration: .complete,
        details: """
            Each word of TEXT must begin a word of the name or the address; case and accents are ignored. The most frequent
            contacts come first. Contacts are collected from synced mail only. The output has the format of mutt's
            query_command. With --why, each contact is followed by what decided its place: what TEXT matched, the number of
            messages in each account, of which the highest counts, and then the date of the newest. mutt itself quotes %s, so quotes around it would let the shell run what is in the text.
            """,
        examples: [
            "petrel contacts query al", "petrel contacts query al --why",
            "set query_command = \"petrel contacts query -- %s\"  # in muttrc",
        ],
        quickForm: "contacts ana"
    ) { invocation, console throws(CommandFailure) in
        var words: [String] = []
        for operand in invocation.operands { words.append(try Invocation.text(operand, of: "contacts query")) }
        let accounts = try console.accounts(invocation)
        try console.learnFirstContacts(of: accounts)
        let index = try console.contacts(of: accounts)
        let matches = index.matches(words.joined(separator: " "), limit: try invocation.number("limit") ?? 100)
        let zone = console.zone
        let why = invocation.has("why") ? try console.ranking(of: matches, words, accounts) : []
        // Other programs read the lines of a shell.
        let isSpoken = console.isAccessible && console.session != nil
        console.answer(invocation.command) { json in
            json.key("contacts")
            json.array { json in
                for (place, match) in matches.enumerated() {
                    json.object { json in
                        json.contact(match.contact, of: accounts[match.book].name)
                        if !why.isEmpty {
                            json.key("why")
                            json.string(why[place])
                        }
                    }
                }
            }
        } text: { output in
            if isSpoken {
                for (place, match) in matches.enumerated() {
                    let reason = why.isEmpty ? "" : " \(MessageListFormatter.ended(TerminalSafeText.line(why[place])))"
                    output.write("\(place + 1). \(Self.sentence(match.contact, zone))\(reason)\n")
                }
                let all = index.count.counted("contact")
                output.write(matches.isEmpty ? "None of \(all) matches.\n" : "\(matches.count) of \(all).\n")
                return
            }
            if invocation.has("why") {
                for (place, match) in matches.enumerated() {
                    output.write("\(place + 1)  \(Self.line(match.contact, zone))")
                    output.write("   \(TerminalSafeText.line(why[place]))\n")
                }
                if matches.isEmpty { output.write("No contact matches.\n") }
                return
            }
            if !invocation.has("aerc") {
                output.write("\(matches.count) of \(index.count.counted("contact"))\n")
            }
            for match in matches { output.write(Self.line(match.contact, zone)) }
        }
        return .done
    }

    /// Returns the contact as a sentence for a screen reader.
    private static func sentence(_ contact: Contact, _ zone: LocalTimeZone) -> String {
        let who = ScreenReaderText.person(Address(name: contact.name, email: contact.address))
        let seen = MessageListFormatter.longDay(zone.time(contact.lastSeen).local)
        return "\(TerminalSafeText.line(who)): \(contact.frequency.counted("message")), last \(seen)."
    }

    /// Returns `address TAB name TAB more`, the format of mutt and aerc.
    private static func line(_ contact: Contact, _ zone: LocalTimeZone) -> String {
        let seen = MessageListFormatter.day(zone.time(contact.lastSeen).local)
        let messages = contact.frequency.counted("message")
        let columns = [contact.address.text, contact.name ?? "", "\(messages), last \(seen)"]
        return columns.map { TerminalSafeText.line($0).replacing("\t", with: " ") }.joined(separator: "\t") + "\n"
    }
}

extension Console {
    /// Indexes the mail of accounts whose mail was never indexed, such as a Maildir of another program. Otherwise the
    /// contacts may be those of the last sync, so that mutt and aerc get them at once.
    fileprivate mutating func learnFirstContacts(of accounts: [MailAccount]) throws(CommandFailure) {
        var new: [MailAccount] = []
        for account in accounts where try account.mail() != nil {
            let directory = try account.files { () throws(FileError) in try account.contactFiles() }
            if directory == nil { new.append(account) }
        }
        if !new.isEmpty { _ = try view(of: new) }
    }
}

extension JSONWriter {
    fileprivate mutating func contact(_ contact: Contact, of account: AccountName) {
        key("address")
        string(contact.address.text)
        key("name")
        string(contact.name)
        key("frequency")
        number(contact.frequency)
        key("lastSeen")
        string(contact.lastSeen.iso8601)
        key("account")
        string(account.text)
    }
}
