import Testing

/// A subject, and the subjects of a reply to it and a forward of it.
struct SubjectRow: Sendable, CustomTestStringConvertible {
    let original: String
    let reply: String
    let forward: String

    init(_ original: String, _ reply: String, _ forward: String) {
        (self.original, self.reply, self.forward) = (original, reply, forward)
    }

    var testDescription: String { original }

    static let all = [
        SubjectRow("plan", "Re: plan", "Fwd: plan"), SubjectRow("Re: plan", "Re: plan", "Fwd: Re: plan"),
        SubjectRow("RE: plan", "Re: plan", "Fwd: Re: plan"), SubjectRow("re:plan", "Re: plan", "Fwd: Re: plan"),
        SubjectRow("AW: plan", "Re: plan", "Fwd: Re: plan"), SubjectRow("SV: plan", "Re: plan", "Fwd: Re: plan"),
        SubjectRow("VS: plan", "Re: plan", "Fwd: Re: plan"), SubjectRow("Antw: plan", "Re: plan", "Fwd: Re: plan"),
        SubjectRow("Re[2]: plan", "Re: plan", "Fwd: Re: plan"), SubjectRow("Re (3): plan", "Re: plan", "Fwd: Re: plan"),
        SubjectRow("Re : plan", "Re: plan", "Fwd: Re: plan"),
        SubjectRow("Re: Re: AW: plan", "Re: plan", "Fwd: Re: plan"),
        SubjectRow("回复：plan", "Re: plan", "Fwd: Re: plan"), SubjectRow("Fwd: plan", "Re: Fwd: plan", "Fwd: plan"),
        SubjectRow("FW: plan", "Re: Fwd: plan", "Fwd: plan"), SubjectRow("WG: plan", "Re: Fwd: plan", "Fwd: plan"),
        SubjectRow("TR: plan", "Re: Fwd: plan", "Fwd: plan"), SubjectRow("RV: plan", "Re: Fwd: plan", "Fwd: plan"),
        SubjectRow("[Fwd: plan]", "Re: Fwd: plan", "Fwd: plan"), SubjectRow("plan (fwd)", "Re: Fwd: plan", "Fwd: plan"),
        SubjectRow("Fwd: Re: Fwd: plan", "Re: Fwd: plan", "Fwd: Re: plan"),
        SubjectRow("[list] plan", "Re: [list] plan", "Fwd: [list] plan"),
        SubjectRow("Re: [list] plan", "Re: [list] plan", "Fwd: Re: [list] plan"),
        SubjectRow("[list] Re: plan", "Re: [list] plan", "Fwd: Re: [list] plan"),
        SubjectRow("[list] Re: [list] plan", "Re: [list] plan", "Fwd: Re: [list] plan"),
        SubjectRow("", "Re:", "Fwd:"), SubjectRow("Re:", "Re:", "Fwd: Re:"), SubjectRow("   ", "Re:", "Fwd:"),
        SubjectRow("Regarding: plan", "Re: Regarding: plan", "Fwd: Regarding: plan"),
        SubjectRow("Restore", "Re: Restore", "Fwd: Restore"), SubjectRow("Re plan", "Re: Re plan", "Fwd: Re plan"),
        SubjectRow("R: plan", "Re: R: plan", "Fwd: R: plan"),
        SubjectRow("=?utf-8?q?Re=3A_pl=C3=A4ne?=", "Re: pläne", "Fwd: Re: pläne"),
        SubjectRow(
            "=?utf-8?q?a=0D=0ABcc=3A_eve=40example.org?=", "Re: a Bcc: eve@example.org", "Fwd: a Bcc: eve@example.org"),
    ]
}

/// The identifiers that link an answer to a message with these fields [RFC 5322 §3.6.4].
struct ThreadRow: Sendable, CustomTestStringConvertible {
    let name: String
    let fields: [String]
    let inReplyTo: [String]
    let references: [String]

    init(_ name: String, _ fields: [String], _ inReplyTo: [String], _ references: [String]) {
        (self.name, self.fields, self.inReplyTo, self.references) = (name, fields, inReplyTo, references)
    }

    var testDescription: String { name }

    private static let id = "Message-ID: <p@x>"

    static let all = [
        ThreadRow("the first message", [id], ["p@x"], ["p@x"]),
        ThreadRow("References", [id, "References: <a@x> <b@x>"], ["p@x"], ["a@x", "b@x", "p@x"]),
        ThreadRow(
            "References and In-Reply-To", [id, "References: <a@x>", "In-Reply-To: <b@x>"], ["p@x"], ["a@x", "p@x"]),
        ThreadRow("In-Reply-To alone", [id, "In-Reply-To: <a@x>"], ["p@x"], ["a@x", "p@x"]),
        ThreadRow("several in In-Reply-To", [id, "In-Reply-To: <a@x> <b@x>"], ["p@x"], ["p@x"]),
        ThreadRow(
            "In-Reply-To with a phrase", [id, "In-Reply-To: Your message of \"Monday\" <a@x>"], ["p@x"], ["a@x", "p@x"]),
        ThreadRow("no Message-ID", ["References: <a@x> <b@x>"], [], ["a@x", "b@x"]),
        ThreadRow("no Message-ID, In-Reply-To alone", ["In-Reply-To: <a@x>"], [], ["a@x"]),
        ThreadRow("nothing", [], [], []),
        ThreadRow("a Message-ID that is none", ["Message-ID: <>", "References: <a@x>"], [], ["a@x"]),
        ThreadRow("a Message-ID in other letters", ["Message-ID: <é@x>", "References: <a@x>"], [], ["a@x"]),
        ThreadRow("a Message-ID without brackets", ["Message-ID: p@x"], ["p@x"], ["p@x"]),
        ThreadRow(
            "broken identifiers between others", [id, "References: <a@x> junk <> <b@x> <c@x"], ["p@x"],
            ["a@x", "b@x", "c@x", "p@x"]),
        ThreadRow(
            "References that are folded", [id, "References: <a@x>\r\n\t<b@x>\r\n <c\r\n @x>"], ["p@x"],
            ["a@x", "b@x", "c@x", "p@x"]),
        ThreadRow("commas", [id, "References: <a@x>,<b@x>"], ["p@x"], ["a@x", "b@x", "p@x"]),
        ThreadRow("duplicates", [id, "References: <a@x> <a@x> <b@x> <a@x>"], ["p@x"], ["a@x", "b@x", "p@x"]),
        ThreadRow("the message names itself", [id, "References: <a@x> <p@x>"], ["p@x"], ["a@x", "p@x"]),
        ThreadRow("two fields", [id, "References: <a@x>", "References: <b@x>"], ["p@x"], ["a@x", "b@x", "p@x"]),
        ThreadRow("identifiers differ by case", [id, "References: <P@x>"], ["p@x"], ["P@x", "p@x"]),
    ]
}

/// The attribution above a quotation.
struct AttributionRow: Sendable, CustomTestStringConvertible {
    let name: String
    let fields: [String]
    let line: String

    init(_ name: String, _ fields: [String], _ line: String) {
        (self.name, self.fields, self.line) = (name, fields, line)
    }

    var testDescription: String { name }

    private static let date = "Date: Mon, 12 Oct 2026 14:03:00 +0200"

    static let all = [
        AttributionRow(
            "name and date", ["From: Ana Ruiz <ana@example.org>", date],
            "On Mon, 12 Oct 2026 at 14:03 +0200, Ana Ruiz wrote:"),
        AttributionRow(
            "no name", ["From: ana@example.org", date], "On Mon, 12 Oct 2026 at 14:03 +0200, ana@example.org wrote:"),
        AttributionRow(
            "an empty name", ["From: \"  \" <ana@example.org>", date],
            "On Mon, 12 Oct 2026 at 14:03 +0200, ana@example.org wrote:"),
        AttributionRow("no date", ["From: Ana <ana@example.org>"], "Ana wrote:"),
        AttributionRow("a date that is none", ["From: Ana <ana@example.org>", "Date: yesterday"], "Ana wrote:"),
        AttributionRow("no author", [date], "On Mon, 12 Oct 2026 at 14:03 +0200, an unknown sender wrote:"),
        AttributionRow("nothing", [], "an unknown sender wrote:"),
        AttributionRow("two authors", ["From: Ana <a@example.org>, Bo <b@example.org>"], "Ana wrote:"),
        AttributionRow(
            "an odd offset", ["From: Ana <a@example.org>", "Date: 1 Jan 2026 00:30:00 +0545"],
            "On Thu, 1 Jan 2026 at 00:30 +0545, Ana wrote:"),
        AttributionRow(
            "a zone of old", ["From: Ana <a@example.org>", "Date: Tue, 3 Mar 2026 23:59 EST"],
            "On Tue, 3 Mar 2026 at 23:59 -0500, Ana wrote:"),
        AttributionRow(
            "an unknown zone", ["From: Ana <a@example.org>", "Date: 1 Jan 2026 12:00:00 -0000"],
            "On Thu, 1 Jan 2026 at 12:00 +0000, Ana wrote:"),
        AttributionRow(
            "line ends in a name", ["From: =?utf-8?q?Ana=0D=0A=0D=0A=3E_Bo?= <a@example.org>"], "Ana > Bo wrote:"),
        AttributionRow(
            "control characters", ["From: =?utf-8?q?A=1B=5B1mna=07=C2=9B?= <a@example.org>"], "A [1mna wrote:"),
        AttributionRow(
            "turned writing", ["From: =?utf-8?q?Ana_=E2=80=AEoB=E2=81=A9?= <a@example.org>"], "Ana oB wrote:"),
        AttributionRow(
            "a name in another script", ["From: =?utf-8?b?5bGx55Sw5aSq6YOO?= <taro@example.org>"], "山田太郎 wrote:"),
    ]
}

/// A message and the lines that a reply quotes.
struct QuoteRow: Sendable, CustomTestStringConvertible {
    let name: String
    /// Appended to the other header fields.
    let message: String
    let lines: [String]

    init(_ name: String, _ message: String, _ lines: [String]) {
        (self.name, self.message, self.lines) = (name, message, lines)
    }

    var testDescription: String { name }

    static let all = [
        QuoteRow("plain", "\n\none\ntwo\n", ["> one", "> two"]),
        QuoteRow("an empty line between", "\n\none\n\ntwo", ["> one", ">", "> two"]),
        QuoteRow("quoted before", "\n\n> one\n>> two\n>three", [">> one", ">>> two", ">>three"]),
        QuoteRow("blank lines at both ends", "\n\n\n \none\n\t\n\n", ["> one"]),
        QuoteRow("blanks at line ends", "\n\none  \n  two\n-- \nAna", ["> one  ", ">   two", "> -- ", "> Ana"]),
        QuoteRow("nothing", "\n\n", []), QuoteRow("blanks alone", "\n\n \n\t\n", []),
        QuoteRow("no last line end", "\n\none", ["> one"]),
        QuoteRow("CR LF", "\r\n\r\none\r\n\r\ntwo\r\n", ["> one", ">", "> two"]),
        QuoteRow("HTML alone", "Content-Type: text/html\n\n<p>one</p><p><b>two</b></p>", ["> one", ">", "> two"]),
        QuoteRow(
            "HTML that quotes", "Content-Type: text/html\n\n<div>one</div><blockquote>two</blockquote>",
            ["> one", ">", ">> two"]),
        QuoteRow(
            "an alternative",
            "Content-Type: multipart/alternative; boundary=b\n\n--b\n\nplain\n--b\nContent-Type: text/html\n\n<p>html\n--b--\n",
            ["> plain"]),
        QuoteRow(
            "an alternative without text",
            "Content-Type: multipart/alternative; boundary=b\n\n--b\n\n \n--b\nContent-Type: text/html\n\n<p>html\n--b--\n",
            ["> html"]),
        QuoteRow(
            "flowed", "Content-Type: text/plain; format=flowed\n\none \ntwo\n> old \n> older\n three\n",
            ["> one two", ">> old older", "> three"]),
        QuoteRow(
            "flowed, with the mark of a signature", "Content-Type: text/plain; format=flowed\n\none\n-- \nAna\n",
            ["> one", "> -- ", "> Ana"]),
        QuoteRow(
            "quoted-printable Latin-1",
            "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\ncaf=E9 =\nau lait\n",
            ["> café au lait"]),
        QuoteRow(
            "base64 UTF-8",
            "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n5pel5pys6Kqe\n", ["> 日本語"]),
        QuoteRow(
            "an attachment is not quoted",
            "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\nContent-Disposition: attachment\n\ntwo\n--b--\n",
            ["> one"]),
        QuoteRow(
            "encrypted",
            "Content-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=b\n\n--b\n"
                + "Content-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream\n\nx\n--b--\n",
            []),
    ]
}
