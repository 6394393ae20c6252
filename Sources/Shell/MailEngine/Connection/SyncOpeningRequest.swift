internal import IMAPProtocol
internal import MailClients

/// The first request of a sync: the mailboxes and their status.
struct SyncOpeningRequest: Sendable {
    private(set) var commands: [IMAPCommand] = []
    /// The status items to request for each mailbox.
    private(set) var items: [StatusItem] = [.messages, .uidNext, .uidValidity, .unseen]
    /// Whether LIST returns the status too [RFC 5819].
    let returnsStatus: Bool

    /// `isFirst`: enable the extensions that a sync uses, and request the namespace. `selecting`: the selected
    /// mailbox, which is selected again. Servers may report its status as the client knows it [RFC 3501 §6.3.10].
    /// `notifying`: the reports to request, so that all later changes are reported.
    init(
        _ capabilities: Capabilities, isFirst: Bool, selecting mailbox: SelectCommand? = nil,
        notifying: NotifyCommand? = nil
    ) {
        if let mailbox { commands.append(.select(mailbox)) }
        if isFirst, capabilities.contains(.enable) {
            let extensions = Self.extensions(capabilities)
            if !extensions.isEmpty { commands.append(.enable(extensions)) }
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
        if let notifying { commands.append(.notify(notifying)) }
        commands.append(.list(list))
    }

    private static func extensions(_ capabilities: Capabilities) -> [Capability] {
        var extensions: [Capability] = []
        if capabilities.contains(.qresync) {
            extensions.append(.qresync)
        } else if capabilities.contains(.condStore) {
            extensions.append(.condStore)
        }
        // A server with a limit may show only the newest messages to clients that use sequence numbers [RFC 9586].
        if capabilities.messageLimit != nil, capabilities.contains(.uidOnly) { extensions.append(.uidOnly) }
        return extensions
    }
}

extension Result {
    var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}
