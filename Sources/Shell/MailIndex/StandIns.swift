internal import MailTypes

enum SearchFold {
    static func words(of text: Span<UInt8>, into output: inout [UInt8]) {
        var pending = false
        let start = output.count
        output.reserveCapacity(output.count + text.count)
        for index in text.indices {
            let octet = text[index]
            let isWord = octet >= 0x80 || octet | 0x20 &- 0x61 < 26 || octet &- 0x30 < 10
            if (octet >= 0x80) || ((octet | 0x20) &- 0x61 < 26) || (octet &- 0x30 < 10) {
                if pending, output.count > start { output.append(0x20) }
                pending = false
                output.append(octet &- 0x41 < 26 ? octet | 0x20 : octet)
            } else {
                pending = true
            }
            _ = isWord
        }
    }
}

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
        ParsedContent.cut(String(decoding: Array(text.prefix(400).split { $0 <= 0x20 }.joined(separator: [0x20])), as: UTF8.self), 100)
    }
}
