import Foundation
import MailTestSupport
import MailTypes
import Reconciliation
import Testing

extension ConvergenceModel {
    var report: String {
        var lines = [
            "PETREL_SEED=\(random.seed)",
            "UIDPLUS \(hasUIDPlus), tells \(telling), window \(window.map(String.init) ?? "none")",
        ]
        lines += trace
        for name in Self.names {
            let there = (server.mailboxes[name]?.messages ?? [:]).sorted { $0.key < $1.key }
            lines.append(
                "\(name) there: "
                    + there.map { "\($0.key)=\($0.value.content)\($0.value.flags.flags)" }.joined(separator: " "))
            let here = files[name] ?? []
            lines.append(
                "\(name) here: "
                    + here.map { "\($0.claim?.uid.rawValue ?? 0)=\($0.content)\($0.flags.flags)" }.joined(
                        separator: " "))
            lines.append(
                "\(name) baseline: \(baselines[name]?.messages.map { "\($0.uid)=\($0.content.rawValue)" } ?? [])")
        }
        return lines.joined(separator: "\n")
    }

    /// Everything that is wrong once nothing changes any longer.
    var faults: [String] {
        var faults = Self.names.flatMap { self.faults(in: $0) }
        for (content, made) in account.made.sorted(by: { $0.key < $1.key }) {
            let count = Self.names.reduce(0) { sum, name in
                sum + (server.mailboxes[name]?.messages.values.count { $0.content == content } ?? 0)
            }
            let destroyed = account.destroyed[content] ?? 0
            if account.contended.contains(content) {
                if destroyed == 0, count == 0, !account.removedHere.contains(content) {
                    faults.append("\(content) is lost")
                }
                if count > made + (account.edits[content] ?? 0) { faults.append("\(content) is there \(count) times") }
            } else if count != made - destroyed {
                faults.append("\(content) is there \(count) times and not \(made - destroyed)")
            }
        }
        return faults
    }

    private func faults(in name: MailboxName) -> [String] {
        guard let mailbox = server.mailboxes[name], let baseline = baselines[name] else {
            return ["\(name): no baseline"]
        }
        var faults: [String] = []
        var here: [UInt32: File] = [:]
        for file in files[name] ?? [] {
            guard let claim = file.claim, claim.uidValidity.rawValue == mailbox.uidValidity else {
                faults.append("\(name): \(file.content) has no UID")
                continue
            }
            if here.updateValue(file, forKey: claim.uid.rawValue) != nil {
                faults.append("\(name): \(claim.uid) twice")
            }
        }
        for (uid, message) in mailbox.messages {
            guard let file = here.removeValue(forKey: uid) else {
                if window.map({ message.age <= $0 }) ?? true { faults.append("\(name): \(uid) is not here") }
                continue
            }
            if file.content != message.content { faults.append("\(name): \(uid) is another message here") }
            if file.flags != FlagSet(message.flags.flags.filter { FlagSet.maildir.contains($0) }) {
                faults.append("\(name): \(uid) has other flags here")
            }
            for flag in message.flags.flags where !(account.flagged[message.content]?.contains(flag) ?? false) {
                faults.append("\(name): \(uid) has \(flag), which no client set")
            }
            let agreed = baseline.message(ServerModel.uid(uid))
            if agreed?.flags != message.flags || agreed?.content.rawValue != message.content {
                faults.append("\(name): the baseline is wrong about \(uid)")
            }
        }
        for uid in here.keys { faults.append("\(name): \(uid) is not on the server") }
        if !baseline.pending.isEmpty { faults.append("\(name): \(baseline.pending) is awaited") }
        if baseline.messages.count != files[name]?.count { faults.append("\(name): the baseline has too much") }
        return faults.sorted()
    }
}
