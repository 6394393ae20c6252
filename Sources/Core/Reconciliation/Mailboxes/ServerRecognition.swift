public import MailTypes

/// Decides whether the server that an account uses now is the one that the sync state is about. Its name does not show that:
/// a server can get another name. UIDVALIDITY does not show it either, because many servers begin with the same small number.
public struct ServerRecognition: Hashable, Sendable {
    /// What the server has of a mailbox in the sync state.
    public enum Answer: Hashable, Sendable {
        /// The identities of those messages of the sample that it has, by UID.
        case messages([UID: MessageIdentity])
        /// The mailbox has another UIDVALIDITY.
        case renumbered
        /// The server does not list the mailbox, or refuses to open it.
        case missing
    }

    /// A mailbox in the sync state.
    public struct Mailbox: Hashable, Sendable {
        public let name: MailboxName
        /// The identities of some messages whose files are here, by UID.
        public let sample: [UID: MessageIdentity]
        public let answer: Answer

        public init(_ name: MailboxName, sample: [UID: MessageIdentity], answer: Answer) {
            self.name = name
            self.sample = sample
            self.answer = answer
        }
    }

    /// Whether it is the same server: it has messages of the samples, and no other message in the place of one.
    public let isSame: Bool
    /// The mailboxes of which it has too few messages for the others to count as deleted there.
    public let unproven: Set<MailboxName>

    public init(_ mailboxes: [Mailbox]) {
        var recognized = 0
        var isContradicted = false
        var unproven: Set<MailboxName> = []
        for mailbox in mailboxes {
            switch mailbox.answer {
            case .missing:
                unproven.insert(mailbox.name)
            case .renumbered:
                isContradicted = true
            case .messages(let found):
                let compared = mailbox.sample.compactMap { uid, identity in found[uid].map { !identity.contradicts($0) }
                }
                if compared.contains(false) { isContradicted = true }
                recognized += compared.count
                if compared.count * 2 < mailbox.sample.count { unproven.insert(mailbox.name) }
            }
        }
        isSame = recognized > 0 && !isContradicted
        self.unproven = unproven
    }
}
