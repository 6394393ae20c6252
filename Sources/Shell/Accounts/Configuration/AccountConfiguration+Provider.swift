internal import MailTypes

/// What follows from what the user said and from what is known of the provider.
extension AccountConfiguration {
    /// The provider that is named, or where no server is, the one that the address belongs to; `nil` if nobody is known.
    public var knownProvider: Provider? {
        if let provider { return Provider.named(provider) }
        guard imap == nil, smtp == nil, let domain = identities.first?.address.domain else { return nil }
        return Provider.of(domain: domain)
    }

    /// Where mail comes from, the best first; none where that has to be found out.
    public var imapServers: [ServerURL] { imap.map { [$0] } ?? knownProvider?.imap ?? [] }

    /// Where mail goes to, as above.
    public var smtpServers: [ServerURL] { smtp.map { [$0] } ?? knownProvider?.smtp ?? [] }

    /// Who signs in; `nil` only for an account without an address.
    public var signInName: String? {
        if let user { return user }
        guard let address = identities.first?.address else { return nil }
        switch knownProvider?.userName {
        case .address, nil: return address.text
        case .localPart: return String(address.localPart)
        }
    }

    /// Who puts the copy of sent mail into Sent [FR-SYNC-07].
    public var sentFiling: Provider.SentFiling {
        switch sent {
        case .append: .client
        case .probe: .unknown
        case .automatic: knownProvider?.sent ?? .unknown
        }
    }

    public var maximumConnections: Int { knownProvider?.maximumConnections ?? Provider.unknownConnections }

    public var idleRefresh: Duration { knownProvider?.idleRefresh ?? Provider.unknownIdleRefresh }
}
