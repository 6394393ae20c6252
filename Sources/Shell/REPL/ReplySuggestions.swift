internal import Accounts
internal import Composer
internal import InternetMessage
internal import MailIndex
internal import MailTypes
internal import SmartReply
internal import Surroundings
internal import Terminal

/// Ready answers to a message, found while somebody types.
struct ReplySuggestions {
    let message: Message
    let account: MailAccount
    let date: DateTime

    /// So many of the newest sent messages are looked at for answers of the past.
    private static let sentCount = 150
    /// Octets of text beyond which an answer is no short one.
    private static let shortAnswer = 400

    /// Begins the search; `finished` is called on another thread when there is something to be shown, or not.
    func find(finished: @escaping @Sendable () -> Void) -> Background<[String]> {
        let (account, now) = (account, date.instant)
        let question = question
        return Background(
            { SuggestedReplies.of(question, history: Self.history(of: account, at: now)) }, finished: finished)
    }

    private var question: ReplyQuestion {
        let header = message.header
        let sender = header.addresses(.from).first { _ in true }
        let written = header.date?.instant ?? date.instant
        return ReplyQuestion(
            text: String(decoding: ReadableText.of(message.root), as: UTF8.self), subject: header.subject ?? "",
            senderName: sender?.name ?? "", userName: account.configuration.identities.first?.name ?? "",
            isAutomatic: AutomaticMail.isOne(header),
            ageInDays: max(0, Int((date.instant.seconds - written.seconds) / 86400)))
    }

    /// Short answers that were sent, each with what it answered. What cannot be read is no answer.
    private static func history(of account: MailAccount, at now: Instant) -> [PastReply] {
        guard let view = try? MailView([account], at: now, { _, _, _ in }), let opened = view.accounts.first else {
            return []
        }
        let sent = MessageQuery([.init(.mailbox(.sent, withChildren: false))])
        var found: [PastReply] = []
        for answer in (try? view.messages(matching: sent, limit: sentCount)) ?? [] {
            guard let message = (try? answer.contents()).map({ Message($0) }) else { continue }
            let text = ReadableText.of(message.root)
            guard text.count <= shortAnswer * 4,
                let parent = message.header.messageIDs(.inReplyTo).first(where: { _ in true }),
                let places = try? opened.index.messages(withID: parent), let place = places.first,
                let received = try? MailView.Found(message: place, opened: opened).contents()
            else { continue }
            found.append(
                PastReply(
                    received: String(decoding: ReadableText.of(Message(received).root), as: UTF8.self),
                    sent: String(decoding: text, as: UTF8.self)))
        }
        return found
    }
}

extension Command {
    static let suggest = Command(
        name: "suggest", summary: "suggest answers to the message that is answered", synopsis: "[N]", operands: 0...1,
        places: [.draft],
        details: "Made on this machine. use N puts one into the text. set suggest off ends them.", examples: ["suggest"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let operand = invocation.operands.first ?? draft.inReplyTo.first.map { Array("id:\($0.text)".utf8) }
        guard let operand else { throw .usage("This draft answers no message. Say which one: suggest N") }
        let message = try console.readable(operand, invocation).message
        guard let compose = console.session?.compose else { return .done }
        let search = ReplySuggestions(message: message, account: compose.account, date: console.savingFacts.date)
        console.session?.suggestions = search.find {}.wait()
        console.session?.searching = nil
        for line in console.session?.suggestionLines ?? [] { console.say(line) }
        if console.session?.suggestions.isEmpty ?? true { console.note("Nothing to suggest.") }
        return .done
    }

    static let use = Command(
        name: "use", summary: "put a suggested answer into the text", synopsis: "N", operands: 1...1, places: [.draft],
        details: "To be changed then like any other text.", examples: ["use 1", "~use 2"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let suggestions = console.session?.suggestions ?? []
        guard !suggestions.isEmpty else { throw .usage("Nothing was suggested. Type: suggest") }
        let index = try TextLines.range(invocation.operands[0], count: suggestions.count).lowerBound
        try console.insert(TextLines.of(Array(suggestions[index].utf8)), into: draft)
        console.say(suggestions[index])
        return .done
    }
}

extension Console {
    /// Looks for answers while the first line is typed, where somebody types it and wants that.
    func suggestAnswers(to message: Message, _ account: MailAccount) throws(CommandFailure) {
        guard let session, session.compose?.isWritten == false, isInteractive, !isAccessible,
            Settings(of: try home()).isOn(.suggest) ?? true
        else { return }
        let search = ReplySuggestions(message: message, account: account, date: savingFacts.date)
        session.searching = search.find(finished: input.wake)
    }
}

extension PromptSession {
    /// What is shown of the suggestions.
    var suggestionLines: [String] {
        if suggestions.isEmpty { return [] }
        return suggestions.enumerated().map { "  \($0 + 1)  \(InertText.line($1))" }
            + ["Type \(isInText ? "~" : "")use NUMBER, or write your own."]
    }
}
