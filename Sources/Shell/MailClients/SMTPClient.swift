public import Platform
public import SASL
public import SMTPProtocol

/// A connection to a submission server. Transfers the bytes of the state machines in SMTPProtocol over a stream and
/// enforces timeouts; all protocol decisions are made by the state machines.
public actor SMTPClient {
    /// The number of messages and the idle time after which a connection is no longer used. Few servers accept fewer
    /// messages.
    public static let maximumMessages = 100
    public static let maximumIdle = Duration.seconds(30)

    private static let readSize = 16_384

    private let stream: any ByteStream
    private let endpoint: Endpoint
    private let credentials: Credentials?
    private let timeouts: SMTPTimeouts
    private let digest: ScramHashFunctions
    private let nonce: [UInt8]
    private let clock: any Clock
    public private(set) var transcript = ProtocolTranscript()
    /// Why the connection ended, if the network was the cause.
    public private(set) var streamFailure: StreamFailure?

    private var extensions: ServiceExtensions?
    /// The number of messages that were sent, or refused, on the connection.
    public private(set) var messageCount = 0
    private var lastUse = Duration.zero
    /// The time by which the expected reply must have arrived.
    private var deadline = Duration.zero

    /// `stream` must lead to `endpoint`, and be encrypted already if the endpoint uses implicit TLS. `nonce` is for
    /// SCRAM: printable ASCII without commas, never reused.
    public init(
        _ stream: any ByteStream, to endpoint: Endpoint, as credentials: Credentials?,
        timeouts: SMTPTimeouts = .standard,
        digest: ScramHashFunctions, nonce: [UInt8], clock: any Clock
    ) {
        self.stream = stream
        self.endpoint = endpoint
        self.credentials = credentials
        self.timeouts = timeouts
        self.digest = digest
        self.nonce = nonce
        self.clock = clock
    }

    /// The server's extensions, or `nil` if no message can be sent now.
    public var serviceExtensions: ServiceExtensions? { extensions }

    /// Whether another message can be sent on this connection.
    public var isReusable: Bool {
        guard let extensions, clock.elapsed() - lastUse < Self.maximumIdle else { return false }
        return messageCount < min(Self.maximumMessages, extensions.messageLimit ?? .max)
    }

    // MARK: - Session

    /// Greets the server, starts TLS and signs in. If it throws, the connection is closed.
    public func open() async throws(SMTPFailure) {
        let (endpoint, digest, nonce) = (endpoint, digest, nonce)
        var session = SMTPSessionInitiation(
            endpoint.security == .startTLS ? .startTLS : .implicitTLS, as: .anonymous, credentials
        ) {
            SASLExchange($0, $1, host: endpoint.host, port: endpoint.port, nonce: nonce, digest)
        }
        var effect = session.handle(.connected(isEncrypted: await stream.isEncrypted))
        begin(.greeting)
        while true {
            let event: SMTPSessionInitiation.Event
            switch effect {
            case .send(let octets, let wait):
                event = sessionEvent(await exchange(octets, wait))
            case .sendSecret(let secret, let wait):
                event = sessionEvent(await exchange(secret.octets, wait))
            case .read:
                event = sessionEvent(await read())
            case .startTLS(let wait):
                event = await startTLS(wait)
            case .ready(let extensions):
                self.extensions = extensions
                lastUse = clock.elapsed()
                return
            case .failed(let failure):
                await end()
                throw failure
            }
            effect = session.handle(event)
        }
    }

    private func startTLS(_ wait: SMTPTimeouts.Wait) async -> SMTPSessionInitiation.Event {
        do throws(StreamFailure) {
            try await stream.startTLS(within: timeouts[wait])
        } catch {
            return .lost(note(error))
        }
        transcript.note("TLS")
        return await stream.isEncrypted ? .secured : .lost(.broken)
    }

    private func sessionEvent(_ octets: [UInt8]?) -> SMTPSessionInitiation.Event {
        octets.map { .received($0) } ?? .lost(loss)
    }

    /// Sends QUIT unless a message is being sent or the session has failed, and closes the connection. A server that
    /// does not answer delays this only by the short timeout for QUIT; the messages that it has accepted are not
    /// affected.
    public func close() async {
        if extensions != nil {
            begin(.quit)
            if await write(SMTPSessionInitiation.goodbye, showing: true, within: timeouts.quit) { _ = await read() }
        }
        await end()
    }

    private func end() async {
        extensions = nil
        await stream.close()
    }

    // MARK: - Messages

    /// Sends a message to all recipients of the envelope, or to some of them if the envelope allows that, in as many
    /// transactions as the server requires. A call made while another one is running reports that there is no
    /// connection. Before each final dot, `commit` records the recipients for whom the outcome may become unknown. If
    /// it throws, the message is not sent.
    public func send(
        _ envelope: Envelope, _ message: MessageSource,
        commit: ([EnvelopeAddress]) async throws(MessageSource.Failure) -> Void
    ) async -> [DeliveryResult] {
        var deliveries: [DeliveryResult] = []
        guard let extensions = extensions.take() else {
            return [Self.notSent(envelope, .lost(.closed), .connection)]
        }
        let measure: MessageProperties
        do throws(MessageSource.Failure) {
            switch try await survey(message) {
            case .success(let found): measure = found
            case .failure(let fault):
                self.extensions = extensions
                return [Self.notSent(envelope, .message(fault), .message)]
            }
        } catch {
            self.extensions = extensions
            return [Self.notSent(envelope, .stopped(because: error.sentence), .message)]
        }
        var rest = envelope
        repeat {
            let transaction = MailTransaction(rest, measure, to: extensions, resetsFirst: messageCount > 0)
            let delivery = await perform(transaction, message, commit)
            messageCount += 1
            lastUse = clock.elapsed()
            deliveries.append(delivery)
            guard delivery.isReusable else {
                await end()
                break
            }
            guard case .accepted = delivery.outcome, !delivery.left.isEmpty else {
                self.extensions = extensions
                break
            }
            rest = Envelope(
                from: envelope.sender, to: delivery.left, isPartialAllowed: envelope.isPartialAllowed,
                status: envelope.status)
        } while true
        return deliveries
    }

    private func survey(
        _ message: MessageSource
    ) async throws(MessageSource.Failure) -> Result<MessageProperties, DotStuffing.Fault> {
        var survey = MessagePropertyScanner()
        var offset = 0
        while true {
            let piece = try await message.read(offset, MessageSource.piece)
            offset += piece.count
            do throws(DotStuffing.Fault) {
                if piece.isEmpty { return .success(try survey.finish()) }
                try survey.add(piece)
            } catch {
                return .failure(error)
            }
        }
    }

    private func perform(
        _ begun: MailTransaction, _ message: MessageSource,
        _ commit: ([EnvelopeAddress]) async throws(MessageSource.Failure) -> Void
    ) async -> DeliveryResult {
        var transaction = begun
        var offset = 0
        var written = 0
        var effect = transaction.handle(.begin)
        while true {
            let event: MailTransaction.Event
            switch effect {
            case .send(let octets, let wait):
                event = transactionEvent(await exchange(octets, wait))
            case .read:
                event = transactionEvent(await read())
            case .content(let octets):
                written += octets.count
                guard await write(octets, showing: false) else {
                    event = await lastWords()
                    break
                }
                do throws(MessageSource.Failure) {
                    let piece = try await message.read(offset, MessageSource.piece)
                    offset += piece.count
                    event = .content(piece)
                } catch {
                    event = .stopped(because: error.sentence)
                }
            case .commit(let octets, let recipients):
                guard await write(octets, showing: false) else {
                    event = await lastWords()
                    break
                }
                transcript.content(octets: written + octets.count)
                do throws(MessageSource.Failure) {
                    try await commit(recipients)
                    event = .committed
                } catch {
                    event = .stopped(because: error.sentence)
                }
            case .done(let delivery):
                return delivery
            }
            effect = transaction.handle(event)
        }
    }

    /// Reads what the server sent before it stopped accepting the message, often that it is too large.
    private func lastWords() async -> MailTransaction.Event {
        let (reason, failure) = (loss, streamFailure)
        begin(.quit)
        if let octets = await read() { return .received(octets) }
        streamFailure = failure
        return .lost(reason)
    }

    private func transactionEvent(_ octets: [UInt8]?) -> MailTransaction.Event {
        octets.map { .received($0) } ?? .lost(loss)
    }

    private static func notSent(
        _ envelope: Envelope, _ cause: SMTPFailure.Cause, _ reach: SMTPFailure.Reach
    ) -> DeliveryResult {
        let retry: SMTPFailure.Retry = if case .message = cause { .never } else { .later(after: nil) }
        return DeliveryResult(
            .notSent(SMTPFailure(.sender, cause, reach, retry)),
            envelope.recipients.map { DeliveryResult.Recipient($0, .untried) }, isReusable: true)
    }

    // MARK: - Input and output

    /// Writes and waits for the reply. Returns `nil` if the connection has ended.
    private func exchange(_ octets: [UInt8], _ wait: SMTPTimeouts.Wait) async -> [UInt8]? {
        begin(wait)
        guard await write(octets, showing: true) else { return nil }
        return await read()
    }

    /// Starts the timeout for a reply. Partial replies do not extend it.
    private func begin(_ wait: SMTPTimeouts.Wait) {
        deadline = clock.elapsed() + timeouts[wait]
    }

    private func write(_ octets: [UInt8], showing isShown: Bool, within limit: Duration? = nil) async -> Bool {
        if octets.isEmpty { return true }
        if isShown { transcript.client(octets) }
        do throws(StreamFailure) {
            try await stream.write(octets, within: limit ?? timeouts.piece)
            return true
        } catch {
            _ = note(error)
            return false
        }
    }

    private func read() async -> [UInt8]? {
        let left = deadline - clock.elapsed()
        do throws(StreamFailure) {
            guard left > .zero else { throw .timedOut }
            let octets = try await stream.read(atMost: Self.readSize, within: left)
            guard !octets.isEmpty else {
                transcript.note("ended by the server")
                streamFailure = nil
                return nil
            }
            transcript.server(octets)
            return octets
        } catch {
            _ = note(error)
            return nil
        }
    }

    private func note(_ failure: StreamFailure) -> ConnectionLossReason {
        streamFailure = failure
        transcript.note("\(failure)")
        return loss
    }

    /// How the connection ended, in the terms of the state machines.
    private var loss: ConnectionLossReason {
        switch streamFailure {
        case nil: .closed
        case .timedOut: .silent
        case .cutOff, .closed, .cancelled, .nameNotFound, .nameServerUnreachable, .refused, .unreachable, .certificate,
            .tls,
            .plaintextBeforeTLS, .compression, .system:
            .broken
        }
    }
}
