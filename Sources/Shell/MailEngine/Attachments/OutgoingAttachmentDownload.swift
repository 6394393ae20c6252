public import Accounts
internal import Disk
public import InternetMessage
public import MailClients
public import MailIndex
internal import MailIndexing
internal import MailTypes
public import MaildirStore
public import Platform
public import SASL

/// Fetches the attachments that outgoing messages wait for from their original messages. These are in the recorded
/// mailbox, or in the one to which they were moved according to local mail. Downloads are cached like other
/// attachments.
public struct OutgoingAttachmentDownload: Sendable {
    let account: AccountConfiguration
    private let connections: NetworkAccess
    private let cache: AttachmentCache
    private let clock: any Clock
    private let places: OriginalPlaces

    /// `mail` and `index` belong to the account.
    public init(
        _ account: AccountConfiguration, by connections: NetworkAccess, into cache: AttachmentCache, mail: MailTree,
        _ index: IndexLocation, clock: any Clock
    ) {
        self.account = account
        self.connections = connections
        self.cache = cache
        self.clock = clock
        places = OriginalPlaces(mail, index, clock)
    }

    /// Returns the contents from the cache, or `nil` if any of them must be downloaded.
    public func kept(_ files: [UndownloadedDraftAttachment]) -> [UndownloadedDraftAttachment: [UInt8]]? {
        guard files.allSatisfy({ cache.has(AttachmentCache.Key($0)) }) else { return nil }
        var contents: [UndownloadedDraftAttachment: [UInt8]] = [:]
        for file in files {
            guard let content = try? cache.content(AttachmentCache.Key(file)) else { return nil }
            contents[file] = content
        }
        return contents
    }

    /// Returns the decoded contents. `progress` reports the downloaded and the total number of bytes.
    public func run(
        _ files: [UndownloadedDraftAttachment], as credentials: Credentials,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws(AttachmentFailure) -> [UndownloadedDraftAttachment: [UInt8]] {
        let total = files.reduce(0) { $0 + $1.part.encodedSize }
        let known = files.compactMap { file in file.place.map { AttachmentDownload.File(file, at: $0) } }
        // Usually the original messages have not been moved: then one connection is enough.
        if known.count == files.count, files.count > 1 {
            do throws(AttachmentFailure) {
                let contents = try await download(as: credentials, progress).run(known)
                return Dictionary(zip(files, contents)) { first, _ in first }
            } catch {
                guard error.isOfPlace else { throw error }
            }
        }
        var contents: [UndownloadedDraftAttachment: [UInt8]] = [:]
        var done = 0
        for file in files {
            let before = done
            let download = download(as: credentials) { count, _ in progress(before + count, total) }
            contents[file] = try await content(of: file, by: download)
            done += file.part.encodedSize
        }
        return contents
    }

    private func download(
        as credentials: Credentials, _ progress: @escaping @Sendable (Int, Int) -> Void
    ) -> AttachmentDownload {
        AttachmentDownload(
            account, as: credentials, by: connections, into: cache, clock: clock, progress: progress)
    }

    private func content(
        of file: UndownloadedDraftAttachment, by download: AttachmentDownload
    ) async throws(AttachmentFailure) -> [UInt8] {
        let key = AttachmentCache.Key(file)
        if let kept = try AttachmentFailure.file({ () throws(FileError) in try cache.content(key) }) { return kept }
        var tried: Set<UndownloadedDraftAttachment.Place> = []
        var failure = AttachmentFailure.gone
        var isHere = false
        for search in OriginalPlaces.Search.allCases {
            let found = await places.places(of: file, search)
            isHere = search == .asFoundNow && !found.isEmpty
            for place in found where tried.insert(place).inserted {
                do throws(AttachmentFailure) {
                    let contents = try await download.run([AttachmentDownload.File(file, at: place)])
                    return contents.first ?? []
                } catch {
                    guard error.isOfPlace else { throw error }
                    failure = error
                }
            }
        }
        throw isHere ? .unsynced : failure
    }
}

extension AttachmentFailure {
    /// Whether the message may be found at another location.
    fileprivate var isOfPlace: Bool {
        switch self {
        case .gone, .changed: true
        case .unsynced, .sync, .refused, .file, .busy: false
        }
    }
}

/// Locates a message in local mail. Runs on a separate thread.
private actor OriginalPlaces {
    private let executor = DiskExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// In order of increasing cost.
    enum Search: CaseIterable {
        case asNoted, asIndexed, asFoundNow
    }

    private let mail: MailTree
    private let index: IndexLocation
    private let clock: any Clock

    init(_ mail: MailTree, _ index: IndexLocation, _ clock: any Clock) {
        self.mail = mail
        self.index = index
        self.clock = clock
    }

    func places(of file: UndownloadedDraftAttachment, _ search: Search) -> [UndownloadedDraftAttachment.Place] {
        switch search {
        case .asNoted: return file.place.map { [$0] } ?? []
        case .asIndexed: return indexed(file)
        case .asFoundNow:
            guard (try? IndexRefresh(mail, index).run(now: clock.now())) != nil else { return [] }
            return indexed(file)
        }
    }

    /// Messages with the same content first, then those with the same Message-ID. Whether those are the same message is
    /// determined by the sizes on the server.
    private func indexed(_ file: UndownloadedDraftAttachment) -> [UndownloadedDraftAttachment.Place] {
        guard let index = try? MailIndex.open(index) else { return [] }
        var found = (try? index.messages(withContent: file.original)) ?? []
        if let id = file.messageID { found += (try? index.messages(withID: id)) ?? [] }
        return found.compactMap(\.place)
    }
}

extension IndexedMessage {
    /// The message's location on the server; `nil` if it was moved locally and the server does not know yet.
    public var place: UndownloadedDraftAttachment.Place? {
        guard let name = SyncedFilename(MaildirFilename(file.name).base),
            name.isTagged(SyncedFilename.tag(of: mailbox))
        else { return nil }
        return UndownloadedDraftAttachment.Place(mailbox, name.uidValidity, name.uid)
    }
}
