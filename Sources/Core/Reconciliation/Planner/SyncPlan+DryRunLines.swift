import MailTypes

extension SyncPlan {
    /// The plan as text, one line per operation or notice, for `sync --dry-run`. Baseline changes are omitted.
    public var lines: [String] {
        let told = operations.compactMap(\.line) + notices.map(\.line)
        return told.isEmpty ? ["Nothing to do: both sides are equal."] : told
    }
}

extension SyncOperation {
    /// `nil` if the operation changes no mail.
    var line: String? {
        switch self {
        case .addFlags(let mailbox, let uids, let flags):
            "\(mailbox): set \(flags.told) on the server for \(uids.told)"
        case .removeFlags(let mailbox, let uids, let flags):
            "\(mailbox): remove \(flags.told) on the server from \(uids.told)"
        case .copy(let transfer):
            "\(transfer.source): copy \(transfer.uids.told) on the server to \(transfer.target)"
        case .append(let upload):
            "\(upload.mailbox): upload a new message if the server lacks it (file \(upload.handle.rawValue))"
        case .move(let transfer):
            "\(transfer.source): move \(transfer.uids.told) on the server to \(transfer.target)"
        case .expunge(let mailbox, let uids):
            "\(mailbox): delete \(uids.told) on the server permanently"
        case .name(let naming):
            naming.uid.map { "\(naming.mailbox): know file \(naming.handle.rawValue) as message \($0)" }
        case .link(let link):
            link.isMove
                ? "\(link.mailbox): move message \(link.uid) here, from \(link.sourceMailbox)"
                : "\(link.mailbox): link message \(link.uid), which is here in \(link.sourceMailbox)"
        case .fetch(let fetch):
            "\(fetch.mailbox): fetch \(fetch.uids.told)"
        case .flag(let flagging):
            flagging.change.isEmpty
                ? nil
                : "\(flagging.mailbox): change \(Self.described(flagging.handle, flagging.uid)) here: \(flagging.change.told)"
        case .takeBack(let back):
            "\(back.to): take message \(back.uid) back from \(back.from)"
        case .keepVersion(let mailbox, let handle, let uid):
            "\(mailbox): keep \(Self.described(handle, uid)) as a version and remove it here"
        case .remove(let mailbox, let handle, let uid):
            "\(mailbox): remove \(Self.described(handle, uid)) here"
        case .begin, .expect, .distrust, .detach, .forget, .restart, .checkpoint:
            nil
        }
    }

    private static func described(_ handle: LocalMessage.Handle, _ uid: UID?) -> String {
        uid.map { "message \($0)" } ?? "file \(handle.rawValue)"
    }
}

extension FlagSet {
    fileprivate var told: String { flags.map(\.description).joined(separator: " ") }
}

extension FlagDelta {
    fileprivate var told: String {
        (added.flags.map { "+\($0)" } + removed.flags.map { "-\($0)" }).joined(separator: " ")
    }
}
