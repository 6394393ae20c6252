internal import JSONText
public import MailTypes

/// The session that can still undo the sending of a message in the outbox.
///
/// It is stored in the sidecar from the start. If the session has ended, the user did not have the promised time to
/// undo, and the message becomes a draft again.
public struct UndoWindowOwner: Hashable, Sendable {
    public let session: DraftID
    /// The length of the undo window in seconds.
    public let window: Int

    public init(session: DraftID, window: Int) {
        self.session = session
        self.window = window
    }

    init?(_ json: JSONObject) {
        guard let id = json["session"]?.string.flatMap({ DraftID($0.utf8) }) else { return nil }
        self.init(session: id, window: json["window"]?.integer.flatMap { Int(exactly: $0) } ?? 0)
    }

    var json: JSONObject {
        JSONObject([("session", .string(session.text)), ("window", .integer(window))])
    }
}
