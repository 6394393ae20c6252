public import MailTypes

extension MessageID {
    /// Whether the identifier can be written in angle brackets: visible ASCII without brackets, of reasonable length.
    public var isValid: Bool {
        let octets = Array(text.utf8)
        return !octets.isEmpty && octets.count <= 900
            && octets.allSatisfy { $0 &- 0x21 < 0x5E && $0 != ASCII.less && $0 != ASCII.greater }
    }
}
