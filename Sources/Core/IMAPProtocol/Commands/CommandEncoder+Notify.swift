import MailTypes

extension CommandEncoder {
    func notify(_ notify: NotifyCommand, _ writer: inout CommandTokenWriter) throws(CommandError) {
        guard !notify.groups.isEmpty else { return writer.write("NOTIFY NONE") }
        guard notify.groups.count(where: \.isSelected) <= 1 else { throw .invalid("two groups of what is selected") }
        writer.write(notify.returnsStatus ? "NOTIFY SET STATUS" : "NOTIFY SET")
        for group in notify.groups {
            guard group.isAllowed else { throw .invalid("events that do not go together") }
            writer.write(" (")
            try mailboxes(group.mailboxes, &writer)
            writer.write(" ")
            try events(group, &writer)
            writer.write(")")
        }
    }

    private func mailboxes(
        _ mailboxes: NotifyCommand.Mailboxes, _ writer: inout CommandTokenWriter
    ) throws(CommandError) {
        switch mailboxes {
        case .selected: writer.write("SELECTED")
        case .selectedDelayed: writer.write("SELECTED-DELAYED")
        case .inboxes: writer.write("INBOXES")
        case .personal: writer.write("PERSONAL")
        case .subscribed: writer.write("SUBSCRIBED")
        case .subtree(let names): try list("SUBTREE", names, &writer)
        case .named(let names): try list("MAILBOXES", names, &writer)
        }
    }

    private func list(
        _ verb: String, _ names: [EncodedMailboxName], _ writer: inout CommandTokenWriter
    ) throws(CommandError) {
        guard !names.isEmpty else { throw .invalid("no mailboxes") }
        writer.write(verb)
        var start = " ("
        for mailbox in names {
            try name(start, mailbox, &writer)
            start = " "
        }
        writer.write(")")
    }

    private func events(_ group: NotifyCommand.Group, _ writer: inout CommandTokenWriter) throws(CommandError) {
        guard !group.events.isEmpty else { return writer.write("NONE") }
        var start = "("
        for event in group.events {
            writer.write(start + event.rawValue)
            start = " "
            guard event == .messageNew, !group.items.isEmpty else { continue }
            writer.write(" (UID")
            for item in group.items {
                guard let form = item.wireForm, !item.isContent else {
                    throw .invalid("an item that cannot be requested")
                }
                writer.write(" ")
                writer.write(raw: form)
            }
            writer.write(")")
        }
        writer.write(")")
    }
}

extension NotifyCommand.Group {
    fileprivate var isSelected: Bool { mailboxes == .selected || mailboxes == .selectedDelayed }

    /// Whether the combination of events and mailboxes is valid [RFC 5465 §5].
    fileprivate var isAllowed: Bool {
        let isNew = events.contains(.messageNew)
        let isOfMailboxes = events.contains(.mailboxName) || events.contains(.subscriptionChange)
        if isNew != events.contains(.messageExpunge) || events.contains(.flagChange) && !isNew { return false }
        if isSelected, isOfMailboxes { return false }
        return items.isEmpty || isSelected && isNew
    }
}
