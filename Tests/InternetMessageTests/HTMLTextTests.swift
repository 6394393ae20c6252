import Testing

@testable import InternetMessage

/// One document and the lines that it is to be read as.
struct HTMLCase: CustomTestStringConvertible, Sendable {
    let name: String
    let html: String
    let text: String

    init(_ name: String, _ html: String, _ text: String) {
        self.name = name
        self.html = html
        self.text = text
    }

    var testDescription: String { name }
}

private func render(_ html: String) -> String {
    String(decoding: HTMLText.render(Array(html.utf8)), as: UTF8.self)
}

/// The lines of a single paragraph, without the line end.
private func line(_ html: String) -> String {
    let text = render(html)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
}

@Suite("HTML as text")
struct HTMLTextTests {
    @Test("Blocks become lines and paragraphs", arguments: blockCases)
    func blocks(_ example: HTMLCase) { #expect(render(example.html) == example.text) }

    @Test("Lists are marked, numbered and indented", arguments: listCases)
    func lists(_ example: HTMLCase) { #expect(render(example.html) == example.text) }

    @Test("Tables of data are lines, tables that lay out are paragraphs", arguments: tableCases)
    func tables(_ example: HTMLCase) { #expect(render(example.html) == example.text) }

    @Test("Links keep their addresses", arguments: linkCases)
    func links(_ example: HTMLCase) { #expect(line(example.html) == example.text) }

    @Test("Pictures and fields are their texts", arguments: replacedCases)
    func replaced(_ example: HTMLCase) { #expect(line(example.html) == example.text) }

    @Test("What is not displayed is dropped up to its end and no further", arguments: hiddenCases)
    func hidden(_ example: HTMLCase) { #expect(line(example.html) == example.text) }

    @Test("White space collapses as in browsers", arguments: whiteSpaceCases)
    func whiteSpace(_ example: HTMLCase) { #expect(line(example.html) == example.text) }

    @Test("Character references are read as browsers read them", arguments: referenceCases)
    func references(_ example: HTMLCase) { #expect(line(example.html) == example.text) }

    @Test("Broken markup loses no text", arguments: brokenCases)
    func broken(_ example: HTMLCase) { #expect(line(example.html) == example.text) }

    @Test("Mail as programs write it is readable", arguments: mailCases)
    func mails(_ example: HTMLCase) { #expect(render(example.html) == example.text) }

    @Test("Bytes that are not UTF-8 become replacement characters")
    func invalid() {
        let html = Array("<p>a".utf8) + [0xFF, 0xE2, 0x80] + Array("b".utf8) + [0xC3]
        #expect(String(decoding: HTMLText.render(html), as: UTF8.self) == "a\u{FFFD}\u{FFFD}b\u{FFFD}\n")
    }

    @Test("Nothing renders as nothing", arguments: ["", " \n", "<p></p>", "<!-- x -->", "<div>&nbsp;</div>", "\0"])
    func nothing(_ html: String) { #expect(HTMLText.render(Array(html.utf8)).isEmpty) }

    @Test("Hostile input is rendered in the end", arguments: hostilePieces)
    func hostile(_ piece: String) {
        let text = HTMLText.render(Array(String(repeating: piece, count: 40_000).utf8))
        #expect(violation(text) == nil)
    }

    @Test("Long names, numbers, values and rows are rendered in the end")
    func long() {
        let many = String(repeating: "a", count: 200_000)
        let digits = String(repeating: "1", count: 200_000)
        let html = [
            "&\(many);", "&#\(digits);", "<\(many)>", "<a href=\"\(many)\">x</a>", "<ol start=\(digits)><li>x</ol>",
            "<table><tr>" + String(repeating: "<td>x", count: 20_000), "<img alt='\(many)' width=\(digits)>",
        ]
        for html in html { #expect(violation(HTMLText.render(Array(html.utf8))) == nil) }
        #expect(line("&#\(digits);") == "\u{FFFD}")
        #expect(line("<a href=\"x:\(many)\">x</a>") == "x <x:\(many)>")
    }

    @Test("Depth does not make lines longer without bound")
    func depth() {
        let text = render(String(repeating: "<blockquote>", count: 100_000) + "x<br>y")
        #expect(text.utf8.count < 200)
        #expect(text.hasSuffix("> x\n" + text.prefix { $0 != "x" } + "y\n"))
    }
}

// MARK: - Any input

extension HTMLTextTests {
    @Test("Tag soup becomes clean lines", arguments: 0..<UInt64(400))
    func soup(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let html = soup(wellFormed + wild, count: 120, &random)
        let text = HTMLText.render(Array(html.utf8))
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
        // By bytes: a joiner makes one character of the full stop before it and itself.
        text.utf8.split { !($0 == 0x77 || $0 == 0x2E || $0.isDigit) }.flatMap { run in
            run.split(separator: 0x2E).filter { $0.first == 0x77 && $0.count > 1 }.map { String($0) ?? "" }
        }
    }

    /// What is wrong with the text, if anything is.
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

/// SplitMix64: the same numbers from the same seed, everywhere.
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
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

// MARK: - Examples

private let blockCases = [
    HTMLCase("paragraphs", "<p>one<p>two</p><p>three", "one\n\ntwo\n\nthree\n"),
    HTMLCase("divisions", "<div>one</div><div>two</div>three", "one\ntwo\nthree\n"),
    HTMLCase("line breaks", "a<br>b<BR />c<br><br><br><br>d", "a\nb\nc\n\nd\n"),
    HTMLCase("a break at the end of a block", "<div>a<br></div><div><br></div><div>b</div>", "a\n\nb\n"),
    HTMLCase("headings", "<h1>Title</h1>text<h3>Sub</h3>more", "Title\n\ntext\n\nSub\n\nmore\n"),
    HTMLCase("a rule", "a<hr>b", "a\n\n----------\n\nb\n"),
    HTMLCase("a quotation", "a<blockquote><p>b<p>c</blockquote>d", "a\n\n> b\n>\n> c\n\nd\n"),
    HTMLCase(
        "quotations in quotations", "<blockquote>a<blockquote>b<br>c</blockquote>d</blockquote>",
        "> a\n>\n> > b\n> > c\n>\n> d\n"),
    HTMLCase("preformatted text", "<pre>\n  a\n\tb  \n\n\n\n c</pre>", "  a\n        b\n\n c\n"),
    HTMLCase("a style that keeps white space", "<div style='white-space: pre-wrap'>a  b\r\nc</div>", "a  b\nc\n"),
    HTMLCase("definitions", "<dl><dt>T<dd>one<br>two<dt>U<dd>x</dl>", "T\n  one\n  two\nU\n  x\n"),
    HTMLCase("phrasing", "x<sup>2</sup> <em>y</em><q>z</q>", "x2 y“z”\n"),
]

private let listCases = [
    HTMLCase("bullets", "a<ul><li>b<li>c</ul>d", "a\n\n- b\n- c\n\nd\n"),
    HTMLCase("numbers", "<ol><li>a<li>b</ol>", "1. a\n2. b\n"),
    HTMLCase("start and value", "<ol start=9><li>a<li>b<li value=20>c<li>d</ol>", "9. a\n10. b\n20. c\n21. d\n"),
    HTMLCase("lines of an item", "<ol start=10><li>a<br>b<p>c</ol>", "10. a\n    b\n\n    c\n"),
    HTMLCase("lists in items", "<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "- a\n  - b\n  - c\n- d\n"),
    HTMLCase("lists in lists", "<ul><li>a</li><ul><li>b</li></ul><li>c</ul>", "- a\n  - b\n- c\n"),
    HTMLCase("paragraphs in items", "<ul><li><p>a</p></li><li><p>b</p></li></ul>", "- a\n- b\n"),
    HTMLCase("an empty item", "<ul><li><li>a</ul>", "- a\n"),
    HTMLCase("a quotation in an item", "<ul><li>a<blockquote>b</blockquote></ul>", "- a\n\n  > b\n"),
    HTMLCase("an item without a list", "<li>a<li>b", "- a\n- b\n"),
    HTMLCase(
        "tasks", "<ul><li><input type=checkbox checked> a<li><input type=checkbox> b</ul>", "- [x] a\n- [ ] b\n"),
]

private let tableCases = [
    HTMLCase("rows", "<table><tr><th>A<th>B</tr><tr><td>1</td><td>2</td></tr></table>", "A | B\n1 | 2\n"),
    HTMLCase("empty cells", "<table><tr><td>&nbsp;<td>1<td><td>2</table>", "1 | 2\n"),
    HTMLCase("text around", "x<table><tr><td>1<td>2</table>y", "x\n\n1 | 2\n\ny\n"),
    HTMLCase("sections", "<table><thead><tr><td>A<td>B<tbody><tr><td>1<td>2</table>", "A | B\n1 | 2\n"),
    HTMLCase("paragraphs in cells", "<table><tr><td><p>1</p></td><td><p>2</p></td></table>", "1 | 2\n"),
    HTMLCase("lines in the first cell", "<table><tr><td>a<br>b<td>1<td>2</table>", "a\nb | 1 | 2\n"),
    HTMLCase("lines in other cells", "<table><tr><td>a<td>b<br>c</table>", "a\n\nb\nc\n"),
    HTMLCase("one cell a row", "<table><tr><td>One.</td></tr><tr><td>Two.</td></tr></table>", "One.\n\nTwo.\n"),
    HTMLCase(
        "tables in cells",
        "<table><tr><td> <td><table><tr><td>One.<tr><td>a<td>b</table><td> <tr><td><td>Two.</table>",
        "One.\n\na | b\n\nTwo.\n"),
    HTMLCase(
        "columns of text",
        """
        <table><tr><td>This is a column of text that goes on for longer than a cell of data does.</td>
        <td>And this is another one beside it, which is just as long as the first one is.</td></tr></table>
        """,
        """
        This is a column of text that goes on for longer than a cell of data does.
        And this is another one beside it, which is just as long as the first one is.

        """),
    HTMLCase("lists in cells", "<table><tr><td>a<td><ul><li>b</ul></table>", "a\n\n- b\n"),
    HTMLCase("text outside of cells", "<table><tr><td>a</td>stray<td>b</td>", "a\n\nstray\n\nb\n"),
    HTMLCase("a quoted table", "<blockquote><table><tr><td>1<td>2<tr><td>3<td>4</table>", "> 1 | 2\n> 3 | 4\n"),
    HTMLCase("a caption", "<table><caption>C</caption><tr><td>1<td>2</table>", "C\n\n1 | 2\n"),
    HTMLCase("cells without a table", "<tr><td>a</td><td>b</td></tr>", "a\nb\n"),
    HTMLCase("a link around cells", "<table><tr><a href='x:y'><td>a</td></a><td>b</td></table>", "a <x:y> | b\n"),
]

private let linkCases = [
    HTMLCase("an address", "<a href='https://a.example/x'>text</a>.", "text <https://a.example/x>."),
    HTMLCase("a text that is the address", "<a href=https://a.example/>https://a.example</a>", "https://a.example"),
    HTMLCase("an address without scheme", "<a href='http://www.a.example/'>www.a.example</a>", "www.a.example"),
    HTMLCase("another address", "<a href='http://b.example/'>a.example</a>", "a.example <http://b.example/>"),
    HTMLCase(
        "parameters", "<a href='http://a.example/?a=1&amp;b=2&copy=3'>x</a>", "x <http://a.example/?a=1&b=2&copy=3>"),
    HTMLCase("a mail address", "<a href='mailto:A@b.example'>a@b.example</a>", "a@b.example"),
    HTMLCase("a mail address of a name", "<a href='mailto:a@b.example'>Ann</a>", "Ann <a@b.example>"),
    HTMLCase("a mail with a subject", "<a href='mailto:a@b.c?subject=x'>Ann</a>", "Ann <mailto:a@b.c?subject=x>"),
    HTMLCase("a telephone number", "<a href='tel:+15551234567'>(555) 123-4567</a>", "(555) 123-4567"),
    HTMLCase("an anchor", "<a href='#top'>top</a>", "top"),
    HTMLCase("a script", "<a href=' JavaScript:x()'>a</a>", "a"),
    HTMLCase("data", "<a href='data:text/html,x'>a</a>", "a"),
    HTMLCase("no text", "<a href='x:y'></a><a name=z></a>a", "a"),
    HTMLCase("a picture without a text", "<a href='https://a.example'><img src=x></a>", "<https://a.example>"),
    HTMLCase("space at the end of the text", "<a href='x:y'>a </a>b", "a <x:y> b"),
    HTMLCase("a block as text", "<a href='x:y'><div>a</div></a>b", "a <x:y>\nb"),
    HTMLCase("brackets and line ends in the address", "<a href='x:\n<y> z '>a</a>", "a <x:%3Cy%3E%20z>"),
    HTMLCase("a link that is not closed", "<a href='x:y'>a <a href='x:z'>b</a>", "a <x:y> b <x:z>"),
    HTMLCase(
        "an address that was not escaped", "Ann <ann@b.example> <https://c.example/d>",
        "Ann <ann@b.example> <https://c.example/d>"),
]

private let replacedCases = [
    HTMLCase("a picture", "<img src=x alt='A &amp; B'>", "[A & B]"),
    HTMLCase("no description", "a<img src=x alt=''><img src=y><img alt=' &nbsp; '>b", "ab"),
    HTMLCase("one pixel", "a<img alt=x width=1 height=1><img alt=y height='0'>", "a"),
    HTMLCase("an emoji", "a <img alt='😀'>", "a 😀"),
    HTMLCase(
        "a button", "<button>Send</button> <input type=submit value=Reset><input type=hidden value=x>", "Send Reset"),
    HTMLCase("a text area", "<textarea>a <b>\nc &lt;</textarea>", "a <b>\nc <"),
    HTMLCase("choices", "<select><option>a<option>b</select>", "a\nb"),
    HTMLCase("a part of a picture", "<map><area href='x:y' alt=a></map>", "[a] <x:y>"),
]

private let hiddenCases = [
    HTMLCase("display", "<div style='color:red;DISPLAY : None !important'>x</div>a", "a"),
    HTMLCase("visibility", "<span style='visibility:hidden'>x</span>a", "a"),
    HTMLCase("the attribute", "<p hidden>x<p>a", "a"),
    HTMLCase("a later declaration", "<p style='display:none;display:block'>a", "a"),
    HTMLCase("other properties", "<p style='x-display:none; mso-hide:all'>a", "a"),
    HTMLCase("void elements inside", "<div hidden>x<br><img alt=y><input value=z>x</div>a", "a"),
    HTMLCase("elements of its kind inside", "<div hidden>x<div>x</div>x</div>a", "a"),
    HTMLCase("an end that is missing", "<div><span hidden>x</div>a", "a"),
    HTMLCase("a cell whose end is left out", "<table><tr><td hidden>x<table><tr><td>x</table>x<td>a</table>", "a"),
    HTMLCase("a row", "<table><tr style='display:none'><td>x</td></tr><tr><td>a</table>", "a"),
    HTMLCase("a link", "<a href='x:y' style='display:none'>x</a><a href='x:z'>a</a>", "a <x:z>"),
    HTMLCase("a list", "<ul hidden><li>x</ul><ol><li>a</ol>", "1. a"),
    HTMLCase("comments", "a<!-- x > <b> --!>b<!-->c<!--->d<!-- x -->e", "abcde"),
    HTMLCase("conditional comments", "<!--[if mso]>x<![endif]--><!--[if !mso]><!-->a<!--<![endif]-->", "a"),
    HTMLCase("open conditions", "<![if !mso]>a<![endif]>", "a"),
    HTMLCase("declarations", "<!DOCTYPE html><?xml version='1'?><![CDATA[ x > y ]]>a", "a"),
    HTMLCase("the head", "<head><title>x <b></title><style>x > y</style></head>a", "a"),
    HTMLCase("scripts", "<script>if (a < b) '</b>'</SCRIPT >a<noscript>x<p></noscript>b", "ab"),
    HTMLCase("templates and frames", "<template>x<div></template>a<iframe>x<b></iframe>b", "ab"),
    HTMLCase("data of Office", "<xml><w:View>x</w:View></xml>a<o:p>&nbsp;</o:p>", "a"),
]

private let whiteSpaceCases = [
    HTMLCase("runs", " a \t\n <b> b</b> c ", "a b c"),
    HTMLCase("no-break spaces", "a&nbsp;&nbsp; b&nbsp;", "a   b"),
    HTMLCase("spaces of fixed width", "a&emsp;b\u{202F}c", "a b c"),
    HTMLCase("padding of a preview", "a&zwnj;&nbsp;&zwnj;&nbsp;&#8199;&#65279;&#847; &nbsp; b", "a b"),
    HTMLCase("padding after a space", "a &#8203;&nbsp;&#8203;&nbsp;<br>b", "a\nb"),
    HTMLCase("joined emoji", "👩\u{200D}👧 &zwj;a&zwj; b", "👩\u{200D}👧 a b"),
    HTMLCase("letters that do not join", "می\u{200C}خواهم", "می\u{200C}خواهم"),
    HTMLCase("soft hyphens", "a&shy;b\u{AD}c\u{34F}d\u{FEFF}e", "abcde"),
    HTMLCase("control characters", "a\u{1}b\u{7F}c\u{9B}d\u{1B}[1m&#27;&#7;", "abcd[1m"),
    HTMLCase("punctuation beyond ASCII", "“a” – b…", "“a” – b…"),
]

private let referenceCases = [
    HTMLCase("names", "&lt;&Eacute;&hellip;&apos;&euro;&thetasym;&Scaron;&NewLine;&rarr;", "<É…'€ϑŠ →"),
    HTMLCase("numbers", "&#65;&#x42;&#X63;&#128512;", "ABc😀"),
    HTMLCase("windows-1252", "&#128;&#150;&#x92;", "€–’"),
    HTMLCase("no characters", "&#0;&#xD800;&#x110000;&#99999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    HTMLCase("no semicolon", "&copy 1 &notit; &ampx &#65B &hellip x", "© 1 ¬it; &x AB &hellip x"),
    HTMLCase("no reference", "a & b &; &# &#x; &unknown; &", "a & b &; &# &#x; &unknown; &"),
    HTMLCase("case", "&Auml;&auml;&AMP;&Amp;", "Ää&&Amp;"),
    HTMLCase("read once", "&amp;lt;", "&lt;"),
]

private let brokenCases = [
    HTMLCase("a stray bracket", "1 < 2, I <3 you, a <- b <", "1 < 2, I <3 you, a <- b <"),
    HTMLCase("brackets in attributes", "<img alt='>' src=\"a>b\">x", "[>]x"),
    HTMLCase("attributes without quotes", "<a href=x:y/z>a</a><img alt=b/>", "a <x:y/z>[b/]"),
    HTMLCase("attributes that follow at once", "<img alt='a'src='b'>", "[a]"),
    HTMLCase("twice the same attribute", "<img alt=a ALT=b>", "[a]"),
    HTMLCase("a comment that is not closed", "a<!-- b > c", "a c"),
    HTMLCase("a comment that is nothing but a beginning", "a<!-- b", "a b"),
    HTMLCase("a quotation mark that is not closed", "<a href=\"x:y>a</a> b", "a <x:y> b"),
    HTMLCase("quotation marks that do not pair up", "<p title=\">\" class=\"> a <b class='>'>c", "a c"),
    HTMLCase("a tag that never ends", "<p title='>' a b", "' a b"),
    HTMLCase("a title that is not closed", "<title>a<p>b", "a\n\nb"),
    HTMLCase("a tag that is cut off", "a<td style=\"x", "a"),
    HTMLCase("no tag at the end", "a <hello", "a <hello"),
    HTMLCase("ends without beginnings", "a</b></div></table></li>b</p>c</br>d", "a\nb\n\nc\nd"),
    HTMLCase("upper case", "<P>a<UL><LI>b</UL>", "a\n\n- b"),
    HTMLCase("misnested phrasing", "<b>a<i>b</b>c</i>d", "abcd"),
    HTMLCase("an empty end", "a</>b</ x>c", "abc"),
]

private let mailCases = [
    HTMLCase(
        "a reply from Gmail",
        """
        <div dir="ltr">Sounds good &mdash; see you there.<div><br></div><div>Ann</div></div><br>
        <div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, 3 Mar 2025 at 10:00, Bob &lt;<a
        href="mailto:bob@example.org">bob@example.org</a>&gt; wrote:<br></div><blockquote class="gmail_quote"
        style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204)"><div dir="ltr">Lunch?<div><br></div>
        <div>Bob</div></div>
        </blockquote></div>
        """,
        """
        Sounds good — see you there.

        Ann

        On Mon, 3 Mar 2025 at 10:00, Bob <bob@example.org> wrote:
        > Lunch?
        >
        > Bob

        """),
    HTMLCase(
        "a reply from Outlook",
        """
        <html xmlns:o="urn:schemas-microsoft-com:office:office"><head><!--[if gte mso 9]><xml><o:x>1</o:x></xml>
        <![endif]--><style><!-- p.MsoNormal {margin:0cm} --></style></head><body lang=EN-US><div class=WordSection1>
        <p class=MsoNormal>Hi Bob,<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>
        <p class=MsoListParagraph><![if !supportLists]><span>1.<span>&nbsp; </span></span><![endif]>First<o:p></o:p></p>
        <blockquote style='margin-left:36.0pt'><p class=MsoNormal>Quoted<o:p></o:p></p></blockquote>
        <div style='border:none;border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal><b>From:</b> Bob
        &lt;bob@example.org&gt; <br><b>Sent:</b> Monday<br><b>Subject:</b> RE: x<o:p></o:p></p></div></div></body></html>
        """,
        """
        Hi Bob,

        1.  First

        > Quoted

        From: Bob <bob@example.org>
        Sent: Monday
        Subject: RE: x

        """),
    HTMLCase(
        "a reply from Apple Mail",
        """
        <html><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space;">Yes.<br id="lineBreakAtBeginningOfMessage">
        <div><br><blockquote type="cite"><div>On 3. Mar 2025, at 10:00, Bob &lt;bob@example.org&gt; wrote:</div><br
        class="Apple-interchange-newline"><div><div>One<br><blockquote type="cite">Two<br></blockquote>Three?</div></div>
        </blockquote></div><br></body></html>
        """,
        """
        Yes.

        > On 3. Mar 2025, at 10:00, Bob <bob@example.org> wrote:
        >
        > One
        > > Two
        >
        > Three?

        """),
    HTMLCase(
        "a newsletter",
        """
        <!DOCTYPE html><html><head><meta charset=utf-8><title>News</title></head><body style="margin:0">
        <div style="display:none;max-height:0;overflow:hidden;mso-hide:all">Preview &#847;&zwnj;&nbsp;&#8199;</div>
        <table width="100%"><tr><td align=center><!--[if mso]><table><tr><td><![endif]-->
        <table width=600><tr><td><a href="https://n.example/h"><img src=l.png alt="The News" width=200></a></td>
        <td><a href="https://n.example/view">View online</a></td></tr></table>
        <table><tr><td style="font-size:0;line-height:0" height=20>&nbsp;</td></tr>
        <tr><td><h2>Spring is here</h2><p>Dear reader,</p><p>it is.</p></td></tr>
        <tr><td><table><tr><td bgcolor="#08f"><a href="https://n.example/buy?u=1&amp;v=2"
        style="mso-hide:all">Buy now</a></td></tr></table></td></tr></table>
        <img src="https://n.example/o.gif" width="1" height="1" alt="open">
        <!--[if mso]></td></tr></table><![endif]--></td></tr>
        <tr><td>You get this because you asked.<br><a href="https://n.example/u">Unsubscribe</a></td></tr></table>
        </body></html>
        """,
        """
        [The News] <https://n.example/h> | View online <https://n.example/view>

        Spring is here

        Dear reader,

        it is.

        Buy now <https://n.example/buy?u=1&v=2>

        You get this because you asked.
        Unsubscribe <https://n.example/u>

        """),
    HTMLCase(
        "an invoice",
        """
        <p>Your invoice</p><table border="1"><thead><tr><th>Item</th><th>Qty</th><th>Price</th></tr></thead>
        <tbody><tr><td><b>Widget</b><br>No. 12</td><td align=right>2</td><td align=right>10,00&nbsp;&euro;</td></tr>
        <tr><td>Gadget</td><td>1</td><td>5,00&nbsp;&euro;</td></tr>
        <tr><td colspan=2>Total</td><td><strong>25,00&nbsp;&euro;</strong></td></tr></tbody></table><p>Thank you</p>
        """,
        """
        Your invoice

        Item | Qty | Price
        Widget
        No. 12 | 2 | 10,00 €
        Gadget | 1 | 5,00 €
        Total | 25,00 €

        Thank you

        """),
]
