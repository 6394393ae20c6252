public import MailTypes

/// Messages that were moved here while another client moved them to another mailbox. They are where the server has them.
public struct OverriddenMove: Hashable, Sendable {
    /// The mailbox to which they were moved here.
    public let mailbox: MailboxName
    /// The mailbox in which they are on the server.
    public let serverMailbox: MailboxName
    public let count: Int

    public init(to mailbox: MailboxName, onServerTo serverMailbox: MailboxName, count: Int) {
        self.mailbox = mailbox
        self.serverMailbox = serverMailbox
        self.count = count
    }

    /// A sentence for the user.
    public var line: String {
        count == 1
            ? "\(mailbox): another client moved a message to \(serverMailbox) that you moved here. It is now in \(serverMailbox)."
            : "\(mailbox): another client moved \(count) messages to \(serverMailbox) that you moved here. They are now in \(serverMailbox)."
    }
}
