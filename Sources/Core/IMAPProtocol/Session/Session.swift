import MailTypes

/// An IMAP connection as a machine: octets from the server and commands go in, events and octets come out
/// [RFC 9051 §3].
///
/// Before TLS nothing goes out but what leads to it, and nothing that came in is believed afterwards. A failure that is
/// thrown ends the session: whatever follows is the same failure.
public struct Session: Sendable {
    public enum Security: Hashable, Sendable {
        /// TLS was there before the greeting [RFC 8314 §3.2].
        case implicitTLS
        /// TLS has to come before anything else.
        case startTLS
    }

    enum State: Hashable {
        case greeting
        /// Before TLS, and nobody is signed in.
        case plain
        /// The server has agreed to TLS, and the handshake goes on.
        case handshake
        case notAuthenticated
        case authenticated
        case over(IMAPFailure)
    }

    public let security: Security
    public internal(set) var capabilities = Capabilities.none
    /// What the server can do once somebody is signed in, as far as one knows before. Where it is set, questions that do no
    /// harm may go out behind a sign-in that has everything in one command; one that is refused ends the session then.
    public var expectation: Capabilities?
    /// The mailbox that commands on messages are about; `nil` also while one is being selected.
    public internal(set) var mailbox: SelectedMailbox?
    var state = State.greeting
    var inFlight: [PendingCommand] = []
    /// Whether the server tells where one mailbox ends and the next begins [RFC 7162 §3.2.11].
    var announcesClosing = false
    /// Whether what goes over the connection is compressed.
    public internal(set) var isCompressed = false
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
    /// Whether commands may go out.
    public var isOver: Bool {
        if case .over = state { return true }
        return false
    }
    public var hasCommandsInFlight: Bool { !inFlight.isEmpty }
    /// Whether what comes may be compressed from some octet on.
    public var awaitsCompression: Bool { !inFlight.isEmpty && inFlight[0].command == .compress }

    // MARK: - What the server sends

    /// Takes octets as they came. `next` is asked for events until there is none.
    public mutating func receive(_ octets: [UInt8]) {
        framer.feed(octets)
    }

    /// The next event; `nil` until more octets arrive.
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

    /// The connection has ended. What was in flight was answered or not: nobody knows.
    public mutating func connectionEnded() -> IMAPFailure {
        if case .over(let failure) = state { return failure }
        return end(IMAPFailure(.ended, .connection, .now))
    }

    /// Ends the session: nothing goes out any more, and what comes in is not read.
    mutating func end(_ failure: IMAPFailure) -> IMAPFailure {
        if case .over(let first) = state { return first }
        state = .over(failure)
        inFlight = []
        mailbox = nil
        framer.reset()
        return failure
    }

    /// The handshake is done, and the peer has proven who it is. What was said before it is forgotten
    /// [RFC 9051 §6.2.1].
    public mutating func tlsStarted() {
        precondition(state == .handshake, "TLS follows the server's OK to STARTTLS")
        framer.reset()
        capabilities = .none
        state = .notAuthenticated
    }

    /// Whether nothing of what came is left to be read.
    var isBufferEmpty: Bool { framer.isEmpty }

    /// What came and is not read yet, which is then somebody else's to read.
    mutating func takeBuffer() -> [UInt8] { framer.takeRest() }

    // MARK: - What goes out

    /// Makes a command ready to be written. It counts as in flight at once.
    public mutating func submit(_ command: Command) throws(CommandError) -> (tag: CommandTag, octets: EncodedCommand) {
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

    /// Commands that together do what a long one does; each is to be submitted.
    public func pieces(of command: Command) -> [Command] { encoder.pieces(of: command) }

    /// What the server is taken to be able to do where the next command is obeyed.
    var capabilitiesNext: Capabilities {
        state == .notAuthenticated && isSigningIn ? expectation ?? capabilities : capabilities
    }

    private var encoder: CommandEncoder { CommandEncoder(capabilitiesNext, maximumLength: maximumLineLength) }

    /// The answer to a challenge of AUTHENTICATE; `nil` gives up.
    public func answer(_ line: Base64Line?) -> [UInt8] {
        CommandEncoder.response(line ?? .cancel)
    }

    /// What ends IDLE; `nil` before the server has begun with it, and where none is in flight.
    public mutating func endIdle() -> [UInt8]? {
        guard let index = inFlight.indices.last, inFlight[index].command == .idle, inFlight[index].challenges > 0,
            !inFlight[index].isEnding
        else { return nil }
        inFlight[index].isEnding = true
        return Array("DONE\r\n".utf8)
    }
}

/// A command that the server has not answered yet.
struct PendingCommand: Sendable {
    let tag: CommandTag
    let command: Command
    /// How many continuation requests its octets still wait for.
    var continuations = 0
    /// How many it got beyond those.
    var challenges = 0
    /// DONE was said.
    var isEnding = false
    /// The server has said how many messages the selected mailbox has.
    var hasHeardExists = false
    /// What is known of the mailbox that it selects.
    var mailbox: SelectedMailbox?
    /// What the server said of it before the answer.
    var result = Completion()
}
