internal import Accounts
internal import Composer

/// What `send` leaves out although the settings or the draft ask for it.
struct SecurityOptOut: OptionSet, Hashable, Sendable {
    static let signature = SecurityOptOut(rawValue: 1)
    static let encryption = SecurityOptOut(rawValue: 2)

    let rawValue: Int

    init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Reads `--no-sign` and `--no-encrypt`.
    init(_ invocation: Invocation) {
        self = []
        if invocation.has("no-sign") { insert(.signature) }
        if invocation.has("no-encrypt") { insert(.encryption) }
    }

    func applied(to settings: MessageSecuritySettings) -> MessageSecuritySettings {
        var settings = settings
        if contains(.signature) { settings.sign = .off }
        if contains(.encryption) { settings.encrypt = .off }
        return settings
    }

    func applied(to draft: Draft) -> Draft {
        var draft = draft
        if contains(.signature) { draft.security?.signs = false }
        if contains(.encryption) { draft.security?.encrypts = false }
        return draft
    }
}

extension Command.Option {
    /// The options of `send`.
    static let securityOptOuts = [
        Command.Option("no-sign", summary: "do not sign it, whatever the settings say"),
        Command.Option("no-encrypt", summary: "do not encrypt it, whatever the settings say"),
    ]
}
