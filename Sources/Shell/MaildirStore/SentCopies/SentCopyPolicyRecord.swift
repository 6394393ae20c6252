public import Disk
public import MailTypes

/// What petrel has learned about who stores sent mail in Sent, for a server that is not in the table of providers.
public struct SentCopyPolicyRecord: Hashable, Sendable {
    /// Who stores the copy of a sent message.
    public enum Answer: String, Hashable, Sendable {
        /// The server does so by itself.
        case server
        /// petrel does so.
        case client
        /// petrel does so, because the server stored no copy within seconds. If it does so later, the answer is `server`.
        case trial
    }

    /// A copy that petrel uploads although the server may store one later.
    public struct Copy: Hashable, Sendable {
        /// The draft that the message was built from.
        public let draftID: DraftID
        public let messageID: MessageID
        /// The digests of the copy: see `SentCopyIdentity`.
        public let text: String
        public let whole: String
        /// The size in bytes, with CRLF line endings.
        public let size: Int
        /// The highest UID in Sent when the copy was filed, or 0. A copy by the server has a higher one.
        public let fence: UInt32
        public var filed: Instant
        /// Whether petrel has sent another message with the same Message-ID. Nothing is removed then.
        public fileprivate(set) var isAmbiguous = false

        /// Returns `nil` if the message has no Message-ID.
        public init?(_ content: SentCopyIdentity, of draftID: DraftID, behind fence: UInt32, filed: Instant) {
            guard let messageID = content.messageID else { return nil }
            self.init(
                draftID, messageID, text: content.text, whole: content.whole, size: content.size, fence: fence,
                filed: filed)
        }

        fileprivate init(
            _ draftID: DraftID, _ messageID: MessageID, text: String, whole: String, size: Int, fence: UInt32,
            filed: Instant
        ) {
            self.draftID = draftID
            self.messageID = messageID
            self.text = text
            self.whole = whole
            self.size = size
            self.fence = fence
            self.filed = filed
        }
    }

    /// A message that a sync uploads to Sent. It is not a copy by the server.
    public struct Upload: Hashable, Sendable {
        public let messageID: MessageID
        /// See `SentCopyIdentity.whole`.
        public let whole: String

        public init(_ messageID: MessageID, whole: String) {
            self.messageID = messageID
            self.whole = whole
        }
    }

    /// `nil` until a message was sent.
    public var answer: Answer?
    public private(set) var copies: [Copy] = []
    public private(set) var uploads: [Upload] = []

    public init() {}

    /// The maximum number of copies to compare with what the server stores later, and of uploads.
    private static let mostCopies = 20
    private static let mostUploads = 100
    /// The number of seconds for which the server may still store a copy by itself.
    public static let patience: Int64 = 20 * 60

    /// Adds a copy, or updates it if it is known. If a copy of another message with the same Message-ID is known, both
    /// are kept on the server.
    public mutating func expect(_ copy: Copy) {
        var copy = copy
        for index in copies.indices where copies[index].messageID == copy.messageID {
            if copies[index].draftID != copy.draftID || copies[index].isAmbiguous {
                copies[index].isAmbiguous = true
                copies[index].filed = max(copies[index].filed, copy.filed)
                copy.isAmbiguous = true
            }
        }
        copies.removeAll { $0.messageID == copy.messageID && $0.draftID == copy.draftID }
        copies.append(copy)
        copies = copies.suffix(Self.mostCopies)
    }

    /// Records that a message is uploaded to Sent.
    public mutating func note(_ upload: Upload) {
        uploads.removeAll { $0 == upload }
        uploads.append(upload)
        uploads = uploads.suffix(Self.mostUploads)
    }

    /// Whether a message with this Message-ID was uploaded from here, except copies of which another one is expected.
    public func hasUploaded(_ messageID: MessageID?) -> Bool { uploads.contains { $0.messageID == messageID } }

    /// Records whether the server has stored a second copy of a message, after a search at `now`.
    public mutating func settle(_ copy: Copy, isDoubled: Bool, isLearning: Bool, at now: Instant) {
        if isDoubled {
            copies.removeAll { $0 == copy }
            if isLearning { answer = .server }
        } else if !(-Self.patience..<Self.patience).contains(now.seconds &- copy.filed.seconds) {
            copies.removeAll { $0 == copy }
            if isLearning, !copy.isAmbiguous, answer == .trial { answer = .client }
        }
    }
}

/// Stored in the file `filing`: a line with the server and the answer, and one line for each copy and upload.
extension DraftStore {
    private static let filingName = Array("filing".utf8)
    private static let filingLimit = 1 << 17

    /// Returns the record for `server`, the name of the server in the account's settings. The file holds only one
    /// server.
    public func sentFiling(with server: String) -> SentCopyPolicyRecord {
        // If the file is damaged, the question is asked again.
        let octets = (try? state.contents(of: Self.filingName, limit: Self.filingLimit)) ?? []
        return SentCopyPolicyRecord(reading: octets, server)
    }

    /// Changes the record durably.
    public func updateSentFiling(
        with server: String, _ body: (inout SentCopyPolicyRecord) -> Void
    ) throws(FileError) {
        let lock = try state.lock(Array("filing.lock".utf8), waiting: true)
        defer { withExtendedLifetime(lock) {} }
        let former = sentFiling(with: server)
        var record = former
        body(&record)
        if record == former { return }
        try state.write(
            record.octets(server), as: Self.filingName, .replacing, through: state,
            named: Self.filingName + Array(".".utf8) + UniqueName.next())
    }
}

extension SentCopyPolicyRecord {
    private static let space: UInt8 = 0x20
    private static let filedWord = "filed"
    private static let ambiguousWord = "ambiguous"
    private static let uploadWord = "upload"
    private static let noAnswer = "unknown"
    /// Longer ones are not recorded, so that the file stays small.
    private static let longestMessageID = 512

    fileprivate init(reading octets: [UInt8], _ server: String) {
        for (number, line) in octets.split(separator: 0x0A).enumerated() {
            let words = line.split(separator: Self.space, maxSplits: 7).map { String(decoding: $0, as: UTF8.self) }
            if number == 0 {
                guard words.count >= 2, words[0] == server else { return }
                answer = Self.answer(Array(words.dropFirst()))
            } else if words.first == Self.filedWord || words.first == Self.ambiguousWord, var copy = Copy(words) {
                copy.isAmbiguous = words.first == Self.ambiguousWord
                copies.append(copy)
            } else if words.first == Self.uploadWord, words.count >= 3 {
                uploads.append(Upload(MessageID(words.dropFirst(2).joined(separator: " ")), whole: words[1]))
            }
        }
    }

    /// Earlier versions stored how many messages in a row the server did and did not store, and were sure after two.
    private static func answer(_ words: [String]) -> Answer? {
        if let answer = words.first.flatMap({ Answer(rawValue: $0) }) { return answer }
        guard words.count == 2, let found = Int(words[0]), let missed = Int(words[1]) else { return nil }
        return found >= 2 ? .server : missed >= 2 ? .client : nil
    }

    fileprivate func octets(_ server: String) -> [UInt8] {
        var octets = Array("\(server) \(answer?.rawValue ?? Self.noAnswer)\n".utf8)
        for copy in copies where Self.isRecorded(copy.messageID) {
            let word = copy.isAmbiguous ? Self.ambiguousWord : Self.filedWord
            let numbers = "\(copy.filed.seconds) \(copy.size) \(copy.fence)"
            octets += "\(word) \(numbers) \(copy.draftID) \(copy.text) \(copy.whole) \(copy.messageID.text)\n".utf8
        }
        for upload in uploads where Self.isRecorded(upload.messageID) {
            octets += "\(Self.uploadWord) \(upload.whole) \(upload.messageID.text)\n".utf8
        }
        return octets
    }

    private static func isRecorded(_ messageID: MessageID) -> Bool {
        let text = messageID.text.utf8
        return !text.contains(0x0A) && text.count <= longestMessageID
    }
}

extension SentCopyPolicyRecord.Copy {
    /// Reads the words of a line.
    fileprivate init?(_ words: [String]) {
        guard words.count == 8, let time = Int64(words[1]), let size = Int(words[2]), let fence = UInt32(words[3]),
            let draftID = DraftID(words[4].utf8)
        else { return nil }
        self.init(
            draftID, MessageID(words[7]), text: words[5], whole: words[6], size: size, fence: fence,
            filed: Instant(seconds: time))
    }
}
