public import MailTypes

/// A message that both sides have, with the flags they last agreed on.
public struct BaselineMessage: Hashable, Sendable {
    public let uid: UID
    public var flags: FlagSet
    public let content: InternedContentID

    public init(_ uid: UID, flags: FlagSet, content: InternedContentID) {
        self.uid = uid
        self.flags = flags
        self.content = content
    }
}
