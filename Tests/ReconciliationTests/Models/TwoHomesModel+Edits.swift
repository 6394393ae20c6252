import MailTypes
import Reconciliation

/// What users and the other client change.
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
}
