internal import Accounts
internal import Digest
internal import Disk
internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Platform
internal import Reconciliation
internal import SASL

/// An authenticated connection with its capabilities.
struct ServerSession: Sendable {
    let client: IMAPClient
    private let stream: CountedStream
    private let endpoint: Endpoint
    private let user: [UInt8]
    private let address: String
    private(set) var hasQRESYNC = false
    private(set) var hasCondStore = false
    private(set) var hasESEARCH = false
    /// The FETCH item that is equal for copies of the same message; `nil` if the server has none.
    private(set) var objectItem: FetchItem?
    private(set) var namespace: Namespaces.Namespace?
    /// Whether the server was asked to report changes of all mailboxes.
    var hasRequestedNotifications = false
    /// The mailboxes of the last listing, until notifications are requested.
    var listedMailboxes: [MailboxListing] = []
    /// Whether the mailboxes were listed before, which also enabled the extensions that a sync uses.
    private var hasListed = false
    private var hasAskedForCompression = false
    /// The status of the inbox in the last listing, and the client's count of unsolicited changes before it.
    private(set) var listedInbox: (status: MailboxFingerprint?, changes: Int) = (nil, 0)
    /// A listing that was requested ahead of `list`: with the sign-in, or when IDLE was ended.
    private var early: EarlyListing?
    /// What the next sync will probably ask about the inbox. Set by the last one.
    var inboxQuery = InboxQueryAfterIdle()
    /// The answers to `inboxQuery`, if it was sent when IDLE was ended.
    private var earlyInbox: EarlyInbox?
    /// New messages of the inbox that were fetched then, once the state that came with them is used.
    private var earlyMessages: (arrived: MessagesFetchedAfterIdle, uidValidity: UIDValidity?)?
    private let clock: any Clock

    private struct EarlyInbox {
        let state: InboxAnswersAfterIdle
        let results: [Result<CommandResult, IMAPClientError>]
        /// The client's count of exchanges. The answers are outdated as soon as another command was sent: it may have
        /// selected another mailbox or changed the inbox.
        let exchanges: Int
        /// When they become outdated in any case.
        let end: Duration
    }

    struct EarlyListing {
        let question: SyncOpeningRequest
        let answer: ListResult
        let results: [Result<CommandResult, IMAPClientError>]
        /// The client's count of unsolicited changes that the answer includes.
        let changes: Int
        /// When it becomes outdated; `nil` if the owner of the session discards it in time.
        var end: Duration?
    }

    /// For how long answers from the end of IDLE are used. The sync that they are for usually begins at once.
    private static let earlyAge = Duration.seconds(1)

    var counts: CountedStream.Counts { stream.counts }

    /// The server and the user, as the ledger records them.
    var identity: [UInt8] { Array("\(endpoint) ".utf8) + user }

    /// Connects to the first reachable server of the account and signs in. If its capabilities are cached, the first
    /// request is sent together with the sign-in.
    static func open(
        _ account: AccountConfiguration, as credentials: Credentials, by connections: NetworkAccess,
        remembering memory: CapabilityCache? = nil, clock: any Clock, tell: @Sendable (AccountSyncPhase) -> Void
    ) async throws(SyncFailure) -> ServerSession {
        var failure = SyncFailure.noServer
        for server in account.imapServers {
            let endpoint = Endpoint(server)
            let known = memory?.capabilities(of: endpoint)
            do throws(SyncFailure) {
                do throws(SyncFailure) {
                    return try await ServerSession(
                        account, endpoint, credentials, connections, memory, clock, tell, known)
                } catch {
                    guard known != nil, error.isOfConnection, !error.isUnreachable, !Task.isCancelled else {
                        throw error
                    }
                    // An early request may have caused the failure: if the server accepts the sign-in now, petrel does
                    // not send it early again.
                    let session = try await ServerSession(
                        account, endpoint, credentials, connections, nil, clock, { _ in }, nil)
                    memory?.note(nil, of: endpoint)
                    return session
                }
            } catch {
                failure = error
                if error.isRefusal { break }
            }
        }
        throw failure
    }

    private init(
        _ account: AccountConfiguration, _ endpoint: Endpoint, _ credentials: Credentials, _ connections: NetworkAccess,
        _ memory: CapabilityCache?, _ clock: any Clock, _ tell: @Sendable (AccountSyncPhase) -> Void,
        _ known: Capabilities?
    ) async throws(SyncFailure) {
        tell(.connecting)
        self.endpoint = endpoint
        user = credentials.user
        self.clock = clock
        address = account.identities.first?.address.text ?? account.name.text
        let limiter = connections.limiter
        guard let permit = await limiter.permit(for: account.name.text, limit: account.maximumConnections) else {
            throw .tooManyConnections(limiter.total)
        }
        do throws(StreamFailure) {
            stream = CountedStream(
                try await connections.connect(endpoint, account.caFile?.bytes), permit, clock: clock)
        } catch {
            throw .unreachable(error, endpoint)
        }
        client = IMAPClient(
            stream, endpoint.security == .startTLS ? .startTLS : .implicitTLS, isTranscribed: false, clock: clock)
        do throws(IMAPClientError) {
            try await client.open()
            tell(.authenticating)
            if let known {
                let question = SyncOpeningRequest(known, isFirst: true)
                var answer = ListResult()
                let results = try await client.signIn(
                    as: credentials, to: endpoint, nonce: .nonce(), digest: .openSSL, expecting: known,
                    asking: question.commands, receive: { answer.take($0) })
                if let results, await client.capabilities == known {
                    early = EarlyListing(
                        question: question, answer: answer, results: results,
                        changes: await client.unsolicitedChangeCount)
                }
            } else {
                try await client.signIn(as: credentials, to: endpoint, nonce: .nonce(), digest: .openSSL)
            }
            memory?.note(await client.capabilities, of: endpoint)
        } catch {
            await client.close()
            throw .server(error, endpoint, address: address)
        }
    }

    /// Whether the connection is to a server of the account and signed in as its user.
    func belongs(to account: AccountConfiguration) -> Bool {
        account.imapServers.contains { Endpoint($0) == endpoint }
            && account.signInName.map { Array($0.utf8) == user } ?? false
    }

    func close() async {
        await client.close()
    }

    /// Closes the connection without waiting for the server's BYE.
    func leave() async {
        await client.leave()
    }

    /// Discards the responses to the early request, which are outdated. The request is sent again.
    mutating func forgetEarlyAnswers() {
        (early, earlyInbox, earlyMessages) = (nil, nil, nil)
    }

    /// Keeps a listing for `list`, which uses it if it begins soon.
    mutating func keep(_ listing: EarlyListing) {
        var listing = listing
        listing.end = clock.elapsed() + Self.earlyAge
        early = listing
    }

    /// Keeps the state of the inbox for `takeEarlyInbox`.
    mutating func keep(_ state: InboxAnswersAfterIdle, _ results: [Result<CommandResult, IMAPClientError>]) async {
        earlyInbox = EarlyInbox(
            state: state, results: results, exchanges: await client.exchangeCount,
            end: clock.elapsed() + Self.earlyAge)
    }

    /// Discards the state of the inbox, and returns whether it had not been used.
    @discardableResult
    mutating func dropEarlyInbox() -> Bool {
        earlyMessages = nil
        return earlyInbox.take() != nil
    }

    /// Returns the answers to these commands about the inbox, if they are known, complete and not outdated, and the flags
    /// that new messages had after them. They are used once.
    mutating func takeEarlyInbox(
        answering commands: [IMAPCommand]
    ) async -> (
        events: [IMAPResponseEvent], results: [Result<CommandResult, IMAPClientError>], flags: [UID: FlagSet]
    )? {
        // Their flags may be older than the state that is queried now.
        earlyMessages = nil
        guard let early = earlyInbox.take(), clock.elapsed() <= early.end,
            let results = early.state.results(of: commands, in: early.results),
            await client.exchangeCount == early.exchanges
        else { return nil }
        let mailbox = try? results.first?.get().mailbox
        earlyMessages = (early.state.arrived, mailbox?.uidValidity)
        return (early.state.events, results, early.state.arrived.flags)
    }

    /// Returns the messages among `uids` of the inbox that were fetched ahead. They are returned once. With
    /// `isTextOnly`, only if none of them can have an attachment.
    mutating func takeEarlyMessages(
        _ uids: UIDSet, _ uidValidity: UIDValidity?, isTextOnly: Bool
    ) -> [ArrivedMessage] {
        guard let uidValidity, let early = earlyMessages.take(), early.uidValidity == uidValidity,
            early.arrived.needsStructure || !isTextOnly
        else { return [] }
        return early.arrived.messages.values.filter { uids.contains($0.uid) }.sorted { $0.uid < $1.uid }
    }

    /// Returns the early listing, if it is complete and not outdated. It is used once.
    private mutating func takeEarlyListing() -> EarlyListing? {
        guard let listing = early.take(), listing.results.allSatisfy(\.isSuccess) else { return nil }
        if let end = listing.end, clock.elapsed() > end { return nil }
        return listing
    }

    /// Converts an error of the client to one that names the server and the account.
    func failure(_ error: IMAPClientError) -> SyncFailure { .server(error, endpoint, address: address) }

    func run<Result>(
        _ body: () async throws(IMAPClientError) -> Result
    ) async throws(SyncFailure) -> Result {
        do throws(IMAPClientError) { return try await body() } catch { throw failure(error) }
    }

    /// Enables compression if it is worthwhile for this many messages. If the server refuses, petrel does not ask
    /// again.
    mutating func compress(for messages: Int) async throws(SyncFailure) {
        guard !hasAskedForCompression, await client.capabilities.contains(.compressDeflate),
            CompressionPolicy.pays(messages: messages, roundTrip: counts.shortestRoundTrip)
        else { return }
        hasAskedForCompression = true
        _ = try await run { () async throws(IMAPClientError) in try await client.compress() }
    }

    /// Lists all mailboxes with their status, in one round trip if the server supports that. The first time, it also
    /// enables the extensions that a sync uses.
    mutating func list() async throws(SyncFailure) -> ServerMailboxNames {
        let capabilities = await client.capabilities
        let isFirst = !hasListed
        if isFirst {
            hasCondStore = capabilities.contains(.condStore) || capabilities.contains(.qresync)
            hasESEARCH = capabilities.contains(.esearch)
            objectItem =
                capabilities.contains(.objectID) ? .emailID : capabilities.contains(.gmail) ? .gmailMessageID : nil
        }
        let listing = if let early = takeEarlyListing() { early } else { try await requestListing(isFirst: isFirst) }
        var answer = listing.answer
        let (question, results) = (listing.question, listing.results)
        for result in results {
            if case .success(let completion) = result, completion.enabled.contains(Array("QRESYNC".utf8)) {
                hasQRESYNC = true
            }
        }
        if case .failure(let error)? = results.last { throw failure(error) }
        for (command, result) in zip(question.commands, results) {
            // Without the namespace, mailboxes would temporarily get different names.
            if case .namespace = command, case .failure(let error) = result { throw failure(error) }
        }
        if !question.returnsStatus {
            let names = answer.mailboxes.filter(\.isSelectable).compactMap(\.name)
            _ = try await run { () async throws(IMAPClientError) in
                try await client.run(pipeline: names.map { .status($0, question.items) }) { answer.take($0) }
            }
        }
        if let told = answer.namespace { namespace = told }
        hasListed = true
        var names = ServerMailboxNames(answer.mailboxes, answer.statuses, in: namespace)
        names.leaveOut(try await nonexistentParents(in: names))
        listedInbox = (names.listed(.inbox)?.status, listing.changes)
        listedMailboxes = capabilities.contains(.notify) && !hasRequestedNotifications ? names.mailboxes : []
        return names
    }

    /// Returns the mailboxes that do not exist although the server lists them as if they did, because others are below them.
    /// Dovecot does that after a mailbox was deleted. They have no status.
    private func nonexistentParents(in names: ServerMailboxNames) async throws(SyncFailure) -> Set<MailboxName> {
        let doubtful = names.mailboxes.filter { mailbox in
            mailbox.isSelectable && mailbox.status == nil
                && names.mailboxes.contains { $0.name.isInferior(to: mailbox.name) }
        }
        var missing: Set<MailboxName> = []
        for name in doubtful.map(\.name) {
            if let encoded = names.encoded(name), try await isNonexistent(encoded) { missing.insert(name) }
        }
        return missing
    }

    /// Whether the server says that a mailbox does not exist. Dovecot gives no code, but refuses both commands.
    private func isNonexistent(_ name: EncodedMailboxName) async throws(SyncFailure) -> Bool {
        do throws(IMAPClientError) {
            try await client.run(.status(name, [.messages]))
            return false
        } catch {
            guard error.reach == .mailbox else { throw failure(error) }
            guard case .session(let refusal) = error, case .refused(.no, let code) = refusal.cause else { return false }
            if code == .nonExistent { return true }
            if code != nil { return false }
        }
        do throws(IMAPClientError) {
            _ = try await client.select(selection(of: name))
            return false
        } catch {
            guard error.reach == .mailbox else { throw failure(error) }
            guard case .session(let refusal) = error, case .refused(.no, let code) = refusal.cause else { return false }
            return code == nil || code == .nonExistent
        }
    }

    /// Lists the mailboxes. `notifying` is sent with the request.
    func requestListing(
        isFirst: Bool, notifying: NotifyCommand? = nil
    ) async throws(SyncFailure) -> EarlyListing {
        let selected = await client.mailbox.map { selection(of: $0.name) }
        let question = SyncOpeningRequest(
            await client.capabilities, isFirst: isFirst, selecting: selected, notifying: notifying)
        var answer = ListResult()
        let results = try await run { () async throws(IMAPClientError) in
            try await client.run(pipeline: question.commands) { answer.take($0) }
        }
        return EarlyListing(
            question: question, answer: answer, results: results, changes: await client.changeCountAfterFirstCommand)
    }

    /// Selects a mailbox read-write, unless it is selected already. Returns `nil` if the server refuses, or if
    /// UIDVALIDITY is not `uidValidity`.
    func select(
        _ name: EncodedMailboxName, expecting uidValidity: UIDValidity?
    ) async throws(SyncFailure) -> SelectedMailbox? {
        do throws(SyncFailure) {
            return try await selectOrFail(name, expecting: uidValidity)
        } catch {
            guard error.isOfRequest else { throw error }
            return nil
        }
    }

    /// Like `select(_:expecting:)`, but throws if the server refuses.
    func selectOrFail(
        _ name: EncodedMailboxName, expecting uidValidity: UIDValidity?
    ) async throws(SyncFailure) -> SelectedMailbox? {
        if let mailbox = await selected(name, uidValidity) {
            if mailbox.hasUnannounced {
                _ = try await run { () async throws(IMAPClientError) in try await client.run(.noop) }
            }
            return mailbox
        }
        let mailbox = try await run { () async throws(IMAPClientError) in
            try await client.select(selection(of: name))
        }
        return mailbox.uidValidity == uidValidity ? mailbox : nil
    }

    /// Returns the mailbox if it is selected and its UIDVALIDITY is `uidValidity`.
    func selected(_ name: EncodedMailboxName, _ uidValidity: UIDValidity?) async -> SelectedMailbox? {
        guard let mailbox = await client.mailbox, mailbox.name == name else { return nil }
        return mailbox.uidValidity == uidValidity ? mailbox : nil
    }

    func selection(of name: EncodedMailboxName) -> SelectCommand {
        var command = SelectCommand(name)
        if hasCondStore { command.resynchronization = .condStore }
        return command
    }
}

extension Endpoint {
    init(_ server: ServerURL) {
        self.init(
            host: server.host, port: server.port, security: server.security == .startTLS ? .startTLS : .implicitTLS)
    }
}

extension ScramHashFunctions {
    /// SHA-256 as implemented by OpenSSL.
    static let openSSL = ScramHashFunctions(
        hash: { SHA256.digest(of: $0) }, hmac: { SHA256.authenticationCode(of: $1, key: $0) },
        stretch: { SHA256.key(from: $0, salt: $1, iterations: $2) })
}

extension [UInt8] {
    /// 32 random hexadecimal digits.
    static func nonce() -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return (0..<32).map { _ in digits[Int.random(in: 0..<16)] }
    }
}
