internal import Accounts
internal import Disk
internal import InternetMessage
internal import LineEditing
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Terminal

extension CommandGroup {
    static let drafts = CommandGroup(
        "Drafts",
        [
            .drafts, .resume, .discard, .recover, .conflicts, .draftsImport, .draftsExport,
        ])
}

extension Command {
    static let drafts = Command(
        name: "drafts", aliases: ["drafts list"], summary: "list drafts",
        options: .forPrograms, configuration: .complete,
        details: "Includes drafts of other mail programs. show dN shows one.\n"
            + RecordFormatter.help(RecordFields.drafts),
        examples: ["petrel drafts --json"],
        quickForm: "drafts"
    ) { invocation, console throws(CommandFailure) in
        let found = try console.drafts(invocation)
        let drafts = found.drafts
        let isForPrograms = try console.printRecords(
            drafts.map { RecordFields.Draft($0) }, RecordFields.drafts, invocation)
        if isForPrograms { return .done }
        console.answer(with: drafts, as: "drafts", of: invocation.command)
        console.report(found.obstacle)
        if drafts.isEmpty { console.note("No drafts.") }
        console.noteMailWithoutAccount(invocation)
        return .done
    }

    static let draftsImport = Command(
        name: "drafts import", summary: "import a message file as a draft", operands: [.one("FILE", .file)],
        options: [Option("replace", value: "dN", .draft, summary: "replace the content of this draft")],
        details: """
            FILE is a message as any mail program writes it; "-" is standard input. With --replace, recover brings the
            former content back.
            """,
        examples: ["petrel drafts import letter.eml", "petrel drafts import --replace d7 letter.eml"]
    ) { invocation, console throws(CommandFailure) in
        let message = try console.message(in: invocation.operands[0])
        let now = console.clock.now()
        let saved: DraftItem
        let account: MailAccount
        if let operand = invocation.value("replace") {
            let former = try console.draft(named: operand, invocation)
            account = try console.account(of: former, invocation)
            saved = try console.drafting { () throws(DraftError) in
                try former.store.revise(former.identity(), message, keepingFormer: true, at: now)
            }
        } else {
            account = try console.accountToWriteFrom(invocation)
            let store = try account.drafts()
            let name = account.name.text
            saved = try console.drafting { () throws(DraftError) in
                try store.create(message, at: now) { $0.account = name }
            }
        }
        console.printResult(for: saved, isInOutbox: false, of: invocation.command, "Draft saved")
        return .done
    }

    static let draftsExport = Command(
        name: "drafts export", summary: "print a draft as a message file", operands: [.one("dN", .draft)],
        details: "Prints the saved draft without petrel's private header fields. On a terminal, control characters are "
            + "shown as visible symbols.",
        examples: ["petrel drafts export d7 > letter.eml"]
    ) { invocation, console throws(CommandFailure) in
        if console.isJSON {
            throw .usage("drafts export cannot print JSON. Leave --json out, or type: petrel show dN --json")
        }
        let draft = try console.draft(named: invocation.operands[0], invocation)
        let octets = DraftHeader.remove(from: try draft.contents())
        if console.columns == nil {
            console.output.write(octets.span)
        } else {
            console.showLines { TerminalSafeText.write(lines: octets, to: &$0) }
        }
        return .done
    }

    static let discard = Command(
        name: "discard", aliases: ["drafts delete"], summary: "delete a draft", operands: [.one("dN", .draft)],
        options: [.yes], details: "A deleted draft is kept for 30 days; recover dN brings it back.",
        examples: ["petrel discard d7 --yes"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.draft(named: invocation.operands[0], invocation)
        if !invocation.has("yes") {
            let question = Question(
                text: "Delete draft?",
                answers: [.init(letter: "d", words: "Delete"), .init(letter: "k", words: "Keep Editing")], safe: 1,
                remedy: "Add --yes.")
            if try console.ask(question) == 1 { return .done }
        }
        let now = console.clock.now()
        try console.drafting { () throws(DraftError) in try draft.store.discard(draft.identity(), at: now) }
        console.printResult(
            for: draft.item, isInOutbox: false, of: invocation.command,
            "Draft deleted. Within 30 days, restore it with: petrel recover")
        return .done
    }
}
