import MailTypes

/// An IMAP connection as a state machine. Its input is bytes from the server and commands, its output is events and
/// bytes to send [RFC 9051 §3].
///
/// Before TLS it sends only what is needed to start TLS, and afterwards it discards everything received before. A
/// thrown failure ends the session, and all later calls throw the same failure.
public struct IMAPSession: Sendable {
    public enum Security: Hashable, Sendable {
        /// TLS starts before the greeting [RFC 8314 §3.2].
        case implicitTLS
        /// The connection starts in plaintext and is upgraded before anything else.
        case startTLS
    }

    enum State: Hashable {
        case greeting
        /// Before TLS.
        case plain
        /// The server has accepted STARTTLS, and the handshake is in progress.
        case handshake
        case notAuthenticated
        case authenticated
        case over(IMAPFailure)
    }

    public let security: Security
    public internal(set) var capabilities = Capabilities.none
    /// The capabilities expected after authentication. If set, commands without side effects may be pipelined after a
    /// sign-in that consists of a single command. A rejected sign-in then ends the session.
    public var expectation: Capabilities?
    /// The selected mailbox. Also `nil` from CLOSED to the completion of the next SELECT.
    public internal(set) var mailbox: SelectedMailbox?
    var state = State.greeting
    var inFlight: [PendingCommand] = []
    /// Whether the server sends CLOSED when it leaves one mailbox for the next [RFC 7162 §3.2.11].
    var announcesClosing = false
    /// Whether the connection is compressed.
    public internal(set) var isCompressed = false
    /// Whether the server sends the notifications that NOTIFY requested [RFC 5465].
    public internal(set) var hasNotifications = false
    private var framer: Framer
    private let parser = ResponseParser()
    private var tagCount = 0
    private let maximumLineLength: Int

    public init(_ security: Security, limits: FramingLimits = FramingLimits(), maximumLineLength: Int = 8000) {
        self.security = security
        self.maximumLineLength = maximumLineLength
        framer = Framer(limits: limits)
    }

    public var isAuthenticated: Bool { state == .authenticated }
    /// Whether the session has ended, so that no commands can be sent.
    public var isOver: Bool {
        if case .over = state { return true }
        return false
    }
    public var hasCommandsInFlight: Bool { !inFlight.isEmpty }
    /// Whether COMPRESS is in flight, so that received bytes may be compressed from some point on.
    public var awaitsCompression: Bool { !inFlight.isEmpty && inFlight[0].command == .compress }

    // MARK: - Input

    /// Appends received bytes. Call `next` until it returns `nil` before calling this again.
    public mutating func receive(_ octets: [UInt8]) {
        framer.feed(octets)
    }

    /// Returns the next event, or `nil` until more bytes arrive.
    public mutating func next() throws(IMAPFailure) -> SessionEvent? {
        if case .over(let failure) = state { throw failure }
        do {
            while let frame = try framer.next() {
                switch frame {
                case .literal(let piece):
                    if let event = route(piece) { return event }
                case .response(let raw):
                    if let event = try handle(try parser.parse(raw)) { return event }
                }
            }
            return nil
        } catch let error as FramingError {
            throw end(IMAPFailure(.framing(error), .connection, .later(after: nil)))
        } catch let error as ResponseError {
            let isGreeting = state == .greeting
            let cause: IMAPFailure.Cause = isGreeting ? .notIMAP : .malformed(error)
            throw end(IMAPFailure(cause, isGreeting ? .account : .connection, .later(after: nil)))
        } catch let failure as IMAPFailure {
            throw end(failure)
        } catch {
            throw end(IMAPFailure(.ended, .connection, .later(after: nil)))
        }
    }

    /// Ends the session because the connection was closed. Commands in flight may or may not have been executed.
    public mutating func connectionEnded() -> IMAPFailure {
        if case .over(let failure) = state { return failure }
        return end(IMAPFailure(.ended, .connection, .now))
    }

    /// Ends the session. Nothing more is sent, and further input is not read.
    mutating func end(_ failure: IMAPFailure) -> IMAPFailure {
        if case .over(let first) = state { return first }
        state = .over(failure)
        inFlight = []
        mailbox = nil
        framer.reset()
        return failure
    }

    /// Continues after the TLS handshake and the verification of the certificate. Discards everything received before
    /// [RFC 9051 §6.2.1].
    public mutating func tlsStarted() {
        precondition(state == .handshake, "TLS follows the server's OK to STARTTLS")
        framer.reset()
        capabilities = .none
        state = .notAuthenticated
    }

    /// Whether all received bytes have been processed.
    var isBufferEmpty: Bool { framer.isEmpty }

    /// Removes and returns the received bytes that have not been processed.
    mutating func takeBuffer() -> [UInt8] { framer.takeRest() }

    // MARK: - Output

    /// Encodes a command and marks it as in flight.
    public mutating func submit(_ command: IMAPCommand) throws(CommandError) -> (
        tag: CommandTag, octets: EncodedCommand
    ) {
        try checkState(command)
        try checkFlight(command)
        try checkCapabilities(command)
        let tag = CommandTag(tagCount + 1)
        let encoded = try encoder.encode(command, tag: tag)
        tagCount += 1
        var pending = PendingCommand(tag: tag, command: command)
        pending.continuations = encoded.steps.count { $0 == .awaitContinuation }
        if case .select(let select) = command {
            pending.mailbox = SelectedMailbox(select.mailbox, isReadOnly: select.isReadOnly)
        }
        inFlight.append(pending)
        return (tag, encoded)
    }

    /// Splits a command that is too long for one line into several, which are to be submitted one by one.
    public func pieces(of command: IMAPCommand) -> [IMAPCommand] { encoder.pieces(of: command) }

    /// The capabilities that apply to the next command.
    var capabilitiesNext: Capabilities {
        state == .notAuthenticated && isSigningIn ? expectation ?? capabilities : capabilities
    }

    private var encoder: CommandEncoder { CommandEncoder(capabilitiesNext, maximumLength: maximumLineLength) }

    /// Encodes the response to a challenge of AUTHENTICATE. `nil` cancels the exchange.
    public func answer(_ line: Base64Line?) -> [UInt8] {
        CommandEncoder.response(line ?? .cancel)
    }

    /// Whether DONE was sent, and the server has not confirmed it yet.
    public var isEndingIdle: Bool { inFlight.contains(where: \.isEnding) }

    /// Returns the bytes that end IDLE, or `nil` if IDLE is not in flight or the server has not started it yet.
    public mutating func endIdle() -> [UInt8]? {
        guard let index = inFlight.indices.last, inFlight[index].command == .idle, inFlight[index].challenges > 0,
            !inFlight[index].isEnding
        else { return nil }
        inFlight[index].isEnding = true
        return Array("DONE\r\n".utf8)
    }
}
