internal import InternetMessage
internal import MailTypes

extension ContactOccurrence {
    static func cleaned(_ name: String) -> String? {
        var scalars = spaced(name)
        while let first = scalars.first, let last = scalars.last, scalars.count > 1, first == last,
            first == "\"" || first == "'"
        {
            scalars = Array(scalars.dropFirst().dropLast().drop { $0 == " " })
            while scalars.last == " " { scalars.removeLast() }
        }
        guard !scalars.isEmpty, scalars != ["'"], scalars != ["\""] else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        let result = String(text)
        return EmailAddress(result).isValid || isSystemName(result) ? nil : result
    }

    /// Names of a machine's users and aliases. Mail to `root` goes to the person who reads it, whose name that is not.
    private static let systemNames: Set = [
        "daemon", "mailer-daemon", "nobody", "postmaster", "root", "uucp", "www-data",
    ]

    private static func isSystemName(_ name: String) -> Bool {
        name.utf8.count <= longestSystemName && systemNames.contains(name.lowercased())
    }

    private static let longestSystemName = 13

    /// Returns the visible scalars up to the maximum length, with white space collapsed.
    private static func spaced(_ name: String) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        var octets = 0
        var isSpaceOwed = false
        for scalar in name.unicodeScalars {
            if isSpace(scalar) {
                isSpaceOwed = !result.isEmpty
            } else if !isDirection(scalar) {
                octets += UTF8.width(scalar) + (isSpaceOwed ? 1 : 0)
                guard octets <= maximumNameLength else { break }
                if isSpaceOwed { result.append(" ") }
                isSpaceOwed = false
                result.append(scalar)
            }
        }
        return result
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || 0x7F..<0xA0 ~= scalar.value || scalar.value > 0x7F && scalar.properties.isWhitespace
    }

    /// Returns whether the scalar is a direction mark or invisible. Such marks could affect text after the name.
    private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
