internal import Accounts
internal import Composer
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Terminal

extension Command {
    static let new = Command(
        name: "new", aliases: ["m"], summary: "write a mail", synopsis: "[WHO…] [-s SUBJECT] [-m TEXT] [-a FILE]…",
        options: writing,
        details: """
            At the prompt, and where one types, opens the draft: the text ends with a line that has only a dot. With
            --draft or --send all of it is done at once, the text being TEXT or what comes on standard input.
            """,
        examples: ["petrel new ana", "petrel new -t ben@example.org -s Plan -m 'See you there.' --send"]
    ) { invocation, console throws(CommandFailure) in
        let account = try console.accountToWriteFrom(invocation)
        var draft = Draft()
        draft.sender = console.own(account).identities.first
        if let edit = draft.adding(try console.people(invocation.operands), to: .to) { _ = draft.apply(edit) }
        return try console.write(draft, of: account, insertingAt: 0, invocation)
    }

    static let reply = answering("reply", ["r"], .sender, "answer whoever wrote a message")
    static let replyAll = answering("reply-all", ["ra"], .all, "answer everybody whom a message went to")
    static let replyList = answering("reply-list", ["rl"], .list, "answer the mailing list that a message came by")

    private static func answering(_ name: String, _ aliases: [String], _ mode: Reply.Mode, _ summary: String) -> Command
    {
        Command(
            name: name, aliases: aliases, summary: summary, synopsis: "[ID] [-m TEXT] [-a FILE]…", options: writing,
            operands: 0...1,
            details: """
                ID is what list shows; at the prompt, without one, it is the message that was shown last. The message is
                quoted below what you write.
                """,
            examples: ["petrel \(name) 4f3a91c2d0e8b7a6 -m 'Gladly.' --send"]
        ) { invocation, console throws(CommandFailure) in
            let found = try console.messageToAnswer(invocation)
            let account = found.opened.account
            let message = Message(try found.contents())
            guard let reply = Reply(to: message, mode, own: console.own(account)) else {
                throw CommandFailure(
                    .dataError, "noList", "That message came by no mailing list. Type: reply, or reply-all")
            }
            if console.session != nil {
                console.printLine(ReplyLine.of(reply, account, mode))
            }
            let code = try console.write(reply.draft, of: account, insertingAt: 0, invocation)
            try console.suggestAnswers(to: message, account)
            return code
        }
    }

    static let forward = Command(
        name: "forward", aliases: ["f"], summary: "pass a message on", synopsis: "[ID] [WHO…] [-m TEXT] [-a FILE]…",
        options: writing + [.fetching],
        details: """
            With its files, each of which detach takes out. Those that are not here are fetched from the server first; where
            that cannot be reached, the mail waits in the outbox for them, and goes when they are here. ID is what list
            shows.
            """,
        examples: ["petrel forward 4f3a91c2d0e8b7a6 -t ben@example.org -m 'For you.' --send"]
    ) { invocation, console throws(CommandFailure) in
        let found = try console.messageToAnswer(invocation)
        let account = found.opened.account
        let (message, elsewhere) = try console.withFiles(found, invocation)
        var draft = Forward(message, own: console.own(account), elsewhere: elsewhere).draft
        let people = try console.people(Array(invocation.operands.dropFirst()))
        if let edit = draft.adding(people, to: .to) { _ = draft.apply(edit) }
        return try console.write(draft, of: account, insertingAt: 0, invocation)
    }

    static let mailto = Command(
        name: "mailto", summary: "write to a mailto address", synopsis: "URL", options: writing, operands: 1...1,
        details: """
            As web pages have them. Only to, cc, bcc, subject, body and in-reply-to of it count, and all of it is shown;
            nothing is attached and nothing sent by it.
            """,
        examples: ["petrel mailto 'mailto:ben@example.org?subject=Plan' --draft"]
    ) { invocation, console throws(CommandFailure) in
        guard let url = MailtoURL(invocation.operands[0]) else {
            throw CommandFailure(.dataError, "noMailto", "That is no mailto URL. It begins with mailto:")
        }
        let account = try console.accountToWriteFrom(invocation)
        var draft = url.draft
        draft.sender = console.own(account).identities.first
        if console.session != nil {
            DraftPage(draft: draft, isAccessible: console.isAccessible).write(to: &console.output)
        }
        if !url.ignored.isEmpty {
            console.note("Left out, since a link may not set it: \(url.ignored.joined(separator: ", "))")
        }
        return try console.write(draft, of: account, insertingAt: draft.lines.count, invocation)
    }

    static let resume = Command(
        name: "resume", summary: "open a draft again", synopsis: "[dN|oN]", operands: 0...1,
        details: "Without a name, the newest draft. oN is taken back from the outbox first.",
        examples: ["petrel resume", "petrel resume d7", "petrel resume o3"]
    ) { invocation, console throws(CommandFailure) in
        try console.atPrompt("Nobody is here to type. Type: petrel send dN") { (console) throws(CommandFailure) in
            try console.resume(invocation)
        }
    }

    static let writing: [Option] =
        [
            Option("to", "t", value: "WHO", isRepeatable: true, summary: "add to To"),
            Option("cc", "c", value: "WHO", isRepeatable: true, summary: "add to Cc"),
            Option("bcc", "b", value: "WHO", isRepeatable: true, summary: "add to Bcc"),
            Option("subject", "s", value: "TEXT", summary: "the subject"),
            Option("message", "m", value: "TEXT", summary: "the text"),
            Option("attach", "a", value: "FILE", isRepeatable: true, summary: "send a file along"),
            Option("from", value: "WHO", summary: "write as this address, or from this account"),
            Option("draft", summary: "keep it as a draft"),
            Option("send", summary: "put it into the outbox"), .undo, .wait,
        ] + PreSendChecks.options
}

/// Whom an answer goes to, in words.
enum ReplyLine {
    static func of(_ reply: Reply, _ account: MailAccount, _ mode: Reply.Mode) -> String {
        let all = reply.draft.recipients
        let people = all.all
        if mode == .sender, !reply.leftOut.isEmpty {
            let others = reply.leftOut.count
            return "Replying to \(names(people)) only. \(others) other\(others == 1 ? "" : "s") left out; type: "
                + "cc \(reply.leftOut.compactMap(\.email?.text).joined(separator: ", "))"
        }
        var line = "Replying to \(names(all.to))"
        if !all.cc.isEmpty { line += ", cc \(names(all.cc))" }
        if people.count > 1 { line += " (\(people.count) people)" }
        return line + " from \(account.name)."
    }

    private static func names(_ addresses: [Address]) -> String {
        addresses.map { address in
            TerminalSafeText.line(address.name.flatMap { $0.isEmpty ? nil : $0 } ?? address.email?.text ?? "")
        }.joined(separator: ", ")
    }
}
