internal import IMAPProtocol
internal import MailClients

/// The first request of a sync: the mailboxes and their status.
struct ListRequest: Sendable {
    private(set) var commands: [IMAPCommand] = []
    /// The status items to request for each mailbox.
    private(set) var items: [StatusItem] = [.messages, .uidNext, .uidValidity, .unseen]
    /// Whether LIST returns the status too [RFC 5819].
    let returnsStatus: Bool

    /// `isFirst`: enable the extensions that a sync uses, and request the namespace.
    init(_ capabilities: Capabilities, isFirst: Bool) {
        if isFirst, capabilities.contains(.enable) {
            if capabilities.contains(.qresync) {
                commands.append(.enable([.qresync]))
            } else if capabilities.contains(.condStore) {
                commands.append(.enable([.condStore]))
            }
        }
        if isFirst, capabilities.contains(.id) {
            commands.append(.id([IDField(name: Array("name".utf8), value: Array("petrel".utf8))]))
        }
        if isFirst, capabilities.contains(.namespace) { commands.append(.namespace) }
        if capabilities.contains(.condStore) || capabilities.contains(.qresync) { items.append(.highestModSequence) }
        returnsStatus = capabilities.contains(.listStatus)
        var list = ListCommand()
        list.returnsSpecialUse = capabilities.contains(.specialUse) && capabilities.contains(.listExtended)
        if returnsStatus { list.returnsStatus = items }
        commands.append(.list(list))
    }
}

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

extension Result {
    var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}
