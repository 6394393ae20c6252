/// A mail that is to be answered.
public struct ReplyQuestion: Sendable {
    /// The readable text. Quoted lines, greeting and signature may be in it.
    public var text: String
    public var subject: String
    /// As the sender writes it; empty where it is not known.
    public var senderName: String
    /// The names of the one who answers; empty where they are not known.
    public var userName: String
    /// Whether it came by a list or from a program: `AutomaticMail` knows.
    public var isAutomatic: Bool
    /// How many days ago it was written, by the calendar of the one who answers: what was tomorrow is not for ever.
    public var ageInDays: Int

    public init(
        text: String, subject: String = "", senderName: String = "", userName: String = "", isAutomatic: Bool = false,
        ageInDays: Int = 0
    ) {
        self.text = text
        self.subject = subject
        self.senderName = senderName
        self.userName = userName
        self.isAutomatic = isAutomatic
        self.ageInDays = ageInDays
    }
}

/// A mail that the user answered once.
public struct PastReply: Sendable {
    /// The readable text of what came.
    public var received: String
    /// And of the answer.
    public var sent: String

    public init(received: String, sent: String) {
        self.received = received
        self.sent = sent
    }
}
