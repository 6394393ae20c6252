internal import MailTypes

extension SyncPlan {
    /// The plan as one line per mailbox and kind of change, for a plan with many operations, then the first notices.
    public var summary: [String] {
        var counts: [Key: Int] = [:]
        for operation in operations {
            guard let (key, count) = operation.counted else { continue }
            counts[key, default: 0] += count
        }
        let lines = counts.sorted { ($0.key.mailbox, $0.key.kind.rawValue) < ($1.key.mailbox, $1.key.kind.rawValue) }
            .map { "\($0.key.mailbox): \($0.key.kind.described($0.value))" }
        let told = notices.prefix(Self.mostNotices).map(\.line)
        let left = notices.count - told.count
        return lines + told + (left > 0 ? ["There are \(left) more notices."] : [])
    }

    private static let mostNotices = 10

    fileprivate struct Key: Hashable {
        let mailbox: MailboxName
        let kind: Kind
    }

    /// In the order in which they are listed.
    fileprivate enum Kind: Int, Hashable {
        case recognize, fetch, link, upload, flagHere, flagThere, copy, move, takeBack, removeHere, removeThere

        func described(_ count: Int) -> String {
            let messages = count.counted("message")
            return switch self {
            case .recognize: "recognize \(messages) that both sides have"
            case .fetch: "fetch \(messages)"
            case .link: "link \(messages) from other folders"
            case .upload: "upload \(messages) if the server lacks them"
            case .flagHere: "change the flags of \(messages) here"
            case .flagThere: "change the flags of \(messages) on the server"
            case .copy: "copy \(messages) on the server"
            case .move: "move \(messages) on the server"
            case .takeBack: "take back \(messages)"
            case .removeHere: "remove \(messages) here"
            case .removeThere: "delete \(messages) on the server permanently"
            }
        }
    }
}

extension SyncOperation {
    /// `nil` if the operation changes no mail.
    fileprivate var counted: (SyncPlan.Key, Int)? {
        func key(_ mailbox: MailboxName, _ kind: SyncPlan.Kind) -> SyncPlan.Key {
            SyncPlan.Key(mailbox: mailbox, kind: kind)
        }
        return switch self {
        case .addFlags(let mailbox, let uids, _), .removeFlags(let mailbox, let uids, _):
            (key(mailbox, .flagThere), uids.count)
        case .copy(let transfer): (key(transfer.source, .copy), transfer.uids.count)
        case .append(let upload): (key(upload.mailbox, .upload), 1)
        case .move(let transfer): (key(transfer.source, .move), transfer.uids.count)
        case .expunge(let mailbox, let uids): (key(mailbox, .removeThere), uids.count)
        case .name(let naming): naming.uid == nil ? nil : (key(naming.mailbox, .recognize), 1)
        case .link(let link): (key(link.mailbox, .link), 1)
        case .fetch(let fetch): (key(fetch.mailbox, .fetch), fetch.uids.count)
        case .flag(let flagging): flagging.change.isEmpty ? nil : (key(flagging.mailbox, .flagHere), 1)
        case .takeBack(let back): (key(back.to, .takeBack), 1)
        case .keepVersion(let mailbox, _, _), .remove(let mailbox, _, _): (key(mailbox, .removeHere), 1)
        case .begin, .expect, .distrust, .detach, .forget, .restart, .checkpoint: nil
        }
    }
}
