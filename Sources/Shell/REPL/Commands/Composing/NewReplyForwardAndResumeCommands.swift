internal import Accounts
internal import Composer
internal import Disk
internal import GnuPG
internal import InternetMessage
internal import LineEditing
internal import MailTypes
internal import MaildirStore

extension CommandGroup {
    static let writing = CommandGroup(
        "Write",
        [
            .new, .reply, .replyAll, .replyList, .forward, .resend, .mailto, .accept, .decline, .tentative,
            .templateList,
            .templateSave, .templateDelete,
        ])
}

extension Command {
    static let new = Command(
        name: "new", aliases: ["m"], summary: "write a new message", operands: [.zeroOrMore("WHO", .contact)],
        options: writing + [
            Option("template", value: "NAME", .template, summary: "begin with this template; see template list")
        ],
        details: """
            At a terminal, opens the draft for typing; a line with only a dot ends the text. With --draft or --send, petrel
            saves or sends the message at once; its text is TEXT or is read from standard input, and is sent as plain text
            exactly as it is. With --markup, it is sent with HTML in which **this** is bold, *this* is italic, and
            [this](https://example.org) is a link.
            """,
        examples: ["petrel new ana", "petrel new -t ben@example.org -s Plan -m 'See you there.' --send"],
        quickForm: "new NAME"
    ) { invocation, console throws(CommandFailure) in
        let account = try console.accountToWriteFrom(invocation)
        var draft =
            try invocation.text("template").map { name throws(CommandFailure) in try console.template(name) }
            ?? Draft()
        draft.sender = console.own(account).identities.first
        let sending = try console.accountThatSends(invocation, or: account)
        let people = try console.people(invocation.operands, from: sending)
        if let edit = draft.adding(people, to: .to) { _ = draft.apply(edit) }
        return try console.write(draft, of: account, insertingAt: draft.lines.count, invocation)
    }

    static let reply = answering("reply", ["r"], .sender, "reply to the sender of a message")
    static let replyAll = answering("reply-all", ["ra", "g"], .all, "reply to the sender and all recipients")
    static let replyList = answering("reply-list", ["rl"], .list, "reply to the mailing list")

    private static func answering(_ name: String, _ aliases: [String], _ mode: Reply.Mode, _ summary: String) -> Command
    {
        Command(
            name: name, aliases: aliases, summary: summary, operands: [.optional("ID", .message)],
            options: writing + [
                Option("lines", "l", value: "FROM-TO", summary: "quote only these lines of the message's text")
            ],
            details: """
                ID is as in show; at the prompt, without ID, it is the message that was shown last. The message is quoted below
                your text, or with --lines only a part of it.
                """,
            examples: ["petrel \(name) 4f3a91c2d0e8b7a6 -m 'Gladly.' --send"],
            quickForm: name == "reply-list" ? nil : "\(name) 3"
        ) { invocation, console throws(CommandFailure) in
            let found = try console.messageToAnswer(invocation)
            let account = found.opened.account
            let opened = try console.decrypted(found)
            let message = Message(opened.octets)
            guard let reply = Reply(to: message, mode, own: console.own(account)) else {
                throw CommandFailure(
                    .dataError, "noList", "That message did not come through a mailing list. Type: reply, or reply-all")
            }
            // The header, which is shown next, says the rest.
            let isPlain = console.isInteractive && reply.leftOut.isEmpty && reply.draft.recipients.all.count == 1
            if console.session != nil, !isPlain { console.printLine(ReplyLine.of(reply, account, mode)) }
            var draft = reply.draft
            draft.security = opened.security?.securityOfAnswer
            if let lines = invocation.value("lines") {
                let text = Quotation.text(of: message)
                let range = try LineRangeOperand.range(lines, count: text.count)
                draft.lines = draft.lines.prefix(2) + text[range].map { Quotation.quoted($0) }
            }
            let code = try console.write(draft, of: account, insertingAt: 0, invocation)
            try console.suggestAnswers(to: message, account)
            return code
        }
    }

    static let forward = Command(
        name: "forward", aliases: ["f"], summary: "forward a message with its attachments",
        operands: [.optional("ID", .message), .zeroOrMore("WHO", .contact)], options: writing + [.fetching],
        details: """
            detach removes an attachment. petrel fetches attachments that are only on the server. If the server cannot be
            reached, the message waits in the outbox and is sent once they are here. ID is as in show; at the prompt, without
            ID, it is the message that was shown last.
            """,
        examples: ["petrel forward 4f3a91c2d0e8b7a6 -t ben@example.org -m 'For you.' --send"],
        quickForm: "forward 3 NAME"
    ) { invocation, console throws(CommandFailure) in
        let found = try console.messageToAnswer(invocation)
        let account = found.opened.account
        let opened = try console.decrypted(found)
        let (message, sources) =
            opened.security?.isDecrypted == true
            ? (Message(opened.octets), MissingAttachmentSources()) : try console.withFiles(found, invocation)
        var draft = Forward(message, own: console.own(account), sources: sources).draft
        draft.security = opened.security?.securityOfAnswer
        let sending = try console.accountThatSends(invocation, or: account)
        let people = try console.people(Array(invocation.operands.dropFirst()), from: sending)
        if let edit = draft.adding(people, to: .to) { _ = draft.apply(edit) }
        return try console.write(draft, of: account, insertingAt: 0, invocation)
    }

    static let mailto = Command(
        name: "mailto", summary: "open a mailto: link as a draft", operands: [.one("URL")], options: writing,
        details: """
            Uses to, cc, bcc, subject, body and in-reply-to of the link, and shows them all. A link can neither attach a file
            nor send the message.
            """,
        examples: ["petrel mailto 'mailto:ben@example.org?subject=Plan' --draft"]
    ) { invocation, console throws(CommandFailure) in
        guard let url = MailtoURL(invocation.operands[0]) else {
            throw CommandFailure(.dataError, "noMailto", "That is not a mailto URL. It must begin with mailto:")
        }
        return try console.write(mailto: url, invocation)
    }

    static let resume = Command(
        name: "resume", aliases: ["R"], summary: "open a draft again", operands: [.optional("dN|oN", .draft)],
        details: "Without an operand, opens the newest draft. oN is first taken back from the outbox.",
        examples: ["petrel resume", "petrel resume d7", "petrel resume o3"], quickForm: "resume d7"
    ) { invocation, console throws(CommandFailure) in
        try console.atPrompt("Writing needs an interactive terminal. Type: petrel send dN") {
            (console) throws(CommandFailure) in
            try console.resume(invocation)
        }
    }

    static let writing: [Option] =
        [
            Option("to", "t", value: "WHO", .contact, isRepeatable: true, summary: "add to To"),
            Option("cc", "c", value: "WHO", .contact, isRepeatable: true, summary: "add to Cc"),
            Option("bcc", "b", value: "WHO", .contact, isRepeatable: true, summary: "add to Bcc"),
            Option("subject", "s", value: "TEXT", summary: "set the subject"),
            Option("message", "m", value: "TEXT", .lines, summary: "set the text"),
            Option("markup", summary: "read *italic*, **bold** and links in text that a script gives"),
            Option("attach", "a", value: "FILE", .file, isRepeatable: true, summary: "attach a file"),
            Option("from", value: "WHO", .sender, summary: "send as this address, or from this account"),
            Option("sign", summary: "sign it"), Option("encrypt", summary: "encrypt it"),
            Option("draft", summary: "save it as a draft"),
            Option("send", summary: "send it"), .undo, .wait,
        ] + Option.planning + PreSendChecks.options
}

extension Console {
    /// Opens a draft with what the URL contains, and shows all of it.
    mutating func write(mailto url: MailtoURL, _ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        if url.hasControlCharacters { throw .controlCharacter(in: "The link") }
        let account = try accountToWriteFrom(invocation)
        var draft = url.draft
        draft.sender = own(account).identities.first
        draft.isPlainText = takesTextLiterally(invocation)
        if session != nil, !isInteractive {
            show(page: DraftPage(draft: draft, isAccessible: isAccessible).write)
        }
        if !url.ignored.isEmpty {
            note("Ignored, because a link must not set it: \(url.ignored.joined(separator: ", "))")
        }
        return try write(draft, of: account, insertingAt: draft.lines.count, invocation)
    }
}

/// Describes the recipients of a reply.
enum ReplyLine {
    static func of(_ reply: Reply, _ account: MailAccount, _ mode: Reply.Mode) -> String {
        let all = reply.draft.recipients
        let people = all.all
        if mode == .sender, !reply.leftOut.isEmpty {
            let others = reply.leftOut.count
            return "Replying to \(names(people)) only. \(others.counted("other")) left out; type: "
                + "cc \(reply.leftOut.compactMap(\.email?.text).joined(separator: ", "))"
        }
        var line = "Replying to \(names(all.to))"
        if !all.cc.isEmpty { line += ", cc \(names(all.cc))" }
        if people.count > 1 { line += " (\(people.count) people)" }
        return line + " from \(account.name)."
    }

    private static func names(_ addresses: [Address]) -> String {
        addresses.map { address in
            TerminalSafeText.line(AddressDisplay.short(address) ?? "")
        }.joined(separator: ", ")
    }
}
