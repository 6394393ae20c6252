internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Reconciliation

/// The mailboxes themselves, whatever stands in them.
extension AccountSync {
    func makeMailboxes(
        _ plan: MailboxPlan, _ store: SyncStore, _ session: ServerSession, _ listing: MailboxListing,
        _ pass: inout SyncPass, _ report: inout SyncReport
    ) async throws(SyncFailure) {
        for step in plan.steps {
            switch step {
            case .startOver(let name): try await store.startOver(name)
            case .renameHere(let from, let to): try await store.renameMailbox(from, to: to)
            case .makeHere(let name): try await store.makeMailbox(name)
            case .renameOnServer(let from, let to):
                guard let old = listing.encoded(from), let new = listing.encoded(to) else { continue }
                if try await isObeyed(.rename(old, to: new), session, to, &report) {
                    try await store.renameAnchor(of: from, to: to)
                    pass.wantsAnother = true
                }
            case .makeOnServer(let name):
                guard let encoded = listing.encoded(name) else {
                    report.update(name) { $0.problem = "The server cannot have a mailbox with that name." }
                    continue
                }
                if try await isObeyed(.create(encoded, nil), session, name, &report) {
                    _ = try await isObeyed(.subscribe(encoded), session, name, &report)
                    pass.wantsAnother = true
                }
            case .removeHere(let name):
                // What the server never had makes the mailbox anew.
                if try await !store.removeMailbox(name) {
                    pass.wantsAnother = true
                    pass.unlisted.append(name)
                }
            case .removeOnServer, .open: break
            }
        }
        if plan.notices.contains(where: \.wantsAnotherListing) { pass.wantsAnother = true }
    }

    /// Those that somebody wants to be rid of, as far as both sides show them empty.
    func removeMailboxes(
        _ store: SyncStore, _ session: inout ServerSession, _ report: inout SyncReport
    ) async throws(SyncFailure) {
        guard !request.removals.isEmpty, !request.isDryRun else { return }
        let listing = try await session.list(isFirst: false)
        for name in request.removals.sorted() {
            if let listed = listing.listed(name), let encoded = listing.encoded(name) {
                guard listed.status?.messages == 0 else { continue }
                let client = session.client
                // Servers do not like to delete what is selected.
                if await client.mailbox?.name == encoded {
                    _ = try await session.run { () async throws(IMAPClientError) in try await client.run(.close) }
                }
                guard try await isObeyed(.delete(encoded), session, name, &report) else { continue }
            }
            _ = try await store.removeMailbox(name)
        }
    }

    private func isObeyed(
        _ command: IMAPProtocol.Command, _ session: ServerSession, _ name: MailboxName, _ report: inout SyncReport
    ) async throws(SyncFailure) -> Bool {
        do throws(IMAPClientError) {
            try await session.client.run(command)
            return true
        } catch  where error.reach == .message || error.reach == .mailbox {
            let sentence = session.failure(error).sentence
            report.update(name) { $0.problem = sentence }
            return false
        } catch {
            throw session.failure(error)
        }
    }
}

extension MailboxPlan.Notice {
    /// Only a second listing can confirm it.
    fileprivate var wantsAnotherListing: Bool {
        if case .goneOnServer(_, let count) = self { count <= 20 } else { false }
    }

    var sentence: String {
        switch self {
        case .goneOnServer(let name, let count):
            "\(name): the server no longer has this mailbox. Its \(count) messages stay here."
        case .goneHere(let name):
            "\(name): its directory was removed here. The mailbox stays on the server."
        }
    }
}

extension MailboxPlan.Step {
    /// What it does, for `--dry-run`; `nil` for a look.
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
