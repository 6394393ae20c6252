/// The name of a picture in its mark.
enum MarkupPictureName {
    /// Returns the name without the escaping backslashes.
    static func read(_ octets: ArraySlice<UInt8>) -> String {
        var name: [UInt8] = []
        var isEscaped = false
        for octet in octets {
            if octet == MarkupCharacter.backslash, !isEscaped {
                isEscaped = true
                continue
            }
            if isEscaped, !MarkupCharacter.canBeEscaped(octet) { name.append(MarkupCharacter.backslash) }
            isEscaped = false
            name.append(octet)
        }
        if isEscaped { name.append(MarkupCharacter.backslash) }
        return String(decoding: name, as: UTF8.self)
    }

    /// Escapes the name with backslashes, so that it cannot end the mark.
    static func written(_ name: String) -> [UInt8] {
        name.utf8.flatMap { MarkupCharacter.canBeEscaped($0) ? [MarkupCharacter.backslash, $0] : [$0] }
    }
}
