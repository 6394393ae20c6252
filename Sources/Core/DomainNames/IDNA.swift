/// Converts host names from the form that users write to the form used in DNS and certificates.
public enum IDNA {
    /// Returns the name in ASCII and lower case, with non-ASCII labels in their `xn--` form [RFC 5891 §5].
    ///
    /// Returns `nil` if a label contains characters that no registry accepts, or whose validity cannot be determined
    /// here. In the latter case the user can enter the `xn--` form. ASCII names are not checked further.
    public static func ascii(_ text: String) -> String? {
        let lower = Array(text.lowercased().unicodeScalars)
        // The label separators that East Asian keyboards produce [RFC 5895 §2].
        let labels = lower.split(omittingEmptySubsequences: false) {
            [0x2E, 0x3002, 0xFF0E, 0xFF61].contains($0.value)
        }
        var result: [String] = []
        for label in labels {
            guard let form = label.allSatisfy(\.isASCII) ? Array(label).ascii : encoded(Array(label)) else {
                return nil
            }
            result.append(form)
        }
        return result.joined(separator: ".")
    }

    private static func encoded(_ label: [Unicode.Scalar]) -> String? {
        let letters = composed(label)
        guard isAllowed(letters), let form = Punycode.encode(letters) else { return nil }
        let whole = Array("xn--".utf8) + form
        return whole.count <= 63 ? String(decoding: whole, as: UTF8.self) : nil
    }

    // MARK: - Composition

    /// Precomposed letters: those of Latin, Greek, Cyrillic, the scripts of India, and kana.
    private static let composites: ClosedRange<UInt32> = 0xC0...0x30FF

    /// Composes letters and their marks where a precomposed letter exists [Unicode Annex 15, form C].
    private static func composed(_ letters: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        for letter in letters {
            if letter.isMark, let last = result.last, let whole = composite(last, letter) {
                result[result.count - 1] = whole
            } else {
                result.append(letter)
            }
        }
        return result
    }

    private static func composite(_ letter: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
        var pair = String.UnicodeScalarView()
        pair.append(letter)
        pair.append(mark)
        // Swift strings are equal if they are canonically equivalent.
        let text = String(pair)
        return composites.lazy.compactMap { Unicode.Scalar($0) }.first { candidate in
            !candidate.properties.isFullCompositionExclusion && String(candidate) == text
        }
    }

    // MARK: - Characters allowed in a label

    private static func isAllowed(_ label: [Unicode.Scalar]) -> Bool {
        guard let first = label.first, !first.isMark, first != "-", label.last != "-" else { return false }
        if label.count >= 4, label[2] == "-", label[3] == "-" { return false }
        return label.indices.allSatisfy { isAllowed(label[$0], at: $0, in: label) }
            && areInOrder(label)
    }

    /// Whether combining marks are in canonical order. If not, composition may have missed a precomposed letter.
    private static func areInOrder(_ label: [Unicode.Scalar]) -> Bool {
        zip(label, label.dropFirst()).allSatisfy { one, other in
            let (former, latter) = (one.properties.canonicalCombiningClass, other.properties.canonicalCombiningClass)
            return latter == .notReordered || former <= latter
        }
    }

    /// Whether the character is allowed in a label [RFC 5892 §2, §3 and appendix A].
    private static func isAllowed(_ letter: Unicode.Scalar, at index: Int, in label: [Unicode.Scalar]) -> Bool {
        switch letter.value {
        case 0x2D, 0x30...0x39, 0x61...0x7A: return true
        case 0...0x7F: return false
        case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
        case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
        // The dot between two l in Catalan.
        case 0xB7: return index > 0 && index + 1 < label.count && label[index - 1] == "l" && label[index + 1] == "l"
        // The dot between words in Japanese.
        case 0x30FB: return label.contains(where: \.isJapanese)
        // Digits of the two sets look alike.
        case 0x660...0x669: return !label.contains { (0x6F0...0x6F9).contains($0.value) }
        case 0x6F0...0x6F9: return !label.contains { (0x660...0x669).contains($0.value) }
        // Whether these are valid depends on context that is not known here.
        case 0x375, 0x5F3, 0x5F4, 0x200C, 0x200D: return false
        // Conjoining parts of Korean letters.
        case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: return false
        default: break
        }
        let properties = letter.properties
        guard !properties.changesWhenNFKCCaseFolded, !properties.isDefaultIgnorableCodePoint else { return false }
        switch properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
            .decimalNumber:
            return true
        default: return false
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Kana, or ideographs, which Chinese and Japanese share.
    fileprivate var isJapanese: Bool {
        switch value {
        case 0x3005, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x3400...0x4DBF,
            0x4E00...0x9FFF:
            true
        default: false
        }
    }
}

extension [Unicode.Scalar] {
    fileprivate var ascii: String? {
        String(decoding: map { UInt8(truncatingIfNeeded: $0.value) }, as: UTF8.self)
    }
}
