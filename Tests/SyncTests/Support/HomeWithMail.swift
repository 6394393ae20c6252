import Accounts
import Disk
import Foundation
import MailClients
import MailEngine
import MailIndexing
import MailTestSupport
import MailTypes
import Platform
import SASL
import Testing

@testable import MaildirStore

/// A home whose mail other programs change.
protocol HomeWithMail {
    var home: URL { get }
    /// What syncs keep open for the next one.
    var cache: ConnectionAndLedgerCache? { get }
}

extension HomeWithMail {
    var cache: ConnectionAndLedgerCache? { nil }

    /// Returns new credentials after the server has refused a token.
    typealias Renewal = @Sendable () async -> Credentials?

    /// Creates a directory for a home.
    static func makeHome(_ name: String) throws -> URL {
        let home = ProjectFiles.memory.appending(path: "petrel-\(name)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        return home
    }

    /// Syncs the home. `stop` simulates the end of the process.
    func sync(
        _ account: AccountConfiguration, _ user: String, _ password: String, by connections: NetworkAccess,
        clock: any Platform.Clock, on disk: any FileSystem = POSIXFileSystem.shared, stop: Stop? = nil,
        _ request: AccountSync.Request = AccountSync.Request(), kind: Credentials.Kind = .password,
        renewing renewal: Renewal? = nil, index: ArrivalIndexer? = nil,
        progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) async throws -> SyncReport {
        let sync = try engine(
            account, user, password, by: connections, clock: clock,
            on: stop.map { StoppingFileSystem(disk, $0) } ?? disk, request, kind: kind, renewing: renewal,
            index: index, progress: progress)
        guard let stop else { return await sync.run() }
        return try await LedgerCommitStops.watching(home.path + "/state/ledger.sqlite", stop) { await sync.run() }
    }

    /// Returns a sync of the home, ready to run.
    func engine(
        _ account: AccountConfiguration, _ user: String, _ password: String, by connections: NetworkAccess,
        clock: any Platform.Clock, on system: any FileSystem = POSIXFileSystem.shared,
        _ request: AccountSync.Request = AccountSync.Request(), kind: Credentials.Kind = .password,
        renewing renewal: Renewal? = nil, index: ArrivalIndexer? = nil,
        progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) throws -> AccountSync {
        // Create the home outside the given file system: that is not part of the sync.
        _ = try drafts()
        let directory = try Directory.open(Path(home.path), on: system)
        let secret = try #require(Secret(Array(password.utf8)))
        let credentials = try #require(Credentials(user: Array(user.utf8), secret, kind))
        return AccountSync(
            account, as: source(credentials, renewing: renewal), by: connections,
            mail: MailTree(try directory.makingDirectory(Array("mail".utf8))), drafts: try drafts(on: system),
            state: try directory.makingDirectory(Array("state".utf8)), index: index, reusingConnectionsIn: cache,
            clock: clock, request, progress: progress)
    }

    private func source(_ credentials: Credentials, renewing renewal: Renewal?) -> CredentialSource {
        { (isRenewed) async throws(CredentialError) in
            guard isRenewed else { return credentials }
            guard let renewed = await renewal?() else { throw CredentialError("There is no new token.") }
            return renewed
        }
    }

    /// Returns the drafts and outbox of the home.
    func drafts(on system: any FileSystem = POSIXFileSystem.shared) throws -> DraftStore {
        let directory = try Directory.open(Path(home.path), on: system)
        return DraftStore(
            mail: MailTree(try directory.makingDirectory(Array("mail".utf8))),
            state: try directory.makingDirectory(Array("state".utf8)),
            counters: DraftAndOutboxNumberAllocator(
                in: directory, states: try directory.makingDirectory(Array("states".utf8))))
    }

    func directory(_ mailbox: String, _ place: String = "cur") -> URL {
        let components = mailbox.split(separator: "/").enumerated().flatMap { index, component in
            MailboxDirectoryName.encode(Array(component.utf8), isTopLevel: index == 0)
        }
        let path = components.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
        return home.appending(path: "mail/\(path)/\(place)")
    }

    func hasMailbox(_ mailbox: String) -> Bool { FileManager.default.fileExists(atPath: directory(mailbox).path) }

    private func files(_ mailbox: String) -> [URL] {
        ["new", "cur"].flatMap { place in
            (try? FileManager.default.contentsOfDirectory(
                at: directory(mailbox, place), includingPropertiesForKeys: nil)) ?? []
        }
    }

    private static func subject(of file: URL) -> String {
        TestMessage.subject(of: Array((try? Data(contentsOf: file)) ?? Data()))
    }

    func file(_ subject: String, in mailbox: String = "INBOX") throws -> URL {
        try #require(
            files(mailbox).first { Self.subject(of: $0) == subject }, "\(subject) is not here in \(mailbox)")
    }

    func here(_ mailbox: String) -> [TestMessage] {
        files(mailbox).map { file in
            TestMessage(
                subject: Self.subject(of: file),
                letters: String(
                    decoding: MaildirFilename(Array(file.lastPathComponent.utf8)).flags.letters, as: UTF8.self))
        }.sorted()
    }

    /// Changes the flag letters of a file, as another program does.
    func rename(_ subject: String, letters: String, in mailbox: String = "INBOX") throws {
        let file = try file(subject, in: mailbox)
        let base = String(decoding: MaildirFilename(Array(file.lastPathComponent.utf8)).base, as: UTF8.self)
        try FileManager.default.moveItem(at: file, to: directory(mailbox).appending(path: "\(base):2,\(letters)"))
    }

    func moveHere(
        _ subject: String, from mailbox: String = "INBOX", to target: String, as letters: String = "S"
    ) throws {
        try FileManager.default.moveItem(
            at: file(subject, in: mailbox), to: directory(target).appending(path: "\(UUID().uuidString):2,\(letters)"))
    }

    func copyHere(_ subject: String, from mailbox: String = "INBOX", to target: String) throws {
        try FileManager.default.copyItem(
            at: file(subject, in: mailbox), to: directory(target).appending(path: "\(UUID().uuidString):2,S"))
    }

    func removeHere(_ subject: String, in mailbox: String = "INBOX") throws {
        try FileManager.default.removeItem(at: file(subject, in: mailbox))
    }

    func addHere(_ subject: String, in mailbox: String = "INBOX", bareLineFeeds: Bool = false) throws {
        let message = TestMessage.message(subject).filter { !bareLineFeeds || $0 != 0x0D }
        try Data(message).write(to: directory(mailbox).appending(path: "\(UUID().uuidString):2,S"))
    }

    /// Writes a message to INBOX with a file name like that of another one, except for the beginning.
    func addHere(_ subject: String, namedLike other: String, beginning: String) throws {
        let name = try file(other).lastPathComponent.split(separator: ".", maxSplits: 1)
        try Data(TestMessage.message(subject)).write(to: directory("INBOX").appending(path: "\(beginning).\(name[1])"))
    }

    /// Adds a message to INBOX, as another program does.
    func add(_ message: String) throws {
        try Data(message.utf8).write(to: directory("INBOX").appending(path: "\(UUID().uuidString):2,S"))
    }

    func makeHere(_ mailbox: String) throws {
        for place in ["tmp", "new", "cur"] {
            try FileManager.default.createDirectory(
                at: directory(mailbox, place), withIntermediateDirectories: true)
        }
    }

    func loseLedger() throws {
        let state = home.appending(path: "state")
        guard FileManager.default.fileExists(atPath: state.path) else { return }
        for file in try FileManager.default.contentsOfDirectory(at: state, includingPropertiesForKeys: nil)
        where file.lastPathComponent.hasPrefix("ledger") {
            try FileManager.default.removeItem(at: file)
        }
    }
}
