internal import Disk
internal import InternetMessage
internal import MailIndex
internal import MailTypes
internal import Terminal

extension Command {
    static let show = Command(
        name: "show", aliases: ["p"], summary: "show a message", operands: [.optional("ID", .message)],
        details: """
            ID is an id as list prints it, dN for a draft, oN for a message in the outbox, or id:<Message-ID>. At the prompt,
            showing a message marks it as read; from a shell it stays unread.
            """,
        examples: ["petrel show 4f3a91c2d0e8b7a6", "petrel show 'id:<a1b2@example.org>'", "petrel show d7"],
        quickForm: "show 3"
    ) { invocation, console throws(CommandFailure) in
        let operand = try console.operandOrCurrent(invocation)
        let opened = try console.opened(operand, invocation)
        console.show(opened, of: invocation.command)
        if console.session != nil, console.isInteractive { console.markRead(operand, invocation) }
        return .done
    }
}

extension Console {
    /// Marks a message as read. If that fails, the message was shown anyway.
    fileprivate mutating func markRead(_ operand: [UInt8], _ invocation: Invocation) {
        guard DraftNumber(operand) == nil, let view = try? view(invocation),
            let found = try? message(operand, in: view, invocation), !found.message.flags.contains(.seen)
        else { return }
        _ = try? MessageAction.flag(.seen, isOn: true).perform(on: found)
    }

    /// Prints a message as one JSON object, after the members that give its location, or as a page.
    fileprivate mutating func show(
        _ opened: OpenedMessage, of command: Command
    ) {
        let message = Message(opened.octets)
        let members = opened.members
        guard isJSON else {
            let page = MessagePage(message, isAccessible: isAccessible, isHere: opened.isHere)
            return show(page: page.write)
        }
        object(of: command.name, nil) { json in
            members(&json)
            Self.content(of: message, to: &json)
            // The message again as an object, for programs that expect one.
            json.key("message")
            json.object { json in
                members(&json)
                Self.content(of: message, to: &json)
            }
        }
    }

    private static func content(of message: Message, to json: inout JSONWriter) {
        json.key("text")
        json.string { $0.piece(ReadableText.of(message.root).span) }
        json.key("html")
        if let html = message.root.firstHTML {
            json.string { json in html.forEachTextPiece { json.piece($0) } }
        } else {
            json.null()
        }
        json.key("headers")
        MessageJSON.headers(of: message.header, to: &json)
    }
}

extension Part {
    /// The first text/html part that is not an attachment.
    fileprivate var firstHTML: Part? {
        if kind == .leaf, missing == nil, contentType.is("text", "html"), !(contentDisposition?.isAttachment ?? false) {
            return self
        }
        guard kind == .multipart else { return nil }
        return children.lazy.compactMap(\.firstHTML).first
    }
}
