/// Control characters in arguments: a line break in an address or a subject would begin another header field or SMTP
/// command [RFC 5322 §2.2, RFC 5321 §4.1.2].
enum ControlCharacterCheck {
    /// Whether the bytes contain a control character other than a tab, or another character that breaks lines: C0, DEL,
    /// and in UTF-8 C1, U+2028 and U+2029.
    static func findsAny(in octets: [UInt8]) -> Bool {
        for (index, octet) in octets.enumerated() {
            if octet < 0x20 && octet != 0x09 || octet == 0x7F { return true }
            let next = octets[(index + 1)...].prefix(2)
            if octet == 0xC2, let second = next.first, 0x80...0x9F ~= second { return true }
            if octet == 0xE2, next.elementsEqual([0x80, 0xA8]) || next.elementsEqual([0x80, 0xA9]) { return true }
        }
        return false
    }
}

extension CommandFailure {
    /// `place` begins the sentence.
    static func controlCharacter(in place: String) -> CommandFailure {
        CommandFailure(
            .dataError, "controlCharacter",
            "\(place) contains a line break or another control character. Nothing was done. Type it on one line.")
    }
}

extension Command.ValueKind {
    /// Whether values may have several lines or any byte.
    var allowsControlCharacters: Bool {
        switch self {
        case .file, .lines: true
        case .text, .account, .attachment, .choice, .command, .contact, .draft, .folder, .keptVersion, .message, .plan,
            .plannedTime, .plannedDelay, .query, .recipient, .sender, .setting, .settingValue, .signature, .template:
            false
        }
    }
}
