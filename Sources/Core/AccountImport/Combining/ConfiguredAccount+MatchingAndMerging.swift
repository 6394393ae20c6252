internal import SASL

extension ConfiguredAccount {
    static let notmuch = "notmuch"
    /// Names that programs give to an account without a name.
    private static let generic: Set<String> = ["", "mutt", "notmuch", "default"]

    private var isGeneric: Bool { Self.generic.contains(name.lowercased()) }

    var addressKeys: Set<String> {
        let users = [imap?.user, smtp?.user].compactMap(\.self).filter { $0.utf8.contains(0x40) }
        return Set(identities.map(\.key) + users.map { $0.lowercased() })
    }

    private var hosts: [String] { [imap?.hostKey, smtp?.hostKey].compactMap(\.self) }

    private var users: [String] { [imap?.user, smtp?.user].compactMap { $0?.lowercased() } }

    /// Whether two parts describe one account.
    func isSame(as other: ConfiguredAccount) -> Bool {
        if let imap, let theirs = other.imap {
            return imap.hostKey == theirs.hostKey && (imap.user ?? "").lowercased() == (theirs.user ?? "").lowercased()
        }
        if isLinked(to: other) || other.isLinked(to: self) { return true }
        if !addressKeys.isDisjoint(with: other.addressKeys) { return true }
        if let path = maildir?.path ?? readFolder, path == other.maildir?.path ?? other.readFolder { return true }
        if contradicts(other) { return false }
        let isNamesake = !isGeneric && name.lowercased() == other.name.lowercased()
        return isNamesake || isNear(other) && sharesUser(with: other)
    }

    /// Whether both have addresses, and different ones.
    func contradicts(_ other: ConfiguredAccount) -> Bool {
        !addressKeys.isEmpty && !other.addressKeys.isEmpty && addressKeys.isDisjoint(with: other.addressKeys)
    }

    private func isLinked(to other: ConfiguredAccount) -> Bool {
        guard let sender, let name = other.senderName else { return false }
        return sender.isEmpty ? other.isDefault : sender == name
    }

    /// Whether a user name of one is that of the other, or the first part of its address.
    private func sharesUser(with other: ConfiguredAccount) -> Bool {
        func short(_ users: [String]) -> Set<String> {
            Set(users.map { String($0.split(separator: "@").first ?? "") })
        }
        return !short(users + addressKeys).isDisjoint(with: short(other.users + other.addressKeys))
    }

    /// Whether one part names no user, or both name the same one. A password must not go to the server of somebody else.
    func mayShareUser(with other: ConfiguredAccount) -> Bool {
        users.isEmpty || other.users.isEmpty || sharesUser(with: other)
    }

    /// Whether the servers, or the domains of the addresses, belong to the same organization.
    func isNear(_ other: ConfiguredAccount) -> Bool {
        !organizations.isDisjoint(with: other.organizations)
    }

    private var organizations: Set<String> {
        let all = hosts + addressKeys.compactMap { $0.split(separator: "@").last.map { String($0) } }
        return Set(all.map { Self.organization(of: $0) })
    }

    /// The domain that an organization has registered: the last two labels of a host's name, or three below a domain such as
    /// `co.uk`, where others register theirs.
    private static func organization(of host: String) -> String {
        let labels = host.split(separator: ".")
        let isShared =
            labels.count > 2 && labels[labels.count - 1].utf8.count == 2
            && (labels[labels.count - 2].utf8.count <= 3 || sharedDomains.contains(String(labels[labels.count - 2])))
        return labels.suffix(isShared ? 3 : 2).joined(separator: ".")
    }

    /// Labels below the domain of a country that many organizations share, and that are longer than `com`.
    private static let sharedDomains: Set<String> = ["asso", "firm", "gouv", "govt", "info", "name", "school", "store"]

    /// Whether mail is sent through another organization, as another user or with another password. petrel has one user and
    /// one password for each account, and must not give it to somebody else.
    public var hasForeignSender: Bool {
        guard let imap, let smtp else { return false }
        let isOther = Self.organization(of: imap.hostKey) != Self.organization(of: smtp.hostKey)
        let hasOtherUser = imap.user.flatMap { user in smtp.user.map { $0.lowercased() != user.lowercased() } } ?? false
        let hasOtherSecret = imap.secret.flatMap { secret in smtp.secret.map { $0.key != secret.key } } ?? false
        return isOther && (hasOtherUser || hasOtherSecret)
    }

    // MARK: - Merging

    mutating func merge(_ other: ConfiguredAccount) {
        if isGeneric, !other.isGeneric { name = other.name }
        for identity in other.identities {
            if let index = identities.firstIndex(where: { $0.key == identity.key }) {
                identities[index].name = identities[index].name ?? identity.name
            } else {
                identities.append(identity)
            }
        }
        imap = Self.merged(imap, other.imap)
        if let smtp, let theirs = other.smtp, smtp.hostKey != theirs.hostKey {
            let sentence = "\(theirs.host) is not used: the account already sends through \(smtp.host)."
            notes.append(ImportNote(theirs.place, sentence))
        } else {
            smtp = Self.merged(smtp, other.smtp)
        }
        maildir = maildir ?? other.maildir
        readFolder = readFolder ?? other.readFolder
        sender = sender ?? other.sender
        senderName = senderName ?? other.senderName
        isDefault = isDefault || other.isDefault
        notes += other.notes
        for place in other.places where !places.contains(where: { $0.file == place.file }) { places.append(place) }
    }

    /// Completes what the first one leaves open.
    private static func merged(_ one: ConfiguredServer?, _ other: ConfiguredServer?) -> ConfiguredServer? {
        guard var server = one, let other else { return one ?? other }
        server.user = server.user ?? other.user
        server.secret = server.secret ?? other.secret
        server.caFile = server.caFile ?? other.caFile
        return server
    }

    // MARK: - Completing

    /// Derives what no program says, and notes what petrel does differently.
    mutating func complete(name displayName: String?) {
        if identities.isEmpty,
            let user = [imap?.user, smtp?.user].compactMap(\.self).first(where: { $0.utf8.contains(0x40) })
        {
            identities = [ConfiguredIdentity(name: nil, address: user)]
        }
        for index in identities.indices { identities[index].name = identities[index].name ?? displayName }
        if isGeneric { name = identities.first?.address ?? hosts.first ?? name }
        for server in [imap, smtp].compactMap(\.self) where server.security == .none {
            let sentence =
                "The connection to \(server.host) is not encrypted. petrel always uses TLS, here with STARTTLS."
            notes.append(ImportNote(server.place, sentence))
        }
        noteDifferences()
    }

    /// petrel has one user name, password and certificate authority per account.
    private mutating func noteDifferences() {
        guard let imap, let smtp else { return }
        if let user = imap.user, let other = smtp.user, user != other {
            let sentence = "The user name for sending is another one. petrel uses \(user) for both servers."
            notes.append(ImportNote(smtp.place, sentence))
        }
        if let secret = imap.secret, let other = smtp.secret, secret.key != other.key {
            let sentence = "The password for sending comes from elsewhere. petrel uses that of \(imap.host) for both."
            notes.append(ImportNote(smtp.place, sentence))
        }
    }
}

extension ConfiguredSecret {
    /// Equal for secrets from the same place.
    fileprivate var key: [UInt8] {
        switch self {
        case .command(let text): Array("command \(text)".utf8)
        case .tokenCommand(let text): Array("token \(text)".utf8)
        case .file(let path): Array("file \(path)".utf8)
        case .keyring(let attributes): Array(attributes.map { "\($0.name)=\($0.value)" }.joined(separator: " ").utf8)
        case .plain(let secret): secret.octets
        }
    }
}
