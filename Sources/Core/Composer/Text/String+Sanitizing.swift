extension String {
    /// What a field of a header can carry: control characters are blanks, and no blanks are at the ends.
    var headerText: String {
        var octets = utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }[...]
        while octets.first == 0x20 { octets.removeFirst() }
        while octets.last == 0x20 { octets.removeLast() }
        return octets.elementsEqual(utf8) ? self : String(decoding: octets, as: UTF8.self)
    }

    /// With blanks for line ends: a line of the body has none.
    var singleLine: String {
        guard utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return self }
        return String(decoding: utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
    }

    /// What a stranger wrote, fit for a line that the writer is to stand for: control characters are blanks, runs of
    /// blanks one, and marks that turn the direction of writing are left out [UAX #9].
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

    /// The last part of a path, without control characters; `nil` where nothing is left that can be seen
    /// [RFC 2183 §2.3].
    var fileName: String? {
        let last = utf8.split(whereSeparator: { $0 == 0x2F || $0 == 0x5C }).last ?? Substring().utf8
        let octets = last.filter { $0 >= 0x20 && $0 != 0x7F }
        let name = String(decoding: octets, as: UTF8.self)
        return name == "." || name == ".." || name.unicodeScalars.allSatisfy(\.isInvisible) ? nil : name
    }

    /// Nothing but blanks.
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
