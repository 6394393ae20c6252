import Accounts
import Disk
import Foundation
import IMAPProtocol
import MailClients
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import Network
import Platform
import SASL
import Testing

/// A real server with mail of one user, and a home that syncs with it. Another client and other programs change both.
final class RealServerFixture: HomeWithServer {
    let server: String
    let home: URL
    let other: IMAPClient
    /// The clock of the syncs.
    var clock: any Platform.Clock = LaterClock()
    /// Connections that syncs use again.
    var cache: ConnectionAndLedgerCache?
    private let servers: RealServers
    private let turn: ServerLease
    let user: RealServers.User
    private(set) var account: AccountConfiguration

    let letters = "DFPRST"
    var tellsOfObjects: Bool { get async { await other.capabilities.contains(.objectID) } }

    static let mailboxes = ["INBOX", "Lists/Swift", "Projects", "Archive", "Trash"]

    /// The names of the servers that run here.
    static var available: [String] {
        ["dovecot", "dovecot-noqresync", "dovecot-nocondstore", "dovecot-plain", "cyrus"].filter {
            RealServers.shared?.has($0) ?? false
        }
    }

    /// These, and the servers that keep all mailboxes below INBOX.
    static var everywhere: [String] { available + belowInbox.filter { RealServers.shared?.has($0) ?? false } }

    private static let belowInbox = ["courier", "dovecot-prefix"]

    /// Uses the last user, which is reserved for these tests.
    init(
        _ server: String, window: MailWindow = .all, attachments: AttachmentFetching = .all
    ) async throws {
        self.server = server
        turn = await ServerLease(server)
        servers = try #require(RealServers.shared)
        user = try #require(servers.users.last)
        home = FileManager.default.temporaryDirectory.appending(path: "petrel-sync-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let name = try #require(AccountName("work"))
        let address = EmailAddress("\(user.name)@example.net")
        account = AccountConfiguration(name, identities: [try #require(Identity(name: nil, address: address))])
        account.imap = try ServerURL("imaps://localhost:\(try servers.port("imaps", of: server))", for: .imap)
        account.caFile = Path(servers.authorities)
        account.user = user.name
        account.window = window
        account.attachments = attachments
        let connections = NetworkAccess.network()
        let endpoint = Endpoint(
            host: "localhost", port: try servers.port("imaps", of: server), security: .implicitTLS)
        other = IMAPClient(
            try await connections.connect(endpoint, Array(servers.authorities.utf8)), .implicitTLS,
            clock: SystemClock())
        try await other.open()
        try await other.logIn(user: Array(user.name.utf8), password: Password(Array(user.password.utf8)))
        try await clear()
    }

    deinit {
        try? FileManager.default.removeItem(at: home)
    }

    func close() async {
        await other.close()
    }

    // MARK: - Syncing

    /// The server's own port.
    var port: UInt16 {
        get throws { try servers.port("imaps", of: server) }
    }

    /// `port` can name a proxy to the server.
    @discardableResult
    func sync(
        by port: UInt16? = nil, stop: Stop? = nil, _ change: (inout AccountSync.Request) -> Void = { _ in }
    ) async throws -> SyncReport {
        var account = account
        if let port { account.imap = try ServerURL("imaps://localhost:\(port)", for: .imap) }
        var request = AccountSync.Request()
        change(&request)
        // Dovecot disconnects a client whose selected mailbox is deleted.
        _ = try await other.select(SelectCommand(.inbox))
        return try await sync(account, user.name, user.password, by: .network(), clock: clock, stop: stop, request)
    }

    /// Signs in with a token.
    func sync(token: String, renewing renewal: Renewal? = nil) async throws -> SyncReport {
        try await sync(
            account, user.name, token, by: .network(), clock: clock, kind: .token, renewing: renewal)
    }

    func sync(
        _ disturbance: SyncFault, of mailboxes: Set<MailboxName>?, confirming: Bool
    ) async throws -> SyncReport {
        var cut: CuttingProxy.Cut?
        var stop: Stop?
        switch disturbance {
        case .none, .refusal: break
        case .said(let count): cut = CuttingProxy.Cut(.toClient, after: max(1, count), .reset)
        case .heard(let count): cut = CuttingProxy.Cut(.toServer, after: max(1, count), .reset)
        // TLS and the greeting come first.
        case .lostAnswer(let number): cut = CuttingProxy.Cut(.toClient, after: 3000 + number * 100, .inGoodOrder)
        case .stop(let number): stop = Stop(before: number)
        }
        let proxy = try cut.map { try CuttingProxy(to: port, cut: $0) }
        defer { proxy?.close() }
        return try await sync(by: proxy?.port, stop: stop) {
            $0.mailboxes = mailboxes
            $0.confirmsDeletions = confirming
        }
    }

    /// Writes a configuration for mbsync to sync the same account with the same Maildirs.
    func mbsyncConfiguration() throws -> URL {
        let mail = home.appending(path: "mail").path
        let text = """
            IMAPStore far
            Host localhost
            Port \(try port)
            User \(user.name)
            Pass "\(user.password)"
            SSLType IMAPS
            CertificateFile \(servers.authorities)

            MaildirStore near
            Path \(mail)/
            Inbox \(mail)/INBOX
            SubFolders Verbatim

            Channel both
            Far :far:
            Near :near:
            Patterns * !Outbox
            SyncState *
            Create Both
            Expunge Both

            """
        let file = home.appending(path: "mbsyncrc")
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file
    }

    /// Syncs, and expects both sides to be equal and the next sync to change nothing.
    func converge(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let report = try await sync()
        #expect(
            report.failure == nil, "\(String(describing: report.failure?.sentence))", sourceLocation: sourceLocation)
        try await expectSame(sourceLocation: sourceLocation)
        let again = try await sync()
        #expect(!again.hasChanged, "\(again.mailboxes)", sourceLocation: sourceLocation)
        try await expectSame(sourceLocation: sourceLocation)
    }

    func expectSame(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for mailbox in Self.mailboxes {
            let there = try await there(mailbox)
            #expect(there == here(mailbox), "\(mailbox) on \(server)", sourceLocation: sourceLocation)
        }
    }

    // MARK: - The server

    private func encoded(_ mailbox: String) throws -> EncodedMailboxName {
        let path = Self.belowInbox.contains(server) && mailbox != "INBOX" ? "INBOX/" + mailbox : mailbox
        let name = try #require(MailboxName(path))
        return try #require(EncodedMailboxName(name, separator: separator))
    }

    private var separator: UInt8 { Self.belowInbox.contains(server) ? 0x2E : 0x2F }

    private static let others = ["Drafts", "Sent", "Junk"]

    private func clear() async throws {
        let kept = try (Self.mailboxes + Self.others).map { try encoded($0) }
        for name in kept { _ = try? await other.run(.create(name, nil)) }
        let names = try await names()
        for name in names {
            _ = try await other.select(SelectCommand(name))
            let all = try await other.search(SearchCommand(.all))
            if !all.isEmpty {
                try await other.store(StoreCommand(all, .add, [.deleted]))
                try await other.run(.expungeAll)
            }
        }
        _ = try await other.select(SelectCommand(encoded("INBOX")))
        // Children before their parents.
        for name in names.sorted(by: { $0.octets.count > $1.octets.count }) where !kept.contains(name) {
            try? await delete(name)
        }
        try await other.run(.close)
    }

    private func names() async throws -> [EncodedMailboxName] {
        var names: [EncodedMailboxName] = []
        _ = try await other.run(pipeline: [.list(ListCommand())]) { delivery in
            if case .data(.list(let mailbox), _, _) = delivery, mailbox.isSelectable, let name = mailbox.name {
                names.append(name)
            }
        }
        return names
    }

    /// Delivers messages dated January 2001.
    func deliver(_ subjects: [String], _ flags: [Flag], on day: Int) async throws {
        for subject in subjects {
            let message = TestMessage.message(subject)
            var append = AppendCommand(try encoded("INBOX"), size: message.count)
            append.flags = flags
            append.internalDate = DateTime(
                CivilTime(year: 2001, month: 1, day: day, hour: 12, minute: 0, second: 0), offsetMinutes: 0)
            _ = try await other.append(append, MessageSource(message))
        }
    }

    /// Appends a message, as another client does.
    func append(_ message: [UInt8], to mailbox: String, _ flags: [Flag]) async throws {
        var append = AppendCommand(try encoded(mailbox), size: message.count)
        append.flags = flags
        _ = try await other.append(append, MessageSource(message))
    }

    private func first(_ subject: String, in mailbox: String) async throws -> UIDSet {
        _ = try await other.select(SelectCommand(try encoded(mailbox)))
        let found = try await other.search(SearchCommand(.header("SUBJECT", Array(subject.utf8))))
        return UIDSet(try #require(found.first, "\(subject) is not in \(mailbox)"))
    }

    func mark(_ subject: String, _ change: StoreCommand.Change, _ flag: Flag, in mailbox: String) async throws {
        let uids = try await first(subject, in: mailbox)
        try await other.store(StoreCommand(uids, change, [flag]))
    }

    func expunge(_ subject: String, in mailbox: String) async throws {
        let uids = try await first(subject, in: mailbox)
        try await other.store(StoreCommand(uids, .add, [.deleted]))
        try await expunge(uids)
    }

    private func expunge(_ marked: UIDSet) async throws {
        if await other.capabilities.contains(.uidPlus) {
            try await other.expunge(marked)
        } else {
            try await other.run(.expungeAll)
        }
    }

    func copyThere(_ subject: String, from mailbox: String, to target: String) async throws {
        _ = try await other.copy(try await first(subject, in: mailbox), to: try encoded(target))
    }

    func moveThere(_ subject: String, from mailbox: String, to target: String) async throws {
        let uids = try await first(subject, in: mailbox)
        _ = try await other.copy(uids, to: try encoded(target))
        try await other.store(StoreCommand(uids, .add, [.deleted]))
        try await expunge(uids)
    }

    /// Creates a mailbox unless an earlier test has left it.
    func create(_ mailbox: String) async throws {
        _ = try? await other.run(.create(encoded(mailbox), nil))
        _ = try await other.select(SelectCommand(encoded(mailbox)))
    }

    func deleteMailbox(_ mailbox: String) async throws { try await delete(encoded(mailbox)) }

    /// Deletes a mailbox. Cyrus keeps deleted mailboxes under their name and the time in seconds, so it refuses a
    /// second deletion in the same second.
    private func delete(_ name: EncodedMailboxName) async throws {
        do throws(IMAPClientError) {
            try await other.run(.delete(name))
        } catch {
            guard server == "cyrus", error.reach == .mailbox else { throw error }
            try await Task.sleep(for: .seconds(1.1))
            try await other.run(.delete(name))
        }
    }

    func renameMailbox(_ mailbox: String, to target: String) async throws {
        try await other.run(.rename(encoded(mailbox), to: encoded(target)))
    }

    /// Does nothing: no server renumbers a mailbox on request.
    func renumber(_ mailbox: String) async throws {}

    func look(_ mailbox: String) async throws -> [TestMessage]? {
        let name = try encoded(mailbox)
        do throws(IMAPClientError) {
            _ = try await other.select(SelectCommand(name))
        } catch {
            // An error of the connection says nothing about the mailbox.
            if error.reach == .mailbox { return nil }
            throw error
        }
        var seen: [TestMessage] = []
        var header: [UInt8] = []
        try await other.fetch(
            FetchCommand(UIDSet(.first ... .last), [.flags, .content(.fields(["SUBJECT"]))])
        ) { event in
            switch event {
            case .content(.begin): header = []
            case .content(.octets(let octets)): header += octets
            case .content(.end), .vanished: break
            case .message(let message):
                let subject = TestMessage.subject(of: header)
                let letters = String(decoding: (message.flags ?? FlagSet()).maildirFlags.letters, as: UTF8.self)
                seen.append(TestMessage(subject: subject, letters: letters))
            }
        }
        _ = try await other.select(SelectCommand(.inbox))
        return seen.sorted()
    }
}
