internal import Composer
internal import MailTypes
internal import Terminal

extension Command {
    static let to = recipient("to", .to, "add people to To")
    static let cc = recipient("cc", .cc, "add people to Cc")
    static let bcc = recipient("bcc", .bcc, "add people to Bcc: no other recipient sees them")
    static let replyTo = recipient("reply-to", .replyTo, "say who is to get the answers")

    private static func recipient(_ name: String, _ field: Recipients.Field, _ summary: String) -> Command {
        Command(
            name: name, summary: summary, synopsis: "WHO…", operands: 0...Int.max, places: [.draft],
            details: """
                WHO is an address, with a name or without, or a part of the name of somebody that mail was exchanged
                with. Several may stand behind one another. Without WHO, shows who is in it.
                """,
            examples: ["\(name) ben@example.org", "\(name) ana", "\(name) Ben Okafor <ben@example.org>, ana"]
        ) { invocation, console throws(CommandFailure) in
            let draft = try console.openedDraft()
            if invocation.operands.isEmpty {
                console.printLine("\(FieldWords.name(field)): \(AddressText.list(draft.recipients[field]))")
                return .done
            }
            let people = try console.people(invocation.operands)
            try console.edit(draft.adding(people, to: field))
            for address in people { console.printLine(RecipientLine.added(address, field)) }
            return .done
        }
    }

    static let remove = Command(
        name: "remove", summary: "take people out", synopsis: "WHO…",
        operands: 1...Int.max, places: [.draft], details: "WHO is an address or a part of a name, in any field.",
        examples: ["remove chi", "remove ana@example.org"]
    ) { invocation, console throws(CommandFailure) in
        for operand in invocation.operands {
            let draft = try console.openedDraft()
            let text = try Invocation.text(operand, of: "remove")
            let found = draft.recipients(matching: text)
            guard let first = found.first else {
                throw CommandFailure(.noUser, "noSuchRecipient", "\"\(text)\" is not among the recipients.")
            }
            guard found.count == 1 else {
                throw CommandFailure(
                    .noUser, "ambiguousRecipient",
                    "\"\(text)\" is \(found.count) of them: \(AddressText.list(found.map(\.address))). Type more of it."
                )
            }
            try console.edit(draft.removing([first.address], from: first.field))
            console.printLine("Removed \(AddressText.of(first.address)) from \(FieldWords.name(first.field)).")
        }
        return .done
    }

    static let from = Command(
        name: "from", summary: "say who writes", synopsis: "[ADDRESS]", operands: 0...Int.max, places: [.draft],
        details: """
            ADDRESS is one that the account sends as, or another one; that of another account, or its name, makes it a
            draft of that account. Without it, shows who writes.
            """,
        examples: ["from kim@example.net", "from Kim Park <kim@example.net>", "from work"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        if invocation.operands.isEmpty {
            console.printLine("From: \(draft.sender.map { AddressText.of($0) } ?? "(nobody yet)")")
            return .done
        }
        var words: [String] = []
        for operand in invocation.operands { words.append(try Invocation.text(operand, of: "from")) }
        let sender = try console.sender(words.joined(separator: " "))
        guard let account = try console.otherAccount(sendingAs: sender) else {
            try console.edit(.setSender(sender))
            console.printLine("From: \(AddressText.of(sender))")
            return .done
        }
        try console.moveOpenDraft(to: account, as: sender)
        let name = console.session?.compose?.name ?? ""
        console.printLine("From: \(AddressText.of(sender)). It leaves by \(account.name), as draft \(name).")
        return .done
    }

    static let subject = Command(
        name: "subject", summary: "say what it is about", synopsis: "TEXT", operands: 0...1, wordsBeforeText: 0,
        places: [.draft], details: "All that stands behind it is the subject. Without TEXT, shows it.",
        examples: ["subject Plan for Thursday"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        if let text = try invocation.text(operand: 0) {
            try console.edit(.setSubject(text))
        } else {
            console.printLine("Subject: \(draft.subject)")
        }
        return .done
    }

    static let header = Command(
        name: "header", summary: "set any other field of the header", synopsis: "NAME [VALUE]", operands: 1...2,
        wordsBeforeText: 1, places: [.draft], details: "Without VALUE, takes the field out.",
        examples: ["header X-Project Harbour", "header X-Project"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let name = try Invocation.text(invocation.operands[0], of: "header")
        guard Draft.OtherHeaderField(name: name, text: "x").isCarried else {
            throw .usage(
                "\"\(name)\" is no field that can be set here. There are to, cc, bcc, from, reply-to, subject.")
        }
        var fields = draft.otherFields.filter { $0.name.lowercased() != name.lowercased() }
        if let value = try invocation.text(operand: 1) { fields.append(.init(name: name, text: value)) }
        try console.edit(.setOtherFields(fields))
        return .done
    }
}

/// What is said of somebody who was added.
enum RecipientLine {
    /// An address that is none is marked by a sign and in words.
    static func added(_ address: Address, _ field: Recipients.Field) -> String {
        let text = AddressText.of(address)
        return address.isDeliverable
            ? "\(FieldWords.name(field)): \(text)"
            : "! \(FieldWords.name(field)): \(text) is no address. Type: remove \(text), and add the right one."
    }
}

extension Console {
    /// The people that words mean; asks which of several is meant, where somebody can be asked.
    mutating func people(_ operands: [[UInt8]]) throws(CommandFailure) -> [Address] {
        var words: [String] = []
        for operand in operands { words.append(try Invocation.text(operand, of: "A recipient")) }
        var found: [Address] = []
        for meaning in RecipientResolver(contacts: try contacts()).meanings(words) {
            switch meaning {
            case .address(let address): found.append(address)
            case .several(let addresses): found.append(try choose(among: addresses))
            case .nobody(let text):
                throw CommandFailure(.noUser, "noSuchContact", "No contact matches \"\(text)\". Type a full address.")
            }
        }
        return found
    }

    private mutating func choose(among addresses: [Address]) throws(CommandFailure) -> Address {
        let listed = addresses.enumerated().map { "\($0 + 1)  \(AddressText.of($1))" }
        guard canAsk else {
            throw CommandFailure(
                .noUser, "ambiguousContact",
                "That could be \(addresses.count) people: \(AddressText.list(addresses)). Type more of it.")
        }
        for line in listed { printLine(line) }
        output.flush()
        for _ in 0..<3 {
            guard case .line(let line) = read(.question("Which one? ")) else { break }
            let digits = Array(line.utf8).filter { $0 != 0x20 }
            if !digits.isEmpty, digits.allSatisfy({ $0 &- 0x30 < 10 }), digits.count < 3,
                let number = Int(String(decoding: digits, as: UTF8.self)), addresses.indices.contains(number - 1)
            {
                return addresses[number - 1]
            }
            if digits.isEmpty { break }
            printError("Type a number from 1 to \(addresses.count).")
        }
        throw CommandFailure(.noUser, "ambiguousContact", "Nobody was added.")
    }
}
