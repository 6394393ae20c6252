internal import Disk
internal import InternetMessage
internal import MailIndex
internal import MailTypes
internal import Terminal

extension Command {
    static let attachments = Command(
        name: "attachments", aliases: ["v"], summary: "list the attachments of a message",
        operands: [.one("ID", .message)],
        details: "Prints each attachment's number, name, type and size. ID is as in show.",
        examples: ["petrel attachments 4f3a91c2d0e8b7a6", "petrel attachments d7"]
    ) { invocation, console throws(CommandFailure) in
        let opened = try console.decrypted(invocation.operands[0], invocation)
        let parts = Message(opened.octets).root.attachments
        let separator = console.isAccessible ? ": " : "  "
        console.answer(invocation.command, opened.members) { output in
            for (index, part) in parts.enumerated() {
                output.write("a\(index + 1)\(separator)\(MessagePage.line(on: part, isHere: opened.isHere(part)))\n")
            }
        }
        if parts.isEmpty { console.note("It has no attachments.") }
        return .done
    }

    static let save = Command(
        name: "save", summary: "save an attachment to a file",
        operands: [.one("ID|ID/aN", .message), .optional("aN", .attachment), .optional("PATH", .file)],
        options: [Option("force", "f", summary: "overwrite an existing file"), .fetching],
        details: """
            aN is the attachment's number as show and attachments print it; ID/aN may be one word. PATH is a new file, or a
            directory in which the attachment keeps its own name if that name is safe. Without PATH, saves into the current
            directory. "-" is standard output. petrel fetches an attachment that is only on the server and caches it.
            """,
        examples: ["petrel save 4f3a91c2d0e8b7a6 a1 plan.pdf", "petrel save 4f3a91c2d0e8b7a6/a1 ~/Downloads"]
    ) { invocation, console throws(CommandFailure) in
        let (id, number, path) = try AttachmentOperand.operands(invocation)
        let toOutput = path.bytes == [0x2D]
        if toOutput, console.isJSON { throw .usage("\"-\" and --json both need standard output. Name a file.") }
        let opened = try console.decrypted(id, invocation)
        let parts = Message(opened.octets).root.attachments
        guard parts.indices.contains(number - 1) else { throw AttachmentOperand.missing(number, of: parts.count) }
        let part = parts[number - 1]
        let content = try console.contents(of: [part], in: opened, invocation)[0]
        if toOutput {
            console.output.write(content.span)
            return .done
        }
        let saved = try AttachmentSaver(part, number, content).save(
            to: path, replacing: invocation.has("force"), on: console.system)
        console.answer(invocation.command) { json in
            json.key("path")
            json.string(saved.path.description)
            json.key("size")
            json.number(saved.size)
        } text: { _ in
        }
        console.printLine("Saved a\(number): \(saved.path) (\(ByteCountText.of(saved.size))).")
        return .done
    }
}
