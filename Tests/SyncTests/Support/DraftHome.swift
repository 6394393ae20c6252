import Accounts
import Disk
import Foundation
import MailEngine
import MailTypes
import MaildirStore
import ModelServer
import Platform
import SASL
import Testing

/// A device with drafts of an account. Each text has a unique subject, which identifies it everywhere.
final class DraftHome: HomeWithMail, Sendable {
    let home: URL
    let store: DraftStore
    private let server: ModelIMAPServer
    private let account: AccountConfiguration

    init(
        _ server: ModelIMAPServer, uploadForm: (@Sendable ([UInt8]) -> DraftUploadForm)? = nil
    ) throws {
        self.server = server
        home = try Self.makeHome("drafts")
        let name = try #require(AccountName("work"))
        let identity = try #require(Identity(name: nil, address: EmailAddress("kim@example.net")))
        var account = AccountConfiguration(name, identities: [identity])
        account.imap = try ServerURL("imaps://mail.example.net", for: .imap)
        account.window = .all
        account.attachments = .all
        self.account = account
        let directory = try Directory.open(Path(home.path), on: POSIXFileSystem.shared)
        var store = DraftStore(
            mail: MailTree(try directory.makingDirectory(Array("mail".utf8))),
            state: try directory.makingDirectory(Array("state".utf8)),
            counters: DraftAndOutboxNumberAllocator(
                in: directory, states: try directory.makingDirectory(Array("states".utf8))))
        store.uploadForm = uploadForm
        self.store = store
    }

    deinit {
        try? FileManager.default.removeItem(at: home)
    }

    private var now: Instant { LaterClock().now() }

    @discardableResult
    func sync(
        at clock: any Platform.Clock = LaterClock(), _ change: (inout AccountSync.Request) -> Void = { _ in },
        faults: @escaping @Sendable (Int) -> ModelFaults = { _ in .none }
    ) async throws -> SyncReport {
        var request = AccountSync.Request()
        change(&request)
        let directory = try Directory.open(Path(home.path), on: POSIXFileSystem.shared)
        let secret = try #require(Secret(Array("secret-kim".utf8)))
        let credentials = try #require(Credentials(user: Array("kim".utf8), secret, .password))
        let sync = AccountSync(
            account, as: { _ in credentials }, by: server.connections(faults),
            mail: MailTree(try directory.makingDirectory(Array("mail".utf8))), drafts: store,
            state: try directory.makingDirectory(Array("state".utf8)), clock: clock, request)
        return await sync.run()
    }

    // MARK: - Writing

    @discardableResult
    func write(_ subject: String) throws -> DraftID {
        try #require(try store.create(DraftText.message(subject), at: now).draftID)
    }

    func edit(_ id: DraftID, _ subject: String) throws {
        _ = try store.revise(id, DraftText.message(subject), at: now)
    }

    func edit(_ former: String, as subject: String) throws { try edit(try id(former), subject) }

    func discard(_ subject: String) throws { try store.discard(try id(subject), at: now) }

    /// Removes the files of all drafts, as another program could.
    func removeDraftFiles() throws {
        for file in try FileManager.default.contentsOfDirectory(
            at: directory("Drafts"), includingPropertiesForKeys: nil)
        {
            try FileManager.default.removeItem(at: file)
        }
    }

    func id(_ subject: String) throws -> DraftID {
        try #require(try items().first { $0.subject == subject }?.id, "\(subject) is no draft here")
    }

    /// Locks the draft like a program that has it open.
    func open(_ id: DraftID) throws -> FileLock {
        let directory = try Directory.open(Path(home.appending(path: "state").path), on: POSIXFileSystem.shared)
        let lock = try directory.makingDirectory(Array("drafts".utf8)).lock(Array("\(id).lock".utf8), waiting: false)
        return try #require(lock)
    }

    // MARK: - Inspecting

    func items() throws -> [(id: DraftID, subject: String, item: DraftItem)] {
        try store.contents(at: now).drafts.compactMap { item in
            let message = try store.message(of: item, isInOutbox: false)
            return item.draftID.map { ($0, DraftText.subject(message), item) }
        }
    }

    func subjects() throws -> [String] { try items().map(\.subject).sorted() }

    func kept(_ reason: RecoverableDraftVersions.Reason? = nil) throws -> [String] {
        try store.versions().filter { reason == nil || $0.reason == reason }.map {
            DraftText.subject(try store.message(of: $0))
        }.sorted()
    }
}
