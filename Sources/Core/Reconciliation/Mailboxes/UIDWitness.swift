public import MailTypes

/// A message and its INTERNALDATE, which does not change [RFC 9051 §2.3.3]. If the server reports another date for the UID,
/// it has given the UID to another message, and probably others as well.
public struct UIDWitness: Hashable, Sendable {
    public let uid: UID
    public let arrived: Instant

    public init(_ uid: UID, arrived: Instant) {
        self.uid = uid
        self.arrived = arrived
    }
}
