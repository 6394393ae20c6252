public import MailTypes
internal import Outbox

/// A draft, or a message in the outbox: its file, and what its sidecar says if there is one to be believed.
public struct DraftItem: Sendable {
    /// Where the message stands in the Maildir.
    public var entry: Maildir.Entry
    public var hash: ContentHash
    /// Octets of the file.
    public var size: Int
    /// SHA-256 of the file, in hexadecimal digits.
    public var digest: String
    /// What the message says of itself.
    public var header: DraftHeader?
    /// What is known of it; `nil` as long as it has not been adopted.
    public var sidecar: Sidecar?
    /// Why a sidecar that is there is not believed.
    public var problem: Sidecar.Problem?
    /// What the change that gave this item pushed out: a revision that the caller had not seen. It is kept.
    public var displaced: DraftVersions.Version?
    /// The name of the sidecar's file, believed or not.
    var sidecarName: [UInt8]?

    public var draftID: DraftID? { sidecar?.draftID ?? header?.id }
    public var revision: Int { sidecar?.revision ?? header?.revision ?? 0 }

    /// Whether it may be sent when its time comes: it was put into the outbox here, and what is known of it is certain.
    public var isSendable: Bool {
        guard let sidecar, problem == nil else { return false }
        return sidecar.submission == .queued
    }
}
