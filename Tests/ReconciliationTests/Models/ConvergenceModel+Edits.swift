import MailTypes
import Reconciliation

extension ConvergenceModel {
    /// Makes one change on either side.
    mutating func edit() {
        if chance(50) { editHere() } else { editThere() }
    }

    private mutating func editHere() {
        let name = Self.names.randomElement(using: &random) ?? .inbox
        if chance(12) {
            let content = content()
            put(content, FlagSet([.seen]), in: name)
            account.flagged[content] = [.seen]
            account.here(content)
            trace.append("here: \(content) is new in \(name)")
            return
        }
        guard let file = files[name]?.randomElement(using: &random), let index = index(file.handle, in: name) else {
            return
        }
        // A file without an agreed UID, left by an interrupted sync, may or may not be on the server.
        if file.claim.flatMap({ baselines[name]?.message($0.uid) }) == nil { account.contended.insert(file.content) }
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            let flag = [Flag.seen, .flagged, .answered].randomElement(using: &random) ?? .seen
            if file.flags.contains(flag) {
                files[name]?[index].flags.remove(flag)
            } else {
                files[name]?[index].flags.insert(flag)
            }
            account.flagged[file.content, default: []].insert(flag)
            trace.append("here: \(file.content) in \(name) changes \(flag)")
        case 1:
            files[name]?.remove(at: index)
            account.removedHere.insert(file.content)
            account.destroyedHere.insert(file.content)
            if name == .trash {
                account.destroyed[file.content, default: 0] += 1
            }
            account.here(file.content)
            trace.append("here: \(file.content) is removed from \(name)")
        case 2:
            let target = Self.names.randomElement(using: &random) ?? .inbox
            guard target != name else { return }
            files[name]?.remove(at: index)
            put(file.content, file.flags, in: target)
            account.removedHere.insert(file.content)
            account.here(file.content)
            trace.append("here: \(file.content) moves from \(name) to \(target)")
        case 3:
            let target = Self.names.randomElement(using: &random) ?? .inbox
            put(file.content, file.flags, in: target)
            account.made[file.content, default: 0] += 1
            account.here(file.content)
            trace.append("here: \(file.content) in \(name) is copied to \(target)")
        default:
            files[name]?[index].claim = nil
            account.here(file.content)
            trace.append("here: \(file.content) in \(name) is renamed")
        }
    }

    /// Adds a file without a UID.
    private mutating func put(_ content: Int, _ flags: FlagSet, in name: MailboxName) {
        let file = File(handle: handle(), claim: nil, flags: flags, content: content)
        files[name]?.append(file)
    }

    private mutating func editThere() {
        let name = Self.names.randomElement(using: &random) ?? .inbox
        if chance(15) {
            receive()
            return
        }
        if chance(4) {
            for message in (server.mailboxes[name]?.messages ?? [:]).values { account.there(message.content) }
            server.mailboxes[name]?.renumber()
            trace.append("server: \(name) is renumbered")
            return
        }
        if chance(8) {
            for name in Self.names {
                for uid in (server.mailboxes[name]?.messages ?? [:]).keys {
                    server.mailboxes[name]?.messages[uid]?.age += 1
                }
            }
            trace.append("a day passes")
            return
        }
        let uids = (server.mailboxes[name]?.messages ?? [:]).keys.sorted()
        guard let uid = uids.randomElement(using: &random), let message = server.mailboxes[name]?.messages[uid] else {
            return
        }
        let target = Self.names.randomElement(using: &random) ?? .inbox
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let flag = anyFlag()
            let isSet = message.flags.contains(flag)
            server.mailboxes[name]?.change(
                uid, isSet ? FlagDelta(removing: FlagSet([flag])) : FlagDelta(adding: FlagSet([flag])))
            account.flagged[message.content, default: []].insert(flag)
            trace.append("server: \(message.content) in \(name) changes \(flag)")
        case 1:
            _ = server.mailboxes[name]?.expunge(uid)
            account.destroyed[message.content, default: 0] += 1
            account.there(message.content)
            trace.append("server: \(message.content) is expunged from \(name)")
        case 2:
            guard target != name, let moved = server.mailboxes[name]?.expunge(uid) else { return }
            _ = server.mailboxes[target]?.add(moved.content, moved.flags, age: moved.age)
            account.there(message.content)
            trace.append("server: \(message.content) moves from \(name) to \(target)")
        default:
            _ = server.mailboxes[target]?.add(message.content, message.flags, age: message.age)
            account.made[message.content, default: 0] += 1
            account.there(message.content)
            trace.append("server: \(message.content) in \(name) is copied to \(target)")
        }
    }
}
