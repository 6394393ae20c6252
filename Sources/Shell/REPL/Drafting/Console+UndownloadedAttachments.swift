internal import Accounts
internal import Composer
internal import Disk
internal import InternetMessage
internal import LineEditing
internal import MailClients
internal import MailEngine
internal import MailIndex
internal import MailTypes
internal import MaildirStore

/// Attachments of a message to be sent that are not on this machine. They are fetched if possible; otherwise the
/// message waits for them.
extension Console {
    /// Returns the message that a draft is made from, and its attachments that are only on the server.
    mutating func withFiles(
        _ found: IndexedMail.Found, _ invocation: Invocation
    ) throws(CommandFailure) -> (message: Message, sources: MissingAttachmentSources) {
        let message = Message(try found.contents())
        let place = found.message.place
        let files = DraftAttachment.missing(in: message).compactMap {
            UndownloadedDraftAttachment($0, of: found.message.content.hash, at: place)
        }
        if message.root.isCut {
            note("The text was too large to store completely; only its beginning is included.")
        }
        var sources = MissingAttachmentSources()
        guard !files.isEmpty else { return (message, sources) }
        let contents: [UndownloadedDraftAttachment: [UInt8]]
        switch try fetch(files, of: found.opened.account, invocation) {
        case .all(let all):
            contents = all
        case .later:
            contents = [:]
            note(
                "\(Self.count(files.count)) not here yet. When you send the message, petrel fetches \(files.count == 1 ? "it" : "them") first."
            )
        case .failed(let failure):
            contents = [:]
            note(
                "\(Self.count(files.count)) not here. \(TerminalSafeText.line(failure.sentence)) petrel tries again when you send."
            )
        }
        for file in files {
            if let content = contents[file] {
                sources.fetched[file.section] = content
            } else {
                sources.undownloaded[file.section] = file
            }
        }
        return (message, sources)
    }

    /// Fetches the attachments that a draft needs before it is sent. Without a network the message waits for them; if
    /// they can never be fetched, nothing is sent.
    mutating func fetchFiles(
        of compose: inout ComposeSession, isOpen: Bool, _ invocation: Invocation
    ) throws(CommandFailure) {
        let files = compose.draft.undownloadedAttachments
        guard !files.isEmpty else { return }
        switch try fetch(files, of: compose.account, invocation) {
        case .later: return
        case .all(let contents):
            switch compose.perform(compose.draft.filling(with: contents), savingFacts) {
            case .done, .impossible: break
            case .unsaved(let error): throw CommandFailure(error)
            }
            if isOpen { session?.compose = compose }
        case .failed(let failure):
            let names = compose.draft.attachments.filter { $0.undownloaded != nil }.map {
                "a\($0.number) \(TerminalSafeText.line($0.filename))"
            }
            let remedy =
                isOpen
                ? "To try again, type: send  To send it without, type: detach a\(Self.firstPending(compose.draft))"
                : "The draft is \(compose.name). Type: petrel send \(compose.name)"
            throw CommandFailure(
                .unavailable, "downloadFailed",
                "Nothing was sent: \(names.joined(separator: ", ")) could not be fetched. \(failure.sentence) \(remedy)"
            )
        }
    }

    private static func firstPending(_ draft: Draft) -> Int {
        draft.attachments.first { $0.undownloaded != nil }?.number ?? 1
    }

    /// The result of fetching attachments.
    private enum Fetched {
        case all([UndownloadedDraftAttachment: [UInt8]])
        /// The server cannot be reached now.
        case later
        /// The attachments cannot be fetched, or no longer match the message.
        case failed(AttachmentFailure)
    }

    private mutating func fetch(
        _ files: [UndownloadedDraftAttachment], of account: MailAccount, _ invocation: Invocation
    ) throws(CommandFailure) -> Fetched {
        guard let fetch = try syncEnvironment().pendingFetch(of: account) else { return .later }
        if let kept = fetch.kept(files) { return .all(kept) }
        if connections.isNone || session?.isPaused ?? false { return .later }
        try confirm(files.reduce(0) { $0 + $1.part.encodedSize }, invocation)
        let result = try downloading(for: account) { (credentials, progress) async throws(AttachmentFailure) in
            try await fetch.run(files, as: credentials, progress: progress)
        }
        switch result {
        case nil:
            throw CommandFailure(
                .interrupted, "interrupted",
                "Stopped. Nothing was sent. The parts fetched so far are kept; the rest is fetched next time.")
        case .success(let contents)?: return .all(contents)
        case .failure(let failure)?: return failure.isOffline ? .later : .failed(failure)
        }
    }

    private static func count(_ files: Int) -> String {
        files == 1 ? "1 attachment is" : "\(files) attachments are"
    }
}
