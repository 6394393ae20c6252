/// FETCH.
extension GrammarRows {
    static let fetch: [TestedGrammarRule] = [
        TestedGrammarRule(
            "emailAddress", "* 1 FETCH (ENVELOPE (NIL NIL (", ") NIL NIL NIL NIL NIL NIL NIL))",
            [
                .read("(NIL NIL NIL NIL)"),
                .read("(\"a\" \"b\" \"c\" \"d\")"),
                .read("(\"\u{E5}\" \"\u{E9}\" \"\u{131}\" \"\u{F8}\")"),
                .refused("(NIL NIL NIL NIL "),
                .unfinished(""),
                .unfinished("(NIL "),
            ]),
        TestedGrammarRule(
            "envelope", "* 1 FETCH (ENVELOPE ", ")",
            [
                .read(
                    "(\"Wed, 11 Oct 2023 03:11:07 +0000\" \"some subject\" ((\"Tn\" NIL \"info\" \"e.example.com\")) NIL NIL () NIL NIL \"<426119111385110898173554@bar.example.com>\" \"<foo@example.com>\")"
                ),
                .read(
                    "(\"date\" \"subject\" ((\"name1\" \"adl1\" \"mailbox1\" \"host1\")) ((\"name2\" \"adl2\" \"mailbox2\" \"host2\")) ((\"name3\" \"adl3\" \"mailbox3\" \"host3\")) ((\"name4\" \"adl4\" \"mailbox4\" \"host4\") (\"name5\" \"adl5\" \"mailbox5\" \"host5\")) ((\"name6\" \"adl6\" \"mailbox6\" \"host6\")(\"name7\" \"adl7\" \"mailbox7\" \"host7\")) ((\"name8\" \"adl8\" \"mailbox8\" \"host8\")) \"someone\" \"messageid\")"
                ),
            ]),
        TestedGrammarRule(
            "envelopeEmailAddresses", "* 1 FETCH (ENVELOPE (NIL NIL ", " NIL NIL NIL NIL NIL NIL NIL))",
            [
                .read("((NIL NIL NIL NIL))"),
                .read("((\"a\" \"b\" \"c\" \"d\"))"),
                .read("NIL", because: "the rule for a list that may be missing is the one that is used"),
            ]),
        TestedGrammarRule(
            "fetchResponse", "* 1 FETCH (", ")",
            [
                .read("UID 54"),
                .read("RFC822.SIZE 40639"),
                .read("FLAGS ()"),
                .read("FLAGS (\\seen)"),
                .read("FLAGS (\\seen \\answered \\draft)"),
                .refused(")\r\n", because: "the frame of this table closes the list itself"),
                .read("PREVIEW \"Lorem ipsum dolor sit amet\""),
                .read("PREVIEW NIL"),
            ]),
        TestedGrammarRule(
            "fetchStreamingResponse", "* 1 FETCH (", " {3}\r\nabc)",
            [
                .read("BODY<0>"),
                .read("BODY[TEXT]<5>"),
                .read("BODY[HEADER]"),
                .read("RFC822.TEXT"),
                .read("RFC822.HEADER"),
            ]),
        TestedGrammarRule(
            "gmailLabel", "* 1 FETCH (X-GM-LABELS (", "))",
            [
                .read("\"Inbox\""),
                .read("\\Sent"),
                .unfinished(""),
            ]),
        TestedGrammarRule(
            "headerList", "* 1 FETCH (BODY[HEADER.FIELDS ", "] {1}\r\nx)",
            [
                .read("(\"field\")"),
                .read("(\"first\" \"second\" \"third\")"),
                .read("()", because: "an empty list of fields is what was asked for"),
            ]),
        TestedGrammarRule(
            "internalDate", "* 1 FETCH (INTERNALDATE ", ")",
            [
                .read("\"25-Jun-1994 01:02:03 +1020\""),
                .read("\"01-Jan-1900 00:00:00 -1559\""),
                .read("\"31-Dec-2579 23:59:59 +1559\""),
                .unfinished("\"25-Jun-1994 01"),
                .read(
                    "\"25-Jun-199401:02:03+1020\"", because: "a date that is none is no date, and the message counts"),
                .read(
                    "\"25-Jun-1994 01:02:03 +12345678\\n\"",
                    because: "a date that is none is no date, and the message counts"),
                .read(
                    "\"25-Jun-1994 01:02:03 +12\"", because: "a date that is none is no date, and the message counts"),
                .read(
                    "\"25-Jun-1994 01:02:03 abc\"", because: "a date that is none is no date, and the message counts"),
                .read("\" 5-Jun-1994 01:02:03 +0000\""),
                .read(
                    "\"99-Jun-1994 01:02:03 +0000\"", because: "a date that is none is no date, and the message counts"),
                .read(
                    "\"25-Jun-1994 01:02:03 +9999\"", because: "a date that is none is no date, and the message counts"),
                .read(
                    "\"25-Jun-1994 01:02:03 -9999\"", because: "a date that is none is no date, and the message counts"),
                .read("\"15-Feb-2000 00:00:00 +0000\""),
                .read("\"15-Mar-2000 00:00:00 +0000\""),
                .read("\"15-Apr-2000 00:00:00 +0000\""),
                .read("\"15-May-2000 00:00:00 +0000\""),
                .read("\"15-Jul-2000 00:00:00 +0000\""),
                .read("\"15-Aug-2000 00:00:00 +0000\""),
                .read("\"15-Sep-2000 00:00:00 +0000\""),
                .read("\"15-Oct-2000 00:00:00 +0000\""),
                .read("\"15-Nov-2000 00:00:00 +0000\""),
            ]),
        TestedGrammarRule(
            "messageAttribute", "* 1 FETCH (", ")",
            [
                .read("FLAGS (\\seen)"),
                .read("FLAGS (\\Answered \\Flagged \\Draft)"),
                .read("UID 1234"),
                .read("RFC822.SIZE 1234"),
                .read("BINARY.SIZE[3] 4"),
                .read("INTERNALDATE \"25-jun-1994 01:02:03 +0000\""),
                .read("INTERNALDATE \"8-Mar-2023 12:16:47 +0800\""),
                .read("INTERNALDATE \"08-Mar-2023 12:16:47 +0800\""),
                .read(
                    "ENVELOPE (\"date\" \"subject\" ((\"from1\" \"from2\" \"from3\" \"from4\")) ((\"sender1\" \"sender2\" \"sender3\" \"sender4\")) ((\"reply1\" \"reply2\" \"reply3\" \"reply4\")) ((\"to1\" \"to2\" \"to3\" \"to4\")) ((\"cc1\" \"cc2\" \"cc3\" \"cc4\")) ((\"bcc1\" \"bcc2\" \"bcc3\" \"bcc4\")) \"inreplyto\" \"messageid\")"
                ),
                .read(
                    "BODY ((\"TEXT\" \"PLAIN\" (\"CHARSET\" \"utf-8\") NIL NIL \"QUOTED-PRINTABLE\" 1772 47 NIL NIL NIL NIL)(\"TEXT\" \"HTML\" (\"CHARSET\" \"utf-8\") NIL NIL \"QUOTED-PRINTABLE\" 2778 40 NIL NIL NIL NIL) \"ALTERNATIVE\" (\"BOUNDARY\" \"Apple-Mail=_0D97185D-4FF1-42FE-9B8F-A0759D299015\") NIL NIL NIL)"
                ),
                .read(
                    "BODYSTRUCTURE ((\"TEXT\" \"PLAIN\" (\"CHARSET\" \"utf-8\") NIL NIL \"QUOTED-PRINTABLE\" 1772 47 NIL NIL NIL NIL)(\"TEXT\" \"HTML\" (\"CHARSET\" \"utf-8\") NIL NIL \"QUOTED-PRINTABLE\" 2778 40 NIL NIL NIL NIL) \"ALTERNATIVE\" (\"BOUNDARY\" \"Apple-Mail=_0D97185D-4FF1-42FE-9B8F-A0759D299015\") NIL NIL NIL)"
                ),
                .read("BODYSTRUCTURE (\"text\")"),
                .read("RFC822.TEXT NIL"),
                .read("RFC822.HEADER NIL"),
                .read("BINARY[4]<5> NIL"),
                .read("BODY[4.TEXT]<5> NIL"),
                .read("MODSEQ (3)"),
                .read("X-GM-MSGID 1278455344230334865"),
                .read("X-GM-THRID 1278455344230334865"),
                .read("X-GM-LABELS (\\Inbox \\Sent Important \"Muy Importante\")"),
                .read("X-GM-LABELS (foo)"),
                .read("X-GM-LABELS ()"),
                .read("X-GM-LABELS (\\Drafts)"),
                .read("X-GM-LABELS (\"\\\\Important\")"),
                .read("PREVIEW \"Lorem ipsum dolor sit amet\""),
                .read("EMAILID (123-456-789)"),
                .read("THREADID (123-456-789)"),
                .read("THREADID NIL"),
            ]),
        TestedGrammarRule(
            "modificationSequenceValue", "* 1 FETCH (MODSEQ (", "))",
            [
                .read("1"),
                .read("123"),
                .read("12345"),
                .read("1234567"),
                .read("123456789"),
                .read("0"),
                .read("9223372036854775807"),
                .read("9223372036854775808", because: "what 63 bits do not hold is no count, and the message counts"),
                .read("13853076851840262211", because: "what 63 bits do not hold is no count, and the message counts"),
                .read("18446744073709551615", because: "what 63 bits do not hold is no count, and the message counts"),
            ]),
        TestedGrammarRule(
            "nzNumber", "* 1 FETCH (UID ", ")",
            [
                .read("1234"),
                .read("10"),
                .read("0123", because: "zeros in front change nothing"),
                .refused("0000"),
                .refused("abcd"),
                .unfinished("1234"),
            ]),
        TestedGrammarRule(
            "objectID", "* 1 FETCH (EMAILID (", "))",
            [
                .read("abc123"),
                .read("M1-abc_XY"),
                .read("", because: "an empty identifier is none"),
            ]),
        TestedGrammarRule(
            "optionalEnvelopeEmailAddresses", "* 1 FETCH (ENVELOPE (NIL NIL ", " NIL NIL NIL NIL NIL NIL NIL))",
            [
                .read("((\"a\" \"b\" \"c\" \"d\"))"),
                .read("NIL"),
                .read("()"),
            ]),
        TestedGrammarRule(
            "section", "* 1 FETCH (BODY", " {1}\r\nx)",
            [
                .read("[]"),
                .read("[HEADER]"),
                .refused("["),
                .refused("[HEADER"),
                .unfinished("["),
                .unfinished("[HEADER"),
            ]),
        TestedGrammarRule(
            "sectionBinary", "* 1 FETCH (BINARY", " {1}\r\nx)",
            [
                .read("[]"),
                .read("[1]"),
                .read("[1.2.3]"),
                .refused("["),
                .read("1.2", because: "an unknown item is skipped"),
                .refused("[1.2"),
                .unfinished("["),
                .unfinished("[1.2"),
                .unfinished("[1.2."),
            ]),
        TestedGrammarRule(
            "sectionPart", "* 1 FETCH (BODY[", "] {1}\r\nx)",
            [
                .read("1"),
                .read("1.2"),
                .read("1.2.3.4.5"),
                .read("", because: "the empty section is the whole message"),
                .unfinished("1."),
            ]),
        TestedGrammarRule(
            "sectionSpecifier", "* 1 FETCH (BODY[", "] {1}\r\nx)",
            [
                .read("HEADER"),
                .read("1.2.3"),
                .read("1.2.3.HEADER"),
                .refused("MIME"),
                .unfinished(""),
                .unfinished("1"),
                .unfinished("1."),
            ]),
        TestedGrammarRule(
            "sectionSpecifierKind", "* 1 FETCH (BODY[1.", "] {1}\r\nx)",
            [
                .read("MIME"),
                .read("HEADER"),
                .read("TEXT"),
                .read("HEADER.FIELDS (f1)"),
                .read("HEADER.FIELDS (f1 f2 f3)"),
                .read("HEADER.FIELDS.NOT (f1)"),
                .read("HEADER.FIELDS.NOT (f1 f2 f3)"),
                .refused("", because: "in the frame of this table a dot stands before nothing"),
                .unfinished("HEADER.FIELDS "),
                .unfinished("HEADER.FIELDS (f1 f2 f3 "),
            ]),
    ]
}
