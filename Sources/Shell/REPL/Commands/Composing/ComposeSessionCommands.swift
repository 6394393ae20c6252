internal import Accounts
internal import Composer
internal import InternetMessage
internal import LineEditing
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Terminal

extension CommandGroup {
    static let finishing = CommandGroup(
        "Draft",
        [
            .preview, .check, .security, .sendDraft, .close, .fields, .saveDraft, .discardDraft,
        ])
}

extension Command {
    static let preview = Command(
        name: "preview", summary: "show what will be sent",
        operands: [.optional("text|html|source", .choice(["text", "html", "source"]))],
        options: [
            .init("html", summary: "the same as preview html"), .init("source", summary: "the same as preview source"),
        ],
        places: [.draft], tildeEscape: "p",
        details: """
            text shows the header and the text as recipients see them, with the marks of formatted text; html shows the HTML
            part. source shows the message byte for byte as it will be sent, without Bcc. Only Date and Message-ID differ: they
            are set when you type send. On a screen, an empty line means preview, except in accessible mode.
            """,
        examples: ["preview", "preview --source"], quickForm: "preview",
        shortForms: [.alone("p", "preview", as: "preview")]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let operand = try invocation.text(operand: 0)
        switch operand ?? (invocation.has("source") ? "source" : invocation.has("html") ? "html" : "text") {
        case "text":
            var page = DraftPage(
                draft: draft, isAccessible: console.isAccessible, isStyled: console.isStyled, isPreview: true)
            page.security = console.securityLines()
            console.show(page: page.write)
        case "html":
            if let html = draft.html {
                TerminalSafeText.write(lines: Array(html.utf8), to: &console.output)
                console.output.write("\n")
            } else {
                console.note("The text has no formatting: it is sent as plain text only.")
            }
        case "source": try console.previewSource()
        case let other: throw .usage("There is no preview \"\(other)\". Use text, html or source.")
        }
        return .done
    }

    static let fields = Command(
        name: "fields", summary: "show the header of the draft", places: [.draft], tildeEscape: "h",
        details: "Shows sender, recipients, subject and attachments.", examples: ["fields"]
    ) { _, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        var page = DraftPage(draft: draft, isAccessible: console.isAccessible)
        page.security = draft.security.map { ["\($0.text)"] } ?? []
        console.show(page: { page.writeFields(to: &$0) })
        return .done
    }

    static let check = Command(
        name: "check", summary: "check whether the draft can be sent", places: [.draft],
        details: "Reports every error and question that send would raise.", examples: ["check"], quickForm: "check"
    ) { _, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let problems = PreSendChecks.problems(of: draft)
        for problem in problems { console.printLine(PreSendChecks.line(problem)) }
        if draft.bodySize > Draft.generousBody {
            console.printLine(
                "? The text has \(ByteCountText.of(draft.bodySize)), which is long for a message. You can still send it."
            )
        }
        let problem = console.securityProblem()
        if let problem { console.printLine("! \(problem)") }
        if problems.isEmpty, problem == nil { console.printLine("Ready to send. Type: send") }
        return .done
    }

    static let sendDraft = Command(
        name: "send", summary: "send the draft", operands: [.planning],
        options: [.undo, .wait, ExternalDraftChange.option] + Option.securityOptOuts + Option.planning
            + PreSendChecks.options,
        places: [.draft], tildeEscape: "yy",
        details: """
            The message is stored in the outbox at once and sent when the undo window ends. Type undo before that to stop it.
            On a screen, Ctrl-X Ctrl-Y means send, also at the end of a line of text.
            at TIME and in DELAY send it later, never earlier than that: at 18:30, at mon 9:00, at 2026-12-01 08:30, in 2h.
            Times are local. petrel must run then; otherwise it is sent when petrel runs next. outbox cancel oN stops it.
            """,
        examples: ["send", "send --undo 30", "send at mon 9:00", "send in 2h", "send at 2026-12-01 08:30"],
        quickForm: "send"
    ) { invocation, console throws(CommandFailure) in
        _ = try console.plannedTime(invocation)
        if console.isInteractive, try console.openedDraft().bodySize > Draft.generousBody {
            console.printLine(
                "The text has \(ByteCountText.of(try console.openedDraft().bodySize)), which is long for a message.")
        }
        return try console.sendOpenDraft(invocation)
    }

    static let saveDraft = Command(
        name: "save", summary: "save the draft now", places: [.draft],
        details: "petrel also saves by itself: each line when you enter it, and the whole draft every 30 seconds.",
        examples: ["save"]
    ) { _, console throws(CommandFailure) in
        try console.saveDraft(saying: true)
        return .done
    }

    static let close = Command(
        name: "close", aliases: ["P"], summary: "close the draft and keep it", places: [.draft], tildeEscape: "q",
        details: "drafts lists it; resume dN opens it again.", examples: ["close"], quickForm: "close"
    ) { _, console throws(CommandFailure) in
        try console.closeDraft(saying: true)
        return .done
    }

    static let discardDraft = Command(
        name: "discard", summary: "delete the draft", options: [.yes], places: [.draft], tildeEscape: "x",
        details: "A deleted draft is kept for 30 days; recover brings it back.", examples: ["discard"],
        quickForm: "discard"
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let isWritten = console.session?.compose?.isWritten ?? false
        if isWritten, !draft.isEmpty, !invocation.has("yes") {
            if try console.ask(.deleteDraft) == 1 { return .done }
        }
        let name = console.session?.compose?.name ?? ""
        try console.discardOpenDraft()
        if isWritten { console.printLine("Draft deleted. It is kept for 30 days: recover \(name)") }
        return .done
    }

    static let undoEdit = Command(
        name: "undo", aliases: ["u"], summary: "undo sending, or the last edit", places: [.draft],
        details: "During the undo window of a message it stops that message; otherwise it undoes the last edit.",
        examples: ["undo"], quickForm: "undo"
    ) { invocation, console throws(CommandFailure) in
        if try console.undoSend(invocation) { return .done }
        let facts = console.savingFacts
        guard console.session?.compose?.history.canUndo == true else {
            throw .usage("Nothing to undo: the draft is as you opened it.")
        }
        try console.changed(console.session?.compose?.undo(facts), nil)
        console.printLine("Undone. Type redo to restore it.")
        return .done
    }

    static let redoEdit = Command(
        name: "redo", summary: "redo the edit that undo reverted", places: [.draft],
        details: "Works until you edit something else.", examples: ["redo"], quickForm: "redo"
    ) { _, console throws(CommandFailure) in
        let facts = console.savingFacts
        guard console.session?.compose?.history.canRedo == true else { throw .usage("Nothing to redo.") }
        try console.changed(console.session?.compose?.redo(facts), nil)
        console.printLine("Done again.")
        return .done
    }
}

extension Console {
    /// Shows the bytes that the server will get, with the date and Message-ID of this moment.
    fileprivate mutating func previewSource() throws(CommandFailure) {
        guard let compose = session?.compose else { return }
        let draft = compose.draft
        let octets: [UInt8]
        if let secured = try secured(draft, of: compose.account, id: compose.reservation.id) {
            octets = secured.octets
        } else {
            do throws(OutgoingMessageError) {
                octets = try OutgoingDraft.message(of: draft, compose.reservation.id, savingFacts.date)
            } catch {
                throw CommandFailure(.dataError, "cannotWrite", "It cannot be sent as it is. Type: check")
            }
        }
        let sent = SMTPMailData.octets(of: octets)
        if columns == nil {
            output.write(sent.span)
        } else {
            showLines { TerminalSafeText.write(lines: sent, to: &$0) }
        }
        note("Date and Message-ID will be those of the moment when you type send.")
        if !draft.recipients.bcc.isEmpty {
            note("Bcc is not part of the message: \(display(draft.recipients.bcc))")
        }
        if !draft.undownloadedAttachments.isEmpty {
            note("Attachments that are not downloaded yet are fetched before it is sent.")
        }
    }
}

extension Command.Option {
    static let undo = Command.Option("undo", value: "N", summary: "length of the undo window: \(UndoWindow.rule)")
}

extension Question {
    static let deleteDraft = Question(
        text: "Delete draft?",
        answers: [.init(letter: "d", words: "Delete"), .init(letter: "k", words: "Keep Editing")], safe: 1,
        remedy: "Add --yes.")
}
