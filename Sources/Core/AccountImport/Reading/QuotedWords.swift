/// Splits a line into words as mbsync does: separated by blanks, with double quotes and backslashes, up to a `#` that
/// begins a word.
func quotedWords(of line: String) -> [String] {
    var cursor = ByteCursor(Array(line.utf8))
    var words: [String] = []
    while true {
        cursor.skipBlanks()
        guard let first = cursor.peek, first != 0x23 else { return words }
        var word: [UInt8] = []
        var isQuoted = false
        while let byte = cursor.peek, isQuoted || byte != 0x20 && byte != 0x09 {
            cursor.index += 1
            if byte == 0x22 {
                isQuoted.toggle()
            } else if byte == 0x5C, let escaped = cursor.next() {
                word.append(escaped)
            } else {
                word.append(byte)
            }
        }
        words.append(String(decoding: word, as: UTF8.self))
    }
}
