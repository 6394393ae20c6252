internal import Accounts
internal import Disk
internal import InternetMessage
internal import LineEditing
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Processes
internal import Terminal

extension Command {
    static let headers = Command(
        name: "headers", aliases: ["h"], summary: "show all header fields of a message",
        operands: [.optional("ID", .message)],
        details: """
            The fields are decoded and in their original order. ID is as in show. Of a header larger than 1 MB, only the
            beginning is shown.
            """,
        examples: ["petrel headers 4f3a91c2d0e8b7a6"]
    ) { invocation, console throws(CommandFailure) in
        let opened = try console.opened(console.operandOrCurrent(invocation), invocation, onlyHeader: true)
        let message = Message(opened.octets)
        let isCut = Maildir.isCut(opened.octets)
        console.answer(invocation.command) { json in
            opened.members(&json)
            json.key("headers")
            MessageJSON.headers(of: message.header, to: &json)
            json.key("cut")
            json.bool(isCut)
        } text: { output in
            for field in message.header.allFields {
                output.write(TerminalSafeText.line("\(field.name): \(field.text)") + "\n")
            }
        }
        if isCut { console.note("The header is larger than 1 MB; the rest of it is left out. Type: petrel source ID") }
        return .done
    }

    static let source = Command(
        name: "source", aliases: ["V"], summary: "show the raw message", operands: [.optional("ID", .message)],
        details: "Prints the raw message. On a terminal, control characters are shown as visible symbols.",
        examples: ["petrel source 4f3a91c2d0e8b7a6 > letter.eml"]
    ) { invocation, console throws(CommandFailure) in
        if console.isJSON { throw .usage("source cannot print JSON. Leave --json out, or type: petrel show ID --json") }
        let operand = try console.operandOrCurrent(invocation)
        if console.columns == nil, DraftNumber(operand) == nil {
            try console.writeSource(of: operand, invocation)
            return .done
        }
        let opened = try console.opened(operand, invocation)
        let octets = opened.octets
        console.noteMissing(in: octets)
        if console.columns == nil {
            console.output.write(octets.span)
        } else {
            console.showLines { TerminalSafeText.write(lines: octets, to: &$0) }
        }
        return .done
    }

    static let pipe = Command(
        name: "pipe", summary: "pipe a message or an attachment to a command",
        operands: [.one("ID|ID/aN", .message), .one("COMMAND", .lines)], options: [.fetching], wordsBeforeText: 1,
        details:
            "The command of the shell reads it on standard input. Its output is unchanged. If it fails, so does pipe.",
        examples: ["petrel pipe 4f3a91c2d0e8b7a6 'git am'", "petrel pipe 4f3a91c2d0e8b7a6/a1 'wc -c'"],
        shortForms: [.sign("|", "pipe . $*", shown: "|COMMAND", as: "pipe . COMMAND")]
    ) { invocation, console throws(CommandFailure) in
        if console.isJSON { throw .usage("pipe cannot print JSON. Leave --json out.") }
        let octets = try console.piped(invocation.operands[0], invocation)
        try console.pipe(octets, into: invocation.operands[1])
        return .done
    }
}

extension Console {
    /// Returns the message that an operand names, or with `/aN` the content of an attachment.
    fileprivate mutating func piped(
        _ operand: [UInt8], _ invocation: Invocation
    ) throws(CommandFailure) -> [UInt8] {
        guard let (id, number) = AttachmentOperand.split(operand) else {
            let opened = try opened(operand, invocation)
            noteMissing(in: opened.octets)
            return DraftHeader.remove(from: opened.octets)
        }
        let opened = try opened(id, invocation)
        let parts = Message(opened.octets).root.attachments
        guard parts.indices.contains(number - 1) else { throw AttachmentOperand.missing(number, of: parts.count) }
        return try contents(of: [parts[number - 1]], in: opened, invocation)[0]
    }

    /// Writes the raw message in pieces, so that a large one need not be in memory.
    fileprivate mutating func writeSource(of operand: [UInt8], _ invocation: Invocation) throws(CommandFailure) {
        let found = try shownMessage(operand, invocation)
        noteMissing(in: try found.beginning())
        try found.forEachPiece { output.write($0.span) }
    }

    /// Notes that the raw message lacks attachments that are on the server. The beginning of the message shows that.
    fileprivate mutating func noteMissing(in message: [UInt8]) {
        guard Message(message).isPartial else { return }
        note("Attachments of that message are on the server only; placeholders say where.")
    }

    /// Runs a command with these bytes as its standard input. Throws if it fails.
    fileprivate mutating func pipe(_ octets: [UInt8], into command: [UInt8]) throws(CommandFailure) {
        try withTemporaryFile(of: octets, named: "pipe-") { (console, path) throws(CommandFailure) in
            let problem = try console.problem(
                ofShell: Array("{ ".utf8) + command + Array("\n} < \"$1\"".utf8), [path.bytes])
            if let problem { throw CommandFailure(.unavailable, "commandFailed", "The command \(problem).") }
        }
    }
}
