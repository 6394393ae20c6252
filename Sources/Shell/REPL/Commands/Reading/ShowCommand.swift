internal import Accounts
internal import Disk
internal import GnuPG
internal import InternetMessage
internal import MailIndex
internal import MailTypes
internal import Terminal

extension Command {
    static let show = Command(
        name: "show", aliases: ["p"], summary: "show messages", operands: [.zeroOrMore("ID|ID/aN", .message)],
        options: [.thread, .quotes, .noQuotes], takesFilters: true,
        details: """
            ID is an id as list prints it, dN for a draft, oN for a message in the outbox, or id:<Message-ID>; at the prompt
            also numbers such as 3 or 3-5. Filters such as from:ana name all messages that match. At the prompt, showing a message marks it as read; from a shell it stays unread.
            On a screen, long quoted blocks are left out; --quotes shows them, and the setting quotes changes that. The links
            of HTML are numbered, and their addresses are listed at the end: open link 3 opens one. set links inline shows
            each address after its link. ID/aN, or aN at the prompt, shows an attachment that is text, or of which a mailcap
            entry with copiousoutput makes text.
            """,
        examples: [
            "petrel show 4f3a91c2d0e8b7a6", "petrel show 'id:<a1b2@example.org>'", "petrel show d7",
            "petrel show --thread 4f3a91c2d0e8b7a6",
        ],
        quickForm: "show 3",
        shortForms: [
            .alone("=", "show .=", as: "show .=, the conversation"),
            .init(.set, "", shown: "3, 3-5, 3=, d7, o3 or a1", meaning: "show of it"),
        ]
    ) { invocation, console throws(CommandFailure) in
        if let found = try console.severalMessages(invocation) {
            try console.showAll(found, invocation)
        } else {
            let operand = try console.operandOrCurrent(invocation)
            if let (id, number) = console.attachmentToShow(operand) {
                return try console.showAttachment(number, of: id, invocation)
            }
            let opened = try console.decrypted(operand, invocation)
            console.show(opened, operand, invocation)
            if let found = opened.found { console.markRead(found) }
            console.session?.hasJustShownMessage = opened.found != nil
        }
        console.session?.isReading = true
        return .done
    }
}

extension Command.Option {
    fileprivate static let thread = Command.Option("thread", summary: "show the whole conversation in reading order")
    fileprivate static let quotes = Command.Option("quotes", summary: "show long quoted blocks")
    fileprivate static let noQuotes = Command.Option("no-quotes", summary: "leave out long quoted blocks")
}

extension Console {
    /// Returns the messages to show if they are several; `nil` if the operands name one message.
    fileprivate mutating func severalMessages(
        _ invocation: Invocation
    ) throws(CommandFailure) -> [IndexedMail.Found]? {
        if invocation.has("thread") {
            let view = try view(invocation)
            let first = try message(operandOrCurrent(invocation), in: view, invocation)
            return try view.tree(of: view.thread(of: first)).map(\.latest)
        }
        guard let operand = invocation.operands.first else { return nil }
        let isOne = invocation.operands.count == 1 && operand != [0x2D]
        var query = QueryOperandRecognizer()
        let isQuery = !IndexedMail.isName(operand) && query.includes(operand)
        if isOne, !isQuery, session == nil || IndexedMail.isName(operand) { return nil }
        let view = try view(invocation)
        if isOne, !isQuery {
            guard let numbered = try numbered(operand, in: view), numbered.count > 1 else { return nil }
        }
        let found = try select(invocation.operands, in: view, { "Show \($0)?" }, invocation, changes: false)
        if found.isEmpty { note("No messages.") }
        return found
    }

    /// At the prompt, marks a message as read. If that fails, the message was shown anyway.
    fileprivate func markRead(_ found: IndexedMail.Found) {
        guard session != nil, isInteractive, !found.message.flags.contains(.seen) else { return }
        _ = try? MessageAction.flag(.seen, isOn: true).perform(on: found)
    }

    /// Shows messages one after the other.
    fileprivate mutating func showAll(
        _ messages: [IndexedMail.Found], _ invocation: Invocation
    ) throws(CommandFailure) {
        var opened: [OpenedMessage] = []
        for found in messages {
            opened.append(try OpenedMessage(found).decrypted(by: &self))
        }
        if isJSON {
            let zone = zone
            object(of: invocation.command.name, nil) { json in
                json.key("messages")
                json.array { json in
                    for one in opened {
                        json.object { json in
                            one.members(&json)
                            let message = Message(one.octets)
                            let invitation = message.root.invitation.map { InvitationPage($0, zone: zone) }
                            Self.content(of: message, invitation, one.security, to: &json)
                        }
                    }
                }
            }
        } else {
            let pages = opened.map { page(of: $0, nil, invocation) }
            let titles = messages.enumerated().map { index, found in title(found, index + 1, of: messages.count) }
            show(page: { output in
                for (title, page) in zip(titles, pages) {
                    output.write(title)
                    page.write(to: &output)
                    output.write("\n")
                }
            })
        }
        for found in messages { markRead(found) }
        if let session, let last = messages.last { session.current = session.numbers.number(of: last) }
    }

    /// Returns the line before one of several messages.
    private func title(_ found: IndexedMail.Found, _ place: Int, of count: Int) -> String {
        let name = session.map { "message \($0.numbers.number(of: found))" } ?? "\(found.message.id)"
        let text = "\(place) of \(count), \(name)"
        return isAccessible ? "\(text):\n" : "---- \(text) ----\n"
    }

    private func page(of opened: OpenedMessage, _ operand: [UInt8]?, _ invocation: Invocation) -> MessagePage {
        let message = Message(opened.octets)
        var page = MessagePage(
            message, isAccessible: isAccessible, hasNumberedLinks: !displaySettings.hasInlineLinks,
            invitation: message.root.invitation.map { InvitationPage($0, zone: zone) }, isHere: opened.isHere)
        page.security = opened.security.map { SecurityFindingsFormatter($0) }
        guard collapsesQuotes(invocation) else { return page }
        let name: String =
            if let session, let found = opened.found {
                "\(session.numbers.number(of: found))"
            } else {
                operand.map { String(decoding: $0, as: UTF8.self) } ?? opened.found.map { "\($0.message.id)" } ?? ""
            }
        let command = "\(session == nil ? "petrel " : "")show --quotes \(name)"
        let isAccessible = isAccessible
        page.quoteNotice = { count in
            isAccessible
                ? "\(count) quoted lines are left out. Type \(command)." : "[\(count) quoted lines, type: \(command)]"
        }
        return page
    }

    /// Whether long quoted blocks are left out: on a screen, unless an option or the setting says otherwise.
    private func collapsesQuotes(_ invocation: Invocation) -> Bool {
        if invocation.has("no-quotes") { return true }
        guard columns != nil, !invocation.has("quotes"), let home = try? home() else { return false }
        return !(Settings(of: home)[.quotes].map { $0.utf8.elementsEqual("show".utf8) } ?? false)
    }

    /// Prints a message as one JSON object, after the members that give its location, or as a page.
    fileprivate mutating func show(_ opened: OpenedMessage, _ operand: [UInt8], _ invocation: Invocation) {
        let message = Message(opened.octets)
        guard isJSON else {
            let isPaged = show(page: page(of: opened, operand, invocation).write)
            if !isPaged { drawImages(of: message.root, isHere: opened.isHere) }
            return
        }
        let members = opened.members
        let invitation = message.root.invitation.map { InvitationPage($0, zone: zone) }
        object(of: invocation.command.name, nil) { json in
            members(&json)
            Self.content(of: message, invitation, opened.security, to: &json)
            // The message again as an object, for programs that expect one.
            json.key("message")
            json.object { json in
                members(&json)
                Self.content(of: message, invitation, opened.security, to: &json)
            }
        }
    }

    private static func content(
        of message: Message, _ invitation: InvitationPage?, _ security: DecryptedMessage?, to json: inout JSONWriter
    ) {
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
        LinkFormatter.members(of: ReadableText.numbered(message.root).links, to: &json)
        json.key("invitation")
        if let invitation {
            invitation.write(to: &json)
        } else {
            json.null()
        }
        SecurityFindingsFormatter.members(of: security, to: &json)
    }
}

extension Part {
    /// The first text/html part that is not an attachment.
    var firstHTML: Part? {
        if kind == .leaf, missing == nil, contentType.is("text", "html"), !(contentDisposition?.isAttachment ?? false) {
            return self
        }
        guard kind == .multipart else { return nil }
        return children.lazy.compactMap(\.firstHTML).first
    }
}
