public import MailTypes
internal import Outbox

/// A draft or a message in the outbox: its file, and its sidecar if it has a valid one.
public struct DraftItem: Sendable {
    /// The location of the message in the Maildir.
    public var entry: Maildir.Entry
    public var hash: ContentHash
    /// The size of the file in bytes.
    public var size: Int
    /// The SHA-256 of the file in hexadecimal digits.
    public var digest: String
    /// The draft ID and revision in the header of the message.
    public var header: DraftHeader?
    /// The metadata; `nil` if the message has not been adopted yet.
    public var sidecar: Sidecar?
    /// Why the existing sidecar is invalid.
    public var problem: Sidecar.Problem?
    /// The version kept by the change that returned this item, if it replaced a revision that the caller had not seen.
    public var displaced: RecoverableDraftVersions.Version?
    /// The filename of the sidecar, even if it is invalid.
    var sidecarName: [UInt8]?

    public var draftID: DraftID? { sidecar?.draftID ?? header?.id }
    public var revision: Int { sidecar?.revision ?? header?.revision ?? 0 }

    /// Whether the message can be sent when it is due: it was queued by petrel, and its metadata is valid.
    public var isSendable: Bool {
        guard let sidecar, problem == nil else { return false }
        return sidecar.submission == .queued
    }
}
