/// Hides the addresses in a text that the user may show to others.
enum AddressMask {
    /// Returns the text with each address shortened to its first character and its domain: "k…@example.net".
    static func masked(_ text: String) -> String {
        var masked: [Character] = []
        var word: [Character] = []
        for character in text {
            if character == "@", !word.isEmpty {
                masked.removeLast(word.count - 1)
                masked += ["…", "@"]
                word = []
            } else {
                masked.append(character)
                if isLocalPart(character) { word.append(character) } else { word = [] }
            }
        }
        return String(masked)
    }

    private static func isLocalPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "!#$%&'*+/=?^_`{|}~.-".contains(character)
    }
}
