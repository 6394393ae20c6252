internal import Accounts
internal import Composer
internal import Disk
internal import GnuPG
internal import InternetMessage
internal import LineEditing
internal import MailClients
internal import MailEngine
internal import MailIndex
internal import MailTypes
internal import MaildirStore
internal import SASL
private import Synchronization
internal import Terminal

extension Console {
    /// Returns the decoded contents of attachments. Those that are not on this machine are fetched and cached.
    mutating func contents(
        of parts: [Part], in opened: OpenedMessage, _ invocation: Invocation
    ) throws(CommandFailure) -> [[UInt8]] {
        let files = try wanted(parts, in: opened)
        guard !files.isEmpty, let account = opened.found?.opened.account else { return parts.map(\.decodedContent) }
        let cache = try account.files { () throws(FileError) in
            AttachmentCache(in: try account.home.makingDirectory(.attachments(account.name)))
        }
        var kept: [AttachmentCache.Key: [UInt8]] = [:]
        for file in files {
            kept[file.key] = try account.files { () throws(FileError) in try cache.content(file.key) }
        }
        let missing = files.filter { kept[$0.key] == nil }
        if !missing.isEmpty {
            try confirm(missing.reduce(0) { $0 + $1.encodedSize }, invocation)
            for (file, content) in zip(missing, try fetch(missing, of: account, into: cache, invocation)) {
                kept[file.key] = content
            }
        }
        var next = files[...]
        return parts.map { part in
            part.missing == nil ? part.decodedContent : next.popFirst().flatMap { kept[$0.key] } ?? []
        }
    }

    /// Returns the parts that are missing from the message, as the server identifies them.
    private func wanted(
        _ parts: [Part], in opened: OpenedMessage
    ) throws(CommandFailure) -> [AttachmentDownload.File] {
        let missing = parts.filter { $0.missing != nil }
        guard !missing.isEmpty else { return [] }
        guard let found = opened.found else { throw .notHereYet }
        guard let place = found.message.place else {
            throw CommandFailure(
                .unavailable, "notDownloaded",
                "That attachment is on the server, and the message was moved since the last sync. Type: petrel sync")
        }
        let size = Message(opened.octets).originalSize
        return missing.compactMap { part in
            AttachmentDownload.File(
                part, of: found.message.content.hash, size: size, in: place.mailbox, place.uidValidity, place.uid)
        }
    }

    /// Asks before a large attachment is fetched [FR-SYNC-08].
    mutating func confirm(_ size: Int, _ invocation: Invocation) throws(CommandFailure) {
        guard size > AttachmentDownload.askedAbove, !invocation.has("yes") else { return }
        let question = Question(
            text: "\(ByteCountText.of(size)) have to be fetched from the server. Fetch them?",
            answers: [.init(letter: "f", words: "Fetch"), .init(letter: "k", words: "Keep there")], safe: 1,
            remedy: "Add --yes to fetch them.")
        guard try ask(question) == 0 else {
            throw CommandFailure(.interrupted, "cancelled", "Nothing was fetched.")
        }
    }

    private mutating func fetch(
        _ files: [AttachmentDownload.File], of account: MailAccount, into cache: AttachmentCache,
        _ invocation: Invocation
    ) throws(CommandFailure) -> [[UInt8]] {
        let again = "When you are online, type: petrel \(invocation.quotedCommandLine)"
        if connections.isNone {
            throw CommandFailure(
                .unavailable, "offline", "That attachment is on the server, and petrel is offline. \(again)")
        }
        let (configuration, connections, clock) = (account.configuration, connections, clock)
        let result = try downloading(for: account) { (credentials, progress) async throws(AttachmentFailure) in
            try await AttachmentDownload(
                configuration, as: credentials, by: connections, into: cache, clock: clock, progress: progress
            ).run(files)
        }
        switch result {
        case nil:
            throw CommandFailure(
                .interrupted, "interrupted",
                "Stopped. The parts fetched so far are kept; the rest is fetched next time. Type: petrel \(invocation.quotedCommandLine)"
            )
        case .success(let contents)?:
            return contents
        case .failure(let failure)?:
            throw CommandFailure(failure, again: invocation.quotedCommandLine)
        }
    }

    /// Fetches something and shows the progress. Returns `nil` after Ctrl-C.
    mutating func downloading<Contents: Sendable>(
        for account: MailAccount,
        _ body:
            @escaping @Sendable (Credentials, @escaping @Sendable (Int, Int) -> Void) async throws(AttachmentFailure)
            -> Contents
    ) throws(CommandFailure) -> Result<Contents, AttachmentFailure>? {
        let credentials = try credentials(of: account.configuration)
        let progress = DownloadProgressTracker()
        output.flush()
        var report = progressStyle.map { ProgressReport($0, clock, work: .downloading) }
        var errors = errors
        let (isJSON, isQuiet) = (isJSON, isQuiet)
        var told = -1
        let show = {
            let (done, total) = progress.latest
            guard total > 0 else { return }
            if isJSON, !isQuiet, done != told {
                errors.write("{\"v\":1,\"progress\":{\"done\":\(done),\"total\":\(total)}}\n")
                errors.flush()
                told = done
            }
            report?.update(account.name.text, done, total, on: &errors)
        }
        let result = waiting(
            unless: input.isStopped,
            for: { () async -> Result<Contents, AttachmentFailure> in
                do throws(AttachmentFailure) {
                    return .success(try await body(credentials) { progress.show($0, $1) })
                } catch {
                    return .failure(error)
                }
            }, meanwhile: show)
        show()
        report?.finish(on: &errors)
        self.errors = errors
        return result
    }
}

extension IndexedMail.Found {
    /// The cache of the account's downloaded attachments; `nil` if there is none.
    var attachmentCache: AttachmentCache? {
        guard let directory = try? opened.account.home.directory(.attachments(opened.account.name)) else { return nil }
        return AttachmentCache(in: directory)
    }
}

extension Part {
    /// Whether the part contains a text that was fetched only partly.
    var isCut: Bool { fullSize != nil || kind == .multipart && children.contains(where: \.isCut) }
}

extension CommandFailure {
    /// A message to be sent must be complete.
    static let filesNotHere = CommandFailure(
        .dataError, "notDownloaded",
        "Attachments of that message are on the server only. Nothing was queued. Type: petrel forward ID")

    static let notHereYet = CommandFailure(
        .unavailable, "notDownloaded", "That attachment is not downloaded yet. petrel fetches it before sending.")

    /// Throws if parts of a message to be sent are missing.
    static func check(_ message: Message) throws(CommandFailure) {
        if message.isPartial { throw filesNotHere }
    }
}

extension Command.Option {
    static let fetching = Command.Option("yes", summary: "fetch it from the server, whatever its size")
}

/// Tracks the progress of a download. May be used on any thread.
private final class DownloadProgressTracker: Sendable {
    private let state = Mutex((done: 0, total: 0))

    func show(_ done: Int, _ total: Int) { state.withLock { $0 = (done, total) } }

    var latest: (done: Int, total: Int) { state.withLock { $0 } }
}

extension CommandFailure {
    /// `again`: the command as the user typed it.
    init(_ failure: AttachmentFailure, again: String) {
        switch failure {
        case .sync where failure.isOffline:
            self.init(
                .unavailable, "offline",
                "That attachment is on the server, which cannot be reached. \(failure.sentence) When you are online, type: petrel \(again)"
            )
        case .sync(let problem):
            self.init(problem.isRefusal ? .noPermission : .unavailable, "downloadFailed", failure.sentence)
        case .gone, .unsynced, .changed:
            self.init(.unavailable, "downloadFailed", "\(failure.sentence) Type: petrel sync")
        case .refused, .busy:
            self.init(.temporaryFailure, "downloadFailed", "\(failure.sentence) To try again, type: petrel \(again)")
        case .file(let error):
            self.init(error)
        }
    }
}
