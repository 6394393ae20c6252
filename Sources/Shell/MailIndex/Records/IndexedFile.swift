public import MailTypes

/// The location of a message in its mailbox.
public struct IndexedFile: Hashable, Sendable {
    /// The subdirectory of the Maildir.
    public enum Place: UInt8, Hashable, Sendable, CaseIterable {
        case new, cur
    }

    public var name: [UInt8]
    public var place: Place
    public var flags: MaildirFlags

    public init(place: Place, name: [UInt8], flags: MaildirFlags) {
        self.name = name
        self.place = place
        self.flags = flags
    }
}
