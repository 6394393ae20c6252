extension Session {
    /// Commands that a server gets at once, at most: Exchange loses count of more.
    static let maximumInFlight = 8
    /// Commands behind a SELECT that may fail: each would be an error, and errors end sessions.
    static let maximumBehindSelect = 4

    /// Whether `command` could go out now if the flight before it were answered.
    func checkState(_ command: Command) throws(CommandError) {
        switch state {
        case .greeting, .handshake, .over:
            throw .wrongState
        case .plain:
            guard command == .startTLS || command == .logout else { throw .notEncrypted }
        case .notAuthenticated:
            switch command {
            case .capability, .noop, .logout, .id, .authenticate: break
            case .login:
                if capabilities.contains(.loginDisabled) { throw .unsupported(.loginDisabled) }
            default: guard isSigningIn, command.isQuestion else { throw .wrongState }
            }
        case .authenticated:
            if command.isAuthentication || command == .startTLS { throw .wrongState }
            if command == .compress, isCompressed { throw .wrongState }
            let isSelecting = inFlight.contains { $0.mailbox != nil }
            guard !command.needsMailbox || mailbox != nil || isSelecting else { throw .wrongState }
            let current = inFlight.last { $0.mailbox != nil }?.mailbox ?? mailbox
            if command.changesMessages, current?.isReadOnly ?? false { throw .wrongState }
        }
    }

    /// Which commands may follow which before an answer [RFC 9051 §5.5].
    func checkFlight(_ command: Command) throws(CommandError) {
        guard let last = inFlight.last else { return }
        // The octets that follow these depend on the answer.
        if last.continuations > 0 { throw .mustWait }
        if last.command.endsFlight, !(isSigningIn && command.isQuestion) { throw .mustWait }
        if command.isAlone || inFlight.count >= Self.maximumInFlight { throw .mustWait }
        // What cannot be taken back waits for what it may depend on: a refused APPEND stops no EXPUNGE.
        if command.isDestructive, inFlight.contains(where: { $0.command.decidesOthers }) { throw .mustWait }
        if let select = inFlight.lastIndex(where: { $0.mailbox != nil }) {
            guard inFlight.count - select <= Self.maximumBehindSelect else { throw .mustWait }
        }
    }

    /// Whether a sign-in is on its way behind which one may ask.
    var isSigningIn: Bool {
        guard expectation != nil, !inFlight.isEmpty else { return false }
        switch inFlight[0].command {
        case .authenticate(_, let initialResponse): return initialResponse != nil
        case .login: return true
        default: return false
        }
    }

    func checkCapabilities(_ command: Command) throws(CommandError) {
        let capabilities = capabilitiesNext
        let needed: Capability? =
            switch command {
            case .enable: .enable
            case .id: .id
            case .idle: .idle
            case .namespace: .namespace
            case .move: .move
            case .expunge: .uidPlus
            case .replace: .replace
            case .unselect: .unselect
            case .notify: .notify
            case .compress: .compressDeflate
            case .create(_, let use): use == nil ? nil : .createSpecialUse
            case .list(let list):
                if list.returnsSpecialUse, !capabilities.contains(.specialUse) {
                    .specialUse
                } else {
                    list.returnsSubscribed ? .listExtended : nil
                }
            case .fetch(let fetch): fetch.items.contains(where: \.isBinary) ? .binary : nil
            case .capability, .noop, .logout, .startTLS, .authenticate, .login, .status, .select, .close, .delete,
                .rename, .subscribe, .unsubscribe, .search, .store, .copy, .expungeAll, .append:
                nil
            }
        guard let needed, !capabilities.contains(needed) else { return }
        guard needed.isPartOfIMAP4rev2, capabilities.contains(.imap4rev2) else { throw .unsupported(needed) }
    }
}

extension FetchItem {
    var isBinary: Bool {
        if case .binary = self { return true }
        return false
    }
}

extension Command {
    var needsMailbox: Bool {
        switch self {
        case .search, .fetch, .store, .copy, .move, .expunge, .expungeAll, .replace, .close, .unselect: true
        case .capability, .noop, .logout, .startTLS, .authenticate, .login, .enable, .id, .namespace, .list, .status,
            .select, .create, .delete, .rename, .subscribe, .unsubscribe, .append, .idle, .notify, .compress:
            false
        }
    }

    /// Of the mailbox that is selected; a read-only one takes none of them, and some servers say that it did.
    var changesMessages: Bool {
        switch self {
        case .store, .move, .expunge, .expungeAll, .replace: true
        default: false
        }
    }

    /// It changes nothing that anybody else sees, and says nothing that a stranger may not hear.
    var isQuestion: Bool {
        switch self {
        case .capability, .noop, .id, .enable, .namespace, .list: true
        case .logout, .startTLS, .authenticate, .login, .status, .select, .create, .delete, .rename, .subscribe,
            .unsubscribe, .search, .fetch, .store, .copy, .move, .expunge, .expungeAll, .append, .replace, .close,
            .unselect, .idle, .notify, .compress:
            false
        }
    }

    /// Nothing may be in flight with it.
    var isAlone: Bool {
        switch self {
        case .startTLS, .authenticate, .login, .compress: true
        default: false
        }
    }

    /// Nothing may follow before its answer.
    var endsFlight: Bool {
        switch self {
        case .startTLS, .authenticate, .login, .idle, .logout, .compress: true
        default: false
        }
    }

    /// What it takes away does not come back.
    var isDestructive: Bool {
        switch self {
        case .move, .expunge, .expungeAll, .replace, .close, .delete: true
        default: false
        }
    }

    /// Its answer says whether others make sense.
    var decidesOthers: Bool {
        switch self {
        case .select, .append, .copy, .move, .replace, .store, .create, .rename: true
        default: false
        }
    }
}
