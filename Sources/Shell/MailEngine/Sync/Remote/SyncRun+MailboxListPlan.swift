internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Reconciliation
internal import SyncLedger

/// Creates, renames and removes mailboxes.
extension SyncRun {
    private static var impossibleName: String { "The server cannot have a mailbox with that name." }

    mutating func performMailboxPlan(_ plan: MailboxListPlan) async throws(SyncFailure) {
        for step in plan.steps {
            switch step {
            case .startOver, .renameHere, .recordRename, .makeHere, .removeHere: try await performHere(step)
            case .renameOnServer(let from, let to): try await renameOnServer(from, to: to)
            case .makeOnServer(let name):
                guard let encoded = pass.listing.encoded(name) else {
                    report.update(name) { $0.problem = Self.impossibleName }
                    continue
                }
                if try await runOrReport(.create(encoded, nil), name) {
                    _ = try await runOrReport(.subscribe(encoded), name)
                    pass.wantsAnother = true
                }
            case .open: break
            }
        }
        if plan.notices.contains(where: \.wantsAnotherListing) { pass.wantsAnother = true }
    }

    /// Performs a step that changes only directories and the ledger. If the directories cannot be changed, for example
    /// because there is a file with that name, reports that. All other mailboxes are synced all the same.
    private mutating func performHere(_ step: MailboxListPlan.Step) async throws(SyncFailure) {
        do throws(SyncFailure) {
            switch step {
            case .startOver(let name): try await store.startOver(name)
            case .renameHere(let from, let to): try await store.renameMailbox(from, to: to)
            case .recordRename(let from, let to): try await store.recordRename(of: from, to: to)
            case .makeHere(let name): try await store.makeMailbox(name)
            case .removeHere(let name):
                // If messages that the server never had remain, the mailbox is uploaded with them.
                let isGone = try await store.removeMailbox(name)
                if !isGone {
                    pass.wantsAnother = true
                    pass.unlisted.append(name)
                }
                report.reverted.append(
                    "\(name): the server no longer has this mailbox."
                        + (isGone ? " It was removed here, too." : " What is only here is uploaded again."))
            case .renameOnServer, .makeOnServer, .open: break
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
            case .startOver, .recordRename, .renameOnServer, .makeOnServer, .open: throw error
            }
        }
    }

    /// Renames a mailbox and those below it on the server, which needs one command [RFC 9051 §6.3.6]. Those that the server
    /// does not rename with it are renamed one by one.
    private mutating func renameOnServer(_ name: MailboxName, to newName: MailboxName) async throws(SyncFailure) {
        let inferiors = try await store.inferiors(of: name, renamedTo: newName)
        for (old, new) in [(name, newName)] + inferiors.map({ ($0.old, $0.new) }) {
            guard pass.listing.selectable(old), !pass.listing.selectable(new), let source = pass.listing.encoded(old)
            else { continue }
            guard let target = pass.listing.encoded(new) else {
                report.update(new) { $0.problem = Self.impossibleName }
                continue
            }
            let entry = try await store.begin(.renameOnServer, from: old, to: new)
            guard try await runOrReport(.rename(source, to: target), new) else {
                try await store.end([entry])
                continue
            }
            // Messages may have been moved out of a renamed mailbox.
            pass.listing = try await session.list()
            pass.listing.leaveOut(pass.blocked)
            try await recordServerRenames(in: pass.listing, confirmed: entry)
            pass.wantsAnother = true
        }
    }

    /// Carries the sync state and the subscriptions of mailboxes that the server has renamed to their new names. The sync
    /// that asked the server for it may have been interrupted before. `confirmed`: the entry whose RENAME the server has
    /// just confirmed.
    func recordServerRenames(
        in listing: ServerMailboxNames, confirmed: SyncLedger.Entry? = nil
    ) async throws(SyncFailure) {
        for entry in try await store.openEntries() where entry.kind == .renameOnServer {
            guard let name = entry.source, let newName = entry.target,
                entry.id == confirmed?.id || listing.selectable(newName) && !listing.selectable(name)
            else {
                try await store.end([entry])
                continue
            }
            // RENAME leaves subscriptions as they were [RFC 9051 §6.3.6].
            for old in try await store.known().map(\.name).sorted() {
                guard let new = old.renamed(by: name, to: newName), new == newName || listing.selectable(new),
                    let source = listing.encoded(old), let target = listing.encoded(new)
                else { continue }
                try await runIfPossible(.unsubscribe(source))
                try await runIfPossible(.subscribe(target))
            }
            let listed = listing.mailboxes.lazy.filter(\.isSelectable).map(\.name)
            try await store.recordServerRename(entry, of: name, to: newName, listed: Set(listed).union([newName]))
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
        switch self {
        case .goneOnServer(_, let count): count <= MailboxListPlan.mostRemovedMessages
        }
    }

    var sentence: String {
        switch self {
        case .goneOnServer(let name, let count):
            "\(name): the server no longer has this mailbox. What it held stays here: \(count.counted("message"))."
                + (name.hasSpecialUse ? "" : " Move it to another folder, or type: petrel folder delete \(name)")
        }
    }
}

extension MailboxListPlan.Step {
    /// The line for a dry run; `nil` for a mailbox that is only opened.
    var line: String? {
        switch self {
        case .startOver(let name): "\(name): match its remaining messages with the server again"
        case .renameHere(let from, let to): "\(from): rename here to \(to), as on the server"
        case .recordRename(let from, let to): "\(from): remember that it is called \(to) now"
        case .makeHere(let name): "\(name): create the mailbox here"
        case .renameOnServer(let from, let to): "\(from): rename on the server to \(to)"
        case .makeOnServer(let name): "\(name): create the mailbox on the server"
        case .removeHere(let name): "\(name): remove the mailbox here"
        case .open: nil
        }
    }
}
