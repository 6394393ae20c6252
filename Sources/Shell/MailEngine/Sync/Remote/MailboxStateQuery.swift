internal import IMAPProtocol
internal import InternetMessage
internal import MailClients
internal import MailTypes
internal import Reconciliation
internal import SyncLedger

/// What to request about a mailbox.
struct MailboxStateQuery: Sendable {
    let name: EncodedMailboxName
    /// The state at the last sync; `nil` for a mailbox that was never synced.
    var known: SyncLedger.Mailbox?
    /// The messages to request regardless of their age: those in the sync state, pending ones, and those that a local
    /// file name identifies.
    var ours = UIDSet()
    /// The number of messages in the sync state.
    var agreed = 0
    /// Whether to fetch the identities of messages, because it is unknown whether the server has some local files.
    var needsIdentities = false
    /// Whether to list everything, because the last result is in doubt.
    var isVerifying = false
    /// Whether to list everything for any other reason.
    var isListing = false
    /// The first day whose mail is kept here; `nil` for all mail.
    var since: (year: Int, month: Int, day: Int)?
    /// The status of the mailbox in the listing.
    var listed: MailboxFingerprint?
    /// The FETCH item that identifies copies among new messages; `nil` if this is not needed.
    var objectItem: FetchItem?
    /// The messages of which to request the dates, to recognize the mailbox.
    var landmarks = UIDSet()

    private typealias Mode = MailboxStateCommands.Mode

    /// Queries the server in one pipeline. Starts over if UIDVALIDITY has changed, or if the server cannot report
    /// changes since the last sync. `answer`: from `ask`, if the query was asked already.
    func run(on session: inout ServerSession, _ answer: Answer? = nil) async throws(SyncFailure) -> ServerMailbox {
        let mode = mode(on: session)
        var found = answer?.found ?? Found()
        let results =
            if let answer { answer.results } else { try await runPipeline(mode, on: &session, &found) }
        guard case .success(let completion)? = results.first, let mailbox = completion.mailbox else {
            if case .failure(let error)? = results.first { throw session.failure(error) }
            throw session.failure(.session(IMAPFailure(.command(.wrongState), .mailbox, .later(after: nil))))
        }
        let isRenumbered = known.map { $0.status.uidValidity != mailbox.uidValidity } ?? false
        if isRenumbered {
            var anew = self
            anew.known = nil
            anew.needsIdentities = true
            return try await anew.run(on: &session)
        }
        for (index, result) in results.enumerated().dropFirst() {
            guard case .failure(let error) = result else { continue }
            if index == query(mode, on: session).landmarkIndex, error.reach == .message { continue }
            // Without mod-sequences, the server must list everything.
            if case .condStore = mode, mailbox.lacksModSequences || error.reach == .message {
                var plain = self
                plain.isListing = true
                return try await plain.run(on: &session)
            }
            throw session.failure(error)
        }
        if case .qresync = mode, mailbox.lacksModSequences {
            var plain = self
            plain.isListing = true
            return try await plain.run(on: &session)
        }
        if case .everything = mode, let objectItem, !found.isDescribed {
            try await found.describe(since == nil ? found.searched : found.recent, by: objectItem, on: session)
        }
        var presence = presence(mode, found)
        if case .unknown = presence, found.count(from: known?.status.uidNext) + agreed != Int(mailbox.messages ?? 0) {
            // Messages were removed. Only a full list shows which ones.
            presence = .complete(
                try await session.run { () async throws(IMAPClientError) in
                    try await session.client.search(SearchCommand(.all))
                })
        }
        guard let validity = mailbox.uidValidity else {
            throw session.failure(.session(IMAPFailure(.refused(.no, nil), .mailbox, .later(after: nil))))
        }
        var status = MailboxFingerprint(uidValidity: validity, messages: Int(mailbox.messages ?? 0))
        // Some servers report UIDNEXT only as a status. It is an older one, so later messages count as new once more.
        status.uidNext = mailbox.uidNext ?? (listed?.uidValidity == validity ? listed?.uidNext : nil)
        status.unseen = listed?.unseen
        status.highestModSequence = mailbox.lacksModSequences ? nil : mailbox.highestModSequence
        var server = ServerMailbox(
            status: status, presence: presence,
            messages: found.messages(since != nil),
            permanentFlags: mailbox.acceptsNewKeywords ? .any : mailbox.permanentFlags.map { .only($0) } ?? .any,
            isReadOnly: mailbox.isReadOnly, isCounted: since == nil, isVerified: isVerifying)
        server.dates = found.dates
        return server
    }

    private func presence(_ mode: Mode, _ found: Found) -> ServerUIDReport {
        switch mode {
        case .everything, .flags: .complete(found.listed)
        case .qresync: .vanished(found.vanished)
        case .condStore: since == nil ? .unknown : .complete(found.listed)
        }
    }

    private func mode(on session: ServerSession) -> Mode {
        guard let known, !isVerifying, !isListing else { return .everything }
        guard let sequence = known.status.highestModSequence, known.status.uidNext != nil else { return .flags }
        if session.hasQRESYNC { return .qresync(known.status.uidValidity, sequence) }
        return session.hasCondStore ? .condStore(sequence) : .flags
    }

    // MARK: - The pipeline

    /// What a server has answered to a query that was asked together with others.
    struct Answer: Sendable {
        fileprivate var found = Found()
        fileprivate var results: [Result<CommandResult, IMAPClientError>] = []
    }

    /// How many queries are asked together: the commands behind a SELECT fail with it, and servers disconnect clients after
    /// too many errors.
    static let mostTogether = 20

    /// Whether the query can be asked together with those of other mailboxes: its answer does not lead to commands for which
    /// the mailbox must still be selected.
    func canBeAskedTogether(on session: ServerSession) -> Bool {
        let mode = mode(on: session)
        let query = query(mode, on: session)
        guard name != .inbox, query.laterKey == nil else { return false }
        return switch mode {
        case .qresync: true
        case .everything: objectItem == nil || query.isDescribed
        case .flags, .condStore: false
        }
    }

    /// Asks about several mailboxes in one pipeline: with a server that is far away, a turn for each takes long.
    static func ask(
        _ queries: [MailboxStateQuery], on session: ServerSession
    ) async throws(SyncFailure) -> [Answer] {
        var answers: [Answer] = []
        var commands: [MailboxStateCommands] = []
        var begins: [Int] = []
        var owners: [Int] = []
        for (number, query) in queries.enumerated() {
            let own = query.query(query.mode(on: session), on: session)
            var answer = Answer()
            answer.found.isDescribed = own.isDescribed
            answers.append(answer)
            commands.append(own)
            begins.append(owners.count)
            owners += own.commands.map { _ in number }
        }
        let results = try await session.run { () async throws(IMAPClientError) in
            try await session.client.run(pipeline: commands.flatMap(\.commands)) { event in
                guard let index = event.command else { return }
                let number = owners[index]
                answers[number].found.take(event.of(command: index - begins[number]), of: commands[number])
            }
        }
        for (index, result) in results.enumerated() { answers[owners[index]].results.append(result) }
        return answers
    }

    /// Returns the commands for a mailbox that only the server has changed. Empty if the server cannot report the changes
    /// since the last sync, so that the answer may be long.
    func incrementalCommands(on session: ServerSession) -> [IMAPCommand] {
        let mode = mode(on: session)
        switch mode {
        case .qresync: return query(mode, on: session).commands
        // Without VANISHED, a sync of recent mail also asks for the older messages that it has.
        case .condStore: return since == nil ? query(mode, on: session).commands : []
        case .everything, .flags: return []
        }
    }

    private func query(_ mode: Mode, on session: ServerSession) -> MailboxStateCommands {
        MailboxStateCommands(self, mode, hasCondStore: session.hasCondStore, hasESEARCH: session.hasESEARCH)
    }

    private func runPipeline(
        _ mode: Mode, on session: inout ServerSession, _ found: inout Found
    ) async throws(SyncFailure) -> [Result<CommandResult, IMAPClientError>] {
        let query = query(mode, on: session)
        var gathered = found
        gathered.isDescribed = query.isDescribed
        let results: [Result<CommandResult, IMAPClientError>]
        if name == .inbox, let early = await session.takeEarlyInbox(answering: query.commands) {
            for event in early.events { gathered.take(event, of: query) }
            gathered.replaceFlags(early.flags)
            results = early.results
        } else {
            let session = session
            results = try await session.run { () async throws(IMAPClientError) in
                try await session.client.run(pipeline: query.commands) { gathered.take($0, of: query) }
            }
        }
        if let key = query.laterKey, results.allSatisfy(\.isSuccess) {
            let session = session
            gathered.recent = try await session.run { () async throws(IMAPClientError) in
                try await session.client.search(SearchCommand(key))
            }
        }
        found = gathered
        return results
    }

    /// The responses of the pipeline.
    fileprivate struct Found: Sendable {
        var vanished = UIDSet()
        var searched = UIDSet()
        /// Messages inside the sync window.
        var recent = UIDSet()
        /// Whether every message was fetched with all details that were requested.
        var isDescribed = false
        /// INTERNALDATE of the landmarks.
        var dates: [UID: Instant] = [:]
        private var fetched: [ServerMessage] = []
        /// The header fields of the message that is being received.
        private var header: [UInt8] = []

        /// Takes a response to one of the commands of `query`.
        mutating func take(_ event: IMAPResponseEvent, of query: MailboxStateCommands) {
            switch event {
            case .data(.vanished(let uids, _), _?, _): vanished = vanished.union(uids)
            case .data(.fetch(let message), _?, _): if !isLandmark(message, of: query) { take(message) }
            case .data(.search(let result), let index?, _):
                let uids = result.found ?? UIDSet()
                if index == query.sinceIndex { recent = recent.union(uids) }
                if query.searches.contains(index) { searched = searched.union(uids) }
            case .literal(.octets(let octets), _): take(octets)
            case .data, .literal, .alert: break
            }
        }

        /// Takes the date of a landmark. Returns whether the response has nothing else.
        private mutating func isLandmark(_ message: FetchedMessage, of query: MailboxStateCommands) -> Bool {
            guard let uid = message.uid, let date = message.internalDate, query.landmarks.contains(uid) else {
                return false
            }
            dates[uid] = date.instant
            return message.flags == nil && message.size == nil
        }

        /// Replaces the flags of messages by newer ones.
        mutating func replaceFlags(_ flags: [UID: FlagSet]) {
            guard !flags.isEmpty else { return }
            for index in fetched.indices { fetched[index].flags = flags[fetched[index].uid] ?? fetched[index].flags }
        }

        private mutating func take(_ octets: [UInt8]) {
            if header.count + octets.count <= MessageIdentity.longestHeader { header += octets }
        }

        private mutating func take(_ message: FetchedMessage) {
            defer { header = [] }
            guard let uid = message.uid else { return }
            for content in message.details?.contents ?? [] {
                if case .octets(let octets) = content.value { take(octets) }
            }
            let details = message.details
            fetched.append(
                ServerMessage(
                    uid, flags: message.flags, identity: MessageIdentity(message, header: header),
                    object: details?.emailID ?? details?.gmailMessageID.map { Array("\($0)".utf8) }))
        }

        mutating func describe(
            _ uids: UIDSet, by object: FetchItem, on session: ServerSession
        ) async throws(SyncFailure) {
            var described = self
            for piece in uids.pieces(ofAtMost: MailboxStateCommands.longestSet) {
                try await session.run { () async throws(IMAPClientError) in
                    try await session.client.fetch(FetchCommand(piece, [.flags, object])) { event in
                        if case .message(let message) = event { described.take(message) }
                    }
                }
            }
            self = described
        }

        /// Returns the number of messages with UIDs from `next` on.
        func count(from next: UID?) -> Int {
            Set(fetched.lazy.map(\.uid).filter { $0 >= next ?? .first }).count
        }

        var listed: UIDSet { searched.union(UIDSet(fetched.lazy.map(\.uid))) }

        /// Returns the messages in ascending order. Responses for the same message are merged, and later ones take
        /// precedence.
        func messages(_ isWindowed: Bool) -> [ServerMessage] {
            var merged: [ServerMessage] = []
            let isAscending = zip(fetched, fetched.dropFirst()).allSatisfy { $0.uid < $1.uid }
            let ordered =
                isAscending
                ? fetched[...]
                : fetched.enumerated().sorted {
                    ($0.element.uid, $0.offset) < ($1.element.uid, $1.offset)
                }.map(\.element)[...]
            for message in ordered {
                var message = message
                if isWindowed { message.isInWindow = recent.contains(message.uid) }
                if let last = merged.last, last.uid == message.uid {
                    merged[merged.count - 1].flags = message.flags ?? last.flags
                    merged[merged.count - 1].identity = message.identity ?? last.identity
                    merged[merged.count - 1].object = message.object ?? last.object
                } else {
                    merged.append(message)
                }
            }
            return merged
        }
    }
}

extension MessageIdentity {
    /// The items to fetch for an identity.
    static let items: [FetchItem] = [.internalDate, .size, .content(.fields(["MESSAGE-ID"]))]
    /// The most bytes of requested header fields that are kept.
    static let longestHeader = 65_536

    /// `header`: the header fields that were fetched with the message. Returns `nil` if the size was not fetched.
    init?(_ message: FetchedMessage, header: [UInt8]) {
        guard let size = message.size else { return nil }
        self.init(
            messageID: Message(header).header.messageID, size: Int(clamping: size),
            date: message.internalDate?.instant)
    }
}
