internal import InternetMessage
internal import JSONText
internal import MailTypes

extension Sidecar {
    /// A file that goes along with the message and is not here yet. What is to be known for fetching it stands in the
    /// message; this is what people are told.
    public struct PendingAttachment: Hashable, Sendable {
        /// What the server calls the part: `2.1`.
        public let part: String
        public let filename: String?
        /// Octets, decoded, as far as the server tells.
        public let size: Int
        public let url: String
    }

    /// A message that has some waits for them, and is not handed over.
    public internal(set) var pendingAttachments: [PendingAttachment] {
        get { (object["pendingAttachments"]?.array ?? []).compactMap { $0.object.flatMap { PendingAttachment($0) } } }
        set { object["pendingAttachments"] = .array(newValue.map { .object($0.json) }) }
    }

    /// Notes which files the message waits for.
    mutating func describeFiles(of message: [UInt8]) {
        guard PlaceholderHeader.isClaimed(by: message) else {
            if object["pendingAttachments"] != nil { pendingAttachments = [] }
            return
        }
        pendingAttachments = Message(message).pendingFiles.map { part, file in
            PendingAttachment(
                part: file.section.map { String($0) }.joined(separator: "."), filename: part.filename, size: file.size,
                url: file.url)
        }
    }
}

extension Sidecar.PendingAttachment {
    fileprivate init?(_ json: JSONObject) {
        guard let part = json["part"]?.string else { return nil }
        self.part = part
        filename = json["filename"]?.string
        size = json["size"]?.integer.flatMap { Int(exactly: $0) } ?? 0
        url = json["url"]?.string ?? ""
    }

    fileprivate var json: JSONObject {
        JSONObject([
            ("part", .string(part)), ("filename", filename.map { .string($0) } ?? .null), ("size", .integer(size)),
            ("url", .string(url)),
        ])
    }
}
