internal import Accounts
internal import Disk
internal import LineEditing
internal import MailClients
internal import MailEngine
internal import OAuth
internal import SASL
internal import Terminal

/// The questions about passwords and tokens, and signing in to both servers.
extension SetupDialogue {
    /// Asks how to sign in, if there is a choice.
    mutating func askForSecret() throws(CommandFailure) -> Next {
        (account.secret, password, tokens, inbox) = (former?.secret, nil, nil, nil)
        let onlyTokens = needsToken || account.knownProvider?.signIn == [.token]
        guard authorization != nil else {
            return onlyTokens ? try askForTokenCommand() : try askForPassword()
        }
        var ways: [(words: String, step: Step, way: SignInOptions.Way)] = [("In the browser", .client, .browser)]
        if !onlyTokens {
            let words = account.knownProvider == nil ? "With a password" : "With an app password"
            ways.append((words, .password, .browser))
        }
        ways.append(("With a command that prints a token", .tokenCommand, .browser))
        if !console.hasDesktop { ways.append(("With a code that you type on another device", .client, .device)) }
        let signsInAlready = if case .oauth = former?.secret { true } else { false }
        let safe = onlyTokens || signsInAlready ? 0 : 1
        return try choice("How do you want to sign in?", ways.map(\.words), safe: safe) { dialogue, place in
            dialogue.way = ways[place].way
            return .step(ways[place].step)
        }
    }

    mutating func askForPassword() throws(CommandFailure) -> Next {
        guard let address else { return .step(.address) }
        console.output.flush()
        let later = former?.secret == nil ? "Enter for later" : "Enter = keep the present one"
        var request = LineRequest.question(console.wrapped("Password for \(address) (not shown; \(later)): "))
        request.isSecret = true
        guard case .line(let line) = console.read(request) else { return .quit }
        switch Question.Reply(line) {
        case .quit: return .quit
        case .back: return .back
        case .answer, nil: break
        }
        guard !line.isEmpty else { return try checkStoredSecret() }
        guard let typed = Secret(Array(line.utf8)), let user = account.signInName,
            let credentials = Credentials(user: Array(user.utf8), typed, .password)
        else {
            console.printError("That cannot be a password: it is too long or contains a NUL.")
            return .again
        }
        (account.secret, password) = (nil, typed)
        return check(credentials)
    }

    mutating func askForTokenCommand() throws(CommandFailure) -> Next {
        var present: String?
        if case .tokenCommand(let command) = account.secret { present = command }
        let prompt = "Command that prints a token" + (present == nil ? " (Enter for later)" : "")
        var command = ""
        let next = answered(prompt, standard: present) { _, text in
            command = text
            return .step(.confirmation)
        }
        guard case .step = next else { return next }
        account.secret = command.isEmpty ? nil : .tokenCommand(command)
        return try checkStoredSecret()
    }

    /// Signs in with the secret that the account's file names, if it names one.
    private mutating func checkStoredSecret() throws(CommandFailure) -> Next {
        guard account.secret != nil else { return .step(.confirmation) }
        do throws(CommandFailure) {
            return check(try console.credentials(of: account))
        } catch {
            console.printError(error.message)
            return .step(.refused)
        }
    }

    mutating func check(_ credentials: Credentials) -> Next {
        let hosts = Set((account.imapServers.prefix(1) + account.smtpServers.prefix(1)).map(\.host)).sorted()
        console.printLine("Signing in at \(hosts.joined(separator: " and ")).")
        self.credentials = credentials
        untrustedCertificate = nil
        guard let found = console.check(account, as: credentials) else { return .step(.refused) }
        isRefused = found.problems.contains(where: \.isRefusal)
        untrustedCertificate = found.problems.lazy.compactMap(\.untrustedCertificate).first
        if let untrustedCertificate { describe(untrustedCertificate) }
        guard found.problems.isEmpty else { return .step(.refused) }
        inbox = found.inbox
        console.printLine("Both accept the \(credentials.kind == .token ? "token" : "password").")
        return .step(password == nil ? .confirmation : .place)
    }

    /// Continues without having signed in. A password that a server has refused is not saved.
    private mutating func continueLater() -> Next {
        if isRefused { password = nil }
        return .step(password == nil ? .confirmation : .place)
    }

    mutating func askAfterRefusal() throws(CommandFailure) -> Next {
        var answers = [
            account.secret?.kind == .token ? "Try again" : "Type the password again", "Continue, and sign in later",
            "Choose other servers", "Type another user name",
        ]
        if untrustedCertificate != nil { answers.append("Trust the certificates in a file from my provider") }
        return try choice("What now?", answers, safe: isRefused ? 0 : 1) { dialogue, place in
            switch place {
            case 0: .step(.secret)
            case 1: dialogue.continueLater()
            case 2: .step(.start)
            case 3: .step(.user)
            default: .step(.certificateFile)
            }
        }
    }
}
