/// Prepares user names and passwords so that both sides of a SCRAM exchange use the same bytes [RFC 4013].
///
/// SASLprep requires NFKC normalization, and allows implementations without it to reject non-ASCII text
/// [RFC 5802 §2.2]. This implementation accepts only characters that NFKC does not change: ASCII, and precomposed
/// Latin, Greek, Cyrillic, Kana, Hangul and Han characters. White space is mapped to SP, and characters that SASLprep
/// maps to nothing are removed. SCRAM is not used for other text, because a wrong proof would look like a wrong
/// password.
enum SASLprep {
    /// `nil` if the text is not UTF-8, contains prohibited characters, or may not be in normal form.
    static func prepared(_ octets: [UInt8]) -> [UInt8]? {
        guard let text = String(validating: octets, as: UTF8.self) else { return nil }
        var result: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x20...0x7E: result.append(UInt8(scalar.value))
            // Table C.1.2, without U+200B, which is also in the next table.
            case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: result.append(0x20)
            // Table B.1.
            case 0xAD, 0x34F, 0x1806, 0x180B...0x180D, 0x200C, 0x200D, 0x2060, 0xFE00...0xFE0F, 0xFEFF: break
            default:
                guard isComposed(scalar.value) else { return nil }
                result += Array(String(scalar).utf8)
            }
        }
        return result.isEmpty ? nil : result
    }

    /// Whether NFKC leaves the character unchanged next to any other accepted character.
    private static func isComposed(_ value: UInt32) -> Bool {
        switch value {
        // Latin-1 without its compatibility characters.
        case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xB7, 0xBB, 0xBF...0xFF: true
        // Latin Extended-A, without ĳ, ŀ, ŉ and the long s.
        case 0x100...0x131, 0x134...0x13E, 0x141...0x148, 0x14A...0x17E: true
        // Greek and Cyrillic letters.
        case 0x386, 0x388...0x38A, 0x38C, 0x38E...0x3A1, 0x3A3...0x3CE, 0x400...0x481, 0x490...0x4CE: true
        // Dashes, quotation marks, the euro.
        case 0x2010, 0x2012...0x2016, 0x2018...0x2022, 0x20AC: true
        // Kana without their separate marks, Han, Hangul.
        case 0x3041...0x3096, 0x30A1...0x30FE, 0x4E00...0x9FA5, 0xAC00...0xD7A3: true
        default: false
        }
    }
}
