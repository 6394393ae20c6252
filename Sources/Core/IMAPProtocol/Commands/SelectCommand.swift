public import MailTypes

/// SELECT or EXAMINE [RFC 9051 §6.3.2, RFC 7162 §3.2.5].
public struct SelectCommand: Hashable, Sendable {
    public let mailbox: EncodedMailboxName
    public var isReadOnly = false
    public var resynchronization = Resynchronization.none

    public enum Resynchronization: Hashable, Sendable {
        case none
        case condStore
        /// Requests changes and vanished messages since the mod-sequence. Does not send a set of known UIDs, because
        /// servers mishandle it.
        case qresync(UIDValidity, ModSequence)
    }

    public init(_ mailbox: EncodedMailboxName) {
        self.mailbox = mailbox
    }
}

extension SelectCommand.Resynchronization {
    var isQRESYNC: Bool {
        if case .qresync = self { return true }
        return false
    }
}
