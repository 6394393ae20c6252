public import MailTypes

/// The result of a successful command.
public struct CommandResult: Hashable, Sendable {
    public internal(set) var code: ResponseCode?
    /// A text that the user must see. It is untrusted [RFC 9051 §7.1, ALERT].
    public internal(set) var alert: [UInt8]?
    /// The state of the mailbox after SELECT or EXAMINE.
    public internal(set) var mailbox: SelectedMailbox?
    /// The UID of the new message after APPEND or REPLACE, if reported.
    public internal(set) var appended: AppendedUID?
    /// The UIDs of the copies after COPY or MOVE, if reported.
    public internal(set) var copied: CopiedUIDs?
    /// The capabilities that ENABLE has activated, in upper case.
    public internal(set) var enabled: [[UInt8]] = []

    public struct AppendedUID: Hashable, Sendable {
        public let validity: UIDValidity
        public let uid: UID

        public init(validity: UIDValidity, uid: UID) {
            self.validity = validity
            self.uid = uid
        }
    }
}
