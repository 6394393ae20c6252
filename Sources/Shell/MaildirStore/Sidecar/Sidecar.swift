public import JSONText
public import MailTypes

/// The metadata of a draft or outbox message: a JSON object in a separate file, replaced as a whole.
///
/// Members that this version does not know are preserved. If the checksum is wrong, nothing in the file is trusted: the
/// message is kept, and is not sent.
public struct Sidecar: Sendable {
    /// The highest version of the format that is known. A file with a higher one was written by a newer petrel and is not
    /// changed.
    public static let version: Int64 = 2
    /// The version of a message without a planned time. Only a petrel that knows planned times reads version 2, because
    /// another one would send the message too early.
    private static let versionWithoutPlan: Int64 = 1

    public internal(set) var object: JSONObject

    // MARK: - Identity

    public var draftID: DraftID
    /// The hash of the message, as in the index.
    public var hash: ContentHash
    /// The size of the message file in bytes.
    public var size: Int
    /// The SHA-256 of the message file in hexadecimal digits. If present, it must match too, because collisions of
    /// `hash` can be constructed.
    public var digest: String? {
        get { object["message"]?.object?["sha256"]?.string }
        set {
            var message = object["message"]?.object ?? JSONObject()
            message["sha256"] = newValue.map { .string($0) }
            object["message"] = .object(message)
        }
    }
    /// Starts at 1 and is incremented by each change of the message.
    public var revision: Int

    // MARK: - States

    public var sendState: SendState
    /// `false` once the message is in the outbox.
    public var isDraft: Bool

    public init(draftID: DraftID, hash: ContentHash, size: Int, revision: Int, isDraft: Bool, sendState: SendState) {
        object = JSONObject()
        self.draftID = draftID
        self.hash = hash
        self.size = size
        self.revision = revision
        self.isDraft = isDraft
        self.sendState = sendState
    }

    /// The draft number that users type, such as `d7`. Never reused.
    public var draftNumber: Int? {
        get { integer("draftNumber") }
        set { object["draftNumber"] = newValue.map { .integer($0) } ?? .null }
    }

    /// The outbox number that users type, such as `o3`. Never reused.
    public var outboxNumber: Int? {
        get { integer("outboxNumber") }
        set { object["outboxNumber"] = newValue.map { .integer($0) } ?? .null }
    }

    public var account: String? {
        get { object["account"]?.string }
        set { object["account"] = newValue.map { .string($0) } ?? .null }
    }

    /// When the user ordered the message to be sent. Setting a different date removes the uptime that belongs to the
    /// old one.
    public var queuedDate: Instant? {
        get { object["sendQueuedDate"]?.integer.map { Instant(seconds: $0) } }
        set {
            if newValue != queuedDate { object["sendQueuedUptime"] = nil }
            object["sendQueuedDate"] = newValue.map { .integer($0.seconds) } ?? .null
        }
    }

    public var retryCount: Int {
        get { integer("sendRetryCount") ?? 0 }
        set { object["sendRetryCount"] = .integer(newValue) }
    }

    /// The planned time of the next attempt.
    public var nextAttempt: Instant? {
        get { object["nextAttemptDate"]?.integer.map { Instant(seconds: $0) } }
        set { object["nextAttemptDate"] = newValue.map { .integer($0.seconds) } ?? .null }
    }

    /// The time before which the message must not be sent, if the user planned it.
    public var sendAfter: Instant? {
        get { object["sendAfterDate"]?.integer.map { Instant(seconds: $0) } }
        set { object["sendAfterDate"] = newValue.map { .integer($0.seconds) } }
    }

    /// The session that can undo sending while it runs. The message is not sent before the session gives this up.
    public var undo: UndoWindowOwner? {
        get { object["undo"]?.object.flatMap { UndoWindowOwner($0) } }
        set { object["undo"] = newValue.map { .object($0.json) } ?? .null }
    }

    /// Whether sending can still be undone, including by an owner in a format that this version cannot read.
    var isUndoable: Bool { !(object["undo"]?.isNull ?? true) }

    /// The sender and recipients; `nil` for a draft, and for a message in the outbox that the user has not ordered to
    /// be sent.
    public var envelope: Envelope? {
        get { object["envelope"]?.object.flatMap { Envelope($0) } }
        set { object["envelope"] = newValue.map { .object($0.json) } ?? .null }
    }

    public var lastError: String? {
        get { object["lastError"]?.string }
        set { object["lastError"] = newValue.map { .string($0) } ?? .null }
    }

    /// Why a queued message is on hold until the user orders it to be sent again.
    public enum Hold: String, Sendable {
        /// The home, or only this file, is a copy of the one with which the message was queued, and which may have sent it.
        case copied
        /// The draft that the message was made from was changed, sent or deleted on another device.
        case changedElsewhere
    }

    public var hold: Hold? {
        get { object["hold"]?.string.flatMap { Hold(rawValue: $0) } }
        set { object["hold"] = newValue.map { .string($0.rawValue) } ?? .null }
    }

    /// Whether the file is the one that petrel wrote, and not a copy, for example from a backup. `created` is when the file
    /// system says that it was created, in nanoseconds since 1970. Returns `true` if either time is unknown.
    func isOriginal(created: Int64?) -> Bool {
        guard let created, let written = object[Self.creation]?.string.flatMap({ HexadecimalNumber.value($0.utf8) })
        else {
            return true
        }
        return written == UInt64(bitPattern: created)
    }

    private static let creation = "fileCreated"

    private func integer(_ name: String) -> Int? {
        object[name]?.integer.flatMap { $0 > 0 ? Int(exactly: $0) : nil }
    }
}

// MARK: - File format

extension Sidecar {
    /// Why a file is rejected.
    public enum Problem: Error, Hashable, Sendable {
        /// The file is not a JSON object, or does not end in a checksum.
        case unreadable
        /// The checksum is wrong.
        case damaged
        /// A member is missing or invalid.
        case incomplete(String)
        /// The file describes a different message or draft than its name says.
        case misplaced
        /// The file was written by a newer petrel, with this version number.
        case newer(Int64)
    }

    /// More than any sidecar needs. The longest recipient list occurs in it twice: in the envelope, and in the attempt
    /// with the state of each recipient.
    static let maximumSize = 1 << 22

    /// The file: compact JSON whose last member is the checksum of all bytes before it.
    public var octets: [UInt8] { octets(created: nil) }

    /// The content for a file that was created at that time, in nanoseconds since 1970.
    func octets(created: Int64?) -> [UInt8] {
        var object = object
        object[Self.creation] = created.map {
            .string(String(decoding: HexadecimalNumber.digits(UInt64(bitPattern: $0)), as: UTF8.self))
        }
        object["version"] = .integer(sendAfter == nil ? Self.versionWithoutPlan : Self.version)
        object["draftId"] = .string(draftID.text)
        object["revision"] = .integer(revision)
        object["isDraft"] = .bool(isDraft)
        object["sendState"] = .string(sendState.rawValue)
        var message = object["message"]?.object ?? JSONObject()
        message["hash"] = .string(hash.description)
        message["size"] = .integer(size)
        object["message"] = .object(message)
        return ChecksummedJSON.octets(of: object)
    }

    public init(reading file: [UInt8]) throws(Problem) {
        guard file.count <= Self.maximumSize, ChecksummedJSON.hasForm(file) else { throw .unreadable }
        guard ChecksummedJSON.isWhole(file) else { throw .damaged }
        guard let object = ChecksummedJSON.object(in: file) else { throw .unreadable }
        guard let version = object["version"]?.integer, version > 0 else { throw .incomplete("version") }
        guard version <= Self.version else { throw .newer(version) }
        try self.init(object)
    }

    private init(_ object: JSONObject) throws(Problem) {
        guard let id = object["draftId"]?.string.flatMap({ DraftID($0.utf8) }) else { throw .incomplete("draftId") }
        guard let revision = object["revision"]?.integer, revision > 0, let revision = Int(exactly: revision) else {
            throw .incomplete("revision")
        }
        let message = object["message"]?.object
        guard let hash = message?["hash"]?.string.flatMap({ ContentHash($0.utf8) }) else {
            throw .incomplete("message.hash")
        }
        guard let size = message?["size"]?.integer, size >= 0, let size = Int(exactly: size) else {
            throw .incomplete("message.size")
        }
        guard let isDraft = object["isDraft"]?.bool else { throw .incomplete("isDraft") }
        guard let state = object["sendState"]?.string.flatMap({ SendState(rawValue: $0) }) else {
            throw .incomplete("sendState")
        }
        self.object = object
        draftID = id
        self.hash = hash
        self.size = size
        self.revision = revision
        self.isDraft = isDraft
        sendState = state
    }

    // MARK: - Filename

    /// `HASH.DRAFTID.json`, so that it can be found by the content of the message.
    public var filename: [UInt8] {
        hash.digits + [0x2E] + Array(draftID.text.utf8) + Self.suffix
    }

    private static let suffix = Array(".json".utf8)

    /// Returns the hash and draft ID in a filename, or `nil` if the file is not a sidecar.
    static func identity(ofFile name: [UInt8]) -> (hash: ContentHash, draftID: DraftID)? {
        guard name.count == 32 + 1 + 36 + suffix.count, name[32] == 0x2E,
            name.suffix(suffix.count).elementsEqual(suffix),
            let hash = ContentHash(name[..<32]), let id = DraftID(name[33..<69])
        else { return nil }
        return (hash, id)
    }
}
