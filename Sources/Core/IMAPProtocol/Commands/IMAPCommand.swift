public import MailTypes

/// An IMAP command, which `CommandEncoder` encodes [RFC 9051 §6].
///
/// Messages are identified by UID only, because sequence numbers may change while a command is in transit.
public enum IMAPCommand: Hashable, Sendable {
    case capability
    case noop
    case logout
    case startTLS
    /// AUTHENTICATE. An initial response in base64 requires SASL-IR [RFC 4959].
    case authenticate(mechanism: String, initialResponse: Base64Line?)
    /// The fallback if the server has no SASL mechanism that petrel supports.
    case login(user: [UInt8], password: Password)
    case enable([Capability])
    case id([IDField])
    case namespace
    case list(ListCommand)
    case status(EncodedMailboxName, [StatusItem])
    case select(SelectCommand)
    case unselect
    /// Leaves the mailbox and expunges all messages marked as deleted, unless the mailbox is read-only.
    case close
    case create(EncodedMailboxName, SpecialUse?)
    case delete(EncodedMailboxName)
    case rename(EncodedMailboxName, to: EncodedMailboxName)
    case subscribe(EncodedMailboxName)
    case unsubscribe(EncodedMailboxName)
    case search(SearchCommand)
    case fetch(FetchCommand)
    case store(StoreCommand)
    case copy(UIDSet, to: EncodedMailboxName)
    case move(UIDSet, to: EncodedMailboxName)
    /// Expunges those messages of the set that are marked as deleted [RFC 4315 §2.1].
    case expunge(UIDSet)
    /// Expunges all messages marked as deleted, including those marked by other clients.
    case expungeAll
    case append(AppendCommand)
    /// Appends a message and removes another in one step [RFC 8508].
    case replace(UID, AppendCommand)
    case idle
    case notify(NotifyCommand)
    /// Compresses everything that follows in both directions with DEFLATE [RFC 4978].
    case compress
}
