public import Accounts
public import Disk
internal import IMAPProtocol
public import InternetMessage
public import MailClients
public import MailTypes
public import Platform
public import SASL

/// Downloads attachments piece by piece into the cache. After an interruption, the next attempt continues after the
/// last durable piece [FR-SYNC-08].
public struct AttachmentDownload: Sendable {
    /// An attachment and its location on the server.
    public struct File: Sendable {
        public let key: AttachmentCache.Key
        let part: UndownloadedPart
        let encoding: TransferEncoding
        let mailbox: MailboxName
        let uidValidity: UIDValidity
        let uid: UID
        /// The size of the message on the server in bytes; `nil` if unknown.
        let messageSize: Int?

        /// `message` is the hash of the local file; `mailbox` and `uid` locate the server's copy. Returns `nil` for a
        /// part that is not missing.
        public init?(
            _ part: Part, of message: ContentHash, size: Int?, in mailbox: MailboxName, _ uidValidity: UIDValidity,
            _ uid: UID
        ) {
            guard let missing = part.missing else { return nil }
            self.part = missing
            key = AttachmentCache.Key(message, missing.section)
            encoding = part.transferEncoding
            self.mailbox = mailbox
            self.uidValidity = uidValidity
            self.uid = uid
            messageSize = size
        }

        /// An attachment that an outgoing message waits for, at a possible location of its original message.
        init(_ file: UndownloadedDraftAttachment, at place: UndownloadedDraftAttachment.Place) {
            part = file.part
            key = AttachmentCache.Key(file)
            encoding = file.encoding
            mailbox = place.mailbox
            uidValidity = place.uidValidity
            uid = place.uid
            messageSize = file.originalSize
        }

        /// The number of bytes to download.
        public var encodedSize: Int { part.encodedSize }
    }

    /// The size of a request in bytes, and the number of requests in flight.
    static let piece = 524_288
    static let piecesInFlight = 4
    /// The size in bytes above which the user is asked before a download [FR-SYNC-08].
    public static let askedAbove = 25_000_000
    static let attempts = 3

    let account: AccountConfiguration
    let credentials: Credentials
    let connections: NetworkAccess
    let cache: AttachmentCache
    let clock: any Clock
    let progress: @Sendable (_ done: Int, _ total: Int) -> Void

    /// `progress` reports the downloaded and the total number of bytes.
    public init(
        _ account: AccountConfiguration, as credentials: Credentials, by connections: NetworkAccess,
        into cache: AttachmentCache, clock: any Clock,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) {
        self.account = account
        self.credentials = credentials
        self.connections = connections
        self.cache = cache
        self.clock = clock
        self.progress = progress
    }

    /// Returns the decoded contents in the order of `files`. If a failure may be temporary, each file is attempted up
    /// to three times, with pauses of one and two seconds.
    public func run(_ files: [File]) async throws(AttachmentFailure) -> [[UInt8]] {
        var contents: [[UInt8]] = []
        var open: OpenAccount?
        let total = files.reduce(0) { $0 + $1.encodedSize }
        var done = 0
        do throws(AttachmentFailure) {
            for file in files {
                contents.append(try await content(of: file, &open, done, total))
                done += file.encodedSize
            }
        } catch {
            await open?.session.close()
            throw error
        }
        await open?.session.close()
        return contents
    }

    private func content(
        of file: File, _ open: inout OpenAccount?, _ done: Int, _ total: Int
    ) async throws(AttachmentFailure) -> [UInt8] {
        if let kept = try AttachmentFailure.file({ () throws(FileError) in try cache.content(file.key) }) {
            return kept
        }
        let arriving = DownloadingFile(file.key, in: cache)
        var attempt = 1
        while true {
            do throws(AttachmentFailure) {
                guard
                    try await AttachmentFailure.disk({ () async throws(FileError) in
                        try await arriving.begin(size: file.encodedSize)
                    })
                else {
                    throw .busy
                }
                let account = if let open { open } else { try await opened() }
                open = account
                let fetch = PartFetch(file, arriving, hasSafePieces: self.account.answersPieces) {
                    progress(done + $0, total)
                }
                try await fetch.run(on: account)
                return try await AttachmentFailure.disk { () async throws(FileError) in
                    let content = file.decoded(try await arriving.contents())
                    try await arriving.finish(content)
                    return content
                }
            } catch {
                if error.isOfConnection {
                    await open?.session.close()
                    open = nil
                }
                guard error.mayPass, attempt < Self.attempts, !Task.isCancelled else { throw error }
                await arriving.pause(.seconds(1 << (attempt - 1)), by: clock)
                attempt += 1
            }
        }
    }

    private func opened() async throws(AttachmentFailure) -> OpenAccount {
        do throws(SyncFailure) {
            var session = try await ServerSession.open(
                account, as: credentials, by: connections, clock: clock, tell: { _ in })
            do throws(SyncFailure) {
                let listing = try await session.list()
                return OpenAccount(session: session, listing: listing)
            } catch {
                await session.close()
                throw error
            }
        } catch {
            throw .sync(error)
        }
    }
}

/// An authenticated connection and its mailboxes.
struct OpenAccount: Sendable {
    let session: ServerSession
    let listing: ServerMailboxNames
}

extension AttachmentDownload.File {
    /// Decodes the part as the message parser would.
    func decoded(_ octets: [UInt8]) -> [UInt8] {
        let header = Array("Content-Transfer-Encoding: \(encoding.name)\r\n\r\n".utf8)
        return Message(header + octets).root.decodedContent
    }
}

extension AccountConfiguration {
    /// Whether partial fetches are reliable. Exchange computes the range before it rewrites the part.
    var answersPieces: Bool { !imapServers.contains { $0.host == "outlook.office365.com" } }
}

/// Why a download failed.
public enum AttachmentFailure: Error, Sendable {
    case sync(SyncFailure)
    /// The message is no longer there.
    case gone
    /// Like `gone`, but local mail still contains the message: the next sync finds its new location.
    case unsynced
    /// The server has another message under that UID.
    case changed
    /// The server does not return the part, or not all of it.
    case refused
    case file(FileError)
    /// Another process is downloading the file.
    case busy

    var isOfConnection: Bool { if case .sync(let failure) = self { failure.isOfConnection } else { false } }

    /// Whether another attempt may help.
    public var mayPass: Bool {
        switch self {
        case .sync(let failure): failure.isOfConnection
        case .refused: true
        case .gone, .unsynced, .changed, .file, .busy: false
        }
    }

    /// Whether the server could not be reached at all.
    public var isOffline: Bool {
        guard case .sync(let failure) = self else { return false }
        if case .unreachable = failure { return true }
        return failure.isOfConnection
    }

    /// Describes the failure in a sentence. It may contain the server's words, which the caller must sanitize.
    public var sentence: String {
        switch self {
        case .sync(let failure): failure.sentence
        case .gone: "The server no longer has that message there."
        case .unsynced: "The server no longer has that message there. The next sync finds where it is."
        case .changed: "The server now has another message in that place."
        case .refused: "The server does not return that attachment."
        case .file(let error): error.description
        case .busy: "Another petrel is fetching that attachment."
        }
    }

    static func disk<Result: Sendable>(
        _ body: () async throws(FileError) -> Result
    ) async throws(AttachmentFailure) -> Result {
        do throws(FileError) { return try await body() } catch { throw .file(error) }
    }

    static func file<Result>(_ body: () throws(FileError) -> Result) throws(AttachmentFailure) -> Result {
        do throws(FileError) { return try body() } catch { throw .file(error) }
    }
}
