internal import Accounts
internal import Composer
internal import Disk
internal import InternetMessage
internal import LineEditing
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform
internal import Terminal

extension Console {
    // MARK: - Sender

    /// Returns the account for a new message: the one that was named, the current folder's, the one in the settings, or
    /// the first. The account for mail from before any account existed is not used.
    func accountToWriteFrom(_ invocation: Invocation) throws(CommandFailure) -> MailAccount {
        let accounts = try accounts(invocation)
        if let from = try invocation.text("from") {
            let named = accounts.first { $0.name.text == from }
            let sending = accounts.first { account in
                account.configuration.identities.contains { $0.address == EmailAddress(from) }
            }
            if let account = named ?? sending { return account }
        }
        if let place = session?.account, let account = accounts.first(where: { $0.name == place }) { return account }
        let configured = accounts.filter { !$0.configuration.isUnnamed }
        if try invocation.text("account") == nil, let name = Settings(of: try home())[.account],
            let account = configured.first(where: { $0.name.text == name })
        {
            return account
        }
        guard let first = configured.first ?? accounts.first else {
            throw CommandFailure(.configuration, "noAccount", "There is no account. Type: petrel account add NAME")
        }
        if configured.count > 1, session == nil, try invocation.text("account") == nil {
            throw .usage(
                "There are \(configured.count) accounts. Say which one: --account NAME, or for always: petrel config set account NAME"
            )
        }
        return first
    }

    /// Returns the user's addresses, those of `account` first.
    func own(_ account: MailAccount) -> OwnAddresses {
        let others = ((try? everyAccount()) ?? []).filter { $0.name != account.name }
        return OwnAddresses(
            account.configuration.identities.map { Address(name: $0.name, email: $0.address) },
            others: others.flatMap { $0.configuration.identities.map(\.address) })
    }

    /// The sender if none is configured: $EMAIL, or else the user of this machine, as unconfigured mail programs do.
    var unnamedSender: Address {
        if let sender = senderOfEnvironment { return sender }
        let user = environment.userName ?? Array("user".utf8)
        let email = EmailAddress(String(decoding: user + [0x40] + environment.hostName, as: UTF8.self))
        return Address(email: email.isValid ? email : EmailAddress("user@localhost"))
    }

    /// The address in the variable EMAIL.
    var senderOfEnvironment: Address? {
        guard let text = environment["EMAIL"],
            let address = AddressList(String(decoding: text, as: UTF8.self)).first(where: { _ in true }),
            address.email?.isValid ?? false
        else { return nil }
        return Address(name: address.name, email: address.email)
    }

    /// Returns the sender that a text names: one of the user's addresses, matched by a part of it, or any address.
    func sender(_ text: String) throws(CommandFailure) -> Address {
        for account in try everyAccount() {
            for identity in account.configuration.identities
            where identity.address == EmailAddress(text) || account.name.text == text {
                return Address(name: identity.name, email: identity.address)
            }
        }
        var list = AddressList(text)
        guard let address = list.next(), let email = address.email, email.isValid, list.next() == nil else {
            throw CommandFailure(.dataError, "invalidSender", "\"\(text)\" is not an address. Type: from YOUR-ADDRESS")
        }
        return Address(name: address.name, email: email)
    }

    /// Returns the account that sends with this address, if the open draft's account does not.
    func otherAccount(sendingAs sender: Address) throws(CommandFailure) -> MailAccount? {
        guard let own = session?.compose?.account else { return nil }
        let account = try account(sendingAs: sender, or: own)
        return account.name == own.name ? nil : account
    }

    /// Returns the account that sends a new message and keeps the copy in Sent: the one with the address of --from, if it
    /// is given.
    func accountThatSends(_ invocation: Invocation, or own: MailAccount) throws(CommandFailure) -> MailAccount {
        guard let from = try invocation.text("from") else { return own }
        return try account(sendingAs: sender(from), or: own)
    }

    /// Returns the account that sends with this address; `own` if it does, or if none does.
    private func account(sendingAs sender: Address, or own: MailAccount) throws(CommandFailure) -> MailAccount {
        let sends = { (account: MailAccount) in
            account.configuration.identities.contains { $0.address == sender.email }
        }
        return sends(own) ? own : try everyAccount().first(where: sends) ?? own
    }

    // MARK: - The original message

    /// Returns the message that the first operand names, or at the prompt the message shown last.
    mutating func messageToAnswer(_ invocation: Invocation) throws(CommandFailure) -> IndexedMail.Found {
        let view = try view(invocation)
        guard let operand = invocation.operands.first else {
            guard let current = session?.current else {
                throw .usage("Say which message: \(invocation.command.name) N. Type: petrel list")
            }
            return try message(Array("\(current)".utf8), in: view, invocation)
        }
        return try message(operand, in: view, invocation)
    }

    // MARK: - Writing

    /// Applies the command's options, then saves, sends or opens the draft.
    mutating func write(
        _ draft: Draft, of account: MailAccount, insertingAt place: Int, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        if try plannedTime(invocation) != nil, !invocation.has("send") {
            throw .usage("--at and --in need --send. While a draft is open, type: send at TIME")
        }
        var draft = draft
        let from = try invocation.text("from").map { text throws(CommandFailure) in try sender(text) }
        let account = try accountThatSends(invocation, or: account)
        for (name, field) in [("to", Recipients.Field.to), ("cc", .cc), ("bcc", .bcc)] {
            // Each value is a list of its own: a name in one of them does not belong to the address in another.
            var people: [Address] = []
            for value in invocation.values(name) { people += try self.people([value], from: account) }
            if let edit = draft.adding(people, to: field) { _ = draft.apply(edit) }
        }
        draft.sender = from ?? draft.sender ?? unnamedSender
        if invocation.has("sign") || invocation.has("encrypt") {
            var security = draft.security ?? DraftSecurity(signs: false, encrypts: false)
            security.signs = security.signs || invocation.has("sign")
            security.encrypts = security.encrypts || invocation.has("encrypt")
            draft.security = security
        }
        if let subject = try invocation.text("subject") { _ = draft.apply(.setSubject(subject)) }
        let files = try attachedFiles.read(invocation.values("attach"), numberedFrom: draft.nextAttachmentNumber)
        draft.attachments += files
        try sign(&draft, of: account, from: place)
        let isDone = invocation.has("draft") || invocation.has("send")
        var text = try invocation.text("message").map { TextLines.of(Array($0.utf8)) }
        if text == nil, isDone, !isInteractive, session == nil { text = try textOnStandardInput() }
        var end = place
        // Text that is there already may have the markup of a template.
        let hasMarkup = (text ?? []).isEmpty && draft.html != nil
        if !hasMarkup, takesTextLiterally(invocation) { draft.isPlainText = true }
        if let text {
            _ = draft.apply(.replaceLines(place..<place, text))
            end += text.count
        }
        if invocation.has("send") { return try sendAtOnce(draft, of: account, invocation) }
        if invocation.has("draft") {
            for field in [Recipients.Field.to, .cc, .bcc] {
                for address in draft.recipients[field] where !address.isDeliverable && !address.isEmptyGroup {
                    note(RecipientLine.added(address, field, shown: display(address)))
                }
            }
            return try keep(draft, of: account, invocation)
        }
        let (written, hasText) = (draft, text != nil)
        return try atPrompt("Add --draft or --send: writing needs an interactive terminal.") {
            (console) throws(CommandFailure) in
            try console.begin(written, of: account, insertingAt: end, hasText: hasText, invocation)
        }
    }

    /// Runs a command that leaves a draft open: at the prompt, or, from a shell, at a prompt that lasts until the draft
    /// is closed. `otherwise` is what to type if input is not interactive.
    mutating func atPrompt(
        _ otherwise: String, _ begin: (inout Console) throws(CommandFailure) -> Void
    ) throws(CommandFailure) -> ExitCode {
        guard session == nil else {
            try begin(&self)
            return .done
        }
        guard isInteractive else { throw .usage(otherwise) }
        var start = PromptLifecycle(self, endsWithDraft: true)
        let code = start.run(begin)
        self = start.console
        session = nil
        return code
    }

    /// Opens a draft at the prompt and asks for missing fields.
    private mutating func begin(
        _ draft: Draft, of account: MailAccount, insertingAt end: Int, hasText: Bool, _ invocation: Invocation
    ) throws(CommandFailure) {
        try open(draft, of: account, insertingAt: end)
        // What the command's options gave is saved at once, so that it need not be typed again.
        if invocation.isFilled { try saveDraftAsItIs() }
        showOpenDraft(withText: !hasText && end > 0, isAsking: canAsk)
        guard try askForFields() else { return }
        if !hasText { session?.isInText = true }
        if isInteractive, !hasText { printLine("Type your message. A line with only . ends it.") }
    }

    /// Shows the header of the open draft before its text is typed, and with `withText` the text that it already has.
    mutating func showOpenDraft(withText: Bool = false, isAsking: Bool = false) {
        guard isInteractive, !isJSON, !isQuiet, let draft = session?.compose?.draft else { return }
        let page = DraftPage(draft: draft, isAccessible: isAccessible, isStyled: isStyled)
        showAboveInput { output in
            if withText { page.write(to: &output) } else { page.writeFields(to: &output, leavingOutEmpty: isAsking) }
        }
    }

    /// Whether a program gives the text, so that stars in it are no markup unless it says so.
    func takesTextLiterally(_ invocation: Invocation) -> Bool {
        let isScript = session == nil ? invocation.has("draft") || invocation.has("send") : !isInteractive
        return isScript && !invocation.has("markup")
    }

    private mutating func textOnStandardInput() throws(CommandFailure) -> [String] {
        do throws(FileError) {
            let octets = try FileReading.standardInput()
            noteCharset(of: octets, in: "The text")
            return TextLines.of(octets)
        } catch {
            throw CommandFailure(.noInput, "cannotRead", error.description)
        }
    }

    /// Asks for To and Subject if they are missing and input is interactive. Returns `false` after Ctrl-C or `quit`: the
    /// user wants commands, not the text. `back` goes to the question before.
    private mutating func askForFields() throws(CommandFailure) -> Bool {
        guard canAsk, let draft = session?.compose?.draft else { return true }
        let asksForPeople = draft.recipients.isEmpty
        while true {
            if asksForPeople, try !askForPeople() { return false }
            guard draft.subject.isEmpty else { return true }
            output.flush()
            let result = read(.question("Subject: "))
            guard case .line(let line) = result else { return !result.isInterrupt }
            if let reply = Question.Reply(line) {
                if asksForPeople, case .back = reply { continue }
                return false
            }
            if !line.isEmpty { try edit(.setSubject(line)) }
            return true
        }
    }

    /// Returns `false` after Ctrl-C, `back` or `quit`.
    private mutating func askForPeople() throws(CommandFailure) -> Bool {
        var request = LineRequest.question("To: ")
        let (console, session) = (self, session)
        request.complete = { line, cursor in
            session.map { PromptCompletion($0, console).people(in: line, cursor) } ?? .none
        }
        output.flush()
        let result = read(request)
        guard case .line(let line) = result else { return !result.isInterrupt }
        if Question.Reply(line) != nil { return false }
        let words = CommandLineTokenizer(Array(line.utf8)).words.map(\.octets)
        do throws(CommandFailure) {
            let compose = try openedSession()
            let people = try people(line.utf8.contains(0x3C) ? [Array(line.utf8)] : words, from: compose.account)
            try edit(compose.draft.adding(people, to: .to))
            for address in people
            where !address.isDeliverable || !line.utf8.elementsEqual(AddressDisplay.of(address).utf8) {
                printLine(RecipientLine.added(address, .to, shown: display(address)))
            }
        } catch {
            printError(error.message)
        }
        return true
    }

    // MARK: - Without a prompt

    private mutating func keep(
        _ draft: Draft, of account: MailAccount, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let item = try create(draft, of: account)
        printResult(for: item, isInOutbox: false, of: invocation.command, "Draft saved")
        return .done
    }

    private func create(_ draft: Draft, of account: MailAccount) throws(CommandFailure) -> DraftItem {
        let store = try account.drafts()
        let date = savingFacts.date
        let name = account.name.text
        return try drafting { () throws(DraftError) in
            let reservation = try store.reserve()
            let message = DraftFileFormat.octets(of: draft, reservation.id, date)
            return try store.create(message, as: reservation, at: date.instant) { $0.account = name }
        }
    }

    private mutating func sendAtOnce(
        _ draft: Draft, of account: MailAccount, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        guard try PreSendChecks.pass(draft, nil, invocation, on: &self) else { return .done }
        let compose = try composing(draft, of: account, insertingAt: draft.lines.count)
        return try queue(compose, .composed(draft), invocation)
    }
}

extension Invocation {
    /// Whether the command line specified any content of the draft.
    fileprivate var isFilled: Bool {
        ["to", "cc", "bcc", "subject", "message", "attach", "from"].contains { has($0) }
            || command.name == "new" && !operands.isEmpty
    }
}
