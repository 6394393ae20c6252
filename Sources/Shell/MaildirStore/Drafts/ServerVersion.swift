internal import JSONText
public import MailTypes

/// The version of a draft that the server has, or had when both sides last agreed.
public struct ServerVersion: Hashable, Sendable {
    public let uidValidity: UIDValidity
    public let uid: UID
    /// SHA-256 of its file as it was here, in hexadecimal digits.
    public let digest: String
    /// When it went up from here; `nil` for one that came.
    public let uploaded: Instant?

    public init(_ uidValidity: UIDValidity, _ uid: UID, digest: String, uploaded: Instant? = nil) {
        self.uidValidity = uidValidity
        self.uid = uid
        self.digest = digest
        self.uploaded = uploaded
    }

    init(_ name: SyncedFilename, digest: String) {
        self.init(name.uidValidity, name.uid, digest: digest)
    }

    /// Whether it is the message of a file of that name.
    func isMessage(of name: SyncedFilename) -> Bool { uidValidity == name.uidValidity && uid == name.uid }

    init?(_ json: JSONObject) {
        guard let validity = json["uidValidity"]?.integer.flatMap({ UInt32(exactly: $0) }),
            let validity = UIDValidity(rawValue: validity),
            let uid = json["uid"]?.integer.flatMap({ UInt32(exactly: $0) }), let uid = UID(rawValue: uid),
            let digest = json["sha256"]?.string
        else { return nil }
        self.init(validity, uid, digest: digest, uploaded: json["uploaded"]?.integer.map { Instant(seconds: $0) })
    }

    var json: JSONObject {
        JSONObject([
            ("mailbox", .string(DraftBox.Kind.drafts.rawValue)), ("uidValidity", .integer(Int(uidValidity.rawValue))),
            ("uid", .integer(Int(uid.rawValue))), ("sha256", .string(digest)),
            ("uploaded", uploaded.map { .integer($0.seconds) } ?? .null),
        ])
    }
}

extension Sidecar {
    /// What the server has of the draft: this revision, or one before it, in whose place it will go there.
    public var server: ServerVersion? {
        get { object["server"]?.object.flatMap { ServerVersion($0) } }
        set { object["server"] = newValue.map { .object($0.json) } ?? .null }
    }
}

extension DraftItem {
    /// What its name says that it is on the server.
    public var synced: SyncedFilename? {
        SyncedFilename(entry.name.base).flatMap { $0.isTagged(Self.tag) ? $0 : nil }
    }

    /// Whether the server has this very revision, as far as is known here.
    public var isOnServer: Bool {
        guard let server = sidecar?.server else { return false }
        return server.digest == digest
    }

    private static let tag = SyncedFilename.tag(of: .drafts)
}
