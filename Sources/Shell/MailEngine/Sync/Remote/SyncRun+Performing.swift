internal import IMAPProtocol
internal import MailClients
internal import MailIndexing
internal import MailTypes
internal import Reconciliation
internal import SyncLedger

extension SyncRun {
    /// Performs the plan phase by phase: no operation begins before those that it depends on are done and recorded.
    mutating func performPlan() async throws(SyncFailure) {
        try await store.recordDeletionQuestions()
        for phase in SyncPhase.allCases {
            let operations = pass.plan.operations.filter { $0.phase == phase }
            guard !operations.isEmpty || phase == .baseline else { continue }
            switch phase {
            case .begin:
                _ = try await store.record(operations)
            case .upload:
                try await upload(operations)
            case .storeFlags, .moveOnServer, .expunge:
                for operation in operations { try await performOnServer(operation) }
            case .place:
                try await performHere(operations)
                let moved = pass.moved.filter { pass.isNamed($0) }
                if !moved.isEmpty { try await store.record(moved) }
                try await fetch(operations)
            case .flagMovedFiles, .flagFiles:
                for (name, count) in try await performHere(operations) { report.update(name) { $0.changed += count } }
            case .removeFiles:
                for (name, count) in try await performHere(operations) { report.update(name) { $0.removed += count } }
            case .baseline:
                try await store.finish(operations, compared: pass.compared)
            }
        }
    }

    /// Performs operations on local files. Returns the number of changed messages per mailbox.
    @discardableResult
    private mutating func performHere(
        _ operations: [SyncOperation]
    ) async throws(SyncFailure) -> [MailboxName: Int] {
        var operations = operations.filter { if case .fetch = $0 { false } else { true } }
        if await store.drafts != nil {
            for case .keepVersion(.drafts, _, let uid?) in operations { try await store.noteMissing(uid) }
            operations.removeAll(where: \.isOfLostDraft)
        }
        let counts = try await store.perform(operations, assigned: pass.assigned)
        for case .link(let link) in operations { report.update(link.mailbox) { $0.new += 1 } }
        return counts
    }

    private mutating func fetch(_ operations: [SyncOperation]) async throws(SyncFailure) {
        try await store.end(pass.entries.filter { pass.isSettled($0) })
        let count = operations.reduce(0) { $0 + $1.fetchedCount }
        try await session.compress(for: count)
        await store.expectArrivals(count)
        try await fetch(
            operations.compactMap { operation in
                if case .fetch(let wanted) = operation { addingUnmoved(wanted) } else { nil }
            })
    }

    mutating func performOnServer(_ operation: SyncOperation) async throws(SyncFailure) {
        // If the server does not list a mailbox, the next listing shows whether it is gone.
        guard operation.mailboxes.allSatisfy({ pass.listing.listed($0) != nil }) else {
            return try await store.refuse([], in: operation.mailboxes)
        }
        do throws(SyncFailure) {
            switch operation {
            case .addFlags(let name, let uids, let flags):
                try await change(name, uids, .add, flags, operation)
            case .removeFlags(let name, let uids, let flags):
                try await change(name, uids, .remove, flags, operation)
            case .copy(let transfer):
                try await copy(transfer)
                report.update(transfer.target) { $0.uploaded += transfer.messages.count }
            case .append(let upload):
                if try await append(upload) { report.update(upload.mailbox) { $0.uploaded += 1 } }
            case .move(let transfer):
                try await move(transfer, operation)
                report.update(transfer.source) { $0.removed += transfer.messages.count }
                try await store.accept(transfer.messages.map { .removal(transfer.source, $0.uid) })
            case .expunge(let name, let uids):
                let entry = try await store.begin(.expunge, from: name, pass.plan.uidValidity(of: name), uids)
                try await select(name)
                try await session.remove(uids)
                try await store.record([operation])
                try await store.end([entry])
                report.update(name) { $0.removed += uids.count }
                try await store.accept(uids.uids.map { .removal(name, $0) })
            case .begin, .expect, .distrust, .detach, .name, .link, .fetch, .flag, .takeBack, .keepVersion, .remove,
                .forget, .restart, .checkpoint:
                break
            }
        } catch {
            try noteRefusal(error, of: operation.mailboxes.first)
            try await store.refuse(await subjects(of: operation), in: operation.mailboxes)
        }
    }

    /// Reports that the server refused a request about a mailbox. Throws any other failure.
    mutating func noteRefusal(_ failure: SyncFailure, of mailbox: MailboxName?) throws(SyncFailure) {
        guard failure.isOfRequest else { throw failure }
        pass.hasRefusals = true
        if let mailbox { report.update(mailbox) { $0.problem = failure.sentence } }
    }

    /// Returns the keys under which refusals of the operation are counted.
    func subjects(of operation: SyncOperation) async -> [SyncLedger.Refusal.Subject] {
        switch operation {
        case .addFlags(let name, let uids, _), .removeFlags(let name, let uids, _): uids.uids.map { .flags(name, $0) }
        case .move(let transfer): transfer.messages.map { .removal(transfer.source, $0.uid) }
        case .expunge(let name, let uids): uids.uids.map { .removal(name, $0) }
        case .append(let upload): await store.uploadSubject(upload.handle).map { [$0] } ?? []
        case .copy(let transfer):
            await transfer.messages.asyncCompactMap { message in
                if let handle = message.handle { await store.uploadSubject(handle) } else { nil }
            }
        case .begin, .expect, .distrust, .detach, .name, .link, .fetch, .flag, .takeBack, .keepVersion, .remove,
            .forget, .restart, .checkpoint:
            []
        }
    }

    // MARK: - Commands

    /// Selects a mailbox. Throws if it is not the one that the plan was made for.
    func select(_ name: MailboxName) async throws(SyncFailure) {
        guard let encoded = pass.listing.encoded(name),
            try await session.select(encoded, expecting: pass.plan.uidValidity(of: name)) != nil
        else { throw session.failure(.session(IMAPFailure(.command(.wrongState), .mailbox, .later(after: nil)))) }
    }

    private mutating func change(
        _ name: MailboxName, _ uids: UIDSet, _ kind: StoreCommand.Change, _ flags: FlagSet,
        _ operation: SyncOperation
    ) async throws(SyncFailure) {
        try await select(name)
        try await session.run { () async throws(IMAPClientError) in
            _ = try await session.client.store(StoreCommand(uids, kind, flags.flags))
        }
        try await store.record([operation])
        report.update(name) { $0.changed += uids.count }
        try await store.accept(uids.uids.map { .flags(name, $0) })
    }

    private mutating func append(_ upload: SyncOperation.Upload) async throws(SyncFailure) -> Bool {
        guard let target = pass.listing.encoded(upload.mailbox),
            let message = try await store.message(of: upload.handle), !message.octets.isEmpty
        else { return false }
        pass.entries.append(try await store.begin(.append, to: upload.mailbox))
        if let order = orderOfOnce(upload, message, target) {
            return try await appendOnce(order, upload)
        }
        let command = AppendCommand(target, upload, message)
        let appended = try await session.run { () async throws(IMAPClientError) in
            try await session.client.append(command, MessageSource(message.octets))
        }
        if let appended { pass.assign(appended.uid, appended.validity, to: upload.handle, in: upload.mailbox) }
        return true
    }
}

extension SyncPassState {
    /// Records the UID that the server has given to an uploaded or copied file. An impossible one is ignored: the next
    /// pass then finds the message by its content.
    mutating func assign(
        _ uid: UID, _ validity: UIDValidity, to handle: LocalMessage.Handle, in mailbox: MailboxName
    ) {
        guard validity == plan.uidValidity(of: mailbox), plan.isAssignable(uid, in: mailbox) else { return }
        assigned[handle] = uid
    }

    /// Whether all files of a move have the UIDs of the copies.
    fileprivate func isNamed(_ operation: SyncOperation) -> Bool {
        guard case .move(let transfer) = operation else { return false }
        return transfer.messages.allSatisfy { message in message.handle.map { assigned[$0] != nil } ?? true }
    }

    /// Whether all files that waited for this upload or copy have their UIDs.
    fileprivate func isSettled(_ entry: SyncLedger.Entry) -> Bool {
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
    /// Whether it removes a draft that the server no longer has. Another client may be about to replace the draft.
    fileprivate var isOfLostDraft: Bool {
        if case .keepVersion(.drafts, _, _?) = self { true } else { false }
    }

    /// The number of messages that it fetches.
    fileprivate var fetchedCount: Int {
        if case .fetch(let fetch) = self { fetch.uids.count } else { 0 }
    }
}
