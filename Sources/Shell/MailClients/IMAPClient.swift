public import IMAPProtocol
public import Platform

/// A connection to an IMAP server. Transfers the bytes of `Session` over a stream and enforces timeouts; all protocol
/// decisions are made by the session.
///
/// Only one task at a time may run commands. Another task may end IDLE or close the connection.
public actor IMAPClient {
    private static let (readSize, largeRead) = (65_536, 4096)

    private var stream: any ByteStream
    private let timeouts: IMAPTimeouts
    private let clock: any Clock
    private(set) var session: IMAPSession
    public private(set) var transcript: ProtocolTranscript
    /// Whether to end IDLE as soon as the server has accepted it.
    private var endsIdle = false
    /// The commands to send behind DONE.
    private var commandsAfterIdle: [IMAPCommand] = []
    /// The output queue of the current exchange.
    private typealias Outgoing = AsyncStream<IMAPWriteStep>.Continuation
    private var outgoing: Outgoing?
    /// Why writing failed in an exchange whose commands were all answered.
    private var writeFailure: IMAPClientError?
    /// The last bytes read, whose end may be compressed. They are added to the transcript once that is known.
    private var unshown: [UInt8] = []
    var hasReturnedSet = false

    /// `stream` must lead to a server that sends its greeting first, with TLS already active or not as `security`
    /// specifies. `maximumLineLength` limits the length of command lines in bytes: some servers accept no more than
    /// 1000. `isTranscribed` enables the transcript, which costs time for every line.
    public init(
        _ stream: any ByteStream, _ security: IMAPSession.Security, limits: FramingLimits = FramingLimits(),
        maximumLineLength: Int = 8000, timeouts: IMAPTimeouts = .standard, isTranscribed: Bool = true, clock: any Clock
    ) {
        transcript = ProtocolTranscript(isKept: isTranscribed)
        self.stream = stream
        self.timeouts = timeouts
        self.clock = clock
        session = IMAPSession(security, limits: limits, maximumLineLength: maximumLineLength)
    }

    public var capabilities: Capabilities { session.capabilities }
    /// The selected mailbox, updated with what the server has reported since.
    public var mailbox: SelectedMailbox? { session.mailbox }
    public var isAuthenticated: Bool { session.isAuthenticated }
    public var isOver: Bool { session.isOver }
    /// Whether another command can be sent on this connection, as far as it is known.
    public var isReusable: Bool { isAuthenticated && !isOver && !session.hasCommandsInFlight && writeFailure == nil }
    public var isCompressed: Bool { session.isCompressed }
    /// How often commands were sent, alone or together. While it is unchanged, so is what the server has been asked for.
    public private(set) var exchangeCount = 0
    /// How often the server has reported changes of messages that no command asked for.
    public private(set) var unsolicitedChangeCount = 0
    /// The same when the server confirmed the first command of the last exchange. If that is SELECT or IDLE, the answers
    /// to the commands behind it include all changes of the selected mailbox until then. (Those that NOOP asks for may be
    /// delayed until these are answered.)
    public private(set) var changeCountAfterFirstCommand = 0

    // MARK: - Opening and closing

    /// Waits for the greeting, and starts TLS if the connection is not encrypted yet. The caller can then sign in.
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

    /// Signs in with a SASL mechanism. `respond` returns the response to a challenge, both base64-encoded, or `nil` to
    /// abort.
    ///
    /// Success only means that the server accepted the credentials. The caller must check with the mechanism whether
    /// the server has proved its identity.
    public func signIn(
        _ mechanism: String, initialResponse: Base64Line?, respond: ([UInt8]) -> Base64Line?
    ) async throws(IMAPClientError) {
        try await learnCapabilities()
        // Without SASL-IR the initial response is sent as the answer to the first challenge, which is empty.
        let goesAlong = session.capabilities.contains(.saslInitialResponse)
        var held = goesAlong ? nil : initialResponse
        let command = IMAPCommand.authenticate(mechanism: mechanism, initialResponse: goesAlong ? initialResponse : nil)
        _ = try await exchange([command]) { [session] challenge in
            defer { held = nil }
            return session.answer(held ?? respond(challenge))
        }.first?.get()
        try await learnCapabilities()
    }

    /// Logs out if possible, and closes the connection.
    public func close() async {
        if !session.isOver, !session.hasCommandsInFlight { _ = try? await run(.logout) }
        _ = session.connectionEnded()
        await stream.close()
    }

    /// Like `close`, but does not wait for the server's answer to LOGOUT.
    public func leave() async {
        if !session.isOver, !session.hasCommandsInFlight, let (_, encoded) = try? submit(.logout) {
            try? await write(encoded)
        }
        _ = session.connectionEnded()
        await stream.close()
    }

    /// Ends IDLE, if it is active. The task that runs `idle` continues when the server has confirmed.
    ///
    /// `commands` are sent without waiting for that, which saves a round trip. Only the function that receives the
    /// responses of `idle` may pass any. They are not sent if IDLE is ending already.
    public func endIdle(asking commands: [IMAPCommand] = []) {
        endsIdle = true
        guard let octets = session.endIdle(), let outgoing else { return }
        put(octets, outgoing)
        commandsAfterIdle = commands
    }

    // MARK: - Commands

    /// Waits for changes to the selected mailbox until `endIdle` is called, the server ends IDLE, or `limit` expires.
    /// Returns the results of the commands that were sent behind DONE.
    @discardableResult
    public func idle(
        for limit: Duration, receive: (IMAPResponseEvent) async -> Void
    ) async throws(IMAPClientError) -> [Result<CommandResult, IMAPClientError>] {
        let deadline = clock.elapsed() + limit
        endsIdle = false
        commandsAfterIdle = []
        let results = try await exchange([.idle], idlingUntil: deadline, receive: receive) { _ in nil }
        _ = try results.first?.get()
        return Array(results.dropFirst())
    }

    /// Signs in with the first command, and sends the others without waiting for its result. Some servers lose commands
    /// that arrive this early, so the timeout is shorter.
    func signIn(
        by commands: [IMAPCommand], expecting capabilities: Capabilities, receive: (IMAPResponseEvent) async -> Void,
        respond: ([UInt8]) -> Base64Line?
    ) async throws(IMAPClientError) -> [Result<CommandResult, IMAPClientError>] {
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

    /// Writes commands and reads until each is answered. Reading and writing run concurrently, because the buffers of
    /// either side may fill up. `respond` returns the answer to a challenge.
    @discardableResult
    func exchange(
        _ commands: [IMAPCommand], contents: [Int: MessageSource] = [:], idlingUntil idleEnd: Duration? = nil,
        within timeouts: Duration? = nil, receive: (IMAPResponseEvent) async -> Void = { _ in },
        respond: ([UInt8]) -> [UInt8]?
    ) async throws(IMAPClientError) -> [Result<CommandResult, IMAPClientError>] {
        if let writeFailure { throw await fail(writeFailure) }
        exchangeCount += 1
        var pipeline = CommandPipeline(commands, contents)
        let progress = WriteProgress(clock)
        let (items, continuation) = AsyncStream.makeStream(of: IMAPWriteStep.self)
        outgoing = continuation
        defer { outgoing = nil }
        let stream = stream
        let limit = self.timeouts.write
        let answer = timeouts ?? self.timeouts.answer
        return try await withTaskGroup(of: IMAPClientError?.self) {
            group async -> Result<[Result<CommandResult, IMAPClientError>], IMAPClientError> in
            group.addTask {
                let failure = await IMAPWriteStep.write(items, to: stream, within: limit, progress)
                // Close the stream, or the reader would wait for responses to commands that were never sent.
                if failure != nil { await stream.close() }
                return failure
            }
            do throws(IMAPClientError) {
                try await processResponses(&pipeline, continuation, progress, idleEnd, answer, receive, respond)
                continuation.finish()
                // The commands succeeded even if the last bytes could not be written. The next exchange reports that
                // failure.
                writeFailure = await group.next() ?? nil
                return .success(pipeline.results)
            } catch {
                continuation.finish()
                group.cancelAll()
                let written = await group.next() ?? nil
                // If writing failed, the writer closed the stream, so its failure is the cause.
                return .failure(await fail(error == .stream(.closed) ? written ?? error : error))
            }
        }.get()
    }

    private func processResponses(
        _ pipeline: inout CommandPipeline, _ output: Outgoing, _ progress: WriteProgress, _ idleEnd: Duration?,
        _ answer: Duration, _ receive: (IMAPResponseEvent) async -> Void,
        _ respond: ([UInt8]) -> [UInt8]?
    ) async throws(IMAPClientError) {
        changeCountAfterFirstCommand = unsolicitedChangeCount
        var idleEnd = idleEnd
        var deadline = clock.elapsed() + answer
        submitPipelinedCommands(&pipeline, output)
        let begin = clock.elapsed()
        while !pipeline.isDone {
            let end = begin + (isAuthenticated ? timeouts.exchange : timeouts.signIn)
            do throws(IMAPClientError) {
                if session.isEndingIdle { idleEnd = nil }
                let event = try await event(before: idleEnd ?? deadline)
                // Every event extends the deadline, but not beyond the limit for the whole exchange.
                deadline = min(clock.elapsed() + answer, end)
                switch event {
                case nil, .greeted?, .startTLS?, .goodbye?: break
                case .proceed(let tag, let challenge)?:
                    if let answer = respond(challenge) {
                        put(answer, output)
                    } else {
                        pipeline.proceed(tag)
                        send(&pipeline, output)
                        if endsIdle { endIdle() }
                    }
                case .completed(let tag, let completion)?:
                    if let text = completion.alert { await receive(.alert(text)) }
                    if pipeline.index(of: tag) == 0 { changeCountAfterFirstCommand = unsolicitedChangeCount }
                    pipeline.finish(tag, .success(completion))
                    submitPipelinedCommands(&pipeline, output)
                case .failed(let tag, let failure)?:
                    pipeline.finish(tag, .failure(.session(failure)))
                    submitPipelinedCommands(&pipeline, output)
                case .data(let response, let route)?:
                    if route.tag == nil, response.isMessageChange { unsolicitedChangeCount += 1 }
                    await receive(.data(response, command: pipeline.index(of: route.tag), mailbox: route.mailbox))
                    pipeline.append(commandsAfterIdle)
                    if !commandsAfterIdle.isEmpty { submitPipelinedCommands(&pipeline, output) }
                    commandsAfterIdle = []
                case .literal(let piece, let route)?:
                    await receive(.literal(piece, command: pipeline.index(of: route.tag)))
                case .alert(let text)?:
                    await receive(.alert(text))
                case .compressed(let tag, let completion, let rest)?:
                    compress(rest, output)
                    pipeline.finish(tag, .success(completion))
                    submitPipelinedCommands(&pipeline, output)
                }
            } catch .stream(.timedOut) where idleEnd == nil {
                deadline = try progress.nextDeadline(answer, atMost: end)
            } catch .stream(.timedOut) where idleEnd != nil {
                idleEnd = nil
                deadline = clock.elapsed() + answer
                guard let octets = session.endIdle() else { throw .stream(.timedOut) }
                put(octets, output)
            }
        }
    }

    /// Compresses both directions from here on. `rest` was received compressed.
    private func compress(_ rest: [UInt8], _ output: Outgoing) {
        let compressed = CompressedStream(stream, first: rest, clock: clock)
        stream = compressed
        output.yield(.stream(compressed))
        transcript.note("DEFLATE")
    }

    /// Submits the commands that may be sent now, and writes them.
    private func submitPipelinedCommands(
        _ pipeline: inout CommandPipeline, _ output: Outgoing
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
        send(&pipeline, output)
    }

    private func send(
        _ pipeline: inout CommandPipeline, _ output: Outgoing
    ) {
        for step in pipeline.takeSteps() {
            switch step.step {
            case .send(let octets): put(octets, output)
            case .sendContent(let count):
                transcript.clientContent(count)
                output.yield(.content(step.content ?? MessageSource([]), count: count))
            case .awaitContinuation: break
            }
        }
    }

    private func put(_ octets: [UInt8], _ output: Outgoing) {
        transcript.client(octets)
        output.yield(.octets(octets))
    }

    // MARK: - Input and output

    /// Returns the next event, or `nil` if bytes arrived that do not complete one.
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
            // If data is always available, reading never waits: it would keep other tasks from this thread, and never
            // notice that it was cancelled.
            if octets.count >= Self.largeRead {
                await Task.yield()
                if Task.isCancelled { throw .cancelled }
            }
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

    /// Adds the bytes held back to the transcript, once it is known where the compressed data begins.
    private func show(before event: SessionEvent?) {
        guard !unshown.isEmpty, event == nil || !session.awaitsCompression else { return }
        var compressed = 0
        if case .compressed(_, _, let rest)? = event { compressed = rest.count }
        transcript.server(Array(unshown.dropLast(compressed)))
        unshown = []
    }

    private func submit(_ command: IMAPCommand) throws(IMAPClientError) -> (tag: CommandTag, octets: EncodedCommand) {
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

    /// Closes the connection, which is unusable, and returns the error.
    private func fail(_ error: IMAPClientError) async -> IMAPClientError {
        _ = session.connectionEnded()
        await stream.close()
        return error
    }
}
