internal import Composer
internal import Disk
internal import InternetMessage
internal import LineEditing
internal import MailTypes

extension CommandGroup {
    static let draftText = CommandGroup(
        "Draft text",
        [
            .body, .lines, .line, .edit, .insert, .quote, .cut, .insertAt, .substitute, .spell, .signature, .suggest,
            .use,
            .undoEdit, .redoEdit,
        ])
}

extension Command {
    static let body = Command(
        name: "body", summary: "continue writing the text", operands: [.optional("TEXT|@FILE|<<WORD", .file)],
        options: [.init("message", "m", value: "TEXT", .lines, summary: "add this text")], places: [.draft],
        details: """
            The lines you type become text of the draft, until a line with only a dot. A line that begins with ~ and the name
            of a command runs that command: ~attach plan.pdf; ~? lists them. @FILE adds the text of a file. In scripts, <<WORD
            takes the following lines literally up to a line that is only WORD.
            """,
        examples: ["body", "body -m \"See you there.\"", "body @letter.txt", "body <<END"], quickForm: "body"
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        if let text = try invocation.text("message") {
            try console.insert(TextLines.of(Array(text.utf8)), into: draft)
            return .done
        }
        if let operand = invocation.operands.first {
            guard operand.first == 0x40 else { throw .usage("Say @FILE, or -m TEXT, or nothing. Type: help body") }
            let lines = try console.textLines(inFile: Array(operand.dropFirst()))
            try console.insert(lines, into: draft)
            return .done
        }
        console.session?.isInText = true
        if console.isInteractive { console.printLine("Type your message. A line with only . ends it.") }
        return .done
    }

    static let insert = Command(
        name: "insert", summary: "insert the text of a file", operands: [.one("FILE", .file)], places: [.draft],
        tildeEscape: "r",
        details: "The text goes to the insertion point; see insert-at.", examples: ["insert notes.txt"],
        shortForms: [.sign("<", "insert $*", shown: "<FILE", as: "insert FILE")]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let lines = try console.textLines(inFile: invocation.operands[0])
        try console.insert(lines, into: draft)
        console.printLine("Inserted \(lines.count.counted("line")).")
        return .done
    }

    static let lines = Command(
        name: "lines", summary: "show the text with line numbers",
        places: [.draft], details: "The mark > shows where the next line will be inserted.", examples: ["lines"],
        quickForm: "lines"
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let place = console.session?.compose?.insertionPoint ?? 0
        let width = "\(draft.lines.count)".utf8.count
        for (index, line) in draft.lines.enumerated() {
            let isPlace = index == place && place < draft.lines.count
            if console.isAccessible {
                if isPlace { console.printLine("The next line will be inserted here.") }
                console.printLine(console.numbered(index, line))
            } else {
                console.printLine(
                    (isPlace ? ">" : " ") + DisplayWidth.fit("\(index + 1)", columns: width) + "  " + line)
            }
        }
        if draft.lines.isEmpty { console.note("There is no text yet. Type: body") }
        return .done
    }

    static let line = Command(
        name: "line", summary: "replace a line", operands: [.one("N"), .optional("TEXT", .lines)], wordsBeforeText: 1,
        places: [.draft], details: "lines shows the numbers. Without TEXT, the line becomes empty.",
        examples: ["line 1 half a sentence is enough."], quickForm: "line 3 TEXT"
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let index = try LineRangeOperand.index(invocation.operands[0], in: draft)
        let text = try invocation.text(operand: 1) ?? ""
        try console.edit(.replaceLines(index..<index + 1, [text]))
        return .done
    }

    static let cut = Command(
        name: "cut", summary: "delete lines", operands: [.one("N|N-M")], places: [.draft],
        details: "lines shows the numbers. undo restores the lines.", examples: ["cut 3", "cut 4-9"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let range = try LineRangeOperand.range(invocation.operands[0], in: draft)
        try console.edit(.replaceLines(range, []))
        console.printLine("Cut \(range.count.counted("line")).")
        return .done
    }

    static let insertAt = Command(
        name: "insert-at", summary: "set the insertion point", operands: [.one("N")], places: [.draft],
        details: "The next line is inserted before line N. One more than the last line is the end.",
        examples: ["insert-at 1"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let end = "\(draft.lines.count + 1)"
        let isEnd = invocation.operands[0].elementsEqual(end.utf8) || invocation.operands[0] == [0x24]
        let index = isEnd ? draft.lines.count : try LineRangeOperand.index(invocation.operands[0], in: draft)
        console.session?.compose?.insertionPoint = index
        return .done
    }

    static let substitute = Command(
        name: "s", summary: "replace words in the text", operands: [.one("/OLD/NEW/[g]")], places: [.draft],
        details: """
            Replaces OLD in the line that contains it. If several lines contain it, put g after the last slash to replace it in
            all of them. There are no special characters; \\/ is a slash.
            """,
        examples: ["s/sentance/sentence/", "s/Tuesday/Thursday/g"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let substitution = try Substitution(invocation.operands[0])
        let lines = try substitution.apply(to: draft.lines)
        let edits = lines.map { DraftEdit.replaceLines($0.index..<$0.index + 1, [$0.line]) }
        try console.edit(.sequence(edits))
        for changed in lines { console.printLine(console.numbered(changed.index, changed.line)) }
        return .done
    }

    static let quote = Command(
        name: "quote", summary: "quote the message that is being answered",
        operands: [.optional("N", .message), .optional("FROM-TO")], places: [.draft], tildeEscape: "m",
        details: "Quotes the whole message, or the lines FROM-TO of its text. N selects another message.",
        examples: ["quote", "quote 4-6", "quote 31 4-6"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        var operands = invocation.operands
        var range: [UInt8]?
        if let last = operands.last, last.contains(0x2D) { range = operands.removeLast() }
        let message = try console.quoted(operands.first, draft, invocation)
        let text = Quotation.text(of: message)
        let wanted = try range.map { octets throws(CommandFailure) in
            try LineRangeOperand.range(octets, count: text.count)
        }
        let lines = text[wanted ?? 0..<text.count].map { Quotation.quoted($0) }
        try console.insert(lines, into: draft)
        console.printLine("Quoted \(lines.count.counted("line")).")
        return .done
    }
}

extension Console {
    /// Inserts lines at the insertion point.
    mutating func insert(_ lines: [String], into draft: Draft) throws(CommandFailure) {
        let place = session?.compose?.insertionPoint ?? draft.lines.count
        try edit(.replaceLines(place..<place, lines))
    }

    fileprivate mutating func textLines(inFile operand: [UInt8]) throws(CommandFailure) -> [String] {
        let path = attachedFiles.expanded(operand)
        let octets: [UInt8]
        do throws(FileError) {
            octets = try FileReading.contents(of: path)
        } catch {
            throw CommandFailure(.noInput, "cannotRead", error.description)
        }
        noteCharset(of: octets, in: path.description)
        return TextLines.of(octets)
    }

    /// Returns the message that the draft replies to, or the one that is named.
    fileprivate mutating func quoted(
        _ operand: [UInt8]?, _ draft: Draft, _ invocation: Invocation
    ) throws(CommandFailure) -> Message {
        if let operand { return Message(try decrypted(operand, invocation).octets) }
        guard let parent = draft.inReplyTo.first else {
            throw .usage("This draft is not a reply. Name a message: quote N")
        }
        return Message(try decrypted(Array("id:\(parent.text)".utf8), invocation).octets)
    }
}
