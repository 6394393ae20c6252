internal import Composer
internal import InternetMessage
internal import MailTypes

extension Command {
    static let resend = Command(
        name: "resend", aliases: ["b"], summary: "send an existing message again as a new draft",
        operands: [.optional("ID", .message), .zeroOrMore("WHO", .contact)], options: writing + [.fetching],
        details: """
            The new draft has the message's recipients, subject, text and attachments. Nothing is quoted. With WHO, the draft
            is to them alone, and at the prompt petrel asks whether to send it now. ID is as in show; at the prompt, without
            ID, it is the message that was shown last.
            """,
        examples: ["petrel resend 4f3a91c2d0e8b7a6 --draft", "petrel resend 4f3a91c2d0e8b7a6 ben@example.org --send"]
    ) { invocation, console throws(CommandFailure) in
        let found = try console.messageToAnswer(invocation)
        let account = found.opened.account
        let (message, sources) = try console.withFiles(found, invocation)
        var draft = Draft(message, sources: sources)
        // Header fields added by other programs refer to the original message.
        draft.otherFields = []
        let own = console.own(account).identities
        // Another person's message is not sent under that person's name.
        let isOwn = own.contains { $0.email == draft.sender?.email }
        if !isOwn { draft.sender = own.first }
        // Only text with HTML beside it was written with markup.
        let hadMarkup = Draft.unsupportedContent(of: message).contains(.htmlAlternative)
        draft.isPlainText = !hadMarkup && console.takesTextLiterally(invocation)
        if console.session != nil {
            for loss in Draft.unsupportedContent(of: message).compactMap(\.sentence) { console.printLine(loss) }
        }
        let sending = try console.accountThatSends(invocation, or: account)
        let people = try console.people(Array(invocation.operands.dropFirst()), from: sending)
        if !people.isEmpty {
            draft.recipients = Recipients()
            if let edit = draft.adding(people, to: .to) { _ = draft.apply(edit) }
        }
        let code = try console.write(draft, of: account, insertingAt: draft.lines.count, invocation)
        if !people.isEmpty { try console.offerToSendOpenDraft() }
        return code
    }
}

extension Console {
    /// Asks whether to send the draft that was just opened, which is complete.
    fileprivate mutating func offerToSendOpenDraft() throws(CommandFailure) {
        guard isInteractive, let session, let draft = session.compose?.draft, session.isInText else { return }
        session.isInText = false
        let question = Question(
            text: "Send to \(display(draft.recipients.to))?",
            answers: [.init(letter: "s", words: "Send"), .init(letter: "k", words: "Keep Editing")], safe: 1,
            remedy: "Add --send.")
        guard try ask(question) == 0 else { return }
        try PromptCommandLine(Array("send".utf8)).run(on: &self)
    }
}

extension Draft.UnsupportedContent {
    /// The properties that a message loses when it becomes a new draft. Most mail has an HTML alternative, with the same
    /// text.
    fileprivate var sentence: String? {
        switch self {
        case .formatting: "This draft was written as HTML. petrel edits and sends it as plain text."
        case .htmlAlternative: nil
        case .protection: "This draft was signed or encrypted. It will no longer be once you change it."
        }
    }

    /// The properties that a stored draft loses when it is edited here.
    var sentenceAboutDraft: String {
        let what =
            switch self {
            case .formatting: "This draft was written as HTML. Once you change it, it is plain text"
            case .htmlAlternative:
                "This draft has HTML beside its plain text. Once you change it, only the plain text stays"
            case .protection: "This draft was signed or encrypted. It will no longer be once you change it"
            }
        return what + ", and its former version is kept: recover"
    }
}
