internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Reconciliation
internal import SyncLedger

extension AccountSync {
    /// Does what a plan says, phase by phase: nothing begins before what it depends on is done and written down.
    func perform(
        _ plan: SyncPlan, _ pass: inout SyncPass, _ store: SyncStore, _ session: inout ServerSession,
        _ report: inout SyncReport
    ) async throws(SyncFailure) {
        for phase in SyncPhase.allCases {
            let operations = plan.operations.filter { $0.phase == phase }
            guard !operations.isEmpty || phase == .anchor else { continue }
            switch phase {
            case .begin:
                _ = try await store.record(operations)
            case .storeFlags, .upload, .moveOnServer, .expunge:
                for operation in operations {
                    try await performOnServer(operation, plan, &pass, store, session, &report)
                }
            case .place, .flagFiles, .removeFiles:
                var here = operations.filter { if case .fetch = $0 { false } else { true } }
                for case .keepVersion(.drafts, _, let uid?) in here where store.drafts != nil {
                    try await store.noteMissing(uid)
                }
                if store.drafts != nil { here.removeAll(where: \.isOfLostDraft) }
                let counts = try await store.perform(here, assigned: pass.assigned)
                if phase == .place {
                    for case .link(let link) in here { report.update(link.mailbox) { $0.new += 1 } }
                    try await store.end(pass.entries.filter { pass.isSettled($0, plan) })
                    let count = operations.reduce(0) { $0 + $1.fetchedCount }
                    try await session.compress(for: count)
                    store.index?.begin(expecting: count)
                    for case .fetch(let wanted) in operations {
                        try await fetch(wanted, plan, pass.listing, store, session, &report)
                    }
                }
                for (name, count) in counts {
                    report.update(name) { row in
                        if phase == .flagFiles { row.changed += count }
                        if phase == .removeFiles { row.removed += count }
                    }
                }
            case .anchor:
                try await store.finish(operations, compared: pass.compared)
            }
        }
    }

    private func performOnServer(
        _ operation: SyncOperation, _ plan: SyncPlan, _ pass: inout SyncPass, _ store: SyncStore,
        _ session: ServerSession, _ report: inout SyncReport
    ) async throws(SyncFailure) {
        // Of a mailbox that the server does not list, the next listing says whether it is gone.
        guard operation.mailboxes.allSatisfy({ pass.listing.listed($0) != nil }) else {
            return try await store.refuse([], in: operation.mailboxes)
        }
        do throws(SyncFailure) {
            switch operation {
            case .addFlags(let name, let uids, let flags):
                try await change(name, uids, .add, flags, plan, pass.listing, session)
                try await store.record([operation])
                report.update(name) { $0.changed += uids.count }
                try await store.accept(uids.uids.map { .flags(name, $0) })
            case .removeFlags(let name, let uids, let flags):
                try await change(name, uids, .remove, flags, plan, pass.listing, session)
                try await store.record([operation])
                report.update(name) { $0.changed += uids.count }
                try await store.accept(uids.uids.map { .flags(name, $0) })
            case .copy(let transfer):
                try await copy(transfer, plan, &pass, store, session)
                report.update(transfer.target) { $0.uploaded += transfer.messages.count }
            case .append(let upload):
                if try await append(upload, plan, &pass, store, session, &report) {
                    report.update(upload.mailbox) { $0.uploaded += 1 }
                }
            case .move(let transfer):
                try await move(transfer, operation, plan, &pass, store, session)
                report.update(transfer.source) { $0.removed += transfer.messages.count }
                try await store.accept(transfer.messages.map { .removal(transfer.source, $0.uid) })
            case .expunge(let name, let uids):
                let entry = try await store.begin(.expunge, from: name, plan.uidValidity(of: name), uids)
                try await select(name, plan, pass.listing, session)
                try await session.remove(uids)
                try await store.record([operation])
                try await store.end([entry])
                report.update(name) { $0.removed += uids.count }
                try await store.accept(uids.uids.map { .removal(name, $0) })
            case .begin, .expect, .name, .link, .fetch, .flag, .takeBack, .keepVersion, .remove, .forget, .restart,
                .checkpoint:
                break
            }
        } catch {
            guard error.isOfRequest else { throw error }
            pass.hasRefusals = true
            try await store.refuse(await subjects(of: operation, store), in: operation.mailboxes)
            let sentence = error.sentence
            for name in operation.mailboxes.prefix(1) { report.update(name) { $0.problem = sentence } }
        }
    }

    /// What was refused, to be counted.
    private func subjects(
        of operation: SyncOperation, _ store: SyncStore
    ) async -> [SyncLedger.Refusal.Subject] {
        switch operation {
        case .addFlags(let name, let uids, _), .removeFlags(let name, let uids, _): uids.uids.map { .flags(name, $0) }
        case .move(let transfer): transfer.messages.map { .removal(transfer.source, $0.uid) }
        case .expunge(let name, let uids): uids.uids.map { .removal(name, $0) }
        case .append(let upload): await store.uploadSubject(upload.handle).map { [$0] } ?? []
        case .copy(let transfer):
            await transfer.messages.asyncCompactMap { message in
                if let handle = message.handle { await store.uploadSubject(handle) } else { nil }
            }
        case .begin, .expect, .name, .link, .fetch, .flag, .takeBack, .keepVersion, .remove, .forget, .restart,
            .checkpoint:
            []
        }
    }

    // MARK: - Commands

    /// Fails where the mailbox is not the one that the plan was made for.
    func select(
        _ name: MailboxName, _ plan: SyncPlan, _ listing: MailboxListing, _ session: ServerSession
    ) async throws(SyncFailure) {
        guard let encoded = listing.encoded(name),
            try await session.select(encoded, expecting: plan.uidValidity(of: name)) != nil
        else { throw session.failure(.session(IMAPFailure(.command(.wrongState), .mailbox, .later(after: nil)))) }
    }

    private func change(
        _ name: MailboxName, _ uids: UIDSet, _ kind: StoreCommand.Change, _ flags: FlagSet, _ plan: SyncPlan,
        _ listing: MailboxListing, _ session: ServerSession
    ) async throws(SyncFailure) {
        try await select(name, plan, listing, session)
        try await session.run { () async throws(IMAPClientError) in
            _ = try await session.client.store(StoreCommand(uids, kind, flags.flags))
        }
    }

    private func append(
        _ upload: SyncOperation.Upload, _ plan: SyncPlan, _ pass: inout SyncPass, _ store: SyncStore,
        _ session: ServerSession, _ report: inout SyncReport
    ) async throws(SyncFailure) -> Bool {
        guard let target = pass.listing.encoded(upload.mailbox),
            let message = try await store.message(of: upload.handle), !message.octets.isEmpty
        else { return false }
        pass.entries.append(try await store.begin(.append, to: upload.mailbox))
        if let order = orderOfOnce(upload, message, target) {
            return try await appendOnce(order, upload, plan, &pass, store, session, &report)
        }
        var command = AppendCommand(target, size: message.octets.count)
        command.flags = upload.flags.flags
        if message.arrived.seconds > 0 { command.internalDate = DateTime(instant: message.arrived, offsetMinutes: 0) }
        let appended = try await session.run { () async throws(IMAPClientError) in
            try await session.client.append(command, MessageSource(message.octets))
        }
        if let appended, appended.validity == plan.uidValidity(of: upload.mailbox) {
            pass.assigned[upload.handle] = appended.uid
        }
        return true
    }
}

extension SyncPass {
    /// Whether all files that waited for this got their UIDs.
    fileprivate func isSettled(_ entry: SyncLedger.Entry, _ plan: SyncPlan) -> Bool {
        plan.operations.allSatisfy { operation in
            guard case .name(let naming) = operation, naming.mailbox == entry.target, naming.uid == nil else {
                return true
            }
            return assigned[naming.handle] != nil
        }
    }
}

extension [SyncOperation.Transfer.Message] {
    fileprivate func asyncCompactMap<Result>(_ body: (Element) async -> Result?) async -> [Result] {
        var results: [Result] = []
        for element in self { if let result = await body(element) { results.append(result) } }
        return results
    }
}

extension SyncOperation {
    /// A draft that both sides had and the server does not have any more: another client may be about to replace it.
    fileprivate var isOfLostDraft: Bool {
        if case .keepVersion(.drafts, _, _?) = self { true } else { false }
    }

    /// How many messages it has the server send.
    fileprivate var fetchedCount: Int {
        if case .fetch(let fetch) = self { fetch.uids.count } else { 0 }
    }
}
