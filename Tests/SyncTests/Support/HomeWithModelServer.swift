import Accounts
import Disk
import Foundation
import IMAPProtocol
import MailClients
import MailEngine
import MailIndexing
import MailTestSupport
import MailTypes
import ModelServer
import Platform
import SASL
import Testing

/// A model server and a home that syncs with it, over connections that fail on request.
final class HomeWithModelServer: HomeWithServer {
    let model: ModelIMAPServer
    let home: URL
    let system: any FileSystem
    /// The clock of the syncs.
    let clock: any Platform.Clock
    var account: AccountConfiguration
    var cache: ConnectionAndLedgerCache?
    private let profile: ModelProfile

    static let mailboxes = ["INBOX", "Projects", "Archive", "Trash"]

    /// `isEmpty` omits the initial mail. `shared`: the server of another home of the account.
    init(
        _ profile: ModelProfile, _ attachments: AttachmentFetching = .all, window: MailWindow = .all,
        isEmpty: Bool = false,
        on system: any FileSystem = POSIXFileSystem.shared,
        clock: any Platform.Clock = LaterClock(), sharing shared: ModelIMAPServer? = nil
    ) throws {
        self.system = system
        self.profile = profile
        self.clock = clock
        model = shared ?? ModelIMAPServer(profile)
        home = try Self.makeHome("model")
        let name = try #require(AccountName("work"))
        let identity = try #require(Identity(name: nil, address: EmailAddress("kim@example.net")))
        var account = AccountConfiguration(name, identities: [identity])
        account.imap = try ServerURL("imaps://mail.example.net", for: .imap)
        account.window = window
        account.attachments = attachments
        self.account = account
        let wanted = profile.hasLabels ? ["Projects"] : ["Projects", "Archive", "Trash"]
        for mailbox in wanted.map(spelled) where model.mailbox(mailbox) == nil {
            model.create(mailbox)
        }
        if isEmpty { return }
        for number in 1...6 { deliver("m\(number)", number == 1 ? [.seen] : []) }
        model.deliver(TestMessage.message("t1"), to: spelled("Trash"), flags: [.seen])
    }

    deinit {
        try? FileManager.default.removeItem(at: home)
    }

    func deliver(_ subject: String, _ flags: [Flag] = []) {
        model.deliver(TestMessage.message(subject), flags: flags)
    }

    func uid(_ subject: String, in mailbox: String = "INBOX") throws -> UID {
        let wanted = TestMessage.message(subject)
        return try #require(model.snapshot[spelled(mailbox)]?.first { $0.content == wanted }?.uid)
    }

    /// Signs in with the given secret. `renewal` provides another token.
    func sync(
        with secret: String, _ kind: Credentials.Kind, by connections: NetworkAccess,
        _ request: AccountSync.Request = AccountSync.Request(), renewing renewal: Renewal?,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        try await sync(
            account, "kim", secret, by: connections, clock: clock, on: system, request, kind: kind, renewing: renewal,
            progress: progress)
    }

    @discardableResult
    func sync(_ faults: @escaping @Sendable (Int) -> ModelFaults) async throws -> SyncReport {
        try await sync(by: model.connections(faults), clock: clock)
    }

    func sync(
        by connections: NetworkAccess, clock: any Platform.Clock,
        _ request: AccountSync.Request = AccountSync.Request(), index: ArrivalIndexer? = nil,
        progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) async throws -> SyncReport {
        try await sync(
            account, "kim", "secret-kim", by: connections, clock: clock, on: system, request, index: index,
            progress: progress)
    }

    /// Makes a change of every kind that a sync transfers, on both sides.
    func change() throws {
        deliver("x1")
        deliver("x2", [.seen, .flagged])
        model.setFlags(try uid("m1"), in: "INBOX", adding: [.answered])
        model.expunge(UIDSet(try uid("m2")), in: "INBOX")
        try rename("m3", letters: "F")
        try moveHere("m4", to: "Projects")
        try removeHere("m5")
        try copyHere("m6", to: "Archive")
        try addHere("y1")
        try removeHere("t1", in: "Trash")
        try addHere("y2", in: "Trash")
    }

    var there: [String: [TestMessage]] {
        var found: [String: [TestMessage]] = [:]
        let snapshot = model.snapshot
        for mailbox in Self.mailboxes { found[mailbox] = snapshot[spelled(mailbox)]?.map(\.seen).sorted() }
        return found
    }

    var here: [String: [TestMessage]] {
        var found: [String: [TestMessage]] = [:]
        for mailbox in Self.mailboxes { found[mailbox] = here(mailbox) }
        return found
    }
}

extension ModelSnapshot {
    /// The message as a test sees it.
    var seen: TestMessage {
        TestMessage(
            subject: TestMessage.subject(of: content),
            letters: String(decoding: flags.maildirFlags.letters, as: UTF8.self))
    }
}

extension HomeWithModelServer {
    var server: String { profile.name }
    var tellsOfObjects: Bool { profile.has("OBJECTID") || profile.has("X-GM-EXT-1") }

    var letters: String {
        profile.permanentFlags.map { String(decoding: $0.maildirFlags.letters, as: UTF8.self) } ?? "DFPRST"
    }

    func sync(
        _ disturbance: SyncFault, of mailboxes: Set<MailboxName>?, confirming: Bool
    ) async throws -> SyncReport {
        var faults = ModelFaults()
        var stop: Stop?
        switch disturbance {
        case .none: break
        case .said(let count): faults.cut = .said(count)
        case .heard(let count): faults.cut = .heard(count)
        case .stop(let number): stop = Stop(before: number) { [model] in model.dismissAll() }
        case .refusal(let number): faults.refusals[number] = "NO [INUSE] not now"
        case .lostAnswer(let number): faults.lostAnswers.insert(number)
        }
        return try await sync(with: faults, stop, of: mailboxes, confirming: confirming)
    }

    func sync(
        with faults: ModelFaults, _ stop: Stop?, of mailboxes: Set<MailboxName>? = nil, confirming: Bool = false
    ) async throws -> SyncReport {
        var request = AccountSync.Request()
        request.mailboxes = mailboxes
        request.confirmsDeletions = confirming
        return try await sync(
            account, "kim", "secret-kim", by: model.connections { _ in faults }, clock: clock, on: system, stop: stop,
            request)
    }

    // MARK: - Another client

    /// Returns the name in the server's encoding.
    func spelled(_ mailbox: String) -> String {
        let name = MailboxName(mailbox).flatMap { EncodedMailboxName($0, separator: profile.separator) }
        return (mailbox == "INBOX" ? "" : profile.prefix) + (name?.description ?? mailbox)
    }

    private func first(_ subject: String, in mailbox: String) throws -> UID {
        let found = model.snapshot[spelled(mailbox)]?.first { TestMessage.subject(of: $0.content) == subject }
        return try #require(found?.uid, "\(subject) is not in \(mailbox)")
    }

    func append(_ message: [UInt8], to mailbox: String, _ flags: [Flag]) async throws {
        try #require(model.deliver(message, to: spelled(mailbox), flags: flags) != nil)
    }

    func mark(_ subject: String, _ change: StoreCommand.Change, _ flag: Flag, in mailbox: String) async throws {
        let uid = try first(subject, in: mailbox)
        switch change {
        case .add: model.setFlags(uid, in: spelled(mailbox), adding: [flag])
        case .remove: model.setFlags(uid, in: spelled(mailbox), removing: [flag])
        }
    }

    func expunge(_ subject: String, in mailbox: String) async throws {
        model.expunge(UIDSet(try first(subject, in: mailbox)), in: spelled(mailbox))
    }

    func copyThere(_ subject: String, from mailbox: String, to target: String) async throws {
        model.copy(try first(subject, in: mailbox), in: spelled(mailbox), to: spelled(target))
    }

    func moveThere(_ subject: String, from mailbox: String, to target: String) async throws {
        model.move(try first(subject, in: mailbox), in: spelled(mailbox), to: spelled(target))
    }

    func create(_ mailbox: String) async throws { model.create(spelled(mailbox)) }
    func deleteMailbox(_ mailbox: String) async throws { model.delete(spelled(mailbox)) }

    func renameMailbox(_ mailbox: String, to target: String) async throws {
        model.rename(spelled(mailbox), to: spelled(target))
    }

    func look(_ mailbox: String) async throws -> [TestMessage]? {
        model.snapshot[spelled(mailbox)]?.map(\.seen).sorted()
    }

    func isThere(_ mailbox: String) -> Bool { model.mailbox(spelled(mailbox)) != nil }

    func renumber(_ mailbox: String) async throws { model.renumber(spelled(mailbox)) }
}
