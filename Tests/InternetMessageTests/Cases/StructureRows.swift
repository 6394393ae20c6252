// Messages and their expected structure, grouped by what they show.

func mixed(_ body: String, type: String = "multipart/mixed; boundary=b") -> String {
    "Content-Type: \(type)\n\n\(body)"
}

let two = "multipart/mixed(text/plain, text/plain)"

let multipartRows = [
    StructureRow("two parts", mixed("--b\n\none\n--b\n\ntwo\n--b--\n"), two, "one|two"),
    StructureRow(
        "preamble and epilogue", mixed("This is MIME.\n--b\n\none\n--b\n\ntwo\n--b--\nThe end.\n"), two, "one|two"),
    StructureRow("no closing delimiter", mixed("--b\n\none\n--b\n\ntwo\n"), two, "one|two\n"),
    StructureRow("cut inside a delimiter", mixed("--b\n\none\n--b\n\ntwo\n--"), two, "one|two\n--"),
    StructureRow("cut behind a delimiter", mixed("--b\n\none\n--b\n\ntwo\n--b"), two, "one|two"),
    StructureRow("cut behind the line of a delimiter", mixed("--b\n\none\n--b\n\ntwo\n--b\n"), two, "one|two"),
    StructureRow(
        "cut inside the header of a part", mixed("--b\n\none\n--b\nContent-Type: text/html"),
        "multipart/mixed(text/plain, text/html)", "one|"),
    StructureRow("the body is over without a line end", mixed("--b\n\none\n--b\n\ntwo\n--b--"), two, "one|two"),
    StructureRow("no delimiter at all", mixed("just text\n"), "multipart/mixed()", "just text\n"),
    StructureRow("no body at all", "Content-Type: multipart/mixed; boundary=b\n", "multipart/mixed()", ""),
    StructureRow(
        "only the closing delimiter", mixed("text\n--b--\nmore\n"), "multipart/mixed()", "text\n--b--\nmore\n"),
    StructureRow(
        "no boundary parameter", mixed("--b\n\none\n--b--\n", type: "multipart/mixed"), "multipart/mixed()",
        "--b\n\none\n--b--\n"),
    StructureRow(
        "an empty boundary", mixed("-- \nsigned\n", type: "multipart/mixed; boundary=\"\""), "multipart/mixed()",
        "-- \nsigned\n"),
    StructureRow(
        "a boundary of blanks", mixed("text\n-- \nsigned\n", type: "multipart/mixed; boundary=\" \""),
        "multipart/mixed()", "text\n-- \nsigned\n"),
    StructureRow(
        "a blank at the end of the boundary that transport took away",
        mixed("--b\n\none\n--b\n\ntwo\n--b--\n", type: "multipart/mixed; boundary=\"b \""), two, "one|two"),
    StructureRow(
        "a blank at the end of the boundary that is still there",
        mixed("--b \n\none\n--b \n\ntwo\n--b --\n", type: "multipart/mixed; boundary=\"b \""), two, "one|two"),
    StructureRow(
        "blanks inside the boundary",
        mixed("--a b\n\none\n--a b\n\ntwo\n--a b--\n", type: "multipart/mixed; boundary=\"a b\""), two, "one|two"),
    StructureRow(
        "the boundary in pieces",
        mixed("--ab\n\none\n--ab\n\ntwo\n--ab--\n", type: "multipart/mixed; boundary*0=a; boundary*1=b"), two, "one|two"
    ),
    StructureRow(
        "another parameter holds the word boundary",
        mixed("--b\n\none\n--b\n\ntwo\n--b--\n", type: "multipart/mixed; x=\"boundary=c\"; boundary=b"), two, "one|two"),
    StructureRow(
        "a boundary without quotes that was cut at its semicolon",
        mixed("--a;b\n\none\n--a;b\n\ntwo\n--a;b--\nThe end.\n", type: "multipart/mixed; boundary=a;b"), two, "one|two"
    ),
    StructureRow(
        "the end of the boundary is missing in the parameter, on two levels",
        mixed(
            "--b.1\nContent-Type: multipart/alternative; boundary=b\n\n--b.2\n\none\n--b.2--\n--b.1\n\ntwo\n--b.1--\n"),
        "multipart/mixed(multipart/alternative(text/plain), text/plain)", "one|two"),
    StructureRow(
        "a longer line in the preamble is no delimiter if the boundary follows",
        mixed("--bcd\n--b\n\none\n--b\n\ntwo\n--b--\n"), two, "one|two"),
    StructureRow(
        "a line that only begins with a boundary ends no other part",
        mixed(
            "--b\nContent-Type: multipart/alternative; boundary=c\n\n--bcd\n--cd\n\none\n--cd--\n--b\n\ntwo\n--b--\n"),
        "multipart/mixed(multipart/alternative(text/plain), text/plain)", "one|two"),
    StructureRow(
        "words after the boundary do not complete it", mixed("--better late than never\n"), "multipart/mixed()",
        "--better late than never\n"),
    StructureRow(
        "a line that ends like a closing delimiter does not complete the boundary", mixed("text\n--bc--\nmore\n"),
        "multipart/mixed()", "text\n--bc--\nmore\n"),
    StructureRow(
        "a delimiter of the outer multipart does not complete the inner boundary",
        mixed(
            "--bc\nContent-Type: multipart/alternative; boundary=b\n\nnothing\n--bc\n\ntwo\n--bc--\n",
            type: "multipart/mixed; boundary=bc"),
        "multipart/mixed(multipart/alternative(), text/plain)", "nothing|two"),
    StructureRow(
        "the parameter is on a line that lost its white space",
        "Content-Type: multipart/mixed;\nboundary=\"b:c\"\nSubject: x\n\n--b:c\n\none\n--b:c\n\ntwo\n--b:c--\n", two,
        "one|two"),
    StructureRow(
        "a multipart without a subtype", mixed("--b\n\none\n--b\n\ntwo\n--b--\n", type: "multipart/; boundary=b"), two,
        "one|two"),
    StructureRow("empty parts", mixed("--b\n\n--b\n\n--b--\n"), two, "|"),
    StructureRow("parts without header or empty line", mixed("--b\n--b\n--b--\n"), two, "|"),
    StructureRow("a part of one empty line", mixed("--b\n\n\n--b\n\n\n\n--b--\n"), two, "|\n"),
    StructureRow(
        "a header that a delimiter ends", mixed("--b\nContent-Type: text/html\n--b\n\ntwo\n--b--\n"),
        "multipart/mixed(text/html, text/plain)", "|two"),
    StructureRow(
        "a part without a header, without its empty line", mixed("--b\none\n--b\n\ntwo\n--b--\n"), two, "one|two"),
    StructureRow(
        "a part without a header, before one that has one",
        mixed("--b\none\n--b\nContent-Type: text/html\n\ntwo\n--b--\n"),
        "multipart/mixed(text/plain, text/html)", "one|two"),
    StructureRow("blanks behind a delimiter", mixed("--b \t\n\none\n--b  \n\ntwo\n--b-- \n"), two, "one|two"),
    StructureRow("text behind a delimiter", mixed("--b here\n\none\n--b\n\ntwo\n--b-- over\n"), two, "one|two"),
    StructureRow(
        "a longer line is no delimiter", mixed("--b\n\none\n--bb\nstill\n--b\n\ntwo\n--b--\n"), two,
        "one\n--bb\nstill|two"),
    StructureRow(
        "a delimiter inside a line is none", mixed("--b\n\none --b\n --b\n--b\n\ntwo\n--b--\n"), two,
        "one --b\n --b|two"),
    StructureRow(
        "case counts in a boundary", mixed("--b\n\none\n--B\n\nstill\n--b\n\ntwo\n--b--\n"), two,
        "one\n--B\n\nstill|two"),
    StructureRow(
        "parts behind the closing delimiter are epilogue",
        mixed("--b\n\none\n--b\n\ntwo\n--b--\n--b\n\nthree\n--b--\n"), two, "one|two"),
    StructureRow(
        "nested",
        mixed(
            "--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\none\n--c\n\ntwo\n--c--\n--b\n\nthree\n--b--\n"
        ),
        "multipart/mixed(multipart/alternative(text/plain, text/plain), text/plain)", "one|two|three"),
    StructureRow(
        "the inner closing delimiter is missing",
        mixed("--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\none\n--b\n\ntwo\n--b--\n"),
        "multipart/mixed(multipart/alternative(text/plain), text/plain)", "one|two"),
    StructureRow(
        "the inner multipart has no delimiter",
        mixed("--b\nContent-Type: multipart/alternative; boundary=c\n\none\n--b\n\ntwo\n--b--\n"),
        "multipart/mixed(multipart/alternative(), text/plain)", "one|two"),
    StructureRow(
        "the outer delimiter ends an inner header",
        mixed(
            "--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\nContent-Type: text/html\n--b\n\ntwo\n--b--\n"),
        "multipart/mixed(multipart/alternative(text/html), text/plain)", "|two"),
    StructureRow(
        "the outer boundary is the beginning of the inner one",
        mixed(
            "--b\nContent-Type: multipart/alternative; boundary=bc\n\n--bc\n\none\n--bc\n\ntwo\n--bc--\n--b\n\nthree\n--b--\n"
        ),
        "multipart/mixed(multipart/alternative(text/plain, text/plain), text/plain)", "one|two|three"),
    StructureRow(
        "the inner boundary is the beginning of the outer one",
        mixed(
            "--bc\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\none\n--b\n\ntwo\n--b--\n--bc\n\nthree\n--bc--\n",
            type: "multipart/mixed; boundary=bc"),
        "multipart/mixed(multipart/alternative(text/plain, text/plain), text/plain)", "one|two|three"),
    StructureRow(
        "the outer boundary ends in hyphens",
        mixed(
            "--b--\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\none\n--c--\n--b--\n\ntwo\n--b----\n",
            type: "multipart/mixed; boundary=\"b--\""),
        "multipart/mixed(multipart/alternative(text/plain), text/plain)", "one|two"),
    StructureRow(
        "both have the same boundary",
        mixed("--b\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\none\n--b--\n--b\n\ntwo\n--b--\n"),
        "multipart/mixed(multipart/alternative(text/plain), text/plain)", "one|two"),
    StructureRow(
        "the type has a comment",
        mixed("--b\n\none\n--b\n\ntwo\n--b--\n", type: "multipart/mixed (really); boundary=b"), two, "one|two"),
    StructureRow(
        "a comment before the type", mixed("--b\n\none\n--b\n\ntwo\n--b--\n", type: "(x) multipart/mixed; boundary=b"),
        two,
        "one|two"),
    StructureRow(
        "the type is folded and in capitals",
        mixed("--b\n\none\n--b\n\ntwo\n--b--\n", type: "\n MULTIPART/Mixed;\n BOUNDARY=b"), two, "one|two"),
    StructureRow(
        "a line of hyphens", mixed("--b\n\none\n--\n---\n--------\n--b\n\ntwo\n--b--\n"), two,
        "one\n--\n---\n--------|two"),
    StructureRow(
        "the boundary begins with hyphens",
        mixed("----b\n\none\n----b\n\ntwo\n----b--\n", type: "multipart/mixed; boundary=--b"), two, "one|two"),
    StructureRow(
        "blank lines before the delimiter are part of the body", mixed("--b\n\none\n\n\n--b\n\ntwo\n--b--\n"), two,
        "one\n\n|two"),
]

let messageRows = [
    StructureRow(
        "a message", "Content-Type: message/rfc822\n\nSubject: x\n\ninner\n", "message/rfc822[text/plain]", "inner\n"),
    StructureRow(
        "a message with comments on both sides", "Content-Type: (a)message/rfc822(b)\n\nSubject: x\n\ninner\n",
        "message/rfc822[text/plain]", "inner\n"),
    StructureRow(
        "message/global", "Content-Type: message/global\n\nSubject: x\n\ninner\n", "message/global[text/plain]",
        "inner\n"),
    StructureRow(
        "a message that begins with an empty line", "Content-Type: message/rfc822\n\n\ninner\n",
        "message/rfc822[text/plain]", "inner\n"),
    StructureRow(
        "a message without a body", "Content-Type: message/rfc822\n\nSubject: x\n", "message/rfc822[text/plain]", ""),
    StructureRow(
        "text that is called a message", "Content-Type: message/rfc822\n\nno header here\n", "message/rfc822",
        "no header here\n"),
    StructureRow(
        "nothing that is called a message", "Content-Type: message/rfc822\n\n", "message/rfc822[text/plain]", ""),
    StructureRow(
        "a delivery status is no message", "Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n",
        "message/delivery-status", "Reporting-MTA: dns; x\n"),
    StructureRow(
        "a part of a message is none", "Content-Type: message/partial; number=1\n\nSubject: x\n\nhalf\n",
        "message/partial", "Subject: x\n\nhalf\n"),
    StructureRow(
        "a body elsewhere is no message",
        "Content-Type: message/external-body; access-type=URL\n\nContent-Type: text/html\n\n", "message/external-body",
        "Content-Type: text/html\n\n"),
    StructureRow(
        "a multipart in a message in a multipart",
        mixed(
            "--b\nContent-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\none\n--c--\n--b\n\ntwo\n--b--\n"
        ),
        "multipart/mixed(message/rfc822[multipart/mixed(text/plain)], text/plain)", "one|two"),
    StructureRow(
        "the outer delimiter ends the inner message's header",
        mixed("--b\nContent-Type: message/rfc822\n\nSubject: x\n--b\n\ntwo\n--b--\n"),
        "multipart/mixed(message/rfc822[text/plain], text/plain)", "|two"),
    StructureRow(
        "a message in base64",
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogeAoKaW5uZXIK\n",
        "message/rfc822[text/plain]", "inner\n"),
    StructureRow(
        "a message in quoted-printable",
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\nSubject:=20x\n\nin=\nner\n",
        "message/rfc822[text/plain]", "inner\n"),
    StructureRow(
        "a message that only says that it is in base64",
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nSubject: hello there, all of you\n\ninner\n",
        "message/rfc822[text/plain]", "inner\n"),
    StructureRow(
        "a message under 8bit",
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: 8bit\n\nSubject: x\n\ninner\n",
        "message/rfc822[text/plain]", "inner\n"),
    StructureRow(
        "in a digest a part is a message",
        mixed(
            "--b\n\nSubject: x\n\none\n--b\nContent-Type: text/html\n\ntwo\n--b--\n",
            type: "multipart/digest; boundary=b"),
        "multipart/digest(message/rfc822[text/plain], text/html)", "one|two"),
    StructureRow(
        "in a digest text is text",
        mixed("--b\n\njust some words\n--b\nSubject: x\n\nmore words\n--b--\n", type: "multipart/digest; boundary=b"),
        "multipart/digest(text/plain, text/plain)", "just some words|more words"),
    StructureRow(
        "an empty part of a digest", mixed("--b\n--b\n\n--b--\n", type: "multipart/digest; boundary=b"),
        "multipart/digest(text/plain, message/rfc822[text/plain])", "|"),
    StructureRow(
        "a digest in a digest",
        mixed(
            "--b\nContent-Type: multipart/digest; boundary=c\n\n--c\n\nSubject: x\n\none\n--c--\n--b--\n",
            type: "multipart/digest; boundary=b"),
        "multipart/digest(multipart/digest(message/rfc822[text/plain]))", "one"),
    StructureRow(
        "a multipart in a digest's message is no digest",
        mixed(
            "--b\n\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\nSubject: x\n\none\n--c--\n--b--\n",
            type: "multipart/digest; boundary=b"),
        "multipart/digest(message/rfc822[multipart/mixed(text/plain)])", "Subject: x\n\none"),
]

let headerRows = [
    StructureTests.HeaderRow("as it should be", "Subject: x\nTo: y\n\nbody\n", ["Subject=x", "To=y"], "body\n"),
    StructureTests.HeaderRow("nothing", "", [], ""),
    StructureTests.HeaderRow("one octet", "x", [], "x"),
    StructureTests.HeaderRow("one line end", "\n", [], ""),
    StructureTests.HeaderRow("the first line is empty", "\nSubject: x\n\nbody\n", [], "Subject: x\n\nbody\n"),
    StructureTests.HeaderRow("no body", "Subject: x\n", ["Subject=x"], ""),
    StructureTests.HeaderRow("no line end", "Subject: x", ["Subject=x"], ""),
    StructureTests.HeaderRow("folded", "Subject: x\n y\n\tz\n\nbody", ["Subject=x y\\u{9}z"], "body"),
    StructureTests.HeaderRow("an empty value", "Subject:\nTo:\n\n", ["Subject=", "To="], ""),
    StructureTests.HeaderRow("a value that begins on the next line", "Subject:\n x\n\n", ["Subject=x"], ""),
    StructureTests.HeaderRow("a blank before the colon", "Subject : x\nTo\t: y\n\n", ["Subject=x", "To=y"], ""),
    StructureTests.HeaderRow("a blank before the first name", " Subject: x\nTo: y\n\n", ["Subject=x", "To=y"], ""),
    StructureTests.HeaderRow("a colon in the value", "Subject: a: b\n\n", ["Subject=a: b"], ""),
    StructureTests.HeaderRow(
        "an mbox separator", "From kim@example.org Mon Oct 12 14:03:00 2026\nSubject: x\n\nbody", ["Subject=x"], "body"),
    StructureTests.HeaderRow(
        "an mbox separator that was quoted", ">From kim@example.org Mon Oct 12 14:03:00 2026\nSubject: x\n\nbody",
        ["Subject=x"], "body"),
    StructureTests.HeaderRow(
        "an mbox separator and no header", "From kim@example.org Mon Oct 12 14:03:00 2026\n\nbody", [], "body"),
    StructureTests.HeaderRow(
        "text that begins like a separator", "From here on we walk.\n\nSee you", [], "From here on we walk.\n\nSee you"),
    StructureTests.HeaderRow(
        "no empty line, and text that begins like a separator", "Subject: x\nFrom my house to yours.\nBye\n",
        ["Subject=x"], "From my house to yours.\nBye\n"),
    StructureTests.HeaderRow("no empty line", "Subject: x\nHello there.\nBye\n", ["Subject=x"], "Hello there.\nBye\n"),
    StructureTests.HeaderRow(
        "no empty line, and a line like a field further down", "Subject: x\nHello there.\nBye\nNote: this\n",
        ["Subject=x"], "Hello there.\nBye\nNote: this\n"),
    StructureTests.HeaderRow("text and no header", "Hello there.\n\nBye\n", [], "Hello there.\n\nBye\n"),
    StructureTests.HeaderRow(
        "a line without a colon", "Subject: x\nbroken\nTo: y\n\nbody", ["Subject=x", "To=y"], "body"),
    StructureTests.HeaderRow(
        "folding that lost its blank", "Subject: a long\nsubject of words\nand more words\nTo: y\n\nbody",
        ["Subject=a long", "To=y"], "body"),
    StructureTests.HeaderRow(
        "a line of blanks goes on", "Subject: x\n \nTo: y\n\nbody", ["Subject=x", "To=y"], "body"),
    StructureTests.HeaderRow("a colon and no name", "Subject: x\n: y\nTo: z\n\nbody", ["Subject=x", "To=z"], "body"),
    StructureTests.HeaderRow("CR CR LF", "Subject: x\r\r\nTo: y\r\r\n\r\r\nbody", ["Subject=x", "To=y"], "body"),
    StructureTests.HeaderRow(
        "8-bit text in a name of a field", "S\u{FC}b: x\nTo: y\n\nbody", ["S\u{FC}b=x", "To=y"], "body"),
    StructureTests.HeaderRow(
        "text that looks like a field behind the first line of a body", "To: y\nDear Kim,\nNote: bring cake", ["To=y"],
        "Dear Kim,\nNote: bring cake"),
    StructureTests.HeaderRow("a NUL in a value", "Subject: a\u{0}b\n\n", ["Subject=a\\u{0}b"], ""),
    StructureTests.HeaderRow(
        "a delimiter that belongs to nothing", "Content-Type: text/plain\n--b\nTo: y\n\nbody",
        ["Content-Type=text/plain"], "--b\nTo: y\n\nbody"),
]
