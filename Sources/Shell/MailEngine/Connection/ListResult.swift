internal import IMAPProtocol
internal import MailClients

/// The server's mailboxes with their status.
struct ListResult: Sendable {
    private(set) var mailboxes: [ListedMailbox] = []
    private(set) var statuses: [MailboxStatus] = []
    /// The user's personal namespace; `nil` if it was not requested.
    private(set) var namespace: Namespaces.Namespace?

    mutating func take(_ event: IMAPResponseEvent) {
        switch event {
        case .data(.list(let mailbox), _?, _): mailboxes.append(mailbox)
        case .data(.mailboxStatus(let status), _?, _): statuses.append(status)
        case .data(.namespace(let namespaces), _?, _): namespace = namespaces.personal.first
        case .data, .literal, .alert: break
        }
    }
}
