internal import Accounts
internal import Composer
internal import MailTypes
internal import MaildirStore
internal import SMTPProtocol

/// The checks before a draft is sent: first errors, then questions.
enum PreSendChecks {
    /// Throws if the draft cannot be sent. Returns `false` if the user chooses to continue editing. `earlier`: who has or
    /// may have the message already.
    static func pass(
        _ draft: Draft, _ earlier: Sidecar.EarlierDelivery?, _ invocation: Invocation, on console: inout Console
    ) throws(CommandFailure) -> Bool {
        for problem in problems(of: draft) {
            if problem.isError { throw failure(problem) }
            guard let (question, option) = question(problem) else { continue }
            if invocation.has(option) { continue }
            if case .noAttachment = problem, try !console.asksForAttachment() { continue }
            if try !isConfirmed(question, option, on: &console) { return false }
        }
        if let question = earlier?.question(about: draft), !invocation.has(duplicateOption) {
            return try isConfirmed(question, duplicateOption, on: &console)
        }
        return true
    }

    private static func isConfirmed(
        _ question: String, _ option: String, on console: inout Console
    ) throws(CommandFailure) -> Bool {
        let asked = Question(
            text: question,
            answers: [.init(letter: "s", words: "Send"), .init(letter: "k", words: "Keep Editing")], safe: 1,
            remedy: "Use --\(option).")
        return try console.ask(asked) != 1
    }

    private static let duplicateOption = "allow-duplicate"

    /// Returns the problems of a draft, including addresses that no server accepts.
    static func problems(of draft: Draft) -> [DraftProblem] {
        let unacceptable = [Recipients.Field.to, .cc, .bcc].flatMap { field in
            draft.recipients[field].filter { address in
                guard let email = address.email, address.isDeliverable else { return false }
                return EnvelopeAddress(email) == nil
            }.map { DraftProblem.invalidAddress($0, field) }
        }
        return unacceptable + draft.problems
    }

    static let options: [Command.Option] = [
        .init("allow-no-subject", summary: "send without a subject"),
        .init("allow-empty", summary: "send without text"),
        .init("allow-no-attachment", summary: "send although the text mentions an attachment"),
        .init("allow-duplicate", summary: "send although the message has or may have arrived before"),
    ]

    /// Returns one line for a problem, for `check`.
    static func line(_ problem: DraftProblem) -> String {
        if problem.isError { return "! " + failure(problem).message }
        return switch problem {
        case .noSubject: "? There is no subject."
        case .noText: "? There is no text."
        case .noAttachment(let word): "? The text says \"\(word)\", but nothing is attached."
        case .noRecipient, .invalidAddress, .noSender, .tooLarge: ""
        }
    }

    private static func question(_ problem: DraftProblem) -> (text: String, option: String)? {
        switch problem {
        case .noSubject: ("Send without subject?", "allow-no-subject")
        case .noText: ("Send empty message?", "allow-empty")
        case .noAttachment(let word):
            ("Send without attachment? The text says \"\(word)\".", "allow-no-attachment")
        case .noRecipient, .invalidAddress, .noSender, .tooLarge: nil
        }
    }

    private static func failure(_ problem: DraftProblem) -> CommandFailure {
        switch problem {
        case .invalidAddress(let address, let field):
            let text = AddressDisplay.of(address)
            let name = RecipientFieldLabel.name(field)
            let next = address.email?.corrected.map { "then \(name.lowercased()) \($0)" } ?? "or add the right one."
            return CommandFailure(
                .dataError, "invalidAddress",
                "\"\(text)\" in \(name) is not an address. Type: remove \(text), \(next)")
        case .noSender:
            return CommandFailure(.dataError, "invalidSender", "From is not an address. Type: from YOUR-ADDRESS")
        case .tooLarge(let size):
            return CommandFailure(
                .dataError, "tooLarge",
                "The files are \(ByteCountText.of(size)) together, but servers accept at most \(ByteCountText.of(Draft.attachmentLimit)). "
                    + "Type: detach aN")
        case .noRecipient, .noSubject, .noText, .noAttachment:
            return CommandFailure(.dataError, "noRecipient", "Add at least one recipient: to NAME")
        }
    }
}

extension Console {
    fileprivate func asksForAttachment() throws(CommandFailure) -> Bool {
        Settings(of: try home()).isOn(.askForAttachment) ?? true
    }
}
