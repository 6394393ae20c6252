import MailTypes
import Reconciliation

/// What must be true whatever happens.
extension TwoHomesModel {
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
