internal import Accounts
internal import Composer
internal import LineEditing
internal import MailEngine
internal import MailTypes
internal import SASL
internal import Terminal

/// The questions that set up an account. Nothing changes if the user quits.
struct SetupDialogue {
    var console: Console
    let files: AccountFiles
    /// An account that has no servers yet.
    let former: AccountConfiguration?
    /// The answers so far, without a typed password.
    var account: AccountConfiguration
    var usesScreenReader = false
    private var name = ""
    /// A password that was typed.
    var password: Secret?
    /// Whether server discovery found nothing, or nothing that the user accepted.
    private var foundNothing = false

    private enum Step {
        case reader, name, address, start, imap, smtp, signIn, save
    }

    init(_ console: Console, _ files: AccountFiles, _ former: AccountConfiguration?) {
        self.console = console
        self.files = files
        self.former = former
        account = former ?? AccountConfiguration(.local, identities: [])
    }

    mutating func run() throws(CommandFailure) {
        var step: Step? = former == nil ? .reader : .start
        console.printLine("You can do this later. Type back for the previous question, quit to leave without changes.")
        if let address { console.printLine("Setting up \(address).") }
        while let current = step { step = try take(current) }
    }

    var address: EmailAddress? { account.identities.first?.address }

    private mutating func take(_ step: Step) throws(CommandFailure) -> Step? {
        switch step {
        case .reader: return try askForReader()
        case .name:
            return answered("Your name: ", before: .reader) { dialogue, text in
                dialogue.name = text
                return .address
            }
        case .address: return askForAddress()
        case .start: return try start()
        case .imap:
            return server("Server for reading mail (as imaps://HOST): ", .imap, before: .start) { dialogue, server in
                dialogue.account.imap = server
                return .smtp
            }
        case .smtp:
            return server("Server for sending mail (as smtps://HOST): ", .smtp, before: .imap) { dialogue, server in
                dialogue.account.smtp = server
                return .signIn
            }
        case .signIn: return try signIn()
        case .save: return try save() ? nil : leave()
        }
    }

    private mutating func leave() -> Step? {
        console.printLine("Nothing was saved.")
        return nil
    }

    // MARK: - Who

    private mutating func askForReader() throws(CommandFailure) -> Step? {
        if console.isAccessible { return .name }
        let question = Question(
            text: "Do you use a screen reader?",
            answers: [.init(letter: "y", words: "Yes"), .init(letter: "n", words: "No")], safe: 1,
            remedy: "Type: petrel account add")
        usesScreenReader = try console.ask(question) == 0
        return .name
    }

    private mutating func askForAddress() -> Step? {
        answered("Your e-mail address: ", before: .name) { dialogue, text in
            let name = dialogue.name.isEmpty ? nil : dialogue.name
            guard let identity = Identity(name: name, address: EmailAddress(text)) else {
                dialogue.console.printError(
                    "\"\(text)\" is not a mail address. Write it as kim@example.net, or type: quit")
                return .address
            }
            dialogue.account.identities = [identity]
            return .start
        }
    }

    /// Asks for a line of text. `back` returns to the previous question; `quit` and Ctrl-C leave the setup.
    private mutating func answered(
        _ prompt: String, before: Step, _ take: (inout SetupDialogue, String) -> Step?
    ) -> Step? {
        console.output.flush()
        guard case .line(let line) = console.read(.question(prompt)) else { return leave() }
        let words = line.utf8.split { $0 == 0x20 || $0 == 0x09 }.map { String(Substring($0)) }
        let text = words.joined(separator: " ")
        switch text {
        case "quit": return leave()
        case "back": return before
        default: return take(&self, text)
        }
    }

    // MARK: - Where

    private mutating func start() throws(CommandFailure) -> Step? {
        (account.provider, account.imap, account.smtp) = (nil, nil, nil)
        let provider = account.knownProvider
        let question = Question(
            text: "How do you want to start?",
            answers: [
                .init(letter: "1", words: provider.map { "Sign in at \($0.name)" } ?? "Find my provider's servers"),
                .init(letter: "2", words: "Type the servers myself"),
                .init(letter: "3", words: "Just write now, and set up sending later"),
            ], safe: foundNothing ? 2 : 0, remedy: "Type: petrel account add", isListed: true)
        switch try console.ask(question) {
        case 0:
            guard let provider else { return try find() }
            account.provider = provider.identifier
            if let hint = provider.hint { console.printLine(hint) }
            return .signIn
        case 1: return .imap
        default: return .save
        }
    }

    private mutating func find() throws(CommandFailure) -> Step? {
        guard let address, let domain = address.domain else { return .imap }
        console.printLine("Looking for the servers of \(domain) (\(DiscoveryPlan.limit.components.seconds) s at most).")
        console.output.flush()
        let search = ServerDiscovery(console.connections)
        let input = console.input
        guard let found = waiting(unless: input.isStopped, for: { await search.servers(of: address) }) ?? nil else {
            foundNothing = true
            console.printLine("No servers found. Type them, or write now and set up sending later.")
            return .start
        }
        let (imap, smtp) = (found.imap.server, found.smtp.server)
        if found.imap.needsConsent || found.smtp.needsConsent {
            let consent = Question(
                text: "\(domain) says that its mail is at \(imap.host) and \(smtp.host). Sign in there?",
                answers: [.init(letter: "y", words: "Yes"), .init(letter: "n", words: "No")], safe: 1,
                remedy: "Type: petrel account add")
            foundNothing = try console.ask(consent) == 1
            if foundNothing { return .start }
        } else {
            console.printLine("Found: \(imap.host) and \(smtp.host).")
        }
        (account.imap, account.smtp) = (imap, smtp)
        return .signIn
    }

    private mutating func server(
        _ prompt: String, _ service: ServerURL.Service, before: Step,
        _ take: (inout SetupDialogue, ServerURL) -> Step?
    ) -> Step? {
        let again: Step = service == .imap ? .imap : .smtp
        return answered(prompt, before: before) { dialogue, text in
            // A host without a scheme uses TLS from the start.
            let url = text.contains("://") ? text : "\(service.rawValue)s://\(text)"
            do throws(ServerURL.Problem) {
                return take(&dialogue, try ServerURL(url, for: service))
            } catch {
                dialogue.console.printError("\"\(text)\": \(error.sentence)")
                return again
            }
        }
    }

    // MARK: - Signing in

    private mutating func signIn() throws(CommandFailure) -> Step? {
        (account.secret, password) = (nil, nil)
        guard let address else { return .address }
        if account.knownProvider?.signIn == [.token] {
            return answered("Command that prints a token (Enter for later): ", before: .start) { dialogue, text in
                if !text.isEmpty { dialogue.account.secret = .tokenCommand(text) }
                return .save
            }
        }
        console.output.flush()
        var request = LineRequest.question("Password for \(address) (not shown; Enter for later): ")
        request.isSecret = true
        guard case .line(let line) = console.read(request) else { return leave() }
        guard let typed = Secret(Array(line.utf8)), let user = account.signInName,
            let credentials = Credentials(user: Array(user.utf8), typed, .password)
        else {
            if !line.isEmpty { console.printError("That cannot be a password: it is too long or contains a NUL.") }
            return line.isEmpty ? .save : .signIn
        }
        password = typed
        return try check(credentials)
    }

    private mutating func check(_ credentials: Credentials) throws(CommandFailure) -> Step? {
        let problems = console.check(account, as: credentials)
        if problems?.isEmpty == true { return .save }
        let isRefused = problems?.contains(where: \.isRefusal) ?? false
        let question = Question(
            text: "What now?",
            answers: [
                .init(letter: "1", words: "Type the password again"),
                .init(letter: "2", words: "Continue, and sign in later"),
                .init(letter: "3", words: "Choose other servers"),
            ], safe: isRefused ? 0 : 1, remedy: "Type: petrel account add", isListed: true)
        switch try console.ask(question) {
        case 0: return .signIn
        case 1: return .save
        default: return .start
        }
    }
}
