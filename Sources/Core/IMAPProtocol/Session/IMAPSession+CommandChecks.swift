extension IMAPSession {
    /// The maximum number of pipelined commands. Exchange mishandles more.
    static let maximumInFlight = 8
    /// The maximum number of commands pipelined after a SELECT. If it fails, so does each of them, and servers
    /// disconnect clients after too many errors.
    static let maximumBehindSelect = 4

    /// Throws unless `command` is valid in the session's state, assuming that the commands in flight succeed.
    func checkState(_ command: IMAPCommand) throws(CommandError) {
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

    /// Throws if `command` must wait for the commands in flight [RFC 9051 §5.5].
    func checkFlight(_ command: IMAPCommand) throws(CommandError) {
        guard let last = inFlight.last else { return }
        // The answer to these commands determines what to send next.
        if last.continuations > 0 { throw .mustWait }
        // After DONE, the server reads commands again [RFC 2177 §3].
        let mayFollow = (isSigningIn && command.isQuestion) || last.isEnding
        if last.command.endsFlight, !mayFollow { throw .mustWait }
        if command.isAlone || inFlight.count >= Self.maximumInFlight { throw .mustWait }
        // Destructive commands wait for those that they may depend on, because a refused APPEND would not stop a
        // pipelined EXPUNGE.
        if command.isDestructive, inFlight.contains(where: { $0.command.decidesOthers }) { throw .mustWait }
        if let select = inFlight.lastIndex(where: { $0.mailbox != nil }) {
            guard inFlight.count - select <= Self.maximumBehindSelect else { throw .mustWait }
        }
    }

    /// Whether a sign-in is in flight after which queries may be pipelined.
    var isSigningIn: Bool {
        guard expectation != nil, !inFlight.isEmpty else { return false }
        switch inFlight[0].command {
        case .authenticate(_, let initialResponse): return initialResponse != nil
        case .login: return true
        default: return false
        }
    }

    func checkCapabilities(_ command: IMAPCommand) throws(CommandError) {
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
