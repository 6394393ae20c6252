internal import Accounts
internal import Composer
internal import Disk
internal import LineEditing
internal import MailClients
internal import MailTypes
internal import OAuth
internal import SASL
internal import Terminal

/// The questions that set up or change an account. Nothing changes if the user quits.
struct SetupDialogue {
    /// The account that was saved.
    struct Finished {
        let account: AccountConfiguration
        /// What its inbox contains, if petrel has signed in: "123 messages, 4 unread".
        let inbox: String?
    }

    var console: Console
    let files: AccountConfigurationFiles
    /// The accounts that exist.
    private let accounts: [AccountConfiguration]
    /// The account that is changed; `nil` for a new one.
    private(set) var former: AccountConfiguration?
    /// The answers so far, without a typed password.
    var account: AccountConfiguration
    private(set) var usesScreenReader = false
    private var name: String?
    /// A password that was typed.
    var password: Secret?
    /// The tokens of a sign-in in the browser.
    var tokens: (tokens: OAuthTokens, server: AuthorizationServer)?
    /// How the user signs in, if not with a password.
    var way = SignInOptions.Way.browser
    /// Whether server discovery found nothing, or nothing that the user accepted.
    var foundNothing = false
    /// The provider that receives the mail of the address's domain, if petrel has found one.
    var receiver: Provider?
    /// Whether a server was reached and did not accept the password or token.
    var isRefused = false
    /// The certificate of a server that this machine does not trust.
    var untrustedCertificate: ServerCertificate?
    /// The credentials that were last used to sign in.
    var credentials: Credentials?
    /// Whether the servers accept only tokens.
    var needsToken = false
    /// What the inbox contains, once petrel has signed in.
    var inbox: String?

    /// A question. More ways to sign in are more steps.
    enum Step {
        case which, reader, name, address, start, imap, smtp, user, secret, password, client, tokenCommand, refused,
            certificateFile, place
        case confirmation
    }

    /// What follows a question.
    enum Next {
        case step(Step)
        /// The same question, because the answer was not valid.
        case again
        case back
        case quit
        case saved
    }

    init(_ console: Console, _ files: AccountConfigurationFiles, _ accounts: [AccountConfiguration]) {
        self.console = console
        self.files = files
        self.accounts = accounts
        // A single account without servers is not complete yet.
        former = accounts.count == 1 ? accounts.first { !$0.hasServer } : nil
        account = former ?? AccountConfiguration(.local, identities: [])
        name = former?.identities.first?.name
    }

    /// Returns `nil` if the user left.
    mutating func run() throws(CommandFailure) -> Finished? {
        let first: Step = former != nil ? .start : !accounts.isEmpty ? .which : console.isAccessible ? .name : .reader
        console.printLine("You can do this later. Type back for the previous question, quit to leave without changes.")
        if let address { console.printLine("Setting up \(address).") }
        var steps = [first]
        while let step = steps.last {
            switch try take(step) {
            case .step(let next): steps.append(next)
            case .again: break
            case .back where steps.count > 1: steps.removeLast()
            case .back: console.printLine("This is the first question. To leave, type: quit")
            case .quit:
                console.printLine("Nothing was saved.")
                return nil
            case .saved: return Finished(account: account, inbox: inbox)
            }
        }
        return nil
    }

    var address: EmailAddress? { account.identities.first?.address }

    /// Whether an account that has servers is changed.
    var isChange: Bool { former?.hasServer ?? false }

    private mutating func take(_ step: Step) throws(CommandFailure) -> Next {
        switch step {
        case .which: try askWhich()
        case .reader: try askForReader()
        case .name: askForName()
        case .address: askForAddress()
        case .start: try start()
        case .imap: askForIMAP()
        case .smtp: askForSMTP()
        case .user: askForUser()
        case .secret: try askForSecret()
        case .password: try askForPassword()
        case .client: try askForClient()
        case .tokenCommand: try askForTokenCommand()
        case .refused: try askAfterRefusal()
        case .certificateFile: askForCertificateFile()
        case .place: try askForPlace()
        case .confirmation: try askForConfirmation()
        }
    }

    // MARK: - Asking

    /// Asks for a line of text. Enter chooses `standard`, if there is one.
    mutating func answered(
        _ prompt: String, standard: String? = nil, _ take: (inout SetupDialogue, String) -> Next
    ) -> Next {
        console.output.flush()
        let words = console.wrapped(standard.map { "\(prompt) (Enter = \($0)): " } ?? "\(prompt): ")
        guard case .line(let line) = console.read(.question(words)) else { return .quit }
        switch Question.Reply(line) {
        case .quit: return .quit
        case .back: return .back
        case .answer, nil: break
        }
        let text = line.utf8.split { $0 == 0x20 || $0 == 0x09 }.map { String(Substring($0)) }.joined(separator: " ")
        return take(&self, text.isEmpty ? standard ?? "" : text)
    }

    /// Asks a question with a few answers.
    mutating func choice(
        _ text: String, _ answers: [String], safe: Int,
        _ take: (inout SetupDialogue, Int) throws(CommandFailure) -> Next
    ) throws(CommandFailure) -> Next {
        let question = Question(
            text: text, answers: answers.enumerated().map { .init(letter: "\($0 + 1)", words: $1) }, safe: safe,
            remedy: Self.remedy, isListed: true)
        return try next(after: question, take)
    }

    /// Asks a question with the answers yes and no.
    mutating func yesOrNo(
        _ text: String, safe: Bool, _ take: (inout SetupDialogue, Bool) throws(CommandFailure) -> Next
    ) throws(CommandFailure) -> Next {
        let question = Question(
            text: text, answers: [.init(letter: "y", words: "Yes"), .init(letter: "n", words: "No")],
            safe: safe ? 0 : 1, remedy: Self.remedy)
        return try next(after: question) { (dialogue, place) throws(CommandFailure) in try take(&dialogue, place == 0) }
    }

    private static let remedy = "Type: petrel account add"

    private mutating func next(
        after question: Question, _ take: (inout SetupDialogue, Int) throws(CommandFailure) -> Next
    ) throws(CommandFailure) -> Next {
        switch try console.askStep(question) {
        case .answer(let place): try take(&self, place)
        case .back: .back
        case .quit: .quit
        }
    }

    // MARK: - Who

    private mutating func askWhich() throws(CommandFailure) -> Next {
        let all = accounts
        let changes = all.map { account in
            let address = account.identities.first.map { " (\($0.address))" } ?? ""
            return "Change \(account.name)\(address)"
        }
        return try choice("What do you want to do?", changes + ["Add another account"], safe: all.count) {
            dialogue, place in
            dialogue.choose(place < all.count ? all[place] : nil)
            return .step(.name)
        }
    }

    private mutating func choose(_ chosen: AccountConfiguration?) {
        former = chosen
        account = chosen ?? AccountConfiguration(.local, identities: [])
        name = account.identities.first?.name
    }

    private mutating func askForReader() throws(CommandFailure) -> Next {
        try yesOrNo("Do you use a screen reader?", safe: false) { dialogue, isYes in
            dialogue.usesScreenReader = isYes
            return .step(.name)
        }
    }

    private mutating func askForName() -> Next {
        answered("Your name", standard: name) { dialogue, text in
            dialogue.name = text.isEmpty ? nil : text
            return .step(.address)
        }
    }

    private mutating func askForAddress() -> Next {
        answered("Your e-mail address", standard: address?.text) { dialogue, text in
            guard let identity = Identity(name: dialogue.name, address: EmailAddress(text)) else {
                dialogue.console.printError(
                    text.isEmpty
                        ? "An account needs an address. Type it as kim@example.net, or type: quit"
                        : "\"\(text)\" is not a mail address. Write it as kim@example.net, or type: quit")
                return .again
            }
            dialogue.take(identity)
            return .step(.start)
        }
    }

    /// Takes the main identity. A new account is named after it.
    private mutating func take(_ identity: Identity) {
        (receiver, needsToken, foundNothing) = (nil, false, false)
        // After back, a new account with the same address keeps its servers.
        guard former == nil, identity.address != address else {
            account.identities = [identity] + account.identities.dropFirst().filter { $0.address != identity.address }
            return
        }
        let taken = Set(accounts.map(\.name))
        var name = AccountName.suggested(for: identity.address) { name in
            taken.contains(name) || ((try? files.has(name)) ?? false)
        }
        // What was written before there was an account belongs to this one, and can be sent then.
        if accounts.isEmpty, (try? files.unsyncedMail(of: .local))?.isEmpty == false { name = .local }
        account = AccountConfiguration(name, identities: [identity])
    }
}
