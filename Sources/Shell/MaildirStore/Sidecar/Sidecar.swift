public import JSONText
public import MailTypes

/// What is known of a draft or of a message in the outbox beyond the message itself: one JSON object in a file of its
/// own, written by replacement.
///
/// Members that this version does not know survive being written again. A file whose checksum does not hold is not
/// believed in anything: the message stays, and nothing is sent because of it.
public struct Sidecar: Sendable {
    /// Of the format. A higher one was written by a newer program; this one then reads and does not write.
    public static let version: Int64 = 1

    public internal(set) var object: JSONObject

    // MARK: - What identifies it

    public var draftID: DraftID
    /// The message's octets, as they are indexed.
    public var hash: ContentHash
    /// Octets of the message's file.
    public var size: Int
    /// SHA-256 of the message's file in hexadecimal digits. Where it is there, a message of another one is not believed to
    /// be the one that is described: `hash` can be met on purpose.
    public var digest: String? {
        get { object["message"]?.object?["sha256"]?.string }
        set {
            var message = object["message"]?.object ?? JSONObject()
            message["sha256"] = newValue.map { .string($0) }
            object["message"] = .object(message)
        }
    }
    /// From 1; each change of the message raises it.
    public var revision: Int

    // MARK: - States

    public var sendState: SendState
    /// `false` once the message has been put into the outbox.
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

    /// The number that a draft is called by: `d7`. Never used for another one.
    public var draftNumber: Int? {
        get { integer("draftNumber") }
        set { object["draftNumber"] = newValue.map { .integer($0) } ?? .null }
    }

    /// The number that a message in the outbox is called by: `o3`. Never used for another one.
    public var outboxNumber: Int? {
        get { integer("outboxNumber") }
        set { object["outboxNumber"] = newValue.map { .integer($0) } ?? .null }
    }

    public var account: String? {
        get { object["account"]?.string }
        set { object["account"] = newValue.map { .string($0) } ?? .null }
    }

    /// When the user gave the order to send. With another date, the uptime that went with the former one goes.
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

    /// When the next attempt is planned.
    public var nextAttempt: Instant? {
        get { object["nextAttemptDate"]?.integer.map { Instant(seconds: $0) } }
        set { object["nextAttemptDate"] = newValue.map { .integer($0.seconds) } ?? .null }
    }

    /// Who may take the order to send back, as long as that session is there; nothing is sent before it gives that up.
    public var undo: UndoWindowOwner? {
        get { object["undo"]?.object.flatMap { UndoWindowOwner($0) } }
        set { object["undo"] = newValue.map { .object($0.json) } ?? .null }
    }

    /// Whether the order to send can still be taken back, by whomever: also by one that this version cannot read.
    var isUndoable: Bool { !(object["undo"]?.isNull ?? true) }

    /// From whom and to whom the message goes; `nil` for a draft, and for a message in the outbox of which nobody has said
    /// yet that it is to be sent.
    public var envelope: Envelope? {
        get { object["envelope"]?.object.flatMap { Envelope($0) } }
        set { object["envelope"] = newValue.map { .object($0.json) } ?? .null }
    }

    public var lastError: String? {
        get { object["lastError"]?.string }
        set { object["lastError"] = newValue.map { .string($0) } ?? .null }
    }

    /// Why a message in the outbox that was ordered to be sent waits for another order.
    public enum Hold: String, Sendable {
        /// The home is a copy of the one that it was queued in, which may have sent it.
        case copied
    }

    public var hold: Hold? {
        get { object["hold"]?.string.flatMap { Hold(rawValue: $0) } }
        set { object["hold"] = newValue.map { .string($0.rawValue) } ?? .null }
    }

    private func integer(_ name: String) -> Int? {
        object[name]?.integer.flatMap { $0 > 0 ? Int(exactly: $0) : nil }
    }
}

// MARK: - As a file

extension Sidecar {
    /// Why a file is not believed.
    public enum Problem: Error, Hashable, Sendable {
        /// It is no JSON object, or does not end in a checksum.
        case unreadable
        /// The checksum is that of other octets.
        case damaged
        /// A member is missing or is not what it should be.
        case incomplete(String)
        /// It describes another message or draft than its name says.
        case misplaced
        /// Its version; a newer program wrote it.
        case newer(Int64)
    }

    /// No sidecar comes near it: the longest list of recipients stands in it twice, each of them with a word of how far
    /// the message has come.
    static let maximumSize = 1 << 22

    /// The file: compact JSON with the checksum as its last member, over all octets before it.
    public var octets: [UInt8] {
        var object = object
        object["version"] = .integer(Self.version)
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

    // MARK: - Its name

    /// `HASH.DRAFTID.json`: found by the message's content.
    public var filename: [UInt8] {
        hash.digits + [0x2E] + Array(draftID.text.utf8) + Self.suffix
    }

    private static let suffix = Array(".json".utf8)

    /// The hash and the draft that a file's name speaks of; `nil` for a file that is no sidecar.
    static func identity(ofFile name: [UInt8]) -> (hash: ContentHash, draftID: DraftID)? {
        guard name.count == 32 + 1 + 36 + suffix.count, name[32] == 0x2E,
            name.suffix(suffix.count).elementsEqual(suffix),
            let hash = ContentHash(name[..<32]), let id = DraftID(name[33..<69])
        else { return nil }
        return (hash, id)
    }
}
