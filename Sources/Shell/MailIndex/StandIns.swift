internal import MailTypes

enum BaseSubject {
    static func of(_ text: String) -> [UInt8] {
        var folded: [UInt8] = []
        SearchFold.words(of: Array(text.utf8).span, into: &folded)
        while folded.starts(with: "re ".utf8) { folded.removeFirst(3) }
        return folded
    }
}

enum Snippet {
    static func of(_ text: [UInt8]) -> String {
        ParsedContent.cut(
            String(decoding: Array(text.prefix(400).split { $0 <= 0x20 }.joined(separator: [0x20])), as: UTF8.self), 100
        )
    }
}
