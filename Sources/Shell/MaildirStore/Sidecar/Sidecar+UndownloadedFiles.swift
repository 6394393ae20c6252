internal import InternetMessage
internal import JSONText
internal import MailTypes

extension Sidecar {
    /// An attachment that has not been downloaded yet. The message contains what is needed to fetch it; these values
    /// are for display.
    public struct UndownloadedFile: Hashable, Sendable {
        /// The part number on the server, such as `2.1`.
        public let part: String
        public let filename: String?
        /// The decoded size in bytes, according to the server.
        public let size: Int
        public let url: String
    }

    /// Attachments that must be downloaded before the message can be sent.
    public internal(set) var undownloadedFiles: [UndownloadedFile] {
        get { (object["pendingAttachments"]?.array ?? []).compactMap { $0.object.flatMap { UndownloadedFile($0) } } }
        set { object["pendingAttachments"] = .array(newValue.map { .object($0.json) }) }
    }

    /// Records the attachments that the message lacks.
    mutating func describeFiles(of message: [UInt8]) {
        guard PartialMessageMarkers.isClaimed(by: message) else {
            if object["pendingAttachments"] != nil { undownloadedFiles = [] }
            return
        }
        undownloadedFiles = Message(message).undownloadedAttachments.map { part, file in
            UndownloadedFile(
                part: file.section.map { String($0) }.joined(separator: "."), filename: part.filename, size: file.size,
                url: file.url)
        }
    }
}

extension Sidecar.UndownloadedFile {
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
