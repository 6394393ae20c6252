internal import Accounts
internal import Composer
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Processes
internal import Terminal

extension Command {
    static let edit = Command(
        name: "edit", summary: "edit the draft in your editor",
        operands: [.optional("body|all|again", .choice(["body", "all", "again"]))], places: [.draft],
        tildeEscape: "e",
        details: """
            Runs the program that set editor names, or else $VISUAL or $EDITOR. With all, the file also has the header; to
            remove recipients, delete them or their whole line. If the editor exits with an error, or the header has one, the
            draft is not changed, and the edited file is kept: again opens it again. If the editor leaves an empty file, the
            draft is not changed; cut removes text. If petrel is closed or stopped before it has read the file, the next start
            keeps the edited text as a version of the draft; see recover.
            """,
        examples: ["edit", "edit all", "edit again"], quickForm: "edit"
    ) { invocation, console throws(CommandFailure) in
        switch try invocation.text(operand: 0) ?? "body" {
        case "body": try console.editElsewhere(try console.fileToEdit(withHeader: false))
        case "all": try console.editElsewhere(try console.fileToEdit(withHeader: true))
        case "again":
            guard let kept = console.session?.keptEdit, kept.draft == console.session?.compose?.reservation.id else {
                throw .usage(
                    "No edited text of this draft was kept. Type: edit, or to see former versions of it: recover")
            }
            try console.editElsewhere(kept)
        default: throw .usage("Use edit, edit body, edit all or edit again.")
        }
        return .done
    }
}

extension Console {
    /// Writes the open draft to a file for the editor. If one of an edit that did not end well is still there, its text
    /// becomes a version of the draft.
    fileprivate mutating func fileToEdit(withHeader: Bool) throws(CommandFailure) -> EditorFile {
        let compose = try openedSession()
        let date = savingFacts.date
        let state = try compose.account.makingState()
        for file in try compose.account.files({ () throws(FileError) in try EditorFile.all(in: state) })
        where file.draft == compose.reservation.id {
            if try drafting({ () throws(DraftError) in try file.keep(in: compose.store, at: date) }) {
                note("The text of the edit before, which was not used, is kept. To see it, type: recover")
            }
        }
        let octets = EditedFile(compose.draft, withHeader: withHeader).octets
        return try compose.account.files { () throws(FileError) in
            try EditorFile(octets, of: compose.reservation, withHeader: withHeader, in: state)
        }
    }

    fileprivate mutating func editElsewhere(_ place: EditorFile) throws(CommandFailure) {
        let draft = try openedDraft()
        let editor = try editor()
        let file = EditedFile(draft, withHeader: place.withHeader)
        let path = place.path
        // Until the end it may be the only copy of the text.
        session?.keptEdit = place
        output.flush()
        errors.flush()
        let end = ChildProcess.run(shell: editor + Array(" \"$1\"".utf8), [path.bytes], environment)
        guard end.isSuccess else {
            throw CommandFailure(
                .unavailable, "editorFailed",
                "Editor closed with an error. Nothing was changed; its text is in \(path). To continue, type: edit again"
            )
        }
        let edited: [UInt8]
        do throws(FileError) {
            edited = try FileReading.contents(of: path, onlyRegular: true)
        } catch {
            throw CommandFailure(error)
        }
        if file.isEmptied(in: edited) {
            session?.keptEdit = nil
            place.remove()
            throw .editedFileIsEmpty(textLines: draft.lines.count)
        }
        let change: DraftEdit?
        do throws(CommandFailure) {
            change = try file.edit(to: edited, of: draft)
        } catch {
            throw error.adding("Your text is in \(path). To correct it, type: edit again")
        }
        noteCharset(of: edited, in: "The edited text")
        guard let change else {
            session?.keptEdit = nil
            place.remove()
            return printLine("No changes.")
        }
        try edit(change)
        if let sender = session?.compose?.draft.sender, sender != draft.sender,
            let account = try otherAccount(sendingAs: sender)
        {
            try moveOpenDraft(to: account, applying: .setSender(sender))
        }
        try saveDraft(saying: false)
        session?.keptEdit = nil
        place.remove()
        let count = session?.compose?.draft.lines.count ?? 0
        session?.compose?.insertionPoint = count
        printDraftResult("Draft saved (\(count.counted("line")))")
    }
}

extension CommandFailure {
    fileprivate static func editedFileIsEmpty(textLines count: Int) -> CommandFailure {
        let range = count == 1 ? "1" : "1-\(count)"
        let next = count == 0 ? "To delete the draft, type: discard" : "To remove its text, type: cut \(range)"
        return CommandFailure(
            .dataError, "editedFileEmpty", "The edited file is empty, so the draft was not changed. \(next)")
    }
}
