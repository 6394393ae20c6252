public import IMAPProtocol
public import MailTypes

/// What a FETCH brings, in the order in which it arrives.
public enum IMAPFetched: Hashable, Sendable {
    /// A piece of content. It counts when the message that it belongs to has followed.
    case content(LiteralPiece)
    /// All that the response says of a message; content is behind us by then.
    case message(FetchedMessage)
    /// Messages that are gone, of those that were asked for.
    case vanished(UIDSet)
}

extension IMAPClient {
    /// More mailboxes than this are not kept: somebody's loop.
    private static let maximumMailboxes = 100_000
    private static let maximumResults = 10_000

    /// What the server has really switched on, in upper case [RFC 5161 §3.2].
    public func enable(_ capabilities: [Capability]) async throws(IMAPClientError) -> [[UInt8]] {
        try await run(.enable(capabilities)).enabled
    }

    /// Has all that follows compressed, in both directions, and says whether it is: a server may refuse, and the connection
    /// goes on as it was. Somebody has signed in before, and passwords went over it uncompressed [RFC 4978].
    @discardableResult
    public func compress() async throws(IMAPClientError) -> Bool {
        do throws(IMAPClientError) {
            try await run(.compress)
            return true
        } catch .session(let failure) where failure.isRefusal && !isOver {
            return false
        }
    }

    /// Has the server tell what happens in mailboxes, from now on and unasked: whoever runs the next commands, or `idle`,
    /// receives it. Returns the numbers of the mailboxes as they are now, where the command asks for them [RFC 5465].
    public func notify(_ command: NotifyCommand) async throws(IMAPClientError) -> [MailboxStatus] {
        var statuses: [MailboxStatus] = []
        try await run(.notify(command)) { delivery in
            if case .data(.mailboxStatus(let status), _?, _) = delivery, statuses.count < Self.maximumMailboxes {
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
        try await run(.list(command)) { delivery in
            switch delivery {
            case .data(.list(let mailbox), _?, _) where mailboxes.count < Self.maximumMailboxes:
                mailboxes.append(mailbox)
            case .data(.mailboxStatus(let status), _?, _) where statuses.count < Self.maximumMailboxes:
                statuses.append(status)
            case .data, .literal, .alert: break
            }
        }
        return (mailboxes, statuses)
    }

    /// `nil` where the server obeys and says nothing.
    public func status(
        of mailbox: EncodedMailboxName, _ items: [StatusItem]
    ) async throws(IMAPClientError) -> MailboxStatus? {
        var found: MailboxStatus?
        try await run(.status(mailbox, items)) { delivery in
            if case .data(.mailboxStatus(let status), _?, _) = delivery { found = status }
        }
        return found
    }

    /// With QRESYNC the server says first what vanished and what changed since [RFC 7162 §3.2.5].
    public func select(
        _ command: SelectCommand, receive: (IMAPFetched) async -> Void = { _ in }
    ) async throws(IMAPClientError) -> SelectedMailbox {
        let completion = try await run(.select(command)) { delivery in
            switch delivery {
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

    /// Some servers say what they found in several responses.
    public func search(_ command: SearchCommand) async throws(IMAPClientError) -> UIDSet {
        var found: [UIDSet] = []
        try await run(.search(command)) { delivery in
            if case .data(.search(let result), _?, _) = delivery, found.count < Self.maximumResults {
                found.append(result.found ?? UIDSet())
            }
        }
        return UIDSet(ranges: found.flatMap(\.ranges))
    }

    /// A set that is too long for a command goes out in several.
    public func fetch(
        _ command: FetchCommand, receive: (IMAPFetched) async -> Void
    ) async throws(IMAPClientError) {
        _ = try await runPieces(of: .fetch(command)) { delivery in
            switch delivery {
            case .literal(let piece, _): await receive(.content(piece))
            case .data(.fetch(let message), _?, _):
                await Self.passGathered(message, receive)
                await receive(.message(message))
            case .data(.vanished(let uids, _), _?, _): await receive(.vanished(uids))
            case .data, .alert: break
            }
        }
    }

    /// Content that came as a string takes the way of content that comes as a literal.
    private static func passGathered(_ message: FetchedMessage, _ receive: (IMAPFetched) async -> Void) async {
        for content in message.details?.contents ?? [] {
            guard case .octets(let octets) = content.value else { continue }
            await receive(.content(.begin(message: message.sequenceNumber, item: content.item, count: octets.count)))
            if !octets.isEmpty { await receive(.content(.octets(octets))) }
            await receive(.content(.end))
        }
    }

    /// What the server says of the messages now, unless it was to be silent.
    @discardableResult
    public func store(_ command: StoreCommand) async throws(IMAPClientError) -> [FetchedMessage] {
        var messages: [FetchedMessage] = []
        _ = try await runPieces(of: .store(command)) { delivery in
            if case .data(.fetch(let message), _?, _) = delivery, messages.count < command.uids.count {
                messages.append(message)
            }
        }
        return messages
    }

    /// The copies, as far as the server says what they are.
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

    /// Those that are marked as deleted, and no others.
    public func expunge(_ uids: UIDSet) async throws(IMAPClientError) {
        _ = try await runPieces(of: .expunge(uids)) { _ in }
    }

    /// Where the message is now, if the server says so. From the last octet on nobody knows whether it is there until
    /// the server has answered.
    public func append(
        _ command: AppendCommand, _ message: MessageSource
    ) async throws(IMAPClientError) -> Completion.AppendedUID? {
        try await run(.append(command), content: message).appended
    }

    /// The same, and another message goes in the same step.
    public func replace(
        _ uid: UID, with command: AppendCommand, _ message: MessageSource
    ) async throws(IMAPClientError) -> Completion.AppendedUID? {
        try await run(.replace(uid, command), content: message).appended
    }

    private func runPieces(
        of command: Command, receive: (IMAPDelivery) async -> Void
    ) async throws(IMAPClientError) -> [Completion] {
        var completions: [Completion] = []
        for result in try await run(pipeline: pieces(of: command), receive: receive) {
            completions.append(try result.get())
        }
        return completions
    }
}

extension IMAPFailure {
    /// Whether the server has said no, for whatever reason.
    fileprivate var isRefusal: Bool {
        if case .refused = cause { return true }
        return false
    }
}
