internal import InternetMessage
public import MailTypes

extension Address {
    /// Whether mail can be sent to the address.
    public var isDeliverable: Bool { email?.isValid ?? false }
}
