/// How long to wait for the server.
public struct IMAPTimeouts: Hashable, Sendable {
    /// The wait for the greeting.
    public var greeting = Duration.seconds(30)
    /// The wait for the next bytes of an answer.
    public var answer = Duration.seconds(60)
    /// The wait for answers to commands that were pipelined with the sign-in.
    public var early = Duration.seconds(10)
    /// The duration of a whole exchange before the sign-in is complete, even if data keeps arriving: a server that sends
    /// without end must not keep an account busy.
    public var signIn = Duration.seconds(120)
    /// The duration of a later exchange, even if data keeps arriving.
    public var exchange = Duration.seconds(3600)
    /// The wait for the server to accept written data.
    public var write = Duration.seconds(60)

    public init() {}

    public static let standard = IMAPTimeouts()
}
