internal import Accounts
internal import Composer
internal import InternetMessage
internal import LineEditing
internal import MailIndex
internal import MailSearch
internal import MailTypes
internal import Platform
internal import SmartReply

/// Suggested replies to a message, found in the background while the user types.
struct ReplySuggestions {
    let message: Message
    let account: MailAccount
    let date: DateTime
    /// The user's suggestion command, if one is set. It is asked first.
    let command: ReplySuggestionProgram?

    /// The result.
    struct Found: Sendable {
        var texts: [String] = []
        /// Why the user's command returned no suggestions.
        var trouble: String?
    }

    /// The number of sent messages that are searched for previous replies, newest first.
    private static let sentCount = 150
    /// The largest size in bytes of a text that counts as a short reply.
    private static let shortAnswer = 400

    /// Starts the search. `finished` is called on another thread, even if nothing was found.
    func find(finished: @escaping @Sendable () -> Void) -> BackgroundTask<Found> {
        let (account, now, command) = (account, date.instant, command)
        let (question, sender) = (question, sender.map { AddressDisplay.of($0) } ?? "")
        return BackgroundTask({ Self.find(question, sender, command, account, now) }, finished: finished)
    }

    private static func find(
        _ question: SmartReplyInput, _ sender: String, _ command: ReplySuggestionProgram?, _ account: MailAccount,
        _ now: Instant
    ) -> Found {
        var found = Found()
        // Automatic mail and empty text need no reply.
        let isAnswered = !question.isAutomatic && question.text.utf8.contains { $0 > 0x20 }
        do throws(ReplySuggestionProgram.Trouble) {
            if isAnswered, let command {
                found.texts = try command.replies(to: question, from: sender)
                return found
            }
        } catch {
            found.trouble = error.sentence
        }
        found.texts = SuggestedReplies.of(question, history: history(of: account, at: now))
        return found
    }

    private var sender: Address? { message.header.addresses(.from).first { _ in true } }

    private var question: SmartReplyInput {
        let header = message.header
        let written = header.date?.instant ?? date.instant
        return SmartReplyInput(
            text: String(decoding: ReadableText.of(message.root), as: UTF8.self), subject: header.subject ?? "",
            senderName: sender?.name ?? "", userName: account.configuration.identities.first?.name ?? "",
            isAutomatic: AutomaticMail.isOne(header),
            ageInDays: max(0, Int((date.instant.seconds - written.seconds) / 86400)))
    }

    /// Returns short replies that the user has sent, each with the original message. Unreadable messages are skipped.
    private static func history(of account: MailAccount, at now: Instant) -> [PastReply] {
        let view = try? IndexedMail([account], at: now) { (account) throws(CommandFailure) in
            try account.refreshIndex(at: now) { _ in }
        }
        guard let view, let opened = view.accounts.first else {
            return []
        }
        let sent = SearchQuery.matching(.folder(.sent, withSubfolders: false))
        var found: [PastReply] = []
        for answer in (try? view.messages(matching: sent, limit: sentCount)) ?? [] {
            guard let message = (try? answer.contents()).map({ Message($0) }) else { continue }
            let text = ReadableText.of(message.root)
            guard text.count <= shortAnswer * 4,
                let parent = message.header.messageIDs(.inReplyTo).first(where: { _ in true }),
                let places = try? opened.index.messages(withID: parent), let place = places.first,
                let received = try? IndexedMail.Found(message: place, opened: opened).contents()
            else { continue }
            found.append(
                PastReply(
                    received: String(decoding: ReadableText.of(Message(received).root), as: UTF8.self),
                    sent: String(decoding: text, as: UTF8.self)))
        }
        return found
    }
}

extension Console {
    /// Searches for suggestions while the first line is typed, if input is interactive and the setting is on.
    func suggestAnswers(to message: Message, _ account: MailAccount) throws(CommandFailure) {
        guard let session, session.compose?.isWritten == false, isInteractive, !isAccessible,
            Settings(of: try home()).isOn(.suggest) ?? true
        else { return }
        session.searching = try suggestions(for: message, account).find(finished: input.wake)
    }

    func suggestions(
        for message: Message, _ account: MailAccount
    ) throws(CommandFailure) -> ReplySuggestions {
        let command = Settings(of: try home())[.smartReplyCommand].map {
            ReplySuggestionProgram(command: Array($0.utf8), environment: environment)
        }
        return ReplySuggestions(message: message, account: account, date: savingFacts.date, command: command)
    }
}

extension PromptState {
    /// The lines that show the suggestions.
    var suggestionLines: [String] {
        if suggestions.isEmpty { return [] }
        return suggestions.enumerated().map { "  \($0 + 1)  \(TerminalSafeText.line($1))" }
            + ["Type \(isInText ? "~" : "")use NUMBER, or write your own."]
    }
}
