internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Reconciliation

/// Waiting for changes that the server reports [RFC 2177, RFC 5465].
extension ServerSession {
    /// Why waiting in IDLE ended.
    enum IdleEnd: Hashable {
        /// The inbox differs from the last listing, so IDLE was not begun.
        case doubtful
        case changed(isElsewhere: Bool)
        /// The time is over, or `AccountWatchTriggers` has news.
        case unchanged
    }

    /// The answer to `requestNotifications`.
    enum NotificationAnswer: Hashable {
        /// The server has been asked before, cannot report changes, or refuses to.
        case nothingNew
        /// It has just agreed. `isUnchanged`: whether it lists the mailboxes now as it did before the last sync.
        case agreed(isUnchanged: Bool)
    }

    /// Asks the server once for each connection to report changes of all mailboxes, if it supports that. A refusal does
    /// not matter, because all mailboxes are also synced at intervals.
    ///
    /// The mailboxes are listed in the same flight. If something has changed since the last listing, the next sync uses
    /// this one.
    mutating func requestNotifications() async throws(SyncFailure) -> NotificationAnswer {
        guard !hasRequestedNotifications, await client.capabilities.contains(.notify) else { return .nothingNew }
        hasRequestedNotifications = true
        let events = [NotifyCommand.Event.messageNew, .messageExpunge, .flagChange]
        var command = NotifyCommand([.init(.selectedDelayed, events), .init(.personal, events + [.mailboxName])])
        command.returnsStatus = false
        let listing = try await requestListing(isFirst: false, notifying: command)
        let listedBefore = listedMailboxes
        listedMailboxes = []
        guard await client.hasNotifications else { return .nothingNew }
        let names = ServerMailboxNames(listing.answer.mailboxes, listing.answer.statuses, in: namespace)
        let isUnchanged = listing.question.returnsStatus && names.mailboxes == listedBefore
        if !isUnchanged { keep(listing) }
        return .agreed(isUnchanged: isUnchanged)
    }

    /// Selects the inbox and waits in IDLE until it changes, `limit` has passed, or there is a signal.
    ///
    /// The caller has just listed the mailboxes and synced them. A change between the listing and IDLE is detected by the
    /// numbers of the inbox. If `isCertain`, the numbers have failed to settle before and are not compared. `begin` is
    /// called before IDLE.
    ///
    /// When the server reports a change, the next sync's first questions are sent in the same flight that ends IDLE: the
    /// list of the mailboxes and, if the inbox has changed, `inboxQuery`; with it, small new messages are fetched.
    mutating func idle(
        for limit: Duration, until signals: AccountWatchTriggers, isCertain: Bool, begin: () async -> Void
    ) async throws(SyncFailure) -> IdleEnd {
        let isChanged = try await selectInbox()
        if isChanged, !isCertain { return .doubtful }
        await begin()
        let client = client
        let question = SyncOpeningRequest(await client.capabilities, isFirst: false)
        let known = await client.mailbox?.messages ?? 0
        // Without LIST-STATUS, other commands follow LIST before the inbox is queried.
        let inboxQuery = question.returnsStatus ? inboxQuery : InboxQueryAfterIdle()
        let news = IdleNews(inboxQuery)
        let stopper = Task {
            await signals.wait()
            // The server may not have accepted IDLE yet, and one that never answers is left. Attempts are counted, not
            // time: if this process or the machine was stopped meanwhile, the server still has time to answer.
            var attempts = 0
            while !Task.isCancelled, attempts < Self.mostAttemptsToEnd {
                await client.endIdle()
                try? await Task.sleep(for: .milliseconds(50))
                attempts += 1
            }
            if !Task.isCancelled { await client.close() }
        }
        defer { stopper.cancel() }
        do throws(IMAPClientError) {
            let results = try await client.idle(for: limit) { delivery in
                // IDLE is the first command of the pipeline.
                await news.note(delivery, from: 1 + question.commands.count)
                guard case .data(let response, nil, _) = delivery, await news.take(response) else { return }
                let isInbox = await news.end == .changed(isElsewhere: false)
                let query = isInbox ? inboxQuery.commands(newMessages: response.newMessages(since: known)) : []
                await client.endIdle(asking: question.commands + query)
                // The answers may take longer than the end of IDLE, and have a time limit of their own.
                stopper.cancel()
            }
            if !results.isEmpty {
                let count = question.commands.count
                keep(
                    EarlyListing(
                        question: question, answer: await news.answer, results: Array(results.prefix(count)),
                        changes: await client.changeCountAfterFirstCommand))
                if results.count > count { await keep(await news.inbox, Array(results.dropFirst(count))) }
            }
        } catch {
            throw failure(error)
        }
        return await news.end
    }

    /// How often IDLE is ended, 50 ms apart, before the connection is closed: the server has 2 s.
    private static let mostAttemptsToEnd = 40

    /// Returns whether the inbox may have changed since the last listing.
    private mutating func selectInbox() async throws(SyncFailure) -> Bool {
        let name = EncodedMailboxName.inbox
        // What arrived between the listing and an early SELECT was reported as part of the answers.
        let isUnused = dropEarlyInbox()
        let count = await client.unsolicitedChangeCount
        let wasSelected = await client.mailbox?.name == name
        let mailbox: SelectedMailbox
        if wasSelected, let known = await client.mailbox {
            mailbox = known
        } else {
            mailbox = try await run { () async throws(IMAPClientError) in try await client.select(selection(of: name)) }
        }
        if wasSelected {
            let hasChanged = count != listedInbox.changes || mailbox.hasUnannounced
            if hasChanged || !isUnused { return hasChanged }
        }
        guard let status = listedInbox.status else { return true }
        return mailbox.uidValidity != status.uidValidity || mailbox.messages.map(Int.init) != status.messages
            || mailbox.uidNext != status.uidNext
            || mailbox.highestModSequence != nil && mailbox.highestModSequence != status.highestModSequence
    }
}

/// What the server has reported in IDLE.
private actor IdleNews {
    private(set) var end = ServerSession.IdleEnd.unchanged
    /// The mailboxes, which were listed when IDLE was ended.
    private(set) var answer = ListResult()
    /// The state of the inbox, which was queried then.
    private(set) var inbox: InboxAnswersAfterIdle

    init(_ inboxQuery: InboxQueryAfterIdle) {
        inbox = InboxAnswersAfterIdle(inboxQuery)
    }

    /// `inboxStart`: the index in the pipeline of the first command that queries the inbox.
    func note(_ event: IMAPResponseEvent, from inboxStart: Int) {
        answer.take(event)
        inbox.take(event, from: inboxStart)
    }

    /// Returns whether the response reports a change.
    func take(_ response: Response) -> Bool {
        switch response {
        case _ where response.isMessageChange: end = .changed(isElsewhere: false)
        // With NOTIFY, other mailboxes are reported, too.
        case .mailboxStatus, .list:
            if end == .unchanged { end = .changed(isElsewhere: true) }
        // It reports nothing any more, so what it would have reported is looked for.
        case .status(let status) where status.code == .notificationOverflow:
            if end == .unchanged { end = .changed(isElsewhere: true) }
        default: return false
        }
        return true
    }
}

extension Response {
    /// Returns how many messages have arrived, if this reports that some have; `known`: how many there were.
    fileprivate func newMessages(since known: UInt32) -> UInt32 {
        guard case .exists(let count) = self else { return 0 }
        // Others may have been removed at the same time.
        return count > known ? count - known : 1
    }
}
