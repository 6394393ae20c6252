internal import Composer
internal import Disk
internal import LineEditing
internal import MailTypes
internal import Platform

extension CommandGroup {
    static let draftAttachments = CommandGroup(
        "Draft style",
        [
            .bold, .italic, .link, .plain, .attach, .detach,
        ])
}

extension Command {
    static let attach = Command(
        name: "attach", summary: "attach files, or list the attachments", operands: [.zeroOrMore("FILE", .file)],
        options: [
            .init("as", value: "NAME", summary: "the file name that recipients see"),
            .init("inline", summary: "insert an image into the text at the insertion point"),
            .init(
                "capture", summary: "attach the file that the command of set capture-cmd creates, such as a screenshot"),
        ], places: [.draft], tildeEscape: "@",
        details: """
            FILE may contain *, ? and ~, be quoted, or be a file:// URL as terminals paste it on drag and drop. petrel copies
            the file now; later changes to it do not change the draft. Without FILE, lists the attachments.
            """,
        examples: [
            "attach plan.pdf", "attach \"My Documents/plan.pdf\" ~/notes/check*.txt", "attach --inline map.png",
        ],
        quickForm: "attach FILE", shortForms: [.sign("@", "attach $*", shown: "@FILE", as: "attach FILE")]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        if invocation.operands.isEmpty, !invocation.has("capture") {
            for file in draft.attachments { console.printLine(AttachmentLine.of(file)) }
            if draft.attachments.isEmpty { console.note("Nothing is attached.") }
            return .done
        }
        let captured = invocation.has("capture") ? try CapturedAttachmentFiles(on: &console) : nil
        defer { captured?.remove() }
        var files = try console.attachedFiles.read(
            invocation.operands + (captured?.paths ?? []), numberedFrom: draft.nextAttachmentNumber)
        if let name = try invocation.text("as") {
            guard files.count == 1 else {
                throw .usage("--as can be used with one file only; these are \(files.count).")
            }
            files[0] = files[0].renamed(name)
        }
        var edits: [DraftEdit] = []
        for (index, file) in files.enumerated() {
            var file = file
            if invocation.has("inline") {
                guard file.mediaType.utf8.starts(with: "image/".utf8) else {
                    throw CommandFailure(
                        .dataError, "notAPicture", "\(file.filename) is not an image. Attach it without --inline.")
                }
                file = file.shownInText(as: NewMessageID.fresh(draft.sender))
            }
            edits.append(.insertAttachment(file, at: draft.attachments.count + index))
        }
        if invocation.has("inline") {
            let place = console.session?.compose?.insertionPoint ?? draft.lines.count
            edits += console.readingMarkup(in: draft)
            edits.append(
                .replaceLines(place..<place, files.map { Markup.picture($0.filename, description: $0.filename) }))
        }
        try console.edit(edits.count == 1 ? edits[0] : .sequence(edits))
        for file in files { console.printLine("Attached \(AttachmentLine.of(file)).") }
        let size = try console.openedDraft().attachedSize
        if size > Draft.attachmentLimit {
            console.printLine(
                "! \(ByteCountText.of(size)) in total is more than servers accept (\(ByteCountText.of(Draft.attachmentLimit)))."
            )
        }
        return .done
    }

    static let detach = Command(
        name: "detach", summary: "remove attachments", operands: [.zeroOrMore("aN|NAME", .attachment)],
        places: [.draft],
        details: """
            Without an operand, removes the only attachment. Type attach to list the attachments and undo to restore one.
            """,
        examples: ["detach a1", "detach plan.pdf"], quickForm: "detach a1",
        shortForms: [
            .init(.removal, "", shown: "-a1", meaning: "detach a1"), .alone("-a", "detach", as: "detach"),
        ]
    ) { invocation, console throws(CommandFailure) in
        let operands = try invocation.operands.isEmpty ? [console.onlyAttachment()] : invocation.operands
        for operand in operands {
            let draft = try console.openedDraft()
            let text = String(decoding: operand, as: UTF8.self)
            let index =
                draft.attachments.firstIndex { "a\($0.number)".utf8.elementsEqual(operand) }
                ?? draft.attachments.firstIndex { $0.filename.utf8.elementsEqual(operand) }
            guard let index else {
                let names = draft.attachments.map { "a\($0.number) \($0.filename)" }.joined(separator: ", ")
                throw CommandFailure(
                    .noInput, "noSuchAttachment",
                    names.isEmpty ? "Nothing is attached." : "There is no \(text) among: \(names).")
            }
            let file = draft.attachments[index]
            var edits: [DraftEdit] = [.removeAttachment(at: index)]
            // Remove the mark that shows the picture as well.
            let mark = Markup.picture(file.filename, description: file.filename)
            if file.isInline, let line = draft.lines.firstIndex(where: { $0.utf8.elementsEqual(mark.utf8) }) {
                edits.append(.replaceLines(line..<line + 1, []))
            }
            try console.edit(edits.count == 1 ? edits[0] : .sequence(edits))
            console.printLine("Detached a\(file.number): \(file.filename).")
        }
        return .done
    }
}

/// A file for display: "a1: plan.pdf (PDF, 84 KB)".
enum AttachmentLine {
    static func of(_ file: DraftAttachment) -> String {
        let kind = FileMediaType.word(for: file.mediaType)
        let note = (file.isInline ? ", in the text" : "") + (file.undownloaded == nil ? "" : ", not downloaded yet")
        return
            "a\(file.number): \(TerminalSafeText.line(file.filename)) (\(kind), \(ByteCountText.of(file.size))\(note))"
    }
}

extension DraftAttachment {
    fileprivate func renamed(_ name: String) -> DraftAttachment {
        DraftAttachment(number: number, filename: name, mediaType: mediaType, content: content)
    }

    /// Returns the file as a picture that the text refers to.
    fileprivate func shownInText(as id: MessageID) -> DraftAttachment {
        DraftAttachment(number: number, filename: filename, mediaType: mediaType, content: content, contentID: id)
    }
}

extension Console {
    /// Returns the name of the only attachment of the open draft.
    fileprivate func onlyAttachment() throws(CommandFailure) -> [UInt8] {
        let attachments = try openedDraft().attachments
        guard let only = attachments.first else {
            throw CommandFailure(.noInput, "noSuchAttachment", "Nothing is attached.")
        }
        guard attachments.count == 1 else {
            throw .usage("detach: there are \(attachments.count) attachments. Type attach to list them.")
        }
        return Array("a\(only.number)".utf8)
    }

    var attachedFiles: DraftAttachmentReader {
        DraftAttachmentReader(environment: environment, userDirectory: environment["HOME"].map { Path($0) })
    }
}
