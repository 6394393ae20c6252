/// A message to suggest replies to.
public struct SmartReplyInput: Sendable {
    /// The readable text. It may contain quotations, a greeting and a signature.
    public var text: String
    public var subject: String
    /// The display name of the sender; empty if unknown.
    public var senderName: String
    /// The user's names; empty if unknown.
    public var userName: String
    /// Whether a mailing list or a program sent it, see `AutomaticMail`.
    public var isAutomatic: Bool
    /// The number of days since it was written: "tomorrow" means something for one day only.
    public var ageInDays: Int

    public init(
        text: String, subject: String = "", senderName: String = "", userName: String = "", isAutomatic: Bool = false,
        ageInDays: Int = 0
    ) {
        (self.text, self.subject, self.senderName, self.userName) = (text, subject, senderName, userName)
        (self.isAutomatic, self.ageInDays) = (isAutomatic, ageInDays)
    }
}
