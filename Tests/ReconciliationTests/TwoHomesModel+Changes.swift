import MailTypes
import Reconciliation

/// What users and the other client change, and what must be true whatever happens.
extension TwoHomesModel {
    func expandUser(_ state: State, _ home: Int, _ found: inout [(step: Step, state: State)]) {
        for name in ConvergenceModel.names {
            for (index, file) in (state.homes[home].files[name] ?? []).enumerated() {
                add("home \(home): the user flags \(file.content) in \(name)", state, &found) { next in
                    next.homes[home].files[name]?[index].flags.insert(.flagged)
                }
                for target in ConvergenceModel.names where target != name {
                    add("home \(home): the user moves \(file.content) from \(name) to \(target)", state, &found) {
                        move(&$0, home, name, index, to: target)
                    }
                }
                add("home \(home): the user removes \(file.content) from \(name)", state, &found) { next in
                    next.homes[home].files[name]?.remove(at: index)
                    next.homes[home].removed.insert(file.content)
                    next.destroyed.insert(file.content)
                    next.touched[file.content, default: 0] += 1
                }
            }
        }
    }

    private func move(_ next: inout State, _ home: Int, _ name: MailboxName, _ index: Int, to target: MailboxName) {
        guard let file = next.homes[home].files[name]?.remove(at: index) else { return }
        next.homes[home].nextHandle += 1
        let handle = LocalMessage.Handle(rawValue: next.homes[home].nextHandle)
        next.homes[home].files[target]?.append(
            ConvergenceModel.File(handle: handle, claim: nil, flags: file.flags, content: file.content))
        next.homes[home].removed.insert(file.content)
        next.touched[file.content, default: 0] += 1
    }

    func expandClient(_ state: State, _ found: inout [(step: Step, state: State)]) {
        for name in ConvergenceModel.names {
            for (uid, message) in (state.server.mailboxes[name]?.messages ?? [:]).sorted(by: { $0.key < $1.key }) {
                add("the client marks \(message.content) in \(name) as read", state, &found) { next in
                    next.server.mailboxes[name]?.change(uid, FlagDelta(adding: FlagSet([.seen])))
                }
                for target in ConvergenceModel.names where target != name {
                    add("the client moves \(message.content) from \(name) to \(target)", state, &found) { next in
                        guard let moved = next.server.mailboxes[name]?.expunge(uid) else { return }
                        _ = next.server.mailboxes[target]?.add(moved.content, moved.flags, age: moved.age)
                        next.touched[message.content, default: 0] += 1
                    }
                }
                add("the client expunges \(message.content) from \(name)", state, &found) { next in
                    _ = next.server.mailboxes[name]?.expunge(uid)
                    next.destroyed.insert(message.content)
                    next.touched[message.content, default: 0] += 1
                }
            }
        }
        add("the server renumbers INBOX", state, &found) { next in
            next.server.mailboxes[.inbox]?.renumber()
            for content in 1...bounds.messages { next.touched[content, default: 0] += 1 }
        }
    }

    private func add(
        _ what: String, _ state: State, _ found: inout [(step: Step, state: State)], _ change: (inout State) -> Void
    ) {
        var next = state
        next.edits += 1
        change(&next)
        found.append((.edit(what), next))
    }

    // MARK: - Promises

    func fault(in state: State) -> String? {
        if let broken = state.broken { return "PY1: \(broken)" }
        for content in 1...bounds.messages where !state.destroyed.contains(content) {
            let isOnServer = state.server.mailboxes.values.contains { mailbox in
                mailbox.messages.values.contains { $0.content == content }
            }
            if isOnServer { continue }
            let isHere = state.homes.contains { home in
                home.files.values.contains { files in files.contains { $0.content == content } }
            }
            if !isHere { return "PY3: \(content) is lost" }
        }
        // All that has happened may be followed by quiet syncs.
        guard state.edits == bounds.edits, state.homes.allSatisfy({ $0.plan == nil }) else { return nil }
        return faultWhenSettled(state)
    }

    private func faultWhenSettled(_ state: State) -> String? {
        var settled = state
        for _ in 0..<2 {
            for home in settled.homes.indices where !Self.settle(&settled, home, bounds) {
                return "PY4: home \(home) is never done"
            }
        }
        if let broken = settled.broken { return "PY1: \(broken)" }
        for home in settled.homes.indices {
            for name in ConvergenceModel.names {
                let there = (settled.server.mailboxes[name]?.messages ?? [:]).sorted { $0.key < $1.key }
                let files = (settled.homes[home].files[name] ?? []).sorted {
                    ($0.claim?.uid.rawValue ?? 0) < ($1.claim?.uid.rawValue ?? 0)
                }
                guard files.map({ $0.claim?.uid.rawValue ?? 0 }) == there.map(\.key),
                    files.map(\.content) == there.map(\.value.content), files.map(\.flags) == there.map(\.value.flags)
                else {
                    return "PY2: \(name) of home \(home) has \(files.map(\.content)), "
                        + "and the server \(there.map(\.value.content))"
                }
            }
        }
        return faultOfCounts(settled)
    }

    private func faultOfCounts(_ settled: State) -> String? {
        for content in 1...bounds.messages {
            let count = settled.server.mailboxes.values.reduce(0) { sum, mailbox in
                sum + mailbox.messages.values.count { $0.content == content }
            }
            if count == 0, !settled.destroyed.contains(content) { return "PY3: \(content) is lost" }
            // Each further change of a message that was changed elsewhere may leave one more copy of it.
            if count > max(1, settled.touched[content] ?? 0) { return "PY4: \(content) is there \(count) times" }
        }
        return nil
    }
}
