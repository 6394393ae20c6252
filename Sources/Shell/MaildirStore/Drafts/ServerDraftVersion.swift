internal import JSONText
public import MailTypes

/// The version of a draft that the server has, or had after the last sync.
public struct ServerDraftVersion: Hashable, Sendable {
    public let uidValidity: UIDValidity
    public let uid: UID
    /// The SHA-256 of the local file of this version, in hexadecimal digits.
    public let digest: String
    /// When petrel uploaded it; `nil` if it was downloaded.
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

    /// Returns whether a file with this name contains this version.
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
            ("mailbox", .string(SidecarMaildir.Kind.drafts.rawValue)),
            ("uidValidity", .integer(Int(uidValidity.rawValue))),
            ("uid", .integer(Int(uid.rawValue))), ("sha256", .string(digest)),
            ("uploaded", uploaded.map { .integer($0.seconds) } ?? .null),
        ])
    }
}

extension Sidecar {
    /// The server's version of the draft: this revision, or an earlier one that it will replace.
    public var server: ServerDraftVersion? {
        get { object["server"]?.object.flatMap { ServerDraftVersion($0) } }
        set { object["server"] = newValue.map { .object($0.json) } ?? .null }
    }
}

extension DraftItem {
    /// The server message that the filename identifies.
    public var synced: SyncedFilename? {
        SyncedFilename(entry.name.base).flatMap { $0.isTagged(Self.tag) ? $0 : nil }
    }

    /// Whether the server is known to have this revision.
    public var isOnServer: Bool {
        guard let server = sidecar?.server else { return false }
        return server.digest == digest
    }

    private static let tag = SyncedFilename.tag(of: .drafts)
}
