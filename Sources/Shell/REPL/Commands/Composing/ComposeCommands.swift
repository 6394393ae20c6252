internal import Accounts
internal import Composer
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Terminal

extension Command {
    static let preview = Command(
        name: "preview", summary: "show what will be sent", synopsis: "[text|html|source]", operands: 0...1,
        places: [.draft],
        details: """
            The text with its marks; html is what programs that show HTML get, source the whole message as it is sent.
            """,
        examples: ["preview", "preview source"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        switch try invocation.text(operand: 0) {
        case nil, "text"?:
            DraftPage(draft: draft, isAccessible: console.isAccessible, isStyled: console.isStyled)
                .write(to: &console.output)
        case "html"?:
            if let html = draft.html {
                TerminalSafeText.write(lines: Array(html.utf8), to: &console.output)
                console.output.write("\n")
            } else {
                console.note("There are no marks in it: it is sent as plain text alone.")
            }
        case "source"?:
            let message = draft.sentMessage(id: MailID.fresh(draft.sender), date: console.savingFacts.date)
            do throws(OutgoingProblem) {
                let octets = try MessageWriter(message, unique: "preview").octets()
                TerminalSafeText.write(lines: octets, to: &console.output)
            } catch {
                throw CommandFailure(.dataError, "cannotWrite", "It cannot be sent as it is. Type: check")
            }
        case let other?:
            throw .usage("There is no preview \"\(other)\": it can be text, html or source.")
        }
        return .done
    }

    static let fields = Command(
        name: "fields", summary: "show the header of the draft", synopsis: "", operands: 0...0, places: [.draft],
        details: "Who writes, who receives, what it is about, what is attached.", examples: ["fields"]
    ) { _, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        DraftPage(draft: draft, isAccessible: console.isAccessible).writeFields(to: &console.output)
        return .done
    }

    static let check = Command(
        name: "check", summary: "look whether the draft can be sent", synopsis: "", operands: 0...0, places: [.draft],
        details: "Says all that send would refuse or ask.", examples: ["check"]
    ) { _, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let problems = draft.problems
        for problem in problems { console.printLine(PreSendChecks.line(problem)) }
        if draft.bodySize > Draft.generousBody {
            console.printLine(
                "? The text has \(ByteCountText.of(draft.bodySize)): long for a mail. It may be sent all the same.")
        }
        if problems.isEmpty { console.printLine("Ready to send. Type: send") }
        return .done
    }

    static let sendDraft = Command(
        name: "send", summary: "send the draft", synopsis: "[--undo N]",
        options: [.undo, .wait, DraftChange.option] + PreSendChecks.options, operands: 0...0, places: [.draft],
        details: """
            After some seconds in which undo takes it back. It goes into the outbox first, where it is safe, whatever
            happens.
            """,
        examples: ["send", "send --undo 30"]
    ) { invocation, console throws(CommandFailure) in
        if console.isInteractive, try console.openedDraft().bodySize > Draft.generousBody {
            console.printLine("The text has \(ByteCountText.of(try console.openedDraft().bodySize)): long for a mail.")
        }
        return try console.sendOpenDraft(invocation)
    }

    static let saveDraft = Command(
        name: "save", summary: "save the draft now", synopsis: "", operands: 0...0, places: [.draft],
        details: "It is saved by itself, too: each line at once, and the whole every 30 seconds.", examples: ["save"]
    ) { _, console throws(CommandFailure) in
        try console.saveDraft(saying: true)
        return .done
    }

    static let close = Command(
        name: "close", summary: "keep the draft for later", synopsis: "", operands: 0...0, places: [.draft],
        details: "drafts lists it, resume dN opens it again.", examples: ["close"]
    ) { _, console throws(CommandFailure) in
        try console.closeDraft(saying: true)
        return .done
    }

    static let discardDraft = Command(
        name: "discard", summary: "delete the draft", synopsis: "", options: [.yes], operands: 0...0, places: [.draft],
        details: "It is kept for 30 days.", examples: ["discard"]
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
        name: "undo", aliases: ["u"], summary: "take the last change back, or an order to send", synopsis: "",
        operands: 0...0, places: [.draft],
        details: "As long as an order to send can be taken back, that is what it does.", examples: ["undo"]
    ) { invocation, console throws(CommandFailure) in
        if try console.undoSend(invocation) { return .done }
        let facts = console.savingFacts
        guard console.session?.compose?.history.canUndo == true else {
            throw .usage("Nothing was changed since the draft was opened.")
        }
        try console.changed(console.session?.compose?.undo(facts), nil)
        console.printLine("Taken back. Type redo to have it again.")
        return .done
    }

    static let redoEdit = Command(
        name: "redo", summary: "do again what undo took back", synopsis: "", operands: 0...0, places: [.draft],
        details: "As long as nothing else was changed meanwhile.", examples: ["redo"]
    ) { _, console throws(CommandFailure) in
        let facts = console.savingFacts
        guard console.session?.compose?.history.canRedo == true else { throw .usage("Nothing was taken back.") }
        try console.changed(console.session?.compose?.redo(facts), nil)
        console.printLine("Done again.")
        return .done
    }
}

extension Command.Option {
    static let undo = Command.Option("undo", value: "N", summary: "can be taken back for \(UndoWindow.rule)")
}

extension Question {
    static let deleteDraft = Question(
        text: "Delete draft?",
        answers: [.init(letter: "d", words: "Delete"), .init(letter: "k", words: "Keep Editing")], safe: 1,
        remedy: "Add --yes.")
}
