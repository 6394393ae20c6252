internal import AccountImport
internal import Accounts
internal import Disk
internal import MailTypes
internal import MaildirStore
internal import SASL

/// An account that was found in the configuration of other programs, and what petrel makes of it.
struct ImportedAccount {
    enum Status: Equatable {
        case new
        /// petrel has it already, under this name.
        case exists(AccountName)
        /// Something is missing, as the sentence says.
        case incomplete(String)
    }

    /// The mail that the account takes over.
    enum Mail: Equatable {
        /// Nothing is here yet, or no program keeps a copy here.
        case none
        case imported(Path, messages: Int, mailboxes: Int)
        /// The tree cannot be used as it is, for this reason.
        case unusable(String, reason: String)
    }

    let found: ConfiguredAccount
    var account: AccountConfiguration
    var status = Status.new
    var mail = Mail.none
    /// The password, if it is in a configuration file.
    private(set) var plainPassword: Secret?

    init(_ found: ConfiguredAccount, named name: AccountName) {
        self.found = found
        let identities = found.identities.compactMap { Identity(name: $0.name, address: EmailAddress($0.address)) }
        account = AccountConfiguration(name, identities: identities)
        if identities.isEmpty {
            let host = (found.imap ?? found.smtp)?.host ?? found.name
            status = .incomplete("No address was found for the account at \(host).")
            return
        }
        takeServers()
        if status == .new, found.hasForeignSender, let smtp = found.smtp {
            status = .incomplete(
                "\(account.identities[0].address) sends through \(smtp.host) with another password, and an account has "
                    + "one password. Type: petrel setup")
        }
        let user = found.imap?.user ?? found.smtp?.user
        if let user, user != account.signInName, !user.isEmpty { account.user = user }
        account.caFile = (found.imap?.caFile ?? found.smtp?.caFile).map { Path($0) }
        takeSecret()
        takeMail()
    }

    // MARK: - Servers

    private mutating func takeServers() {
        account.imap = server(found.imap, .imap)
        account.smtp = server(found.smtp, .smtp)
        let provider = Provider.all.first { provider in
            let hosts = (found.imap.map { [$0] } ?? []).allSatisfy { server in
                provider.imap.contains { $0.host == server.host.lowercased() && $0.port == account.imap?.port }
            }
            let senders = (found.smtp.map { [$0] } ?? []).allSatisfy { server in
                provider.smtp.contains { $0.host == server.host.lowercased() && $0.port == account.smtp?.port }
            }
            return hosts && senders
        }
        if let provider, found.imap != nil || found.smtp != nil {
            (account.provider, account.imap, account.smtp) = (provider.identifier, nil, nil)
            return
        }
        let missing = account.imap == nil ? "reading" : account.smtp == nil ? "sending" : nil
        if let missing {
            status = .incomplete("No server for \(missing) mail was found for \(account.identities[0].address).")
        }
    }

    private func server(_ found: ConfiguredServer?, _ service: ServerURL.Service) -> ServerURL? {
        guard let found else { return nil }
        return try? ServerURL(found.url(scheme: service.rawValue), for: service)
    }

    private mutating func takeSecret() {
        switch found.imap?.secret ?? found.smtp?.secret {
        case nil: break
        case .command(let command): account.secret = .passwordCommand(command)
        case .tokenCommand(let command): account.secret = .tokenCommand(command)
        case .file(let path): account.secret = .passwordFile(Path(path))
        case .keyring(let attributes): account.secret = KeyringAttributes(attributes).map { .keyring($0) }
        case .plain(let password): plainPassword = password
        }
    }

    // MARK: - Mail

    private mutating func takeMail() {
        guard let maildir = found.maildir else { return }
        if let obstacle = maildir.obstacle {
            mail = .unusable(maildir.path, reason: Self.sentence(obstacle))
            return
        }
        let path = Path(maildir.path)
        var count = (messages: 0, mailboxes: 0)
        if let directory = try? Directory.open(path, on: POSIXFileSystem.shared) {
            let tree = MailTree(directory, as: maildir.hasEncodedNames ? MailTreeLayout(.verbatim) : .own)
            for mailbox in (try? tree.mailboxes()) ?? [] {
                if let encoded = mailbox.name.components.first(where: Self.isEncoded) {
                    let name = String(decoding: encoded, as: UTF8.self)
                    mail = .unusable(maildir.path, reason: "the folder \(name) has its name as the server encodes it")
                    return
                }
                count.mailboxes += 1
                count.messages += (try? tree.maildir(mailbox)?.entries().count) ?? 0
            }
        }
        account.maildir = path
        account.attachments = .all
        account.window = maildir.days.flatMap { MailWindow("\($0)d") } ?? .all
        mail = .imported(path, messages: count.messages, mailboxes: count.mailboxes)
    }

    /// Whether OfflineIMAP syncs the mail, too.
    var isSyncedByOfflineIMAP: Bool { found.maildir?.place.file.contains("offlineimap") ?? false }

    /// Whether a name is in modified UTF-7 and means another one.
    private static func isEncoded(_ component: [UInt8]) -> Bool {
        component.contains(0x26) && ModifiedUTF7.decode(component).map { $0 != component } ?? false
    }

    private static func sentence(_ obstacle: ConfiguredMaildir.Obstacle) -> String {
        switch obstacle {
        case .layout(let words), .renamedByRule(let words): words
        case .inboxElsewhere(let path): "INBOX is in \(path), outside the tree"
        case .renamed(let local, let remote): "the folder \(local) is called \(remote) on the server"
        case .severalTrees(let other): "some folders are in \(other)"
        case .limited(let option, let line):
            "\(option) in line \(line) lets only a part of the mail be here. Remove it, and let mbsync run once"
        }
    }

    /// Leaves the mail where it is, because another account uses the directory.
    mutating func leaveMail(of other: AccountName) {
        guard let maildir = account.maildir else { return }
        mail = .unusable(maildir.description, reason: "the account \(other) has its mail in the same tree")
        account.maildir = nil
        (account.attachments, account.window) = (.textOnly, .standard)
    }
}
