internal import Accounts
internal import MailEngine
internal import MailTypes
internal import Terminal

/// The questions about servers.
extension SetupDialogue {
    /// The known provider of the address's domain.
    private var knownProvider: Provider? {
        address?.domain.flatMap { Provider.of(domain: $0) }
    }

    mutating func start() throws(CommandFailure) -> Next {
        let provider = knownProvider
        var ways: [(words: String, take: (inout SetupDialogue) throws(CommandFailure) -> Next)] = []
        if isChange, let former, former.identities.first?.address == address, let kept = former.serverNames {
            ways.append(("Keep \(kept)", { (dialogue) throws(CommandFailure) in dialogue.keepServers() }))
        }
        ways.append(
            (
                provider.map { "Sign in at \($0.name)" } ?? "Find my provider's servers",
                { (dialogue) throws(CommandFailure) in try dialogue.find(provider) }
            ))
        ways.append(("Type the servers myself", { (dialogue) throws(CommandFailure) in dialogue.typeServers() }))
        if !isChange {
            ways.append(
                (
                    "Just write now, and set up sending later",
                    { (dialogue) throws(CommandFailure) in dialogue.writeOnly() }
                ))
        }
        let safe = foundNothing ? ways.count - 1 : 0
        let text = isChange ? "Which servers?" : "How do you want to start?"
        return try choice(text, ways.map(\.words), safe: safe) { (dialogue, place) throws(CommandFailure) in
            try ways[place].take(&dialogue)
        }
    }

    private mutating func forgetServers() {
        (account.provider, account.imap, account.smtp, account.user) = (nil, nil, nil, nil)
        (receiver, needsToken, inbox) = (nil, false, nil)
    }

    private mutating func keepServers() -> Next {
        guard let former else { return .again }
        (account.provider, account.imap, account.smtp) = (former.provider, former.imap, former.smtp)
        (account.user, receiver, inbox) = (former.user, nil, nil)
        return .step(.secret)
    }

    /// The servers so far are the standard answers.
    private mutating func typeServers() -> Next {
        (account.provider, receiver, needsToken, inbox) = (nil, nil, false, nil)
        return .step(.imap)
    }

    private mutating func writeOnly() -> Next {
        forgetServers()
        (account.secret, password) = (nil, nil)
        return .step(.confirmation)
    }

    private mutating func find(_ provider: Provider?) throws(CommandFailure) -> Next {
        forgetServers()
        if let provider { return use(provider) }
        guard let address, let domain = address.domain.map({ String($0) }) else { return .step(.imap) }
        console.printLine(
            "Looking for the servers of \(domain) (\(ServerCandidates.limit.components.seconds) s at most).")
        let found = console.withoutTyping { console in
            let search = ServerDiscovery(console.connections)
            return waiting(unless: console.input.isStopped, for: { await search.servers(of: address) }) ?? nil
        }
        switch found {
        case nil:
            foundNothing = true
            console.printLine("No servers found. Type them, or write now and set up sending later.")
            return .again
        case .provider(let provider):
            receiver = provider
            console.printLine("The mail of \(domain) is at \(provider.name).")
            return use(provider)
        case .servers(let imap, let smtp):
            return try use(imap, smtp, of: domain)
        }
    }

    private mutating func use(_ provider: Provider) -> Next {
        account.provider = provider.identifier
        if let hint = provider.hint { console.printLine(hint) }
        return .step(provider.asksForUserName && receiver != nil ? .user : .secret)
    }

    private mutating func use(
        _ imap: ServerCandidates.Candidate, _ smtp: ServerCandidates.Candidate, of domain: String
    ) throws(CommandFailure) -> Next {
        if imap.needsConsent || smtp.needsConsent {
            let hosts =
                imap.server.host == smtp.server.host ? imap.server.host : "\(imap.server.host) and \(smtp.server.host)"
            let consent = Question(
                text: "\(domain) says that its mail is at \(hosts). Sign in there?",
                answers: [.init(letter: "y", words: "Yes"), .init(letter: "n", words: "No")], safe: 1,
                remedy: "Type: petrel account add")
            switch try console.askStep(consent) {
            case .answer(0): foundNothing = false
            case .quit: return .quit
            case .answer, .back:
                foundNothing = true
                return .again
            }
        } else {
            console.printLine("Found: \(imap.server.host) and \(smtp.server.host).")
        }
        (account.imap, account.smtp) = (imap.server, smtp.server)
        account.user = imap.user ?? smtp.user
        needsToken = imap.needsToken
        return .step(.secret)
    }

    // MARK: - Typing

    mutating func askForIMAP() -> Next {
        server("Server for reading mail, as imaps://HOST", .imap, account.imap ?? former?.imap) { dialogue, server in
            dialogue.account.imap = server
            return .step(.smtp)
        }
    }

    mutating func askForSMTP() -> Next {
        server("Server for sending mail, as smtps://HOST", .smtp, account.smtp ?? former?.smtp) { dialogue, server in
            dialogue.account.smtp = server
            return .step(.user)
        }
    }

    private mutating func server(
        _ prompt: String, _ service: ServerURL.Service, _ standard: ServerURL?,
        _ take: (inout SetupDialogue, ServerURL) -> Next
    ) -> Next {
        answered(prompt, standard: standard?.description) { dialogue, text in
            if text.isEmpty {
                dialogue.console.printError(
                    "Type the name of the server, such as \(service.rawValue).example.net, or: back")
                return .again
            }
            // A host without a scheme uses TLS from the start.
            let url = text.contains("://") ? text : "\(service.rawValue)s://\(text)"
            do throws(ServerURL.Problem) {
                return take(&dialogue, try ServerURL(url, for: service))
            } catch {
                dialogue.console.printError("\"\(text)\": \(error.sentence)")
                return .again
            }
        }
    }

    mutating func askForUser() -> Next {
        guard let address else { return .step(.address) }
        let place = receiver.map { " at \($0.name)" } ?? ""
        return answered("User name\(place)", standard: account.user ?? address.text) { dialogue, text in
            dialogue.account.user = text.utf8.elementsEqual(address.text.utf8) ? nil : text
            return .step(.secret)
        }
    }
}

extension AccountConfiguration {
    /// The hosts of the servers, in words.
    fileprivate var serverNames: String? {
        guard let imap = imapServers.first?.host, let smtp = smtpServers.first?.host else { return nil }
        return imap == smtp ? imap : "\(imap) and \(smtp)"
    }
}
