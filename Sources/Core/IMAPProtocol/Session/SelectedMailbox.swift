public import MailTypes

/// The state of the selected mailbox as reported by the server. `nil` means not reported [RFC 9051 §6.3.2].
public struct SelectedMailbox: Hashable, Sendable {
    public let name: EncodedMailboxName
    public internal(set) var isReadOnly: Bool
    public internal(set) var uidValidity: UIDValidity?
    /// Whether UIDs are valid for this session only.
    public internal(set) var isUIDNotSticky = false
    public internal(set) var uidNext: UID?
    public internal(set) var messages: UInt32?
    /// Whether this client has added messages that the server has not announced with EXISTS. Commands may ignore those
    /// messages until NOOP has made the server check the mailbox [RFC 3501 §6.3.11].
    public internal(set) var hasUnannounced = false
    public internal(set) var highestModSequence: ModSequence?
    /// Whether the mailbox does not support mod-sequences.
    public internal(set) var lacksModSequences = false
    public internal(set) var flags = FlagSet()
    /// The flags that are stored permanently. `nil` means all of them [RFC 9051 §7.1].
    public internal(set) var permanentFlags: FlagSet?
    public internal(set) var acceptsNewKeywords = false
    public internal(set) var mailboxID: [UInt8]?

    init(_ name: EncodedMailboxName, isReadOnly: Bool) {
        self.name = name
        self.isReadOnly = isReadOnly
    }

    /// Returns whether the server would store the flag permanently.
    public func keeps(_ flag: Flag) -> Bool {
        guard !isReadOnly, flag != .recent else { return false }
        return permanentFlags?.contains(flag) ?? true || acceptsNewKeywords && !flag.isSystem
    }

    mutating func take(_ code: ResponseCode) {
        switch code {
        case .uidValidity(let validity): uidValidity = validity
        case .uidNext(let uid): uidNext = uid
        case .uidNotSticky: isUIDNotSticky = true
        case .highestModSequence(let sequence): highestModSequence = sequence
        case .noModSequence: lacksModSequences = true
        case .permanentFlags(let flags, let acceptsNew):
            permanentFlags = flags
            acceptsNewKeywords = acceptsNew
        case .mailboxID(let id): mailboxID = id
        case .readOnly: isReadOnly = true
        case .readWrite: isReadOnly = false
        default: break
        }
    }

    mutating func take(_ response: Response) {
        switch response {
        case .exists(let count):
            messages = count
            hasUnannounced = false
        case .expunge(let number):
            // Ignore sequence numbers that do not exist.
            if let count = messages, number > 0, number <= count { messages = count - 1 }
        case .vanished(let uids, let isEarlier):
            // Without EARLIER, the messages were counted in EXISTS [RFC 7162 §3.2.10.2].
            if !isEarlier, let count = messages { messages = count - UInt32(min(Int(count), uids.count)) }
        case .flags(let flags): self.flags = flags
        case .status, .tagged, .continuation, .capability, .enabled, .list, .mailboxStatus, .search, .recent, .fetch,
            .namespace, .id, .unknown:
            break
        }
    }
}
