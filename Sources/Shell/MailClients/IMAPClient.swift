public import IMAPProtocol
public import Platform

/// One connection to an IMAP server: it carries what `Session` says over a stream, and keeps the time. It decides nothing
/// that the session does not decide.
///
/// One task at a time runs commands on it; another one may end IDLE or close it.
public actor IMAPClient {
    private static let readSize = 65_536

    private var stream: any ByteStream
    private let timeouts: IMAPTimeouts
    private let clock: any Clock
    private var session: Session
    public private(set) var transcript: Transcript
    /// Whether IDLE is to end as soon as the server has begun with it.
    private var endsIdle = false
    /// Where the exchange that is going on puts what is to be written.
    private var outgoing: AsyncStream<OutgoingItem>.Continuation?
    /// Why the connection was ended behind an exchange that was answered.
    private var writeFailure: IMAPClientError?
    /// What was read last, of which the end may be compressed: the transcript has it once that is known.
    private var unshown: [UInt8] = []

    /// `stream` leads to a server that speaks first, under TLS or not as `security` says. Some servers read no commands
    /// of more than a thousand octets. `isTranscribed`: whether what is said is noted, which takes time with each line.
    public init(
        _ stream: any ByteStream, _ security: Session.Security, limits: FramingLimits = FramingLimits(),
        maximumLineLength: Int = 8000, timeouts: IMAPTimeouts = .standard, isTranscribed: Bool = true, clock: any Clock
    ) {
        transcript = Transcript(isKept: isTranscribed)
        self.stream = stream
        self.timeouts = timeouts
        self.clock = clock
        session = Session(security, limits: limits, maximumLineLength: maximumLineLength)
    }

    public var capabilities: Capabilities { session.capabilities }
    /// The mailbox that is selected, as the server has described it since.
    public var mailbox: SelectedMailbox? { session.mailbox }
    public var isAuthenticated: Bool { session.isAuthenticated }
    public var isOver: Bool { session.isOver }
    public var isCompressed: Bool { session.isCompressed }

    // MARK: - Beginning and end

    /// Waits for the greeting, and has the connection encrypted where it is not. Afterwards somebody can sign in.
    public func open() async throws(IMAPClientError) {
        do throws(IMAPClientError) {
            try await greet()
        } catch {
            throw await fail(error)
        }
    }

    private func greet() async throws(IMAPClientError) {
        guard await stream.isEncrypted == (session.security == .implicitTLS) else {
            throw .session(IMAPFailure(.noTLS, .account, .never))
        }
        let deadline = clock.elapsed() + timeouts.greeting
        var isGreeted = false
        while !isGreeted {
            if case .greeted? = try await event(before: deadline) { isGreeted = true }
        }
        guard session.security == .startTLS else { return }
        let (_, encoded) = try submit(.startTLS)
        try await write(encoded)
        let answer = clock.elapsed() + timeouts.answer
        while try await event(before: answer) != .startTLS {}
        do throws(StreamFailure) {
            try await stream.startTLS(within: timeouts.answer)
        } catch {
            throw .stream(error)
        }
        guard await stream.isEncrypted else { throw .session(IMAPFailure(.noTLS, .account, .never)) }
        transcript.note("TLS")
        session.tlsStarted()
    }

    /// Signs in with a mechanism of SASL. `respond` answers each challenge, in base64 both; it gives up with `nil`.
    ///
    /// The server's consent is not yet its proof: what the mechanism knows of that, its caller asks it afterwards.
    public func signIn(
        _ mechanism: String, initialResponse: Base64Line?, respond: ([UInt8]) -> Base64Line?
    ) async throws(IMAPClientError) {
        try await learnCapabilities()
        // A response that cannot go along answers the first challenge, which is empty then.
        let goesAlong = session.capabilities.contains(.saslInitialResponse)
        var held = goesAlong ? nil : initialResponse
        let command = Command.authenticate(mechanism: mechanism, initialResponse: goesAlong ? initialResponse : nil)
        _ = try await exchange([command]) { [session] challenge in
            defer { held = nil }
            return session.answer(held ?? respond(challenge))
        }.first?.get()
        try await learnCapabilities()
    }

    /// Signs in where the server knows no mechanism that this side does [RFC 9051 §6.2.3].
    public func logIn(user: [UInt8], password: Password) async throws(IMAPClientError) {
        try await learnCapabilities()
        try await run(.login(user: user, password: password))
        try await learnCapabilities()
    }

    /// Asks where the server has not said it in this state.
    func learnCapabilities() async throws(IMAPClientError) {
        if session.capabilities == .none { try await run(.capability) }
    }

    /// Says goodbye where somebody listens, and ends the connection.
    public func close() async {
        if !session.isOver, !session.hasCommandsInFlight { _ = try? await run(.logout) }
        _ = session.connectionEnded()
        await stream.close()
    }

    /// Says goodbye where somebody listens, and ends the connection: nobody needs the server's answer to that.
    public func leave() async {
        if !session.isOver, !session.hasCommandsInFlight, let (_, encoded) = try? submit(.logout) {
            try? await write(encoded)
        }
        _ = session.connectionEnded()
        await stream.close()
    }

    /// Ends IDLE, if one is going on. The task that runs it goes on when the server has agreed.
    public func endIdle() {
        endsIdle = true
        if let octets = session.endIdle(), let outgoing { put(octets, outgoing) }
    }

    // MARK: - Commands

    /// Runs one command. `receive` is given what the server says meanwhile.
    @discardableResult
    public func run(
        _ command: Command, content: MessageSource? = nil, receive: (IMAPDelivery) async -> Void = { _ in }
    ) async throws(IMAPClientError) -> Completion {
        let results = try await run(pipeline: [command], content: content, receive: receive)
        guard let result = results.first else {
            throw .session(IMAPFailure(.command(.wrongState), .connection, .never))
        }
        return try result.get()
    }

    /// Runs commands that are written together, as far as the session lets them share a flight, and returns what became
    /// of each, in their order. A command that is refused stops none of the others.
    ///
    /// `content` is the message of the one that appends, and is read once.
    public func run(
        pipeline commands: [Command], content: MessageSource? = nil, receive: (IMAPDelivery) async -> Void = { _ in }
    ) async throws(IMAPClientError) -> [Result<Completion, IMAPClientError>] {
        try await exchange(commands, content: content, receive: receive) { _ in nil }
    }

    /// Waits for news of the mailbox that is selected, until `endIdle`, until the server ends it, or until it is time to
    /// begin anew, for servers forget those who are silent.
    public func idle(for limit: Duration, receive: (IMAPDelivery) async -> Void) async throws(IMAPClientError) {
        let deadline = clock.elapsed() + limit
        endsIdle = false
        _ = try await exchange([.idle], idlingUntil: deadline, receive: receive) { _ in nil }.first?.get()
    }

    func pieces(of command: Command) -> [Command] { session.pieces(of: command) }

    /// Signs in with the first command, and asks the others behind it without waiting. Some servers lose what comes so
    /// early: they get less time for their answers.
    func signIn(
        by commands: [Command], expecting capabilities: Capabilities, receive: (IMAPDelivery) async -> Void,
        respond: ([UInt8]) -> Base64Line?
    ) async throws(IMAPClientError) -> [Result<Completion, IMAPClientError>] {
        session.expectation = capabilities
        defer { session.expectation = nil }
        let results = try await exchange(commands, within: timeouts.early, receive: receive) { [session] challenge in
            session.answer(respond(challenge))
        }
        _ = try results.first?.get()
        try await learnCapabilities()
        return Array(results.dropFirst())
    }

    // MARK: - Exchanges

    /// Writes commands and reads until each is answered. Writing goes on beside reading: either side's buffers may fill.
    /// `respond` makes the answer to a challenge.
    @discardableResult
    private func exchange(
        _ commands: [Command], content: MessageSource? = nil, idlingUntil idleEnd: Duration? = nil,
        within timeouts: Duration? = nil, receive: (IMAPDelivery) async -> Void = { _ in },
        respond: ([UInt8]) -> [UInt8]?
    ) async throws(IMAPClientError) -> [Result<Completion, IMAPClientError>] {
        if let writeFailure { throw await fail(writeFailure) }
        var pipeline = CommandPipeline(commands)
        let (items, continuation) = AsyncStream.makeStream(of: OutgoingItem.self)
        outgoing = continuation
        defer { outgoing = nil }
        let stream = stream
        let limit = self.timeouts.write
        let answer = timeouts ?? self.timeouts.answer
        return try await withTaskGroup(of: IMAPClientError?.self) {
            group async -> Result<[Result<Completion, IMAPClientError>], IMAPClientError> in
            group.addTask {
                let failure = await OutgoingItem.write(items, to: stream, within: limit)
                // Whoever reads waits for answers to what was never written.
                if failure != nil { await stream.close() }
                return failure
            }
            do throws(IMAPClientError) {
                try await processResponses(&pipeline, content, continuation, idleEnd, answer, receive, respond)
                continuation.finish()
                // What was answered is done, whatever became of the last octets: that is for whoever comes next.
                writeFailure = await group.next() ?? nil
                return .success(pipeline.results)
            } catch {
                continuation.finish()
                group.cancelAll()
                let written = await group.next() ?? nil
                // Where writing failed, reading was ended here.
                return .failure(await fail(error == .stream(.closed) ? written ?? error : error))
            }
        }.get()
    }

    private func processResponses(
        _ pipeline: inout CommandPipeline, _ content: MessageSource?, _ output: AsyncStream<OutgoingItem>.Continuation,
        _ idleEnd: Duration?, _ answer: Duration, _ receive: (IMAPDelivery) async -> Void,
        _ respond: ([UInt8]) -> [UInt8]?
    ) async throws(IMAPClientError) {
        var idleEnd = idleEnd
        var deadline = clock.elapsed() + answer
        submitPipelinedCommands(&pipeline, content, output)
        let end = clock.elapsed() + timeouts.exchange
        while !pipeline.isDone {
            do throws(IMAPClientError) {
                let event = try await event(before: idleEnd ?? deadline)
                // Whatever comes is a sign of life, but not for ever.
                deadline = min(clock.elapsed() + answer, end)
                switch event {
                case nil: break
                case .proceed(let tag, let challenge)?:
                    if let answer = respond(challenge) {
                        put(answer, output)
                    } else {
                        pipeline.proceed(tag)
                        send(&pipeline, content, output)
                        if endsIdle { endIdle() }
                    }
                case .completed(let tag, let completion)?:
                    if let text = completion.alert { await receive(.alert(text)) }
                    pipeline.finish(tag, .success(completion))
                    submitPipelinedCommands(&pipeline, content, output)
                case .failed(let tag, let failure)?:
                    pipeline.finish(tag, .failure(.session(failure)))
                    submitPipelinedCommands(&pipeline, content, output)
                case .data(let response, let route)?:
                    await receive(.data(response, command: pipeline.index(of: route.tag), mailbox: route.mailbox))
                case .literal(let piece, let route)?:
                    await receive(.literal(piece, command: pipeline.index(of: route.tag)))
                case .alert(let text)?:
                    await receive(.alert(text))
                case .compressed(let tag, let completion, let rest)?:
                    let compressed = CompressedStream(stream, first: rest, clock: clock)
                    stream = compressed
                    output.yield(.stream(compressed))
                    transcript.note("DEFLATE")
                    pipeline.finish(tag, .success(completion))
                    submitPipelinedCommands(&pipeline, content, output)
                case .greeted?, .startTLS?, .goodbye?:
                    break
                }
            } catch .stream(.timedOut) where idleEnd != nil {
                idleEnd = nil
                deadline = clock.elapsed() + answer
                guard let octets = session.endIdle() else { throw .stream(.timedOut) }
                put(octets, output)
            }
        }
    }

    /// Submits the commands that may go out now, and writes them.
    private func submitPipelinedCommands(
        _ pipeline: inout CommandPipeline, _ content: MessageSource?, _ output: AsyncStream<OutgoingItem>.Continuation
    ) {
        while let command = pipeline.next {
            do throws(CommandError) {
                let (tag, encoded) = try session.submit(command)
                pipeline.begin(tag, encoded)
            } catch .mustWait where pipeline.isWaiting {
                break
            } catch {
                pipeline.refuse(error)
            }
        }
        send(&pipeline, content, output)
    }

    private func send(
        _ pipeline: inout CommandPipeline, _ content: MessageSource?, _ output: AsyncStream<OutgoingItem>.Continuation
    ) {
        for step in pipeline.takeSteps() {
            switch step {
            case .send(let octets): put(octets, output)
            case .sendContent(let count):
                noteContent(count)
                output.yield(.content(content ?? MessageSource([]), count: count))
            case .awaitContinuation: break
            }
        }
    }

    private func put(_ octets: [UInt8], _ output: AsyncStream<OutgoingItem>.Continuation) {
        transcript.client(octets)
        output.yield(.octets(octets))
    }

    /// The transcript passes over as many octets as the literal announces; which they are, it need not know.
    private func noteContent(_ count: Int) {
        guard transcript.isKept else { return }
        var rest = count
        while rest > 0 {
            let piece = min(rest, MessageSource.piece)
            transcript.client([UInt8](repeating: 0, count: piece))
            rest -= piece
        }
    }

    // MARK: - Octets

    /// The next event; `nil` where octets came and are not yet one.
    private func event(before deadline: Duration) async throws(IMAPClientError) -> SessionEvent? {
        do throws(IMAPFailure) {
            let event = try session.next()
            show(before: event)
            if let event { return event }
        } catch {
            show(before: nil)
            throw await fail(.session(error))
        }
        let octets: [UInt8]
        do throws(StreamFailure) {
            let limit = deadline - clock.elapsed()
            guard limit > .zero else { throw .timedOut }
            octets = try await stream.read(atMost: Self.readSize, within: limit)
        } catch .timedOut {
            throw .stream(.timedOut)
        } catch {
            throw await fail(.stream(error))
        }
        guard !octets.isEmpty else { throw await fail(.session(session.connectionEnded())) }
        if session.awaitsCompression { unshown = octets } else { transcript.server(octets) }
        session.receive(octets)
        return nil
    }

    /// Shows what was held back, once it is known where octets begin that are compressed.
    private func show(before event: SessionEvent?) {
        guard !unshown.isEmpty, event == nil || !session.awaitsCompression else { return }
        var compressed = 0
        if case .compressed(_, _, let rest)? = event { compressed = rest.count }
        transcript.server(Array(unshown.dropLast(compressed)))
        unshown = []
    }

    private func submit(_ command: Command) throws(IMAPClientError) -> (tag: CommandTag, octets: EncodedCommand) {
        do throws(CommandError) {
            return try session.submit(command)
        } catch {
            throw .session(IMAPFailure(.command(error), .connection, .never))
        }
    }

    private func write(_ command: EncodedCommand) async throws(IMAPClientError) {
        for case .send(let octets) in command.steps {
            transcript.client(octets)
            do throws(StreamFailure) {
                try await stream.write(octets, within: timeouts.write)
            } catch {
                throw await fail(.stream(error))
            }
        }
    }

    /// The connection is of no more use.
    private func fail(_ error: IMAPClientError) async -> IMAPClientError {
        _ = session.connectionEnded()
        await stream.close()
        return error
    }
}
