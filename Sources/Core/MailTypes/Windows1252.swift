/// The character set that text which is not UTF-8 is read as.
public enum Windows1252 {
    /// Each byte is a character: the five that the set leaves undefined are control characters, so that none is lost
    /// [WHATWG Encoding Standard §9].
    public static func scalar(_ octet: UInt8) -> Unicode.Scalar {
        octet &- 0x80 < 0x20 ? upper[Int(octet & 0x1F)] : Unicode.Scalar(octet)
    }

    /// Returns the text of a line in UTF-8 or, if it is not well-formed UTF-8, in windows-1252.
    public static func textOrUTF8(_ octets: some Collection<UInt8>) -> String {
        if let text = String(validating: octets, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        for octet in octets { text.append(scalar(octet)) }
        return String(text)
    }

    private static let upper: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2C6}",
        "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}", "\u{90}", "\u{2018}", "\u{2019}",
        "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}",
        "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
    ]
}
