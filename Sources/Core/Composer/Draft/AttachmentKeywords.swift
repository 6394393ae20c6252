internal import MailTypes

/// Words that mention an attachment.
enum AttachmentKeywords {
    /// Each word as displayed, and folded for searching.
    private static let words: [(shown: String, folded: [UInt8])] = [
        "attached", "attachment", "attachments", "enclosed", "Anhang", "Anhänge", "angehängt", "anbei", "beigefügt",
        "ci-joint", "ci-jointe", "pièce jointe", "pièces jointes", "adjunto", "adjunta", "adjuntos", "allegato",
        "allegati", "bijlage", "bijgevoegd", "bifogad", "bifogat", "vedlagt", "vedhæftet", "em anexo", "załącznik",
        "załączniku", "liitteenä", "添付", "附件",
    ].map { ($0, SearchFold.folded($0)) }

    /// Returns the first keyword that occurs as a whole word.
    static func first(in lines: [String]) -> String? {
        for line in lines {
            let text = SearchFold.folded(line)
            if let word = words.first(where: { holds(text, $0.folded) }) { return word.shown }
        }
        return nil
    }

    private static func holds(_ text: [UInt8], _ word: [UInt8]) -> Bool {
        guard text.count >= word.count else { return false }
        // Scripts without spaces between words have no whole words to match.
        let hasBlanks = word[0] < 0xE3
        return (0...text.count - word.count).contains { start in
            guard text[start] == word[0], text[start...].starts(with: word) else { return false }
            let end = start + word.count
            let isInside = start > 0 && isLetter(text[start - 1]) || end < text.count && isLetter(text[end])
            return !(hasBlanks && isInside)
        }
    }

    private static func isLetter(_ octet: UInt8) -> Bool {
        (octet | 0x20) &- 0x61 < 26 || octet > 0x7F
    }
}
