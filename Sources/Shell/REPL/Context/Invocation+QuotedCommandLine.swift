extension Invocation {
    /// The command line as it can be typed again: the command's name and its operands.
    var quotedCommandLine: String {
        ([Array(command.name.utf8)] + operands).map { word in
            let isPlain = word.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"'\"\\$*?;&|<>()".utf8.contains($0) }
            let text = String(decoding: word, as: UTF8.self)
            return isPlain && !word.isEmpty ? text : "'\(text.replacing("'", with: "'\\''"))'"
        }.joined(separator: " ")
    }
}
