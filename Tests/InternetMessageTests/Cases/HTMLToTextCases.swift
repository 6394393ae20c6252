// Documents and their expected text, grouped by what they show.

let blockCases = [
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

let listCases = [
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

let tableCases = [
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
    HTMLCase(
        "columns",
        """
        <table><tr><th>Item<th>Price<tr><td>Apple pie<td>3.50 EUR<tr><td>Tea<td>12.00 EUR<tr><td><b>Total</b><td>15.50 EUR
        </table>
        """,
        """
        Item      |     Price
        Apple pie |  3.50 EUR
        Tea       | 12.00 EUR
        Total     | 15.50 EUR

        """),
    HTMLCase(
        "empty cells in columns",
        "<table><tr><td>a<td>b<td>c<tr><td>dd<td><td>e<tr><td colspan=2>f<td>g</table>",
        "a  | b | c\ndd |   | e\nf  |   | g\n"),
    HTMLCase(
        "columns of wide characters", "<table><tr><td>日本<td>a<tr><td>b<td>c</table>", "日本 | a\nb    | c\n"),
    HTMLCase(
        "text after columns", "<table><tr><td>aa<td>b<tr><td>c<td>d<tr><td colspan=2>end</table>x",
        "aa | b\nc  | d\n\nend\n\nx\n"),
    HTMLCase("a link around cells", "<table><tr><a href='x:y'><td>a</td></a><td>b</td></table>", "a <x:y> | b\n"),
]

let linkCases = [
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

let replacedCases = [
    HTMLCase("a picture", "<img src=x alt='A &amp; B'>", "[image: A & B]"),
    HTMLCase("no description", "a<img src=x alt=''><img src=y><img alt=' &nbsp; '>b", "ab"),
    HTMLCase("one pixel", "a<img alt=x width=1 height=1><img alt=y height='0'>", "a"),
    HTMLCase("an emoji", "a <img alt='😀'>", "a 😀"),
    HTMLCase(
        "a button", "<button>Send</button> <input type=submit value=Reset><input type=hidden value=x>", "Send Reset"),
    HTMLCase("a text area", "<textarea>a <b>\nc &lt;</textarea>", "a <b>\nc <"),
    HTMLCase("choices", "<select><option>a<option>b</select>", "a\nb"),
    HTMLCase("a part of a picture", "<map><area href='x:y' alt=a></map>", "[image: a] <x:y>"),
]

let hiddenCases = [
    HTMLCase("display", "<div style='color:red;DISPLAY : None !important'>x</div>a", "a"),
    HTMLCase("visibility", "<span style='visibility:hidden'>x</span>a", "a"),
    HTMLCase("the attribute", "<p hidden>x<p>a", "a"),
    HTMLCase("a later declaration", "<p style='display:none;display:block'>a", "a"),
    HTMLCase("other properties", "<p style='x-display:none; mso-hide:all'>a", "a"),
    HTMLCase("void elements inside", "<div hidden>x<br><img alt=y><input value=z>x</div>a", "a"),
    HTMLCase("elements of its kind inside", "<div hidden>x<div>x</div>x</div>a", "a"),
    HTMLCase("an end that is missing", "<div><span hidden>x</div>a", "a"),
    HTMLCase("a cell whose end is left out", "<table><tr><td hidden>x<table><tr><td>x</table>x<td>a</table>", "a"),
    HTMLCase("no opacity", "<div style='opacity:0'>x</div><div style='opacity:0.5'>a</div>", "a"),
    HTMLCase("no height", "<div style='max-height:0px;overflow:hidden'>x</div><div style='max-height:0'>a</div>", "a"),
    HTMLCase("a tracking image", "<img alt=x style='width:1px;height:1px'>a", "a"),
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

let whiteSpaceCases = [
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

let referenceCases = [
    HTMLCase("names", "&lt;&Eacute;&hellip;&apos;&euro;&thetasym;&Scaron;&NewLine;&rarr;", "<É…'€ϑŠ →"),
    HTMLCase("numbers", "&#65;&#x42;&#X63;&#128512;", "ABc😀"),
    HTMLCase("windows-1252", "&#128;&#150;&#x92;", "€–’"),
    HTMLCase("no characters", "&#0;&#xD800;&#x110000;&#99999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    HTMLCase("no semicolon", "&copy 1 &notit; &ampx &#65B &hellip x", "© 1 ¬it; &x AB &hellip x"),
    HTMLCase("no reference", "a & b &; &# &#x; &unknown; &", "a & b &; &# &#x; &unknown; &"),
    HTMLCase("case", "&Auml;&auml;&AMP;&Amp;", "Ää&&Amp;"),
    HTMLCase("read once", "&amp;lt;", "&lt;"),
]

let brokenCases = [
    HTMLCase("a stray bracket", "1 < 2, I <3 you, a <- b <", "1 < 2, I <3 you, a <- b <"),
    HTMLCase("brackets in attributes", "<img alt='>' src=\"a>b\">x", "[image: >]x"),
    HTMLCase("attributes without quotes", "<a href=x:y/z>a</a><img alt=b/>", "a <x:y/z>[image: b/]"),
    HTMLCase("attributes that follow at once", "<img alt='a'src='b'>", "[image: a]"),
    HTMLCase("twice the same attribute", "<img alt=a ALT=b>", "[image: a]"),
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

let mailCases = [
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
        [image: The News] <https://n.example/h> | View online <https://n.example/view>

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

        Item   | Qty |   Price
        Widget
        No. 12 |   2 | 10,00 €
        Gadget |   1 |  5,00 €
        Total  |     | 25,00 €

        Thank you

        """),
]
