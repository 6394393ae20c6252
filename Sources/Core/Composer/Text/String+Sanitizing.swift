extension String {
    /// The string as a header field value: control characters replaced by spaces, and spaces removed from both ends.
    var headerText: String {
        var octets = utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }[...]
        while octets.first == 0x20 { octets.removeFirst() }
        while octets.last == 0x20 { octets.removeLast() }
        return octets.elementsEqual(utf8) ? self : String(decoding: octets, as: UTF8.self)
    }

    /// The string with line breaks replaced by spaces, as required for a line of the body.
    var singleLine: String {
        guard utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return self }
        return String(decoding: utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
    }

    /// Text from a sender, made safe for a line in the user's own text: control characters become spaces, runs of
    /// spaces become one, and bidirectional formatting characters are removed [UAX #9].
    var plainLine: String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0...0x20, 0x7F...0x9F, 0x2028, 0x2029: if let last = scalars.last, last != " " { scalars.append(" ") }
            case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: break
            default: scalars.append(scalar)
            }
        }
        if scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }

    /// The last component of a path, without control characters; `nil` if no visible character remains [RFC 2183 §2.3].
    var fileName: String? {
        let last = utf8.split(whereSeparator: { $0 == 0x2F || $0 == 0x5C }).last ?? Substring().utf8
        let octets = last.filter { $0 >= 0x20 && $0 != 0x7F }
        let name = String(decoding: octets, as: UTF8.self)
        return name == "." || name == ".." || name.unicodeScalars.allSatisfy(\.isInvisible) ? nil : name
    }

    /// Whether the string contains only spaces and tabs.
    var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
}

extension Unicode.Scalar {
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
