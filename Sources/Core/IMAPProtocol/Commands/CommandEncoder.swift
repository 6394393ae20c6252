import MailTypes

/// Encodes commands for a server with the given capabilities.
public struct CommandEncoder: Sendable {
    public let capabilities: Capabilities
    /// The maximum length of a command in bytes, not counting its literals. Servers truncate longer commands at
    /// different lengths.
    public let maximumLength: Int

    public init(_ capabilities: Capabilities, maximumLength: Int = 8000) {
        self.capabilities = capabilities
        self.maximumLength = maximumLength
    }

    public func encode(_ command: IMAPCommand, tag: CommandTag) throws(CommandError) -> EncodedCommand {
        var writer = CommandTokenWriter(capabilities)
        writer.write(raw: tag.octets + [ASCII.space])
        try write(command, &writer)
        // SASL responses may be longer than other commands.
        var limit = maximumLength
        if case .authenticate = command { limit = Base64Line.maximumLength + 64 }
        guard writer.lineLength <= limit else { throw .tooLong(octets: writer.lineLength) }
        return writer.finish()
    }

    /// Splits a command that names many messages into several that are short enough, and that name no more messages than
    /// the server changes with one command.
    public func pieces(of command: IMAPCommand) -> [IMAPCommand] {
        let short = shortPieces(of: command)
        guard let limit = capabilities.messageLimit else { return short }
        return short.flatMap { $0.pieces(ofMessages: limit) }
    }

    private func shortPieces(of command: IMAPCommand) -> [IMAPCommand] {
        // Reserve half of the line for the text around the set.
        let room = maximumLength / 2
        switch command {
        case .fetch(let fetch): return fetch.uids.pieces(ofAtMost: room).map { .fetch(fetch.of($0)) }
        case .store(let store): return store.uids.pieces(ofAtMost: room).map { .store(store.of($0)) }
        case .copy(let uids, let mailbox): return uids.pieces(ofAtMost: room).map { .copy($0, to: mailbox) }
        case .move(let uids, let mailbox): return uids.pieces(ofAtMost: room).map { .move($0, to: mailbox) }
        case .expunge(let uids): return uids.pieces(ofAtMost: room).map { .expunge($0) }
        case .capability, .noop, .logout, .startTLS, .authenticate, .login, .enable, .id, .namespace, .list, .status,
            .select, .unselect, .close, .create, .delete, .rename, .subscribe, .unsubscribe, .search, .expungeAll,
            .append, .replace, .idle, .notify, .compress:
            return [command]
        }
    }

    /// Returns the line that answers a continuation request of AUTHENTICATE.
    public static func response(_ line: Base64Line) -> [UInt8] {
        line.octets + [ASCII.cr, ASCII.lf]
    }

    private func write(_ command: IMAPCommand, _ writer: inout CommandTokenWriter) throws(CommandError) {
        switch command {
        case .capability: writer.write("CAPABILITY")
        case .noop: writer.write("NOOP")
        case .logout: writer.write("LOGOUT")
        case .startTLS: writer.write("STARTTLS")
        case .authenticate(let mechanism, let response): try authenticate(mechanism, response, &writer)
        case .login(let user, let password):
            writer.write("LOGIN ")
            try writer.write(astring: user)
            writer.write(" ")
            // Never write the password as an atom, so that logs which show atoms do not reveal it.
            try writer.write(string: password.octets)
        case .enable(let names):
            guard !names.isEmpty else { throw .invalid("nothing to enable") }
            writer.write("ENABLE " + names.map(\.rawValue).joined(separator: " "))
        case .id(let fields): try id(fields, &writer)
        case .namespace: writer.write("NAMESPACE")
        case .list(let list): try self.list(list, &writer)
        case .status(let mailbox, let items):
            guard !items.isEmpty else { throw .invalid("nothing to ask for") }
            try name("STATUS ", mailbox, &writer)
            writer.write(" (" + items.map(\.rawValue).joined(separator: " ") + ")")
        case .select(let select): try self.select(select, &writer)
        case .unselect: writer.write("UNSELECT")
        case .close: writer.write("CLOSE")
        case .create(let mailbox, let use):
            try name("CREATE ", mailbox, &writer)
            if let use { writer.write(" (USE (\(use.rawValue)))") }
        case .delete(let mailbox): try name("DELETE ", mailbox, &writer)
        case .rename(let mailbox, let target):
            try name("RENAME ", mailbox, &writer)
            try name(" ", target, &writer)
        case .subscribe(let mailbox): try name("SUBSCRIBE ", mailbox, &writer)
        case .unsubscribe(let mailbox): try name("UNSUBSCRIBE ", mailbox, &writer)
        case .search(let search): try self.search(search, &writer)
        case .fetch(let fetch): try self.fetch(fetch, &writer)
        case .store(let store): try self.store(store, &writer)
        case .copy(let uids, let mailbox):
            try set("UID COPY ", uids, &writer)
            try name(" ", mailbox, &writer)
        case .move(let uids, let mailbox):
            try set("UID MOVE ", uids, &writer)
            try name(" ", mailbox, &writer)
        case .expunge(let uids): try set("UID EXPUNGE ", uids, &writer)
        case .expungeAll: writer.write("EXPUNGE")
        case .append(let append):
            writer.write("APPEND ")
            try self.append(append, &writer)
        case .replace(let uid, let append):
            writer.write("UID REPLACE \(uid) ")
            try self.append(append, &writer)
        case .idle: writer.write("IDLE")
        case .notify(let notify): try self.notify(notify, &writer)
        case .compress: writer.write("COMPRESS DEFLATE")
        }
    }

    // MARK: - Common tokens

    func name(
        _ verb: String, _ mailbox: EncodedMailboxName, _ writer: inout CommandTokenWriter
    ) throws(CommandError) {
        writer.write(verb)
        try writer.write(astring: mailbox.octets)
    }

    func set(_ verb: String, _ uids: UIDSet, _ writer: inout CommandTokenWriter) throws(CommandError) {
        guard !uids.isEmpty else { throw .invalid("no messages") }
        writer.write(verb)
        writer.write(raw: uids.wireForm)
    }

    func flags(_ flags: [Flag], _ writer: inout CommandTokenWriter) {
        writer.write("(")
        writer.write(raw: Array(flags.map(\.octets).joined(separator: [ASCII.space])))
        writer.write(")")
    }
}
