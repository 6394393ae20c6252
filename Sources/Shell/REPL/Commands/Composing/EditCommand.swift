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
        operands: [.optional("body|all", .choice(["body", "all"]))], places: [.draft], tildeEscape: "e",
        details: """
            Runs the program that set editor names, or else $VISUAL or $EDITOR. With all, the file also has the header. If the
            editor exits with an error, the draft is not changed, and the edited file is kept.
            """,
        examples: ["edit", "edit all"], quickForm: "edit"
    ) { invocation, console throws(CommandFailure) in
        let what = try invocation.text(operand: 0) ?? "body"
        guard what == "body" || what == "all" else { throw .usage("Use edit, edit body or edit all.") }
        try console.editElsewhere(withHeader: what == "all")
        return .done
    }
}

extension Console {
    fileprivate mutating func editElsewhere(withHeader: Bool) throws(CommandFailure) {
        let draft = try openedDraft()
        let home = try home()
        guard
            let editor = Settings(of: home)[.editor].map({ Array($0.utf8) }) ?? environment["VISUAL"]
                ?? environment["EDITOR"]
        else {
            throw CommandFailure(
                .configuration, "noEditor", "No editor is set. Type: set editor vi, or set $VISUAL or $EDITOR")
        }
        let name = session?.compose?.name ?? "draft"
        let file = EditedFile(draft, withHeader: withHeader)
        let (directory, filename) = try write(file.octets, for: name, in: home)
        output.flush()
        errors.flush()
        let path = directory.path / filename
        let end = ChildProcess.run(shell: editor + Array(" \"$1\"".utf8), [path.bytes], environment)
        guard end.isSuccess else {
            throw CommandFailure(
                .unavailable, "editorFailed",
                "Editor closed with an error. Nothing was changed; its text is in \(path).")
        }
        let edited: [UInt8]
        do throws(FileError) {
            edited = try FileReading.contents(of: path, onlyRegular: true)
        } catch {
            throw CommandFailure(error)
        }
        guard let change = try file.edit(to: edited, of: draft) else {
            remove(filename, from: directory)
            return printLine("No changes.")
        }
        try edit(change)
        try saveDraft(saying: false)
        // Remove the file only now: until here it may have been the only copy of the text.
        remove(filename, from: directory)
        let count = session?.compose?.draft.lines.count ?? 0
        session?.compose?.insertionPoint = count
        printDraftResult("Draft saved (\(TextLines.count(count)))")
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

/// A draft as an editor shows it: the text, or fields, an empty line and the text.
struct EditedFile {
    private let withHeader: Bool
    let octets: [UInt8]

    init(_ draft: Draft, withHeader: Bool) {
        self.withHeader = withHeader
        var lines = draft.lines
        if withHeader {
            lines =
                [
                    "From: \(draft.sender.map { FormattedAddress.of($0) } ?? "")",
                    "To: \(FormattedAddress.list(draft.recipients.to))",
                    "Cc: \(FormattedAddress.list(draft.recipients.cc))",
                    "Bcc: \(FormattedAddress.list(draft.recipients.bcc))", "Subject: \(draft.subject)", "",
                ] + lines
        }
        octets = Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    /// The changes as one edit; `nil` if nothing changed.
    func edit(to edited: [UInt8], of draft: Draft) throws(CommandFailure) -> DraftEdit? {
        if edited == octets { return nil }
        var lines = TextLines.of(edited)
        var edits: [DraftEdit] = []
        if withHeader {
            let end = lines.firstIndex(of: "") ?? lines.count
            for line in lines[..<end] { edits += try Self.fields(line, of: draft) }
            lines = Array(lines.dropFirst(end + 1))
        }
        if lines.count != draft.lines.count || !zip(lines, draft.lines).allSatisfy({ $0.utf8.elementsEqual($1.utf8) }) {
            edits.append(.replaceLines(0..<draft.lines.count, lines))
        }
        return edits.isEmpty ? nil : .sequence(edits)
    }

    private static func fields(_ line: String, of draft: Draft) throws(CommandFailure) -> [DraftEdit] {
        let octets = Array(line.utf8)
        let colon = octets.firstIndex(of: 0x3A) ?? octets.count
        let name = String(decoding: octets[..<colon], as: UTF8.self).lowercased()
        let value = String(decoding: octets[colon...].dropFirst().drop { $0 == 0x20 }, as: UTF8.self)
        switch name {
        case "from":
            return AddressList(value).first { $0.email != nil }.map { [.setSender($0)] } ?? []
        case "to": return [.setRecipients(.to, addresses(value))]
        case "cc": return [.setRecipients(.cc, addresses(value))]
        case "bcc": return [.setRecipients(.bcc, addresses(value))]
        case "subject": return [.setSubject(value)]
        default:
            throw CommandFailure(
                .dataError, "notAField",
                "\"\(line)\" is above the first empty line, but is not From, To, Cc, Bcc or Subject. "
                    + "Nothing was changed.")
        }
    }

    private static func addresses(_ text: String) -> [Address] {
        AddressList(text).compactMap { entry in
            guard let email = entry.email ?? entry.name.map({ EmailAddress($0) }) else { return nil }
            let address = Address(name: entry.email == nil ? nil : entry.name, email: email)
            return email.isValid ? address : Address(email: EmailAddress(FormattedAddress.of(address)))
        }
    }
}
