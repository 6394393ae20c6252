import MailTestSupport
import Testing

@testable import InternetMessage

private func render(_ html: String) -> String {
    String(decoding: HTMLToText.render(Array(html.utf8)), as: UTF8.self)
}

/// The text of a single paragraph, without the line end.
private func line(_ html: String) -> String {
    let text = render(html)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
}

@Suite("HTML as text")
struct HTMLToTextTests {
    @Test("Blocks become lines and paragraphs", arguments: blockCases)
    func blocks(_ example: HTMLCase) { #expect(render(example.html) == example.text) }

    @Test("Lists are marked, numbered and indented", arguments: listCases)
    func lists(_ example: HTMLCase) { #expect(render(example.html) == example.text) }

    @Test("Tables of data become lines, and tables for layout become paragraphs", arguments: tableCases)
    func tables(_ example: HTMLCase) { #expect(render(example.html) == example.text) }

    @Test("Links keep their addresses", arguments: linkCases)
    func links(_ example: HTMLCase) { #expect(line(example.html) == example.text) }

    @Test("Pictures and form fields become text", arguments: replacedCases)
    func replaced(_ example: HTMLCase) { #expect(line(example.html) == example.text) }

    @Test("Hidden content is dropped up to its end and no further", arguments: hiddenCases)
    func hidden(_ example: HTMLCase) { #expect(line(example.html) == example.text) }

    @Test("White space collapses as in browsers", arguments: whiteSpaceCases)
    func whiteSpace(_ example: HTMLCase) { #expect(line(example.html) == example.text) }

    @Test("Decodes character references as browsers do", arguments: referenceCases)
    func references(_ example: HTMLCase) { #expect(line(example.html) == example.text) }

    @Test("Broken markup loses no text", arguments: brokenCases)
    func broken(_ example: HTMLCase) { #expect(line(example.html) == example.text) }

    @Test("Mail of common programs becomes readable", arguments: mailCases)
    func mails(_ example: HTMLCase) { #expect(render(example.html) == example.text) }

    @Test("Bytes that are not UTF-8 become replacement characters")
    func invalid() {
        let html = Array("<p>a".utf8) + [0xFF, 0xE2, 0x80] + Array("b".utf8) + [0xC3]
        #expect(String(decoding: HTMLToText.render(html), as: UTF8.self) == "a\u{FFFD}\u{FFFD}b\u{FFFD}\n")
    }

    @Test("Empty documents have no text", arguments: ["", " \n", "<p></p>", "<!-- x -->", "<div>&nbsp;</div>", "\0"])
    func nothing(_ html: String) { #expect(HTMLToText.render(Array(html.utf8)).isEmpty) }

    @Test("Pathological input is rendered in time", arguments: hostilePieces)
    func hostile(_ piece: String) {
        let text = HTMLToText.render(Array(String(repeating: piece, count: 40_000).utf8))
        #expect(violation(text) == nil)
    }

    @Test("Very long names, numbers, values and rows are rendered in time")
    func long() {
        let many = String(repeating: "a", count: 200_000)
        let digits = String(repeating: "1", count: 200_000)
        let html = [
            "&\(many);", "&#\(digits);", "<\(many)>", "<a href=\"\(many)\">x</a>", "<ol start=\(digits)><li>x</ol>",
            "<table><tr>" + String(repeating: "<td>x", count: 20_000), "<img alt='\(many)' width=\(digits)>",
        ]
        for html in html { #expect(violation(HTMLToText.render(Array(html.utf8))) == nil) }
        #expect(line("&#\(digits);") == "\u{FFFD}")
        #expect(line("<a href=\"x:\(many)\">x</a>") == "x <x:\(many)>")
    }

    @Test("Deep nesting does not make lines arbitrarily long")
    func depth() {
        let text = render(String(repeating: "<blockquote>", count: 100_000) + "x<br>y")
        #expect(text.utf8.count < 200)
        #expect(text.hasSuffix("> x\n" + text.prefix { $0 != "x" } + "y\n"))
    }
}

// MARK: - Any input

extension HTMLToTextTests {
    @Test("Tag soup becomes clean lines", arguments: 0..<UInt64(400))
    func soup(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let html = soup(wellFormed + wild, count: 120, &random)
        let text = HTMLToText.render(Array(html.utf8))
        #expect(violation(text) == nil, "seed \(seed): \(html)")
    }

    @Test("Scripts and style sheets are never text", arguments: 0..<UInt64(200))
    func scripts(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let html = soup(wellFormed + ["<script>SECRET</script>", "<STYLE type=x>SECRET</sTyle >"], count: 80, &random)
        #expect(!render(html).contains("SECRET"), "seed \(seed): \(html)")
    }

    @Test("Every word is in the text, in order", arguments: 0..<UInt64(400))
    func words(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var html = ""
        for number in 0..<150 {
            html += wellFormed.randomElement(using: &random) ?? ""
            if Bool.random(using: &random) { html += "w\(number)." }
        }
        let expected = words(html)
        #expect(words(render(html)) == expected, "seed \(seed): \(html)")
    }

    private func soup(_ pieces: [String], count: Int, _ random: inout SeededGenerator) -> String {
        (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    /// The words "w0.", "w1." and so on.
    private func words(_ text: String) -> [String] {
        // Split by bytes, because a joiner and the full stop before it are one character.
        text.utf8.split { !($0 == 0x77 || $0 == 0x2E || $0.isDigit) }.flatMap { run in
            run.split(separator: 0x2E).filter { $0.first == 0x77 && $0.count > 1 }.map { String($0) ?? "" }
        }
    }

    /// Returns what is wrong with the text, or `nil`.
    private func violation(_ text: [UInt8]) -> String? {
        guard let last = text.last else { return nil }
        if last != 0x0A { return "no line end at the end" }
        if String(validating: text, as: UTF8.self) == nil { return "not UTF-8" }
        if text.contains(where: { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F }) { return "control characters" }
        var previous: [UInt8] = [0, 0, 0]
        for byte in text {
            previous = [previous[1], previous[2], byte]
            if byte == 0x0A, previous[1] == 0x20 || previous[1] == 0x09 { return "a blank at the end of a line" }
            if previous == [0x0A, 0x0A, 0x0A] { return "two empty lines" }
        }
        if text.first == 0x0A || text.suffix(2) == [0x0A, 0x0A] { return "an empty line at an end" }
        return nil
    }
}

private let wellFormed = [
    "<p>", "</p>", "<div>", "</div>", "<br>", "<BR/>", "<hr>", "<b>", "</b>", "<span class='x'>", "</span>", "<ul>",
    "</ul>", "<ol start=3>", "</ol>", "<li>", "</li>", "<li value=7>", "<dl>", "<dt>", "<dd>", "</dl>", "<blockquote>",
    "</blockquote>", "<blockquote type=cite>", "<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<th>",
    "<tbody>", "</tbody>", "<caption>", "<table><tr><td>", "</td><td>", "</td></tr></table>", "<pre>", "</pre>",
    "<a href='https://example.org/'>", "</a>", "<a name=x>", "<q>", "</q>", "<h1>", "</h2>", "<o:p>", "</o:p>",
    "<o:p/>", "<select>", "<option>", "</select>", "<img alt='picture' src=x>", "<img src=x>", "<!-- <b> -->", "&nbsp;",
    "&amp;", "&zwnj;", "\t", "\n\n", " ", "a short text", "日本語 ", "👩‍👩‍👧", "<?php ?>", "<!DOCTYPE html>",
    "<![endif]>", "<center>", "</center>", "<sup>", "<td width=1>", "<input type=checkbox>", "</body>", "<body>",
]

private let wild = [
    "<", "</", "<!", "<!--", "-->", "<![CDATA[", "]]>", "<a href=\"", "<a title='", "\"", "'", ">", "&", "&#", "&#x1;",
    "&#10;", "&#13;", "&notit", "&#128;", "&#x85;", "\0", "\u{7}", "\u{85}", "\u{200B}", "\u{200D}", "\u{FEFF}",
    "\u{AD}",
    "<div style='display:none'>", "<p hidden>", "<tr hidden>", "<noscript>", "</noscript>", "<template>", "<textarea>",
    "</textarea>", "<title>", "</title>", "<iframe>", "<script>", "</script>", "<div style=\"white-space:pre\">",
    "\r\n",
    "<b", "</div", "\u{2028}", "<a href=\"javascript:x\">", "<a href='a\u{7}b \n<c>'>x</a>", "<area href=x alt=y>",
]

private let hostilePieces = [
    "<", "&", "<!--", "<a b=\"", "<a b='", "<a b=\"<a b='", "<x a=\">\" ", "<a", "<?", "<!", "<![CDATA[", "<div>",
    "<blockquote>", "<blockquote>x", "<ul>", "<ul><li>x", "<table>", "<table><tr><td>a</td><td>", "<td>x", "<p>",
    "<span hidden>", "<b><i>", "</b></i>", "<title>", "<textarea>", "<iframe>", "<script>", "<noscript>", "<q>",
    "&aaaaaaaaaaaaaaaaaaaaaaa", "&#", "&nbsp;", "\0", "<pre>\t", "<a href=x:y>x", "<a href=x><table><tr><td>a<td>b</a>",
]
