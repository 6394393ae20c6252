/// The timeouts for the server's replies [RFC 5321 §4.5.3.2].
public struct SMTPTimeouts: Hashable, Sendable {
    public enum Wait: Hashable, Sendable {
        case greeting
        /// EHLO, STARTTLS, AUTH, RSET.
        case command
        /// The TLS handshake.
        case handshake
        case sender
        case recipient
        case data
        /// The wait until the system accepts a piece of the message.
        case piece
        /// The reply to the final dot. After this timeout the outcome is unknown.
        case end
        case quit
    }

    public var greeting = Duration.seconds(300)
    public var command = Duration.seconds(300)
    public var handshake = Duration.seconds(30)
    public var sender = Duration.seconds(300)
    public var recipient = Duration.seconds(300)
    public var data = Duration.seconds(120)
    public var piece = Duration.seconds(180)
    public var end = Duration.seconds(600)
    public var quit = Duration.seconds(2)

    /// The timeouts of the standard.
    public static let standard = SMTPTimeouts()

    /// Shorter timeouts for an interactive check.
    public static let brief = SMTPTimeouts(
        greeting: .seconds(15), command: .seconds(15), handshake: .seconds(15), sender: .seconds(15),
        recipient: .seconds(15), data: .seconds(15), piece: .seconds(15))

    public subscript(wait: Wait) -> Duration {
        switch wait {
        case .greeting: greeting
        case .command: command
        case .handshake: handshake
        case .sender: sender
        case .recipient: recipient
        case .data: data
        case .piece: piece
        case .end: end
        case .quit: quit
        }
    }
}
