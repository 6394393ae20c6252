import Testing

@testable import InternetMessage

@Suite("Readable text")
struct ReadableTextTests {
    @Test("Selects the parts that a user reads", arguments: readableRows)
    func choice(_ row: TextTestCase) { #expect(readable(Message(row.input).root) == row.expected) }

    @Test("Line ends become LF", arguments: ["a\r\nb\r\n", "a\rb\r", "a\nb\n", "a\r\nb\r"])
    func lineEnds(_ text: String) { #expect(readable(message("\r\n" + text).root) == "a\nb\n") }
}

private func part(_ type: String, _ text: String, _ fields: String = "") -> String {
    "--b\nContent-Type: \(type)\n\(fields)\n\(text)\n"
}

private func multipart(_ type: String, _ parts: String...) -> String {
    "Content-Type: multipart/\(type); boundary=b\n\n" + parts.joined() + "--b--\n"
}

/// The same as a part of another multipart, with the boundary "c".
private func inner(_ type: String, _ parts: String...) -> String {
    "--b\nContent-Type: multipart/\(type); boundary=c\n\n"
        + parts.joined().replacing("--b\n", with: "--c\n") + "--c--\n"
}

private let readableRows = [
    TextTestCase("plain text", "Subject: x\n\nHello\n", "Hello\n"),
    TextTestCase("nothing", "Subject: x\n\n", ""),
    TextTestCase("flowed text", "Content-Type: text/plain; format=flowed\n\na \nb\n", "a b\n"),
    TextTestCase("flowed text with CR LF", "Content-Type: text/plain; format=flowed\r\n\r\na \r\nb\r\n", "a b\n"),
    TextTestCase("a type that cannot be read", "Content-Type: @\n\nHello\n", "Hello\n"),
    TextTestCase("HTML", "Content-Type: text/html\n\n<p>Hello</p>\n", "Hello\n"),
    TextTestCase("no text", "Content-Type: image/png\n\nabc\n", ""),
    TextTestCase(
        "alternative: plain text",
        multipart("alternative", part("text/plain", "plain"), part("text/html", "<p>html</p>")), "plain"),
    TextTestCase(
        "alternative: plain text that comes last",
        multipart("alternative", part("text/html", "<p>html</p>"), part("text/plain", "plain")), "plain"),
    TextTestCase("alternative: HTML alone", multipart("alternative", part("text/html", "<p>html</p>")), "html\n"),
    TextTestCase(
        "alternative: plain text that is empty",
        multipart("alternative", part("text/plain", ""), part("text/html", "<p>html</p>")), "html\n"),
    TextTestCase(
        "alternative: plain text of blanks",
        multipart("alternative", part("text/plain", " \n\t\n"), part("text/html", "<p>html</p>")), "html\n"),
    TextTestCase(
        "alternative: plain text that is a file",
        multipart(
            "alternative", part("text/plain", "file", "Content-Disposition: attachment; filename=a.txt\n"),
            part("text/html", "<p>html</p>")),
        "html\n"),
    TextTestCase(
        "alternative: HTML before a calendar",
        multipart("alternative", part("text/html", "<p>html</p>"), part("text/calendar", "BEGIN")), "html\n"),
    TextTestCase(
        "alternative: plain text in related",
        multipart("alternative", part("text/html", "<p>html</p>"), inner("related", part("text/plain", "plain"))),
        "plain"),
    TextTestCase("alternative: enriched text alone", multipart("alternative", part("text/enriched", "rich")), "rich"),
    TextTestCase("alternative: no text", multipart("alternative", part("image/png", "abc")), ""),
    TextTestCase(
        "related: the first part", multipart("related", part("text/html", "<p>html</p>"), part("text/css", "p {}")),
        "html\n"),
    TextTestCase(
        "related: the part that start names",
        "Content-Type: multipart/related; boundary=b; start=\"<root@x>\"\n\n"
            + part("text/css", "p {}", "Content-ID: <css@x>\n")
            + part("text/html", "<p>html</p>", "Content-ID: <root@x>\n") + "--b--\n", "html\n"),
    TextTestCase(
        "related: the first part is a picture",
        multipart("related", part("image/png", "abc"), part("text/html", "<p>html</p>")), "html\n"),
    TextTestCase(
        "related: alternative inside",
        multipart(
            "related", inner("alternative", part("text/plain", "plain"), part("text/html", "<p>html</p>")),
            part("image/png", "abc")), "plain"),
    TextTestCase(
        "mixed: texts one after the other", multipart("mixed", part("text/plain", "one"), part("text/plain", "two")),
        "one\n\ntwo"),
    TextTestCase(
        "mixed: an attachment is left out",
        multipart("mixed", part("text/plain", "one"), part("text/plain", "file", "Content-Disposition: attachment\n")),
        "one"),
    TextTestCase(
        "mixed: a picture between two texts",
        multipart("mixed", part("text/plain", "one"), part("image/png", "abc"), part("text/plain", "two")), "one\n\ntwo"
    ),
    TextTestCase(
        "mixed: alternative inside",
        multipart(
            "mixed", inner("alternative", part("text/plain", "plain"), part("text/html", "<p>html</p>")),
            part("text/plain", "footer")), "plain\n\nfooter"),
    TextTestCase(
        "mixed: a table that is a file",
        multipart("mixed", part("text/plain", "one"), part("text/csv; name=a.csv", "1,2")), "one"),
    TextTestCase(
        "mixed: an embedded message is left out",
        multipart("mixed", part("text/plain", "one"), part("message/rfc822", "Subject: x\n\ninner")), "one"),
    TextTestCase(
        "signed", multipart("signed", part("text/plain", "one"), part("application/pgp-signature", "abc")), "one"),
    TextTestCase(
        "a multipart without delimiters shows its text", "Content-Type: multipart/mixed; boundary=b\n\nHello\n",
        "Hello\n"),
    TextTestCase(
        "a multipart without a boundary shows its text", "Content-Type: multipart/mixed\n\nHello\n", "Hello\n"),
    TextTestCase(
        "a multipart of an unknown subtype",
        multipart("x-new", part("text/plain", "one"), part("text/plain", "two")), "one\n\ntwo"),
    TextTestCase("text in a digest that is no message", multipart("digest", "--b\n\njust words\n"), "just words"),
]
