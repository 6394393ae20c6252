import MailTypes
import Reconciliation

/// A model of a server's mailboxes, as detailed as plans require.
struct ServerModel {
    struct Message {
        let content: Int
        var flags: FlagSet
        var modSequence: UInt64
        var age: Int
    }

    struct Mailbox {
        var uidValidity: UInt32 = 1
        var uidNext: UInt32 = 1
        var messages: [UInt32: Message] = [:]
        var highest: UInt64 = 1
        var expunged: [(uid: UInt32, modSequence: UInt64)] = []

        mutating func add(_ content: Int, _ flags: FlagSet, age: Int) -> UInt32 {
            highest += 1
            let uid = uidNext
            uidNext += 1
            messages[uid] = Message(content: content, flags: flags, modSequence: highest, age: age)
            return uid
        }

        mutating func expunge(_ uid: UInt32) -> Message? {
            guard let message = messages.removeValue(forKey: uid) else { return nil }
            highest += 1
            expunged.append((uid, highest))
            return message
        }

        mutating func change(_ uid: UInt32, _ change: FlagDelta) {
            guard messages[uid] != nil else { return }
            highest += 1
            messages[uid]?.flags.apply(change)
            messages[uid]?.modSequence = highest
        }

        /// Changes the UIDVALIDITY and all UIDs, and resets the mod-sequences.
        mutating func renumber() {
            uidValidity += 1
            let old = messages.sorted { $0.key < $1.key }
            self = Mailbox(uidValidity: uidValidity)
            for message in old { _ = add(message.value.content, message.value.flags, age: message.value.age) }
        }
    }

    var mailboxes: [MailboxName: Mailbox] = [:]

    /// What the server reports about the messages themselves.
    enum Telling: CaseIterable {
        case nothing
        case content
        case identity
    }

    enum Strength: CaseIterable {
        case complete
        case vanished
        case unknown
    }

    static func uid(_ number: UInt32) -> UID { UID(rawValue: number) ?? .first }

    static func identity(_ content: Int, age: Int) -> MessageIdentity {
        MessageIdentity(messageID: MessageID("\(content)@example.org"), size: 100 + content, date: Instant(seconds: 0))
    }

    func view(
        _ name: MailboxName, _ baseline: SyncBaseline?, ours: Set<UInt32>, _ strength: Strength, _ telling: Telling,
        window: Int?, isVerified: Bool
    ) -> ServerMailbox? {
        guard let mailbox = mailboxes[name], let uidValidity = UIDValidity(rawValue: mailbox.uidValidity) else {
            return nil
        }
        let isInWindow = { (message: Message) in window.map { message.age <= $0 } ?? true }
        let isRenumbered = baseline.map { $0.status.uidValidity != uidValidity } ?? false
        let strength = baseline == nil || isRenumbered ? .complete : strength
        let tells = isRenumbered && telling == .nothing ? .identity : telling
        let known = (baseline?.status.highestModSequence?.rawValue ?? 0)
        let next = baseline?.status.uidNext?.rawValue ?? 1
        var messages: [ServerMessage] = []
        var present = UIDSet()
        for (uid, message) in mailbox.messages.sorted(by: { $0.key < $1.key }) {
            if strength == .complete {
                guard isInWindow(message) || ours.contains(uid) || isRenumbered || uid >= next else { continue }
                present.insert(Self.uid(uid))
            } else {
                let isPending = baseline?.pending.contains(Self.uid(uid)) ?? false
                guard message.modSequence > known || isPending else { continue }
            }
            messages.append(
                ServerMessage(
                    Self.uid(uid), flags: message.flags,
                    content: tells == .content ? InternedContentID(rawValue: message.content) : nil,
                    identity: tells == .identity ? Self.identity(message.content, age: message.age) : nil,
                    isInWindow: isInWindow(message)))
        }
        let presence: ServerUIDReport
        switch strength {
        case .complete: presence = .complete(present)
        case .vanished:
            presence = .vanished(UIDSet(mailbox.expunged.filter { $0.modSequence > known }.map { Self.uid($0.uid) }))
        case .unknown: presence = .unknown
        }
        let status = MailboxFingerprint(
            uidValidity: uidValidity, uidNext: Self.uid(mailbox.uidNext), messages: mailbox.messages.count,
            highestModSequence: ModSequence(rawValue: mailbox.highest))
        return ServerMailbox(
            status: status, presence: presence, messages: messages, isCounted: window == nil, isVerified: isVerified)
    }
}
