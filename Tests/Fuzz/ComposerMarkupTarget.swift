import MailTypes

@testable import Composer

extension FuzzTarget {
    /// Markup: the first byte selects whether there are pictures, and the rest is the body. The HTML has only the tags
    /// of docs/requirements.md, C08, correctly nested, and no unsafe attributes.
    static let markup = FuzzTarget(name: "markup", maximumLength: 1024) { bytes in
        guard let first = bytes.first else { return }
        let lines = bytes.dropFirst().split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let pictures = first & 1 == 0 ? [:] : ["p": MessageID("p@x"), "q.png": MessageID("\"><")]
        for line in lines {
            let runs = Markup.runs(of: line, pictures: Set(pictures.keys))
            expect(runs.map(\.text).joined().utf8.elementsEqual(line.utf8), "the pieces of a line are the line")
            for range in [0..<line.utf8.count, line.utf8.count / 3..<line.utf8.count / 2] {
                if let bold = try? Markup.adding(.bold, to: range, of: line) {
                    expect(
                        Markup.plainText(bold).utf8.elementsEqual(Markup.plainText(line).utf8),
                        "bold text is the same text")
                }
                if let plain = try? Markup.removingMarks(from: range, of: line) {
                    expect(
                        Markup.plainText(plain).utf8.elementsEqual(Markup.plainText(line).utf8),
                        "plain text is the same")
                }
            }
        }
        guard let html = Markup.html(lines, pictures: pictures) else { return }
        var scanner = MarkupHTMLChecker(html: Array(html.utf8)[...])
        scanner.read()
    }
}
