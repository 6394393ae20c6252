extension IMAPCommand {
    var needsMailbox: Bool {
        switch self {
        case .search, .fetch, .store, .copy, .move, .expunge, .expungeAll, .replace, .close, .unselect: true
        case .capability, .noop, .logout, .startTLS, .authenticate, .login, .enable, .id, .namespace, .list, .status,
            .select, .create, .delete, .rename, .subscribe, .unsubscribe, .append, .idle, .notify, .compress:
            false
        }
    }

    /// Whether the command changes messages of the selected mailbox. If that is read-only, some servers report success
    /// anyway.
    var changesMessages: Bool {
        switch self {
        case .store, .move, .expunge, .expungeAll, .replace: true
        default: false
        }
    }

    /// Whether the command has no side effects and reveals nothing confidential.
    var isQuestion: Bool {
        switch self {
        case .capability, .noop, .id, .enable, .namespace, .list: true
        case .logout, .startTLS, .authenticate, .login, .status, .select, .create, .delete, .rename, .subscribe,
            .unsubscribe, .search, .fetch, .store, .copy, .move, .expunge, .expungeAll, .append, .replace, .close,
            .unselect, .idle, .notify, .compress:
            false
        }
    }

    /// Whether the command must not be pipelined after others.
    var isAlone: Bool {
        switch self {
        case .startTLS, .authenticate, .login, .compress: true
        default: false
        }
    }

    /// Whether no command may be pipelined after this one.
    var endsFlight: Bool {
        switch self {
        case .startTLS, .authenticate, .login, .idle, .logout, .compress: true
        default: false
        }
    }

    /// Whether the command deletes data irrecoverably.
    var isDestructive: Bool {
        switch self {
        case .move, .expunge, .expungeAll, .replace, .close, .delete: true
        default: false
        }
    }

    /// Whether later commands may depend on the success of this one.
    var decidesOthers: Bool {
        switch self {
        case .select, .append, .copy, .move, .replace, .store, .create, .rename: true
        default: false
        }
    }

    var isAuthentication: Bool {
        switch self {
        case .authenticate, .login: true
        default: false
        }
    }
}
