public import IMAPProtocol
public import MailTypes

/// Data returned by FETCH, in the order in which it arrives.
public enum IMAPFetched: Hashable, Sendable {
    /// A piece of content. It is valid only once the `message` that it belongs to has followed.
    case content(LiteralPiece)
    /// The data items of a response. Their content has already been delivered.
    case message(FetchedMessage)
    /// The requested messages that no longer exist.
    case vanished(UIDSet)
}

extension IMAPClient {
    /// Runs one command. `receive` gets the responses that arrive meanwhile.
    @discardableResult
    public func run(
        _ command: IMAPCommand, content: MessageSource? = nil, receive: (IMAPResponseEvent) async -> Void = { _ in }
    ) async throws(IMAPClientError) -> CommandResult {
        let contents = content.map { [0: $0] } ?? [:]
        let results = try await run(pipeline: [command], contents: contents, receive: receive)
        guard let result = results.first else {
            throw .session(IMAPFailure(.command(.wrongState), .connection, .never))
        }
        return try result.get()
    }

    /// Runs commands, pipelining them where the session allows it. Returns their results in order. A command that fails
    /// does not stop the others.
    ///
    /// `contents` are the messages of the commands that append one, by the index of the command. They are read once.
    public func run(
        pipeline commands: [IMAPCommand], contents: [Int: MessageSource] = [:],
        receive: (IMAPResponseEvent) async -> Void = { _ in }
    ) async throws(IMAPClientError) -> [Result<CommandResult, IMAPClientError>] {
        var sets: Set<Int> = []
        var results = try await exchange(
            commands, contents: contents,
            receive: { event in
                if case .data(.search(let result), let index?, _) = event, result.found != nil { sets.insert(index) }
                await receive(event)
            },
            respond: { _ in nil })
        if !sets.isEmpty { hasReturnedSet = true }
        for index in commands.indices {
            if !sets.contains(index) { try await repeatSearch(commands[index], index, &results[index], receive) }
            try await finish(commands[index], index, &results[index], receive)
        }
        return results
    }

    /// Repeats a search of a mailbox that is not empty without RETURN if no set was returned. Usually nothing was found
    /// [RFC 4731 §3.1], but some servers announce ESEARCH and never return one.
    private func repeatSearch(
        _ command: IMAPCommand, _ index: Int, _ result: inout Result<CommandResult, IMAPClientError>,
        _ receive: (IMAPResponseEvent) async -> Void
    ) async throws(IMAPClientError) {
        guard case .search(var search) = command, search.returnsSet, capabilities.contains(.esearch), !hasReturnedSet,
            case .success = result, mailbox?.messages ?? 0 > 0
        else { return }
        search.returnsSet = false
        let repeated = try await exchange(
            [.search(search)], receive: { await receive($0.of(command: index)) }, respond: { _ in nil })
        if let again = repeated.first { result = again }
    }

    /// Requests what the server left out of the result of a command because it processes a limited number of messages per
    /// command.
    private func finish(
        _ command: IMAPCommand, _ index: Int, _ result: inout Result<CommandResult, IMAPClientError>,
        _ receive: (IMAPResponseEvent) async -> Void
    ) async throws(IMAPClientError) {
        var previous: UID?
        var count = 0
        while case .success(let completion) = result, case .messageLimit(_, let last?)? = completion.code,
            let rest = command.rest(after: completion.code)
        {
            count += 1
            // A server that makes little or no progress would be asked for ever.
            guard previous.map({ last < $0 }) ?? true, count <= Self.maximumResults else {
                throw .session(IMAPFailure(.refused(.ok, completion.code), .mailbox, .later(after: nil)))
            }
            previous = last
            let more = try await exchange(
                [rest], receive: { await receive($0.of(command: index)) }, respond: { _ in nil })
            guard let next = more.first else { return }
            result = next
        }
    }

    func pieces(of command: IMAPCommand) -> [IMAPCommand] { session.pieces(of: command) }

    /// The maximum number of mailboxes kept; a server that lists more is probably looping.
    private static let maximumMailboxes = 100_000
    private static let maximumResults = 10_000

    /// Enables capabilities, and returns those that the server has enabled, in upper case [RFC 5161 §3.2].
    public func enable(_ capabilities: [Capability]) async throws(IMAPClientError) -> [[UInt8]] {
        try await run(.enable(capabilities)).enabled
    }

    /// Enables compression in both directions, and returns whether it is active. If the server refuses, the connection
    /// continues uncompressed. Use it only after signing in, so that passwords are not compressed [RFC 4978].
    @discardableResult
    public func compress() async throws(IMAPClientError) -> Bool {
        do throws(IMAPClientError) {
            try await run(.compress)
            return true
        } catch .session(let failure) where failure.isRefusal && !isOver {
            return false
        }
    }

    /// Whether the server sends the notifications that `notify(_:)` requested. It ends them if there are too many.
    public var hasNotifications: Bool { session.hasNotifications }

    /// Subscribes to unsolicited notifications about mailboxes. The following commands and `idle` deliver them to their
    /// `receive` closure. Returns the current status of the mailboxes if the command requests it [RFC 5465].
    public func notify(_ command: NotifyCommand) async throws(IMAPClientError) -> [MailboxStatus] {
        var statuses: [MailboxStatus] = []
        try await run(.notify(command)) { event in
            if case .data(.mailboxStatus(let status), _?, _) = event, statuses.count < Self.maximumMailboxes {
                statuses.append(status)
            }
        }
        return statuses
    }

    public func list(
        _ command: ListCommand
    ) async throws(IMAPClientError) -> (mailboxes: [ListedMailbox], statuses: [MailboxStatus]) {
        var mailboxes: [ListedMailbox] = []
        var statuses: [MailboxStatus] = []
        try await run(.list(command)) { event in
            switch event {
            case .data(.list(let mailbox), _?, _) where mailboxes.count < Self.maximumMailboxes:
                mailboxes.append(mailbox)
            case .data(.mailboxStatus(let status), _?, _) where statuses.count < Self.maximumMailboxes:
                statuses.append(status)
            case .data, .literal, .alert: break
            }
        }
        return (mailboxes, statuses)
    }

    /// Returns `nil` if the server reports success without sending a status.
    public func status(
        of mailbox: EncodedMailboxName, _ items: [StatusItem]
    ) async throws(IMAPClientError) -> MailboxStatus? {
        var found: MailboxStatus?
        try await run(.status(mailbox, items)) { event in
            if case .data(.mailboxStatus(let status), _?, _) = event { found = status }
        }
        return found
    }

    /// Selects a mailbox. With QRESYNC, `receive` first gets the messages that vanished or changed since the given
    /// state [RFC 7162 §3.2.5].
    public func select(
        _ command: SelectCommand, receive: (IMAPFetched) async -> Void = { _ in }
    ) async throws(IMAPClientError) -> SelectedMailbox {
        let completion = try await run(.select(command)) { event in
            switch event {
            case .data(.vanished(let uids, _), _?, _): await receive(.vanished(uids))
            case .data(.fetch(let message), _?, _): await receive(.message(message))
            case .data, .literal, .alert: break
            }
        }
        guard let mailbox = completion.mailbox else {
            throw .session(IMAPFailure(.command(.wrongState), .mailbox, .later(after: nil)))
        }
        return mailbox
    }

    /// Returns all matching messages. Some servers spread the result over several responses.
    public func search(_ command: SearchCommand) async throws(IMAPClientError) -> UIDSet {
        var found: [UIDSet] = []
        try await run(.search(command)) { event in
            if case .data(.search(let result), _?, _) = event, found.count < Self.maximumResults {
                found.append(result.found ?? UIDSet())
            }
        }
        return UIDSet(ranges: found.flatMap(\.ranges))
    }

    /// Fetches messages. A UID set that is too long for one command is split into several.
    public func fetch(
        _ command: FetchCommand, receive: (IMAPFetched) async -> Void
    ) async throws(IMAPClientError) {
        _ = try await runPieces(of: .fetch(command)) { event in
            switch event {
            case .literal(let piece, _): await receive(.content(piece))
            case .data(.fetch(let message), _?, _):
                await Self.passGathered(message, receive)
                await receive(.message(message))
            case .data(.vanished(let uids, _), _?, _): await receive(.vanished(uids))
            case .data, .alert: break
            }
        }
    }

    /// Delivers content that arrived as a string in the same way as content that arrived as a literal.
    private static func passGathered(_ message: FetchedMessage, _ receive: (IMAPFetched) async -> Void) async {
        for content in message.details?.contents ?? [] {
            guard case .octets(let octets) = content.value else { continue }
            await receive(.content(.begin(message: message.sequenceNumber, item: content.item, count: octets.count)))
            if !octets.isEmpty { await receive(.content(.octets(octets))) }
            await receive(.content(.end))
        }
    }

    /// Changes flags. Returns the messages as the server reports them, or nothing if the command is silent.
    @discardableResult
    public func store(_ command: StoreCommand) async throws(IMAPClientError) -> [FetchedMessage] {
        var messages: [FetchedMessage] = []
        _ = try await runPieces(of: .store(command)) { event in
            if case .data(.fetch(let message), _?, _) = event, messages.count < command.uids.count {
                messages.append(message)
            }
        }
        return messages
    }

    /// Copies messages. Returns the UIDs of the copies if the server reports them.
    public func copy(
        _ uids: UIDSet, to mailbox: EncodedMailboxName
    ) async throws(IMAPClientError) -> [CopiedUIDs] {
        try await runPieces(of: .copy(uids, to: mailbox)) { _ in }.compactMap(\.copied)
    }

    public func move(
        _ uids: UIDSet, to mailbox: EncodedMailboxName
    ) async throws(IMAPClientError) -> [CopiedUIDs] {
        try await runPieces(of: .move(uids, to: mailbox)) { _ in }.compactMap(\.copied)
    }

    /// Expunges those of the given messages that are marked as deleted, and no others.
    public func expunge(_ uids: UIDSet) async throws(IMAPClientError) {
        _ = try await runPieces(of: .expunge(uids)) { _ in }
    }

    /// Appends a message, and returns its UID if the server reports it. Once the last byte is sent, it is unknown
    /// whether the message was stored until the server has answered.
    public func append(
        _ command: AppendCommand, _ message: MessageSource
    ) async throws(IMAPClientError) -> CommandResult.AppendedUID? {
        try await run(.append(command), content: message).appended
    }

    /// Appends several messages, without waiting for the answers one by one if the server permits it. Returns the result of
    /// each, as `append` does. If this throws, it is unknown which of them were stored.
    public func append(
        _ messages: [(command: AppendCommand, message: MessageSource)]
    ) async throws(IMAPClientError) -> [Result<CommandResult.AppendedUID?, IMAPClientError>] {
        let contents = Dictionary(uniqueKeysWithValues: messages.enumerated().map { ($0.offset, $0.element.message) })
        return try await run(pipeline: messages.map { .append($0.command) }, contents: contents).map { result in
            result.map(\.appended)
        }
    }

    /// Appends a message and removes another one atomically. Otherwise like `append`.
    public func replace(
        _ uid: UID, with command: AppendCommand, _ message: MessageSource
    ) async throws(IMAPClientError) -> CommandResult.AppendedUID? {
        try await run(.replace(uid, command), content: message).appended
    }

    private func runPieces(
        of command: IMAPCommand, receive: (IMAPResponseEvent) async -> Void
    ) async throws(IMAPClientError) -> [CommandResult] {
        var completions: [CommandResult] = []
        for result in try await run(pipeline: pieces(of: command), receive: receive) {
            completions.append(try result.get())
        }
        return completions
    }
}

extension IMAPFailure {
    /// Whether the server refused the command, for any reason.
    fileprivate var isRefusal: Bool {
        if case .refused = cause { return true }
        return false
    }
}
