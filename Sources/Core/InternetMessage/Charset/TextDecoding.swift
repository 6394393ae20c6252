/// Decodes text in a labeled, mislabeled or unlabeled character set.
enum TextDecoding {
    /// Decodes by `label`. If the label is missing or unknown: as UTF-8 if the bytes are valid UTF-8, otherwise as
    /// windows-1252.
    static func decode(_ octets: Span<UInt8>, label: [UInt8]?, into output: inout [UInt8]) {
        var decoder = CharsetDecoder(charset(label: label, isUTF8: LossyUTF8Decoder.isValid(octets, 0..<octets.count)))
        decoder.decode(octets, isLast: true, into: &output)
    }

    static func charset(label: [UInt8]?, isUTF8: @autoclosure () -> Bool) -> Charset {
        if let label, let charset = Charset(label: label), !isASCII(label) { return charset }
        return isUTF8() ? .utf8 : .windows1252
    }

    /// Returns whether the label is US-ASCII. Such text often contains bytes over 127 in an unknown character set.
    static func isASCII(_ label: [UInt8]) -> Bool {
        let name = label.filter { $0 != ASCII.quote && $0 != ASCII.apostrophe && !$0.isWhitespace }
        return name.equalsIgnoringCase("us-ascii") || name.equalsIgnoringCase("ascii")
            || name.equalsIgnoringCase("ansi_x3.4-1968")
    }
}
