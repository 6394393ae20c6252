public import MailTypes
internal import MaildirStore
internal import Outbox
internal import SMTPProtocol

/// An attempt to send a message, for a log and for an exit code. Texts from the server must be sanitized.
public struct SubmissionAttempt: Sendable {
    public enum Outcome: Hashable, Sendable {
        case sent
        /// petrel tries again.
        case postponed
        case failed
        /// The message may have been delivered.
        case unknown
    }

    public let id: DraftID
    /// The host of the submission server.
    public let host: String
    public let sender: String
    public let recipients: [String]
    /// The size of the message in bytes; `nil` if it was not read.
    public let size: Int?
    public let outcome: Outcome
    /// The server's last reply code; `nil` if there was none.
    public let replyCode: Int?
    public let replyText: String?
    /// Whether the server refused the recipients.
    public let isOfRecipients: Bool
    /// Whether the server refused the credentials.
    public let isOfCredentials: Bool
    /// Why the message was not sent.
    public let reason: String?

    init(
        _ id: DraftID, host: String, _ envelope: Sidecar.Envelope?, size: Int?, _ result: AttemptResult,
        _ failure: SMTPFailure?, _ accepted: Reply?, because reason: String?
    ) {
        self.id = id
        self.host = host
        sender = envelope?.sender?.text ?? ""
        recipients = envelope?.recipients.map(\.text) ?? []
        self.size = size
        outcome =
            switch result.event {
            case .accept: .sent
            case .lose: .unknown
            case .reject: .failed
            default: .postponed
            }
        let reply = failure == nil ? accepted : failure?.reply
        replyCode = reply.map { Int($0.code) }
        replyText = reply?.text
        isOfRecipients = failure?.stage == .recipients
        isOfCredentials = failure?.isAuthentication ?? false
        self.reason = reason
    }
}
