/// Filters the declarations of a `style` attribute. What remains cannot load anything and cannot cover other content.
enum SanitizedStyle {
    private static let properties: Set<[UInt8]> = {
        var names = Set(
            """
            background background-color border border-collapse border-color border-radius border-spacing border-style \
            border-width caption-side clear color direction display empty-cells float font font-family font-size \
            font-style font-variant font-weight height letter-spacing line-height list-style-position list-style-type \
            margin max-height max-width min-height min-width opacity overflow overflow-wrap padding table-layout \
            text-align text-decoration text-indent text-transform unicode-bidi vertical-align visibility white-space \
            width word-break word-spacing word-wrap
            """.utf8.split { $0 <= ASCII.space }.map { Array($0) })
        for side in ["top", "right", "bottom", "left"] {
            for property in ["margin-\(side)", "padding-\(side)", "border-\(side)"] {
                names.insert(Array(property.utf8))
            }
            for part in ["color", "style", "width"] { names.insert(Array("border-\(side)-\(part)".utf8)) }
        }
        return names
    }()

    /// Functions that are colors. All others, such as `url()`, `image-set()`, `expression()` and `var()`, are refused.
    private static let functions: Set<[UInt8]> = Set(["rgb", "rgba", "hsl", "hsla"].map { Array($0.utf8) })

    private static let longestValue = 200
    private static let mostDeclarations = 100

    /// Returns the declarations that are allowed, in their shortest form: "color:red;width:10px".
    static func of(_ style: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        var count = 0
        for declaration in style.split(separator: ASCII.semicolon) {
            guard count < mostDeclarations, let colon = declaration.firstIndex(of: ASCII.colon) else { continue }
            let name = trimmed(declaration[..<colon]).map(\.lowercased)
            guard properties.contains(name), let value = value(declaration[(colon &+ 1)...]),
                !(name.starts(with: "margin".utf8) || name.starts(with: "text-indent".utf8)) || !hasNegative(value)
            else { continue }
            if !kept.isEmpty { kept.append(ASCII.semicolon) }
            kept += name + [ASCII.colon] + value
            count &+= 1
        }
        return kept
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes.drop { $0.isHTMLSpace }
        while let last = rest.last, last.isHTMLSpace { rest.removeLast() }
        return rest
    }

    /// Returns the value without quotation marks and with single spaces; `nil` if it has anything else than words,
    /// numbers and colors. Without backslashes, comments and quotation marks, a browser reads the same words.
    private static func value(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        let bytes = trimmed(bytes)
        guard bytes.count <= longestValue else { return nil }
        var value: [UInt8] = []
        var word: [UInt8] = []
        var depth = 0
        for byte in bytes {
            switch byte {
            case ASCII.leftParenthesis:
                guard depth == 0, functions.contains(word) else { return nil }
                depth &+= 1
            case ASCII.rightParenthesis:
                guard depth == 1 else { return nil }
                depth &-= 1
            case ASCII.quote, ASCII.apostrophe:
                continue
            case _ where byte.isHTMLSpace:
                word = []
                if value.last != ASCII.space { value.append(ASCII.space) }
                continue
            case _ where byte.isLetter || byte.isDigit || byte == ASCII.hyphen:
                word.append(byte.lowercased)
                value.append(byte)
                continue
            case ASCII.dot, ASCII.comma, ASCII.percent, ASCII.number, ASCII.plus, ASCII.exclamation, ASCII.slash: break
            default: return nil
            }
            word = []
            value.append(byte)
        }
        value = Array(trimmed(value[...]))
        return depth == 0 && !value.isEmpty ? value : nil
    }

    /// Whether a number is negative, so that the element could be moved over others.
    private static func hasNegative(_ value: [UInt8]) -> Bool {
        zip([ASCII.space] + value, value).contains { $0 == ASCII.space && $1 == ASCII.hyphen }
    }
}
