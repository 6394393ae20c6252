internal import Accounts
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

/// A message that another program wrote, with its options for sending.
struct SendmailMessage {
    /// The result of `OutboxPreparation.ready`.
    let message: [UInt8]
    var sender: EmailAddress?
    var authorName: String?
    var recipients: [SendmailOptions.Recipient] = []
    /// When the sender wants delivery reports, as in `Sidecar.Envelope`.
    var reports: [String]?
    var reportsReturnMessage = false
    /// Whether names without a domain are replaced by aliases.
    var allowsLocalNames = false
    /// Whether the addresses in To, Cc and Bcc are recipients.
    var readsHeader = true
    /// What is left out although the settings of the account ask for it.
    var omission: SecurityOptOut = []
    /// Whether it becomes a draft if it cannot be signed or encrypted.
    var isKeptIfUnsecured = true

    /// Returns the submission with another form of its message.
    func replacing(_ message: [UInt8]) -> SendmailMessage {
        SendmailMessage(
            message: message, sender: sender, authorName: authorName, recipients: recipients,
            reports: reports, reportsReturnMessage: reportsReturnMessage, allowsLocalNames: allowsLocalNames,
            readsHeader: readsHeader, omission: omission,
            isKeptIfUnsecured: isKeptIfUnsecured)
    }
}
