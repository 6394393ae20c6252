import MailTestSupport
import MailTypes
import SASL
import SMTPProtocol
import Testing

/// Submits one message to a server in this process, and records the views of both sides.
struct SubmissionDriver {
    /// Where the connection ends, as a number of bytes of the client or server, and how the client learns of it.
    struct Cut {
        var clientOctets = Int.max
        var serverOctets = Int.max
        var loss = ConnectionLossReason.closed
    }

    var server = InMemorySubmissionServer(isEncrypted: false)
    var security = SMTPSessionInitiation.Security.startTLS
    var name = ClientName.anonymous
    var envelope: Envelope
    var content = Array("From: kim@example.net\r\nBcc: secret@example.net\r\n\r\nHi\r\n.\r\n".utf8)
    var credentials: Credentials?
    var cut = Cut()
    /// The sizes of pieces.
    var pieceOfReplies: () -> Int = { Int.max }
    var pieceOfContent = 16
    /// Whether the commit can be recorded.
    var canCommit = true
    var nonce = Array("rOprNGfwEbeRWgbNEkqO".utf8)

    /// The failure of the session, if it did not get to a message.
    private(set) var sessionFailure: SMTPFailure?
    private(set) var delivery: DeliveryResult?
    private(set) var commits: [[EnvelopeAddress]] = []
    private(set) var extensions: ServiceExtensions?
    private(set) var waits: [SMTPTimeouts.Wait] = []
    private(set) var clientCount = 0
    private(set) var serverCount = 0
    private var incoming: [UInt8] = []

    init(to recipients: [String] = ["lee@example.org"], isPartialAllowed: Bool = false) throws {
        envelope = Envelope(
            from: try Self.address("kim@example.net"), to: try recipients.map(Self.address),
            isPartialAllowed: isPartialAllowed)
        let secret = try #require(Secret(Array("canary-7f3a".utf8)))
        credentials = Credentials(user: Array("kim".utf8), secret, .password)
    }

    private static func address(_ text: String) throws -> EnvelopeAddress {
        try #require(EnvelopeAddress(EmailAddress(text)))
    }

    /// Uses implicit TLS on both sides.
    mutating func encryptFromTheStart() {
        server = InMemorySubmissionServer(isEncrypted: true)
        security = .implicitTLS
    }

    var outcome: DeliveryResult.Outcome? { delivery?.outcome ?? sessionFailure.map { .notSent($0) } }

    /// The failure of the session or the delivery.
    var failure: SMTPFailure? {
        switch outcome {
        case .notSent(let failure), .unknown(let failure): failure
        case .accepted, nil: nil
        }
    }

    mutating func run() throws {
        guard try open() else { return }
        try send(resetsFirst: false)
    }

    /// Opens the session, and returns whether mail can be submitted.
    mutating func open() throws -> Bool {
        let nonce = nonce
        var session = SMTPSessionInitiation(security, as: name, credentials) { mechanism, credentials in
            SASLExchange(mechanism, credentials, host: "mail.example.net", port: 587, nonce: nonce, noDigest)
        }
        server.connect()
        var effect = session.handle(.connected(isEncrypted: server.isEncrypted))
        for _ in 0..<10_000 {
            switch effect {
            case .send(let octets, let wait):
                write(octets)
                effect = session.handle(read(wait).map { .received($0) } ?? .lost(cut.loss))
            case .sendSecret(let secret, let wait):
                #expect(server.isEncrypted, "a secret without TLS")
                write(secret.octets)
                effect = session.handle(read(wait).map { .received($0) } ?? .lost(cut.loss))
            case .read(let wait):
                effect = session.handle(read(wait).map { .received($0) } ?? .lost(cut.loss))
            case .startTLS:
                // The stream refuses to start TLS after unread bytes or without a peer.
                if !incoming.isEmpty || clientCount >= cut.clientOctets || serverCount >= cut.serverOctets {
                    effect = session.handle(.lost(cut.loss))
                    continue
                }
                server.startTLS()
                effect = session.handle(.secured)
            case .ready(let extensions):
                self.extensions = extensions
                return true
            case .failed(let failure):
                sessionFailure = failure
                return false
            }
        }
        Issue.record("the session does not end")
        return false
    }

    /// Returns the transaction of the message, which has not begun. The session must be open.
    func transaction(resetsFirst: Bool = false) throws -> MailTransaction {
        var scanner = MessagePropertyScanner()
        try scanner.add(content)
        return MailTransaction(envelope, try scanner.finish(), to: try #require(extensions), resetsFirst: resetsFirst)
    }

    mutating func send(resetsFirst: Bool) throws {
        var transaction = try transaction(resetsFirst: resetsFirst)
        var effect = transaction.handle(.begin)
        var position = 0
        for _ in 0..<1_000_000 {
            switch effect {
            case .send(let octets, let wait):
                write(octets)
                effect = transaction.handle(read(wait).map { .received($0) } ?? .lost(cut.loss))
            case .read(let wait):
                effect = transaction.handle(read(wait).map { .received($0) } ?? .lost(cut.loss))
            case .content(let octets):
                guard write(octets) else {
                    effect = transaction.handle(.lost(.broken))
                    continue
                }
                let piece = Array(content[position...].prefix(pieceOfContent))
                position += piece.count
                effect = transaction.handle(.content(piece))
            case .commit(let octets, let recipients):
                guard write(octets) else {
                    effect = transaction.handle(.lost(.broken))
                    continue
                }
                #expect(server.messages.isEmpty || resetsFirst, "sent before it was written down")
                commits.append(recipients)
                effect = transaction.handle(canCommit ? .committed : .stopped(because: "The disk is full."))
            case .done(let delivery):
                self.delivery = delivery
                return
            }
        }
        Issue.record("the transaction does not end")
    }

    /// Returns whether the client could still write.
    @discardableResult
    private mutating func write(_ octets: [UInt8]) -> Bool {
        let room = cut.clientOctets - clientCount
        server.receive(Array(octets.prefix(room)))
        clientCount += octets.count
        return octets.count <= room
    }

    private mutating func read(_ wait: SMTPTimeouts.Wait) -> [UInt8]? {
        waits.append(wait)
        incoming += server.takeOutput()
        let room = min(incoming.count, cut.serverOctets - serverCount, max(1, pieceOfReplies()))
        guard room > 0 else { return nil }
        let piece = Array(incoming.prefix(room))
        incoming.removeFirst(room)
        serverCount += room
        return piece
    }
}

/// For mechanisms that need no digest.
let noDigest = ScramHashFunctions(
    hash: { _ in [UInt8](repeating: 1, count: 32) }, hmac: { _, _ in [UInt8](repeating: 2, count: 32) },
    stretch: { _, _, _ in [UInt8](repeating: 3, count: 32) })
