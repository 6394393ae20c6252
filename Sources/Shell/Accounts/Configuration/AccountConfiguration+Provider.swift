internal import MailTypes

/// Values derived from the configuration and from what is known about the provider.
extension AccountConfiguration {
    /// The provider that the account names, or, if it names no server either, the provider of the address's domain.
    /// `nil` if there is none.
    public var knownProvider: Provider? {
        if let provider { return Provider.named(provider) }
        guard imap == nil, smtp == nil, let domain = identities.first?.address.domain else { return nil }
        return Provider.of(domain: domain)
    }

    /// The IMAP servers, the best first. Empty if they must be discovered.
    public var imapServers: [ServerURL] { imap.map { [$0] } ?? knownProvider?.imap ?? [] }

    /// The submission servers, the best first. Empty if they must be discovered.
    public var smtpServers: [ServerURL] { smtp.map { [$0] } ?? knownProvider?.smtp ?? [] }

    /// The user name for signing in. `nil` only for an account without an address.
    public var signInName: String? {
        if let user { return user }
        guard let address = identities.first?.address else { return nil }
        switch knownProvider?.userName {
        case .address, nil: return address.text
        case .localPart: return String(address.localPart)
        }
    }

    /// Who stores the copy of sent mail in the Sent mailbox [FR-SYNC-07].
    public var sentFiling: Provider.SentFiling {
        switch sent {
        case .append: .client
        case .probe: .unknown
        case .automatic: (knownProvider ?? providerOfServer)?.sent ?? .unknown
        }
    }

    /// The provider whose submission server the account names. A server on this machine may be any program.
    private var providerOfServer: Provider? {
        guard let smtp, smtp.host != "localhost", !smtp.host.utf8.starts(with: "127.".utf8) else { return nil }
        return Provider.all.first { $0.smtp.contains { $0.host == smtp.host && $0.port == smtp.port } }
    }

    public var maximumConnections: Int { knownProvider?.maximumConnections ?? Provider.unknownConnections }

    public var idleRefresh: Duration { knownProvider?.idleRefresh ?? Provider.unknownIdleRefresh }
    /// The interval at which all mailboxes are synced while the account is watched.
    public var polling: Duration { knownProvider?.polling ?? Provider.usualPolling }
}
