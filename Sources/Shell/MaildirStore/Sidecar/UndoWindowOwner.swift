internal import JSONText
public import MailTypes

/// The hold that a session has on a message in the outbox while the order to send it can be taken back.
///
/// It stands in the sidecar from the first moment on: whoever finds it, and the session gone, knows that nobody had the
/// seconds that were promised, and makes the message a draft again.
public struct UndoWindowOwner: Hashable, Sendable {
    public let session: DraftID
    /// Seconds.
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
