internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Reconciliation

/// Creates, renames and removes mailboxes.
extension SyncRun {
    /// Returns whether mailboxes were renamed on the server.
    mutating func performMailboxPlan(_ plan: MailboxListPlan) async throws(SyncFailure) -> Bool {
        var hasRenamed = false
        for step in plan.steps {
            switch step {
            case .startOver, .renameHere, .makeHere, .removeHere: try await performHere(step)
            case .renameOnServer(let from, let to):
                guard let old = pass.listing.encoded(from), let new = pass.listing.encoded(to) else { continue }
                if try await runOrReport(.rename(old, to: new), to) {
                    try await store.renameBaseline(of: from, to: to)
                    // RENAME leaves subscriptions as they were [RFC 9051 §6.3.6].
                    try await runIfPossible(.unsubscribe(old))
                    try await runIfPossible(.subscribe(new))
                    pass.wantsAnother = true
                    hasRenamed = true
                }
            case .makeOnServer(let name):
                guard let encoded = pass.listing.encoded(name) else {
                    report.update(name) { $0.problem = "The server cannot have a mailbox with that name." }
                    continue
                }
                if try await runOrReport(.create(encoded, nil), name) {
                    _ = try await runOrReport(.subscribe(encoded), name)
                    pass.wantsAnother = true
                }
            case .removeOnServer, .open: break
            }
        }
        if plan.notices.contains(where: \.wantsAnotherListing) { pass.wantsAnother = true }
        return hasRenamed
    }

    /// Performs a step that changes only directories and the ledger. If the directories cannot be changed, for example
    /// because there is a file with that name, reports that. All other mailboxes are synced all the same.
    private mutating func performHere(_ step: MailboxListPlan.Step) async throws(SyncFailure) {
        do throws(SyncFailure) {
            switch step {
            case .startOver(let name): try await store.startOver(name)
            case .renameHere(let from, let to): try await store.renameMailbox(from, to: to)
            case .makeHere(let name): try await store.makeMailbox(name)
            case .removeHere(let name):
                // If messages that the server never had remain, the mailbox is uploaded with them.
                if try await !store.removeMailbox(name) {
                    pass.wantsAnother = true
                    pass.unlisted.append(name)
                }
            case .renameOnServer, .makeOnServer, .removeOnServer, .open: break
            }
        } catch {
            guard case .file = error else { throw error }
            let sentence = error.sentence
            switch step {
            case .renameHere(_, let name):
                report.update(name) { $0.problem = sentence }
                pass.block(Set(pass.listing.mailboxes.map(\.name).filter { $0.isInferior(to: name) } + [name]))
            case .makeHere(let name), .removeHere(let name):
                report.update(name) { $0.problem = sentence }
                pass.block([name])
            case .startOver, .renameOnServer, .makeOnServer, .removeOnServer, .open: throw error
            }
        }
    }

    /// Removes the mailboxes that the request names, if they are empty on both sides.
    mutating func removeMailboxes() async throws(SyncFailure) {
        guard !request.removals.isEmpty, !request.isDryRun else { return }
        let listing = try await session.list()
        for name in request.removals.sorted() {
            if let listed = listing.listed(name), let encoded = listing.encoded(name) {
                guard listed.status?.messages == 0 else { continue }
                let client = session.client
                // Some servers refuse to delete the selected mailbox.
                if await client.mailbox?.name == encoded {
                    _ = try await session.run { () async throws(IMAPClientError) in try await client.run(.close) }
                }
                guard try await runOrReport(.delete(encoded), name) else { continue }
                try await runIfPossible(.unsubscribe(encoded))
            }
            _ = try await store.removeMailbox(name)
        }
    }

    /// Runs a command that the server may refuse.
    private func runIfPossible(_ command: IMAPCommand) async throws(SyncFailure) {
        do throws(IMAPClientError) {
            try await session.client.run(command)
        } catch  where error.reach == .message || error.reach == .mailbox {
            return
        } catch {
            throw session.failure(error)
        }
    }

    /// Runs a command. If the server refuses it, reports that and returns `false`.
    private mutating func runOrReport(_ command: IMAPCommand, _ name: MailboxName) async throws(SyncFailure)
        -> Bool
    {
        do throws(IMAPClientError) {
            try await session.client.run(command)
            return true
        } catch  where error.reach == .message || error.reach == .mailbox {
            report.update(name) { $0.problem = session.failure(error).sentence }
            return false
        } catch {
            throw session.failure(error)
        }
    }
}

extension MailboxListPlan.Notice {
    /// Whether a second listing must confirm it.
    fileprivate var wantsAnotherListing: Bool {
        if case .goneOnServer(_, let count) = self { count <= 20 } else { false }
    }

    var sentence: String {
        switch self {
        case .goneOnServer(let name, let count):
            "\(name): the server no longer has this mailbox. What it held stays here: \(count.counted("message"))."
        case .goneHere(let name):
            "\(name): its directory was removed here. The mailbox stays on the server."
        }
    }
}

extension MailboxListPlan.Step {
    /// The line for a dry run; `nil` for a mailbox that is only opened.
    var line: String? {
        switch self {
        case .startOver(let name): "\(name): match its remaining messages with the server again"
        case .renameHere(let from, let to): "\(from): rename here to \(to), as on the server"
        case .makeHere(let name): "\(name): create the mailbox here"
        case .renameOnServer(let from, let to): "\(from): rename on the server to \(to)"
        case .makeOnServer(let name): "\(name): create the mailbox on the server"
        case .removeHere(let name): "\(name): remove the mailbox here"
        case .removeOnServer(let name): "\(name): remove the mailbox on the server"
        case .open: nil
        }
    }
}
