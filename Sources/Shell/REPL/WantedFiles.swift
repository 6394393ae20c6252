internal import Accounts
internal import Composer
internal import Disk
internal import InternetMessage
internal import MailClients
internal import MailEngine
internal import MailIndex
internal import MailTypes
internal import MaildirStore
private import Synchronization
internal import Terminal

/// A message that a command is about, and where it stands.
struct OpenedMessage {
    let octets: [UInt8]
    /// What says in JSON where it is.
    let members: (inout JSONWriter) -> Void
    /// `nil` for a message that is in no mailbox: all of it is here.
    let found: MailView.Found?

    /// Whether the content of a part is on this machine.
    func isHere(_ part: Part) -> Bool {
        guard let missing = part.missing else { return true }
        guard let found, let cache = found.attachmentCache else { return false }
        return cache.has(AttachmentCache.Key(found.message.content.hash, missing.section))
    }
}

extension Console {
    /// The contents of files of a message, decoded. Those that are not here are fetched, and kept for the next time.
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
            try confirm(missing, invocation)
            for (file, content) in zip(missing, try fetch(missing, of: account, into: cache, invocation)) {
                kept[file.key] = content
            }
        }
        var next = files[...]
        return parts.map { part in
            part.missing == nil ? part.decodedContent : next.popFirst().flatMap { kept[$0.key] } ?? []
        }
    }

    /// A message that another one is made of, and the contents of those of its files that do not stand in it here, by
    /// their sections.
    mutating func withFiles(
        _ found: MailView.Found, _ invocation: Invocation
    ) throws(CommandFailure) -> (message: Message, fetched: [[UInt32]: [UInt8]]) {
        let opened = OpenedMessage(octets: try found.contents(), members: { _ in }, found: found)
        let message = Message(opened.octets)
        let missing = DraftAttachment.missing(in: message)
        var fetched: [[UInt32]: [UInt8]] = [:]
        for (part, content) in zip(missing, try contents(of: missing, in: opened, invocation)) {
            if let section = part.missing?.section { fetched[section] = content }
        }
        if message.root.isCut {
            note("The text was too large to be kept whole: only its beginning goes along.")
        }
        return (message, fetched)
    }

    /// Those of the parts that are not in the message here, as the server knows them.
    private func wanted(
        _ parts: [Part], in opened: OpenedMessage
    ) throws(CommandFailure) -> [AttachmentDownload.File] {
        let missing = parts.filter { $0.missing != nil }
        guard !missing.isEmpty else { return [] }
        guard let found = opened.found, let name = SyncedFilename(found.entry.name.base),
            name.isTagged(SyncedFilename.tag(of: found.message.mailbox))
        else {
            throw CommandFailure(
                .unavailable, "notDownloaded",
                "That file is on the server, and the message was moved since the last sync. Type: petrel sync")
        }
        let size = Message(opened.octets).originalSize
        return missing.compactMap { part in
            AttachmentDownload.File(
                part, of: found.message.content.hash, size: size, in: found.message.mailbox, name.uidValidity, name.uid)
        }
    }

    /// Asks before something large is fetched [FR-SYNC-08].
    private mutating func confirm(
        _ files: [AttachmentDownload.File], _ invocation: Invocation
    ) throws(CommandFailure) {
        let size = files.reduce(0) { $0 + $1.encodedSize }
        guard size > AttachmentDownload.askedAbove, !invocation.has("yes") else { return }
        let question = Question(
            text: "\(SizeText.of(size)) have to be fetched from the server. Fetch them?",
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
        let again = "When you are online, type: petrel \(invocation.line)"
        if connections.isNone {
            throw CommandFailure(
                .unavailable, "offline", "That file is on the server, and petrel is offline. \(again)")
        }
        let progress = DownloadBoard()
        let download = AttachmentDownload(
            account.configuration, as: try credentials(of: account.configuration), by: connections, into: cache,
            clock: clock
        ) { progress.show($0, $1) }
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
            for: { () async -> Result<[[UInt8]], AttachmentFailure> in
                do throws(AttachmentFailure) {
                    return .success(try await download.run(files))
                } catch {
                    return .failure(error)
                }
            }, meanwhile: show)
        show()
        report?.finish(on: &errors)
        self.errors = errors
        switch result {
        case nil:
            throw CommandFailure(
                .interrupted, "interrupted",
                "Stopped. What has come is kept, and the next time the rest is fetched. Type: petrel \(invocation.line)"
            )
        case .success(let contents)?:
            return contents
        case .failure(let failure)?:
            throw CommandFailure(failure, again: invocation.line)
        }
    }
}

extension MailView.Found {
    /// The files of its account that were fetched when somebody wanted them; `nil` where there are none.
    var attachmentCache: AttachmentCache? {
        guard let directory = try? opened.account.home.directory(.attachments(opened.account.name)) else { return nil }
        return AttachmentCache(in: directory)
    }
}

extension Part {
    /// Whether only the beginning of a text in it is here.
    var isCut: Bool { fullSize != nil || kind == .multipart && children.contains(where: \.isCut) }
}

extension CommandFailure {
    /// Nothing that was sent would have what is missing.
    static let filesNotHere = CommandFailure(
        .dataError, "notDownloaded",
        "Files of that message are on the server and not in it. Nothing was queued. Type: petrel forward ID")

    /// Refuses a message to be sent in which parts are missing.
    static func check(_ message: Message) throws(CommandFailure) {
        if message.isPartial { throw filesNotHere }
    }
}

extension Command.Option {
    static let fetching = Command.Option("yes", summary: "fetch it from the server, however large it is")
}

/// How far a download has come, told from anywhere.
private final class DownloadBoard: Sendable {
    private let state = Mutex((done: 0, total: 0))

    func show(_ done: Int, _ total: Int) { state.withLock { $0 = (done, total) } }

    var latest: (done: Int, total: Int) { state.withLock { $0 } }
}

extension CommandFailure {
    /// `again`: the command, as it was typed.
    init(_ failure: AttachmentFailure, again: String) {
        switch failure {
        case .sync where failure.isOffline:
            self.init(
                .unavailable, "offline",
                "That file is on the server, which cannot be reached. \(failure.sentence) When you are online, type: petrel \(again)"
            )
        case .sync(let problem):
            self.init(problem.isRefusal ? .noPermission : .unavailable, "downloadFailed", failure.sentence)
        case .gone, .changed:
            self.init(.unavailable, "downloadFailed", "\(failure.sentence) Type: petrel sync")
        case .refused, .busy:
            self.init(.temporaryFailure, "downloadFailed", "\(failure.sentence) To try again, type: petrel \(again)")
        case .file(let error):
            self.init(error)
        }
    }
}

extension Invocation {
    /// As it can be typed again: the verb and its operands.
    var line: String {
        ([Array(command.name.utf8)] + operands).map { word in
            let isPlain = word.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"'\"\\$*?;&|<>()".utf8.contains($0) }
            let text = String(decoding: word, as: UTF8.self)
            return isPlain && !word.isEmpty ? text : "'\(text.replacing("'", with: "'\\''"))'"
        }.joined(separator: " ")
    }
}
