internal import Accounts
internal import Composer
internal import Disk
internal import InternetMessage
internal import MailTypes
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
            draft is not changed, and the edited file is kept: again opens it again.
            """,
        examples: ["edit", "edit all", "edit again"], quickForm: "edit"
    ) { invocation, console throws(CommandFailure) in
        switch try invocation.text(operand: 0) ?? "body" {
        case "body": try console.editElsewhere(try console.fileToEdit(withHeader: false))
        case "all": try console.editElsewhere(try console.fileToEdit(withHeader: true))
        case "again":
            guard let kept = console.session?.keptEdit, kept.draft == console.session?.compose?.name else {
                throw .usage("No edited text of this draft was kept. Type: edit")
            }
            try console.editElsewhere(kept)
        default: throw .usage("Use edit, edit body, edit all or edit again.")
        }
        return .done
    }
}

/// A file in the editor.
struct FileInEditor {
    let directory: Directory
    let name: [UInt8]
    let withHeader: Bool
    /// The name of the draft, such as "d7".
    let draft: String

    var path: Path { directory.path / name }
}

extension Console {
    /// Writes the open draft to a file for the editor.
    fileprivate func fileToEdit(withHeader: Bool) throws(CommandFailure) -> FileInEditor {
        let draft = try openedDraft()
        let name = session?.compose?.name ?? "draft"
        let file = try write(EditedFile(draft, withHeader: withHeader).octets, for: name, in: try home())
        return FileInEditor(directory: file.directory, name: file.name, withHeader: withHeader, draft: name)
    }

    fileprivate mutating func editElsewhere(_ place: FileInEditor) throws(CommandFailure) {
        let draft = try openedDraft()
        let editor = try editor()
        let file = EditedFile(draft, withHeader: place.withHeader)
        let (path, filename, directory) = (place.path, place.name, place.directory)
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
        let change: DraftEdit?
        do throws(CommandFailure) {
            change = try file.edit(to: edited, of: draft)
        } catch {
            throw error.adding("Your text is in \(path). To correct it, type: edit again")
        }
        noteCharset(of: edited, in: "The edited text")
        guard let change else {
            session?.keptEdit = nil
            remove(filename, from: directory)
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
        remove(filename, from: directory)
        let count = session?.compose?.draft.lines.count ?? 0
        session?.compose?.insertionPoint = count
        printDraftResult("Draft saved (\(count.counted("line")))")
    }

    private func write(
        _ octets: [UInt8], for name: String, in home: Home
    ) throws(CommandFailure) -> (directory: Directory, name: [UInt8]) {
        do throws(FileError) {
            let directory = try home.makingDirectory(.runtime)
            let filename = Array("\(name)-".utf8) + UniqueName.next() + Array(".eml".utf8)
            try directory.write(
                octets, as: filename, .new, through: directory, named: [0x2E] + UniqueName.next())
            return (directory, filename)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Removes petrel's own file; editors may leave copies. A failure does no harm.
    private func remove(_ name: [UInt8], from directory: Directory) {
        _ = try? directory.remove(name)
    }
}
