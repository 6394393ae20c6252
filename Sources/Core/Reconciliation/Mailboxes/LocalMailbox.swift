public import MailTypes

/// The contents of a mailbox directory.
public struct LocalMailbox: Hashable, Sendable {
    /// How reliable a directory scan is.
    public enum ScanReliability: Hashable, Sendable {
        /// Two scans, two seconds apart, found the same files, so a missing file is really gone.
        case settled
        /// There was only one scan, or the directory changed a moment ago: another program may be in the middle of
        /// moving a file.
        case unsettled
        /// The directory could not be read completely, so nothing follows from missing files.
        case unreadable
    }

    /// In any order.
    public var messages: [LocalMessage]
    public var look: ScanReliability
    /// The flags that a file name can represent. All others exist only on the server, and their absence here means
    /// nothing.
    public var expressible: FlagSet

    public init(messages: [LocalMessage], look: ScanReliability = .settled, expressible: FlagSet = .maildir) {
        self.messages = messages
        self.look = look
        self.expressible = expressible
    }
}
