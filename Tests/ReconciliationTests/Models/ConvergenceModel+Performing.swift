import MailTypes
import Reconciliation
import Testing

extension ConvergenceModel {
    /// What the operations of a plan have found out for later ones.
    struct Progress: Hashable {
        var assigned: [LocalMessage.Handle: UID] = [:]
        var failed: Set<MailboxName> = []
        /// The candidates that have become files of fetched messages.
        var adopted: Set<LocalMessage.Handle> = []
    }

    /// Performs a plan like the engine, and stops after `stepsLeft` steps.
    mutating func perform(_ plan: SyncPlan) throws(Stop) {
        var progress = Progress()
        for operation in plan.operations { try perform(operation, of: plan, &progress) }
    }

    mutating func perform(
        _ operation: SyncOperation, of plan: SyncPlan, _ progress: inout Progress
    ) throws(Stop) {
        var outcome = CompletedOperationData()
        var isDone = true
        // Selecting the mailbox again would show another UIDVALIDITY.
        guard operation.mailboxes.allSatisfy({ isSame(plan, $0) }) else {
            progress.failed.formUnion(operation.mailboxes)
            return
        }
        switch operation {
        case .addFlags, .removeFlags, .copy, .append, .move, .expunge:
            isDone = try performOnServer(operation, &progress)
        case .name(let naming):
            isDone = rename(naming, progress.assigned)
            if !isDone, naming.uid != nil { progress.failed.insert(naming.mailbox) }
            outcome.assigned = progress.assigned
        case .fetch(let fetch): outcome.fetched = try self.fetch(fetch, &progress.adopted)
        case .flag(let flagging):
            isDone = index(flagging.handle, in: flagging.movedTo ?? flagging.mailbox) != nil
            if !isDone { progress.failed.insert(flagging.mailbox) }
            performHere(operation)
        case .detach, .link, .takeBack, .keepVersion, .remove: performHere(operation)
        case .checkpoint(let name, _, _): isDone = !progress.failed.contains(name)
        case .begin, .expect, .distrust, .forget, .restart: break
        }
        try step()
        if isDone, !isAnswerLost { operation.record(outcome, in: &baselines) }
        try step()
    }

    /// Returns whether the server has done it.
    private mutating func performOnServer(
        _ operation: SyncOperation, _ progress: inout Progress
    ) throws(Stop) -> Bool {
        switch operation {
        case .addFlags(let name, let uids, let flags): return store(name, uids, FlagDelta(adding: flags))
        case .removeFlags(let name, let uids, let flags): return store(name, uids, FlagDelta(removing: flags))
        case .copy(let transfer):
            uploading.formUnion(transfer.messages.compactMap(\.handle))
            try copy(transfer, &progress.assigned)
        case .append(let upload):
            uploading.insert(upload.handle)
            try append(upload, &progress.assigned)
        case .move(let transfer):
            uploading.formUnion(transfer.messages.compactMap(\.handle))
            return try move(transfer, &progress.assigned)
        case .expunge(let name, let uids):
            for uid in uids.uids {
                guard let message = server.mailboxes[name]?.expunge(uid.rawValue) else { continue }
                expect(mayExpunge(message.content), "\(message.content) was expunged unasked")
                try step()
            }
        default: break
        }
        return true
    }

    private mutating func fetch(
        _ fetch: SyncOperation.Fetch, _ adopted: inout Set<LocalMessage.Handle>
    ) throws(Stop) -> [BaselineMessage] {
        var fetched: [BaselineMessage] = []
        // A file may be a candidate of several mailboxes.
        var candidates = fetch.candidates.filter { !adopted.contains($0) }
        for uid in fetch.uids.uids.reversed() {
            guard let message = server.mailboxes[fetch.mailbox]?.messages[uid.rawValue] else { continue }
            if isNoisy, chance(5) { continue }
            place(fetch.mailbox, uid, message.content, message.flags, candidates: candidates, fetch.changes)
            let claimed = (files[fetch.mailbox] ?? []).filter { $0.claim?.uid == uid }.map(\.handle)
            candidates.removeAll { claimed.contains($0) }
            adopted.formUnion(claimed)
            try step()
            fetched.append(
                BaselineMessage(uid, flags: message.flags, content: InternedContentID(rawValue: message.content)))
        }
        return fetched
    }

    private mutating func performHere(_ operation: SyncOperation) {
        switch operation {
        case .link(let link):
            if link.isMove, let index = index(link.source, in: link.sourceMailbox) {
                files[link.sourceMailbox]?.remove(at: index)
            }
            place(link.mailbox, link.uid, link.content.rawValue, link.flags.applying(link.change))
        case .flag(let flagging):
            let name = flagging.movedTo ?? flagging.mailbox
            if let index = index(flagging.handle, in: name) {
                files[name]?[index].flags.apply(flagging.change)
            }
        case .takeBack(let back):
            if let index = index(back.handle, in: back.from), var file = files[back.from]?.remove(at: index),
                let uidValidity = baselines[back.to]?.status.uidValidity
            {
                file.claim = LocalMessage.Claim(uidValidity, back.uid)
                files[back.to]?.append(file)
            }
        case .detach(let name, let handle):
            if let index = index(handle, in: name) { files[name]?[index].claim = nil }
        case .keepVersion(let name, let handle, _):
            if let index = index(handle, in: name), let file = files[name]?.remove(at: index) {
                versions.append(file.content)
            }
        case .remove(let name, let handle, _):
            if let index = index(handle, in: name) { files[name]?.remove(at: index) }
        default: break
        }
    }

    /// Records a broken promise: as a failed expectation, or for a search.
    private mutating func expect(_ isKept: Bool, _ sentence: String) {
        if isKept { return }
        if isSearched { broken = broken ?? sentence } else { Issue.record("\(sentence)\n\(report)") }
    }

    /// Whether a user removed it, or moved it out of Trash to a mailbox that already had it.
    private func mayExpunge(_ content: Int) -> Bool {
        if account.destroyedHere.contains(content) { return true }
        let isElsewhere = server.mailboxes.values.contains { $0.messages.values.contains { $0.content == content } }
        return account.removedHere.contains(content) && isElsewhere
    }

    private func isSame(_ plan: SyncPlan, _ name: MailboxName) -> Bool {
        ignoresUIDValidity || plan.uidValidity(of: name)?.rawValue == server.mailboxes[name]?.uidValidity
    }

    private mutating func step() throws(Stop) {
        guard let left = stepsLeft else { return }
        guard left > 0 else { throw Stop() }
        stepsLeft = left - 1
        if chance(2) { edit() }
    }

    private mutating func store(_ name: MailboxName, _ uids: UIDSet, _ change: FlagDelta) -> Bool {
        if isNoisy, chance(20) {
            for uid in uids.uids { failures.refuse(.flags(name, uid)) }
            return false
        }
        for uid in uids.uids {
            server.mailboxes[name]?.change(uid.rawValue, change)
            failures.forget(.flags(name, uid))
        }
        return true
    }

    private mutating func copy(
        _ transfer: SyncOperation.Transfer, _ assigned: inout [LocalMessage.Handle: UID]
    ) throws(Stop) {
        for message in transfer.messages {
            guard let found = server.mailboxes[transfer.source]?.messages[message.uid.rawValue],
                let uid = server.mailboxes[transfer.target]?.add(found.content, found.flags, age: found.age)
            else { continue }
            try step()
            if let handle = message.handle, hasUIDPlus { assigned[handle] = ServerModel.uid(uid) }
        }
    }

    private mutating func append(
        _ upload: SyncOperation.Upload, _ assigned: inout [LocalMessage.Handle: UID]
    ) throws(Stop) {
        guard let index = index(upload.handle, in: upload.mailbox), let file = files[upload.mailbox]?[index],
            let uid = server.mailboxes[upload.mailbox]?.add(file.content, upload.flags, age: 0)
        else { return }
        try step()
        if hasUIDPlus { assigned[upload.handle] = ServerModel.uid(uid) }
    }

    private mutating func move(
        _ transfer: SyncOperation.Transfer, _ assigned: inout [LocalMessage.Handle: UID]
    ) throws(Stop) -> Bool {
        if isNoisy, chance(20) {
            for message in transfer.messages { failures.refuse(.removal(transfer.source, message.uid)) }
            return false
        }
        for message in transfer.messages {
            failures.forget(.removal(transfer.source, message.uid))
            guard let found = server.mailboxes[transfer.source]?.expunge(message.uid.rawValue),
                let uid = server.mailboxes[transfer.target]?.add(found.content, found.flags, age: found.age)
            else { continue }
            expect(account.removedHere.contains(found.content), "\(found.content) was moved unasked")
            try step()
            if let handle = message.handle, hasUIDPlus { assigned[handle] = ServerModel.uid(uid) }
        }
        return true
    }

    private mutating func rename(
        _ naming: SyncOperation.Naming, _ assigned: [LocalMessage.Handle: UID]
    ) -> Bool {
        guard let uid = naming.uid ?? assigned[naming.handle], let index = index(naming.handle, in: naming.mailbox),
            let uidValidity = server.mailboxes[naming.mailbox].flatMap({ UIDValidity(rawValue: $0.uidValidity) })
        else { return false }
        files[naming.mailbox]?[index].claim = LocalMessage.Claim(uidValidity, uid)
        files[naming.mailbox]?[index].flags.apply(naming.change)
        return true
    }

    /// Stores a fetched message: under its existing name, as one of the candidates, or as a new file.
    private mutating func place(
        _ name: MailboxName, _ uid: UID, _ content: Int, _ flags: FlagSet, candidates: [LocalMessage.Handle] = [],
        _ changes: [LocalMessage.Handle: SyncOperation.Fetch.LocalChange] = [:]
    ) {
        guard let uidValidity = server.mailboxes[name].flatMap({ UIDValidity(rawValue: $0.uidValidity) }) else {
            return
        }
        let claim = LocalMessage.Claim(uidValidity, uid)
        let letters = FlagSet(flags.flags.filter { FlagSet.maildir.contains($0) })
        let own = files[name]?.firstIndex { $0.claim == claim && $0.content == content }
        let candidate = files[name]?.firstIndex { file in
            candidates.contains(file.handle) && file.content == content
        }
        if let index = own ?? candidate {
            let change = (files[name]?[index].handle).flatMap { changes[$0]?.flags } ?? FlagDelta()
            files[name]?[index].claim = claim
            files[name]?[index].flags = letters.applying(change)
        } else if var file = takeFile(of: content, besides: name, among: candidates) {
            file.claim = claim
            file.flags = letters.applying(changes[file.handle]?.flags ?? FlagDelta())
            files[name]?.append(file)
        } else {
            let file = File(handle: handle(), claim: claim, flags: letters, content: content)
            files[name]?.append(file)
        }
    }

    /// Takes a candidate with this content out of another mailbox.
    private mutating func takeFile(
        of content: Int, besides name: MailboxName, among candidates: [LocalMessage.Handle]
    ) -> File? {
        for other in Self.names where other != name {
            let found = files[other]?.firstIndex { candidates.contains($0.handle) && $0.content == content }
            if let found { return files[other]?.remove(at: found) }
        }
        return nil
    }
}
