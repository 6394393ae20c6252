internal import Composer
internal import LineEditing
internal import MailTypes
internal import Terminal

extension CommandGroup {
    static let draftHeader = CommandGroup(
        "Draft header",
        [
            .to, .cc, .bcc, .remove, .subject, .from, .replyTo, .header,
        ])
}

extension Command {
    static let to = recipient("to", .to, "add recipients, or show them", tildeEscape: "t")
    static let cc = recipient("cc", .cc, "add recipients in Cc", tildeEscape: "c")
    static let bcc = recipient("bcc", .bcc, "add recipients in Bcc, hidden from the others", tildeEscape: "b")
    static let replyTo = recipient("reply-to", .replyTo, "set the address for replies")

    private static func recipient(
        _ name: String, _ field: Recipients.Field, _ summary: String, tildeEscape: String? = nil
    ) -> Command {
        Command(
            name: name, aliases: name == "cc" ? ["c"] : [], summary: summary, operands: [.zeroOrMore("WHO", .contact)],
            places: [.draft], tildeEscape: tildeEscape,
            details: """
                WHO is an address, with or without a display name, or part of the name of a contact of the account that sends.
                Several are accepted. Without WHO, shows the current recipients.
                """,
            examples: ["\(name) ben@example.org", "\(name) ana", "\(name) Ben Okafor <ben@example.org>, ana"],
            quickForm: name == "reply-to" ? nil : "\(name) NAME",
            shortForms: name == "cc" ? [.sign("&", "cc $*", shown: "&WHO", as: "cc WHO")] : []
        ) { invocation, console throws(CommandFailure) in
            let compose = try console.openedSession()
            let draft = compose.draft
            if invocation.operands.isEmpty {
                let people = draft.recipients[field]
                let shown = console.isAccessible ? console.display(people) : AddressDisplay.typed(people)
                console.printLine("\(RecipientFieldLabel.name(field)): \(shown)")
                return .done
            }
            let people = try console.people(invocation.operands, from: compose.account)
            try console.edit(draft.adding(people, to: field))
            for address in people {
                console.printLine(RecipientLine.added(address, field, shown: console.display(address)))
            }
            return .done
        }
    }

    static let remove = Command(
        name: "remove", summary: "remove recipients", operands: [.oneOrMore("WHO", .recipient)],
        places: [.draft], details: "WHO is an address or part of a name, in any recipient field.",
        examples: ["remove chi", "remove ana@example.org"], quickForm: "remove NAME"
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
                    "\"\(text)\" matches \(found.count) of them: \(console.display(found.map(\.address))). Type more of it."
                )
            }
            try console.edit(draft.removing([first.address], from: first.field))
            console.printLine(
                "Removed \(console.display(first.address)) from \(RecipientFieldLabel.name(first.field)).")
        }
        return .done
    }

    static let from = Command(
        name: "from", aliases: ["as"], summary: "show or change the sender",
        operands: [.zeroOrMore("ADDRESS", .sender)],
        places: [.draft],
        details: """
            ADDRESS is one of the account's addresses, or any other. The name or an address of another account moves the draft
            to that account, which sends it and keeps the copy in its Sent folder. The signature changes with the sender, unless
            you have edited it. Without ADDRESS, shows the sender.
            """,
        examples: ["from kim@example.net", "from Kim Park <kim@example.net>", "from work"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        if invocation.operands.isEmpty {
            console.printLine("From: \(draft.sender.map { console.display($0) } ?? "(not set)")")
            return .done
        }
        var words: [String] = []
        for operand in invocation.operands { words.append(try Invocation.text(operand, of: "from")) }
        let sender = try console.sender(words.joined(separator: " "))
        guard let own = console.session?.compose?.account else { return .done }
        let other = try console.otherAccount(sendingAs: sender)
        let edit = try console.changingSender(of: draft, in: own, to: sender, in: other ?? own)
        defer { console.noteKeptSignature(in: draft) }
        guard let account = other else {
            try console.edit(edit)
            console.printLine("From: \(console.display(sender))")
            return .done
        }
        try console.moveOpenDraft(to: account, applying: edit)
        let name = console.session?.compose?.name ?? ""
        console.printLine(
            "From: \(console.display(sender)). It is sent from account \(account.name), as draft \(name).")
        return .done
    }

    static let subject = Command(
        name: "subject", summary: "show or change the subject", operands: [.optional("TEXT")], wordsBeforeText: 0,
        places: [.draft], tildeEscape: "s",
        details: "The rest of the line is the subject. Without TEXT, shows it.",
        examples: ["subject Plan for Thursday"],
        quickForm: "subject TEXT", shortForms: [.text("s", "subject $*", shown: "s TEXT", as: "subject TEXT")]
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
        name: "header", summary: "set another header field", operands: [.one("NAME"), .optional("VALUE")],
        wordsBeforeText: 1, places: [.draft], details: "Without VALUE, removes the field.",
        examples: ["header X-Project Harbour", "header X-Project"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let name = try Invocation.text(invocation.operands[0], of: "header")
        guard Draft.OtherHeaderField(name: name, text: "x").isCarried else {
            throw .usage(
                "\"\(name)\" cannot be set with header. Use to, cc, bcc, from, reply-to or subject.")
        }
        var fields = draft.otherFields.filter { $0.name.lowercased() != name.lowercased() }
        if let value = try invocation.text(operand: 1) { fields.append(.init(name: name, text: value)) }
        try console.edit(.setOtherFields(fields))
        return .done
    }
}
