import Composer
import MailTestSupport
import MailTypes
import Testing

@Suite("Markup of a body", .holds("C07", "C08", "C15"))
struct MarkupTests {
    static let pictures = [
        "plan.png": MessageID("p1@example.net"), "two words (1).png": MessageID("p2@example.net"),
        "odd.png": MessageID("\"><script>"),
    ]

    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let line: String
        /// The HTML inside the paragraph, or `nil` if nothing is marked.
        let html: String?

        init(_ name: String, _ line: String, _ html: String?) {
            (self.name, self.line, self.html) = (name, line, html)
        }

        var testDescription: String { name }
    }

    static let emphasis = [
        Row("bold", "the plan for **Thursday** is", "the plan for <b>Thursday</b> is"),
        Row("italic", "it is *not* so", "it is <i>not</i> so"),
        Row("several words", "**on Thursday at 9**", "<b>on Thursday at 9</b>"),
        Row("bold around italic", "**all *of* it**", "<b>all <i>of</i> it</b>"),
        Row("italic around bold", "*all **of** it*", "<i>all <b>of</b> it</i>"),
        Row("bold and italic", "***both***", "<b><i>both</i></b>"),
        Row("both, italic ends first", "***both* bold**", "<b><i>both</i> bold</b>"),
        Row("both, bold ends first", "***both** italic*", "<i><b>both</b> italic</i>"),
        Row("both end together", "**bold *both***", "<b>bold <i>both</i></b>"),
        Row("beside punctuation", "(**yes**), \"*no*\".", "(<b>yes</b>), &quot;<i>no</i>&quot;."),
        Row("Chinese, which has no blanks", "这是**重点**的", "这是<b>重点</b>的"),
        Row("accented letters", "*Žluťoučký*", "<i>Žluťoučký</i>"),
        Row("product", "2*3*4", nil),
        Row("power", "2**3**4", nil),
        Row("arguments", "f(*args, **kwargs)", nil),
        Row("list", "* item *", nil),
        Row("list of marks", "* one * two", nil),
        Row("lone star", "see below*", nil),
        Row("footnotes", "one* and two*", nil),
        Row("stars in brackets", "(*) and (*)", nil),
        Row("blank inside", "** Thursday **", nil),
        Row("inside a word", "un*believ*able", nil),
        Row("inside a Greek word", "α*β*γ", nil),
        Row("half", "**Thursday*", nil),
        Row("line of stars", "*****", nil),
        Row("four stars", "****x****", nil),
        Row("nothing inside", "**** and ** **", nil),
        Row("files", "rm *.txt *.pdf", nil),
        Row("an unbalanced one in another", "**a *b** c", "<b>a *b</b> c"),
        Row("crossing", "*a **b* c**", "<i>a **b</i> c**"),
        Row("backslash", "**a** \\*b\\*", "<b>a</b> *b*"),
        Row("backslash before what is no sign", "**a** C:\\temp", "<b>a</b> C:\\temp"),
        Row("two backslashes", "**a** \\\\*b*", "<b>a</b> \\<i>b</i>"),
        Row("three backslashes", "**a** \\\\\\*b*", "<b>a</b> \\*b*"),
        Row("backslashes before an ordinary character", "**a** \\\\server\\share", "<b>a</b> \\\\server\\share"),
        Row("backslashes at the end", "**a** C:\\\\", "<b>a</b> C:\\\\"),
        Row("a star at the end, made a sign", "**a\\***", "<b>a*</b>"),
        Row("only backslashes", "\\*a\\* and \\\\server", nil),
        Row("quoted", "> **Thursday**", nil),
        Row("empty", "", nil),
    ]

    static let links = [
        Row(
            "link", "see [the plan](https://example.org/a?b=1&c)",
            "see <a href=\"https://example.org/a?b=1&amp;c\">the plan</a>"),
        Row("mail address", "[Ana](mailto:ana@example.org)", "<a href=\"mailto:ana@example.org\">Ana</a>"),
        Row("capitals", "[a](HTTPS://EXAMPLE.ORG)", "<a href=\"HTTPS://EXAMPLE.ORG\">a</a>"),
        Row("brackets in the address", "[a](http://x.org/b_(c))", "<a href=\"http://x.org/b_(c)\">a</a>"),
        Row("brackets in the text", "[see [1]](http://x.org)", "<a href=\"http://x.org\">see [1]</a>"),
        Row("letters beyond ASCII", "[a](https://x.org/Köln)", "<a href=\"https://x.org/K%C3%B6ln\">a</a>"),
        Row("bold in a link", "[the **new** plan](http://x.org)", "<a href=\"http://x.org\">the <b>new</b> plan</a>"),
        Row("link in bold", "**[a](http://x.org)**", "<b><a href=\"http://x.org\">a</a></b>"),
        Row("stars in the address", "*[a](http://x.org/*b*)*", "<i><a href=\"http://x.org/*b*\">a</a></i>"),
        Row(
            "a link in a link", "[a [b](http://x.org) c](http://y.org)",
            "[a <a href=\"http://x.org\">b</a> c](http://y.org)"),
        Row("emphasis across its end", "*a [b* c](http://x.org)", "*a <a href=\"http://x.org\">b* c</a>"),
        Row(
            "two", "[a](http://x.org)[b](http://y.org)", "<a href=\"http://x.org\">a</a><a href=\"http://y.org\">b</a>"),
        Row("a script", "[a](javascript:alert(1))", nil),
        Row("a script in capitals", "[a](JavaScript:alert)", nil),
        Row("data", "[a](data:text/html,x)", nil),
        Row("file", "[a](file:///etc/passwd)", nil),
        Row("no scheme", "[a](example.org)", nil),
        Row("nowhere", "[a](https://)", nil),
        Row("three strokes", "[a](http:///x)", nil),
        Row("a blank in it", "[a](http://x.org/ b)", nil),
        Row("a quotation mark in it", "[a](http://x.org/\"onclick=)", nil),
        Row("an apostrophe in it", "[a](http://x.org/')", nil),
        Row("a control character in it", "[a](http://x.org/\u{1}b)", nil),
        Row("a tab in the scheme", "[a](java\tscript:x)", nil),
        Row("no text", "[](http://x.org)", nil),
        Row("a blank for a text", "[ ](http://x.org)", nil),
        Row("backslash", "\\[a](http://x.org)", nil),
        Row("backslash before its end", "[a\\](http://x.org)", nil),
        Row("a blank between", "[a] (http://x.org)", nil),
        Row("no end", "[a](http://x.org", nil),
        Row("a picture from elsewhere", "![a](https://x.org/a.png)", nil),
        Row("a link behind an exclamation mark", "Look\\![a](http://x.org)", "Look!<a href=\"http://x.org\">a</a>"),
    ]

    static let shown = [
        Row("picture", "![The *plan*](plan.png)", "<img src=\"cid:p1@example.net\" alt=\"The *plan*\">"),
        Row("picture without a description", "![](plan.png)", "<img src=\"cid:p1@example.net\" alt=\"\">"),
        Row("name with blanks and brackets", "![a](two words (1).png)", "<img src=\"cid:p2@example.net\" alt=\"a\">"),
        Row("name with backslashes", "![a](two words \\(1\\).png)", "<img src=\"cid:p2@example.net\" alt=\"a\">"),
        Row(
            "quotation mark in the description", "![a\"><b>](plan.png)",
            "<img src=\"cid:p1@example.net\" alt=\"a&quot;&gt;&lt;b&gt;\">"),
        Row("picture in bold", "**![a](plan.png)**", "<b><img src=\"cid:p1@example.net\" alt=\"a\"></b>"),
        Row("a picture that is not there", "![a](other.png)", nil),
        Row("an identifier that would break out", "![a](odd.png)", nil),
        Row("tags", "**a** <script>&amp;\"", "<b>a</b> &lt;script&gt;&amp;amp;&quot;"),
        Row("tags in a mark", "**<i>**", "<b>&lt;i&gt;</b>"),
        Row("tags in a link", "[<img src=x>](http://x.org)", "<a href=\"http://x.org\">&lt;img src=x&gt;</a>"),
        Row("blanks at the beginning", "  **a**", "&nbsp;&nbsp;<b>a</b>"),
        Row("blanks inside", "**a**   b", "<b>a</b> &nbsp;&nbsp;b"),
        Row("tab", "\t*a*", "&nbsp;&nbsp;&nbsp;&nbsp;<i>a</i>"),
        Row("control characters", "*a* \u{1B}[31m\u{0}\u{9B}", "<i>a</i> \u{FFFD}[31m\u{FFFD}\u{FFFD}"),
    ]

    @Test("Converts the marks of a line to HTML", arguments: emphasis + links + shown)
    func lines(_ row: Row) {
        let html = Markup.html([row.line], pictures: Self.pictures)
        #expect(html == row.html.map { "<p>\($0)</p>\n" })
    }

    @Test("Empty lines separate paragraphs, and line breaks are kept")
    func paragraphs() {
        let lines = ["", "Hi *Ben*,", "", "", "one", " two", " ", "bye"]
        #expect(
            Markup.html(lines, pictures: [:])
                == "<p>Hi <i>Ben</i>,</p>\n<p>one<br>\n&nbsp;two</p>\n<p>bye</p>\n")
    }

    @Test("Quoted and forwarded text is never parsed as marks")
    func otherPeople() {
        let forward = ["*See*", "---------- Forwarded message ----------", "Subject: *new*", "[a](http://x.org)"]
        #expect(
            Markup.html(forward, pictures: [:])
                == "<p><i>See</i><br>\n---------- Forwarded message ----------<br>\nSubject: *new*<br>\n"
                + "[a](http://x.org)</p>\n")
        #expect(Markup.html(Array(forward.dropFirst()), pictures: [:]) == nil)
        #expect(Markup.endOfOwnText(in: forward) == 1)
        #expect(
            Markup.html(["*yes*", "> *no*"], pictures: [:]) == "<p><i>yes</i><br>\n&gt; *no*</p>\n")
    }

    @Test("Runs contain the marks and have the style that they produce")
    func runs() {
        let runs = Markup.runs(of: "a **b [c](http://x.org)** \\*")
        #expect(runs.map(\.text) == ["a ", "**", "b ", "[", "c", "](http://x.org)", "**", " ", "\\", "*"])
        #expect(runs.map(\.isMark) == [false, true, false, true, false, true, true, false, true, false])
        #expect(runs.map(\.isBold) == [false, true, true, true, true, true, true, false, false, false])
        #expect(
            runs.map(\.link) == [nil, nil, nil] + Array(repeating: "http://x.org", count: 3) + [nil, nil, nil, nil])
    }

    @Test("Returns a line without marks, and as spoken text")
    func words() {
        let line = "**Thursday**: [the *new* plan](http://x.org) \\* ![us](plan.png)"
        #expect(Markup.plainText(line, pictures: ["plan.png"]) == "Thursday: the new plan * us")
        #expect(
            Markup.spokenText(line, pictures: ["plan.png"])
                == "bold: Thursday, end bold: link: the italic: new, end italic plan to http://x.org, end link * "
                + "picture: us, end picture")
    }

    @Test("Pathological lines are converted in less than two seconds")
    func time() {
        let clock = ContinuousClock()
        for piece in [
            "*a ", "**", "[", "](", "![](", "[a](b", "[a](http://", "*a**b***", "(](", "a* ", "\\", "[![",
            "*[a](http://x)*",
        ] {
            let line = String(repeating: piece, count: 200_000 / piece.utf8.count)
            let time = clock.measure { _ = Markup.html([line], pictures: Self.pictures) }
            #expect(time < .seconds(2), "\(piece) took \(time)")
        }
    }
}
