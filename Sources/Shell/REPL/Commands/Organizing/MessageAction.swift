internal import Disk
internal import MailIndex
internal import MailTypes
internal import MaildirStore

/// A change to a message.
enum MessageAction: Hashable {
    case flag(MaildirFlags, isOn: Bool)
    case move(MailboxName)
    case copy(MailboxName)
    case remove

    /// The location of the message afterwards.
    struct Place {
        let mailbox: MailboxName
        /// The name of the message file.
        let name: [UInt8]
        /// Whether the action changed anything.
        let isChanged: Bool
    }

    /// Performs the action. Returns the location of the message afterwards, or before it was removed; `nil` if it was
    /// already gone.
    func perform(on found: IndexedMail.Found) throws(CommandFailure) -> Place? {
        if let place = try performOnce(on: found) { return place }
        return try found.withNewFile().flatMap { (found) throws(CommandFailure) in try performOnce(on: found) }
    }

    private func performOnce(on found: IndexedMail.Found) throws(CommandFailure) -> Place? {
        let maildir = try found.maildir()
        let mailbox = found.message.mailbox
        var isChanged = true
        let (target, entry) = try found.opened.account.files { () throws(FileError) in
            switch self {
            case .flag(let flag, let isOn):
                (
                    mailbox,
                    try maildir.setFlags(of: found.entry) { former in
                        let flags = isOn ? former.union(flag) : former.subtracting(flag)
                        isChanged = flags != former
                        return flags
                    }
                )
            case .remove:
                (mailbox, try maildir.remove(found.entry))
            case .move(let name) where name == mailbox:
                (mailbox, found.entry)
            case .move(let name):
                (name, try maildir.move(found.entry, to: found.opened.mail.makingMaildir(name)))
            case .copy(let name):
                (name, try maildir.copy(found.entry, to: found.opened.mail.makingMaildir(name)))
            }
        }
        if case .move(let name) = self, name == mailbox { isChanged = false }
        return entry.map { Place(mailbox: target, name: $0.name.octets, isChanged: isChanged) }
    }

    /// Returns "Moved 3 messages to Archive."
    func sentence(_ messages: String) -> String {
        switch self {
        case .flag(.seen, let isOn): "Marked \(messages) as \(isOn ? "read" : "unread")."
        case .flag(_, let isOn): "\(isOn ? "Flagged" : "Unflagged") \(messages)."
        case .move(let name): "Moved \(messages) to \(name)."
        case .copy(let name): "Copied \(messages) to \(name)."
        case .remove: "Permanently deleted \(messages)."
        }
    }

    var isCopy: Bool {
        if case .copy = self { true } else { false }
    }
}
