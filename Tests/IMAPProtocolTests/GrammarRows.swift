/// What of a grammar's rule is read, is refused, or does not end: between what comes before it and behind it in a
/// response that a client receives. Where this parser takes more or less than the letter of the grammar, the row says why.
enum GrammarRows {
    static let all: [GrammarRule] = [
        GrammarRule(
            "astring", "* LIST () NIL ", "",
            [
                .read("NIL"),
                .read("A"),
                .read("Foo"),
                .read("a]b"),
                .read("{3}\r\nabc"),
                .read("{3+}\r\nabc"),
                .read("\"abc\""),
                .read("\"a\\\\bc\""),
                .read("\"a\\\"bc\""),
                .read("\"K\u{F8}benhavn\""),
                .read("\"a\\bc\"", because: "a backslash that a server forgot to escape stays"),
                .unfinished("\""),
                .unfinished("\"a\\\""),
                .unfinished("{1}\r\n"),
            ]),
        GrammarRule(
            "attributeFlag", "* FLAGS (", ")",
            [
                .read("\\\\Answered"),
                .read("some"),
            ]),
        GrammarRule(
            "bodyDisposition", "* 1 FETCH (BODYSTRUCTURE (\"A\" \"B\" NIL NIL NIL \"7BIT\" 1 NIL ", "))",
            [
                .read("(\"astring\" (\"f1\" \"v1\"))"),
                .read("NIL"),
            ]),
        GrammarRule(
            "bodyEncoding", "* 1 FETCH (BODYSTRUCTURE (\"A\" \"B\" NIL NIL NIL ", " 1))",
            [
                .read("\"BASE64\""),
                .read("\"BINARY\""),
                .read("\"7BIT\""),
                .read("\"8BIT\""),
                .read("\"QUOTED-PRINTABLE\""),
                .read("\"other\""),
            ]),
        GrammarRule(
            "bodyExtension", "* 1 FETCH (BODYSTRUCTURE (\"A\" \"B\" NIL NIL NIL \"7BIT\" 1 NIL NIL NIL NIL ", "))",
            [
                .read("1"),
                .read("\"s\""),
                .read("(1)"),
                .read("(1 \"2\" 3)"),
                .read("(1 2 3 (4 (5 (6))))"),
                .read("(((((1)))))"),
            ]),
        GrammarRule(
            "bodyFieldLanguage", "* 1 FETCH (BODYSTRUCTURE (\"A\" \"B\" NIL NIL NIL \"7BIT\" 1 NIL NIL ", "))",
            [
                .read("\"english\""),
                .read("(\"english\")"),
                .read("(\"english\" \"french\")"),
            ]),
        GrammarRule(
            "bodyFields", "* 1 FETCH (BODYSTRUCTURE (\"A\" \"B\" ", "))",
            [
                .read("(\"f1\" \"v1\") \"id\" \"desc\" \"8BIT\" 1234")
            ]),
        GrammarRule(
            "bodyParameterPairs", "* 1 FETCH (BODYSTRUCTURE (\"A\" \"B\" ", " NIL NIL \"7BIT\" 1))",
            [
                .read("NIL"),
                .read("(\"f1\" \"v1\")"),
                .read("(\"f1\" \"v1\" \"f2\" \"v2\")"),
                .read(
                    "(\"NAME\" \"Nutzungsbedingungen f\u{C3}\u{83}\u{C2}\u{83}\u{C3}\u{82}\u{C2}\u{BC}r Meine Allianz.pdf\")"
                ),
                .unfinished("(\"p1\" "),
            ]),
        GrammarRule(
            "bodySinglepart", "* 1 FETCH (BODYSTRUCTURE (", "))",
            [
                .read("\"AUDIO\" \"alternative\" NIL NIL NIL \"BASE64\" 1"),
                .read("\"APPLICATION\" \"mixed\" NIL \"id\" \"description\" \"7BIT\" 2"),
                .read("\"VIDEO\" \"related\" (\"f1\" \"v1\") NIL NIL \"8BIT\" 3"),
                .read(
                    "\"MESSAGE\" \"RFC822\" NIL NIL NIL \"BASE64\" 4 (NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL) (\"IMAGE\" \"related\" NIL NIL NIL \"BINARY\" 5) 8"
                ),
                .read("\"TEXT\" \"media\" NIL NIL NIL \"QUOTED-PRINTABLE\" 1 2"),
                .read("\"TEXT\" \"plain\" NIL NIL NIL \"7BIT\" 100 10 \"md5hash\""),
                .read("\"TEXT\" \"plain\" NIL NIL NIL \"7BIT\" 100 10 \"md5hash\" NIL NIL \"http://example.com\" 42"),
            ]),
        GrammarRule(
            "bodyStructure", "* 1 FETCH (BODYSTRUCTURE ", ")",
            [
                .read("(\"text\" \"plain\" (\"CHARSET\" \"UTF-8\") NIL NIL NIL 1423 44 NIL NIL NIL NIL)"),
                .read(
                    "(((\"text\" \"plain\" (\"CHARSET\" \"UTF-8\") NIL NIL NIL 1423 44 NIL NIL NIL NIL)(\"text\" \"html\" (\"CHARSET\" \"UTF-8\") NIL NIL \"quoted-printable\" 2524 34 NIL NIL NIL NIL) \"alternative\" (\"BOUNDARY\" \"000000000000ccac3a05a5ef76c3\") NIL NIL NIL)(\"text\" \"plain\" (\"CHARSET\" \"us-ascii\") NIL NIL \"7bit\" 151 4 NIL NIL NIL NIL) \"mixed\" (\"BOUNDARY\" \"===============5781602957316160403==\") NIL NIL NIL)"
                ),
            ]),
        GrammarRule(
            "capability", "* CAPABILITY ", "",
            [
                .read("ACL"),
                .read("ANNOTATE-EXPERIMENT-1"),
                .read("AUTH=PLAIN"),
                .read("AUTH=PTOKEN"),
                .read("AUTH=TOKEN"),
                .read("AUTH=WETOKEN"),
                .read("AUTH=WSTOKEN"),
                .read("BINARY"),
                .read("CATENATE"),
                .read("CHILDREN"),
                .read("COMPRESS=DEFLATE"),
                .read("CONDSTORE"),
                .read("CONTEXT=SEARCH"),
                .read("CONTEXT=SORT"),
                .read("CREATE-SPECIAL-USE"),
                .read("ENABLE"),
                .read("ESEARCH"),
                .read("ESORT"),
                .read("FILTERS"),
                .read("ID"),
                .read("IDLE"),
                .read("JMAPACCESS"),
                .read("LANGUAGE"),
                .read("LIST-STATUS"),
                .read("LITERAL+"),
                .read("LITERAL-"),
                .read("LOGIN-REFERRALS"),
                .read("MESSAGELIMIT=68901"),
                .read("METADATA"),
                .read("METADATA-SERVER"),
                .read("MOVE"),
                .read("MULTISEARCH"),
                .read("NAMESPACE"),
                .read("OBJECTID"),
                .read("PARTIAL"),
                .read("PREVIEW"),
                .read("QRESYNC"),
                .read("QUOTA"),
                .read("RIGHTS=TEKX"),
                .read("SASL-IR"),
                .read("SAVELIMIT=64406"),
                .read("SEARCHRES"),
                .read("SORT"),
                .read("SORT=DISPLAY"),
                .read("SPECIAL-USE"),
                .read("STATUS=SIZE"),
                .read("THREAD=ORDEREDSUBJECT"),
                .read("THREAD=REFERENCES"),
                .read("UIDONLY"),
                .read("UIDPLUS"),
                .read("UNSELECT"),
                .read("URL-PARTIAL"),
                .read("URLAUTH"),
                .read("UTF8=ACCEPT"),
                .read("WITHIN"),
                .read("X-GM-EXT-1"),
                .read("XYMHIGHESTMODSEQ"),
                .unfinished(""),
            ]),
        GrammarRule(
            "capabilityData", "* ", "",
            [
                .read("CAPABILITY IMAP4rev1"),
                .read("CAPABILITY IMAP4 IMAP4rev1"),
                .read("CAPABILITY FILTERS IMAP4"),
                .read("CAPABILITY FILTERS IMAP4rev1 ENABLE"),
                .read("CAPABILITY FILTERS IMAP4rev1 ENABLE IMAP4"),
            ]),
        GrammarRule(
            "capabilitySuffix", "* CAPABILITY", "",
            [
                .read(" IMAP4rev1"),
                .read(" CONDSTORE ENABLE FILTERS"),
                .read(" AUTH=PLAIN IMAP4rev1"),
                .unfinished(""),
            ]),
        GrammarRule(
            "childinfoExtendedItem", "* LIST () NIL inbox (", ")",
            [
                .read("CHILDINFO (\"SUBSCRIBED\")"),
                .read("CHILDINFO (\"SUBSCRIBED\" \"REMOTE\")"),
                .unfinished(""),
            ]),
        GrammarRule(
            "continuationRequest", "", "",
            [
                .read("+ .\r\n"),
                .read("+ Ok. Foo\r\n"),
                .read("+ OK\r\n"),
                .read("+ IDLE accepted, awaiting DONE command.\r\n"),
                .read("+ Ready for additional command text\r\n"),
                .read("+ \r\n"),
                .read("+\r\n"),
                .read("+ [ALERT] text\r\n"),
                .read("+ YQ==\r\n"),
                .read("+ YDMGCSqGSIb3EgECAgIBAAD/////6jcyG4GE3KkTzBeBiVHeceP2CWY0SR0fAQAgAAQEBAQ=\r\n"),
            ]),
        GrammarRule(
            "emailAddress", "* 1 FETCH (ENVELOPE (NIL NIL (", ") NIL NIL NIL NIL NIL NIL NIL))",
            [
                .read("(NIL NIL NIL NIL)"),
                .read("(\"a\" \"b\" \"c\" \"d\")"),
                .read("(\"\u{E5}\" \"\u{E9}\" \"\u{131}\" \"\u{F8}\")"),
                .refused("(NIL NIL NIL NIL "),
                .unfinished(""),
                .unfinished("(NIL "),
            ]),
        GrammarRule(
            "enableData", "* ", "",
            [
                .read("ENABLED"),
                .read("ENABLED ENABLE"),
                .read("ENABLED UTF8=ACCEPT"),
                .read("ENABLED ENABLE CONDSTORE"),
            ]),
        GrammarRule(
            "envelope", "* 1 FETCH (ENVELOPE ", ")",
            [
                .read(
                    "(\"Wed, 11 Oct 2023 03:11:07 +0000\" \"some subject\" ((\"Tn\" NIL \"info\" \"e.example.com\")) NIL NIL () NIL NIL \"<426119111385110898173554@bar.example.com>\" \"<foo@example.com>\")"
                ),
                .read(
                    "(\"date\" \"subject\" ((\"name1\" \"adl1\" \"mailbox1\" \"host1\")) ((\"name2\" \"adl2\" \"mailbox2\" \"host2\")) ((\"name3\" \"adl3\" \"mailbox3\" \"host3\")) ((\"name4\" \"adl4\" \"mailbox4\" \"host4\") (\"name5\" \"adl5\" \"mailbox5\" \"host5\")) ((\"name6\" \"adl6\" \"mailbox6\" \"host6\")(\"name7\" \"adl7\" \"mailbox7\" \"host7\")) ((\"name8\" \"adl8\" \"mailbox8\" \"host8\")) \"someone\" \"messageid\")"
                ),
            ]),
        GrammarRule(
            "envelopeEmailAddresses", "* 1 FETCH (ENVELOPE (NIL NIL ", " NIL NIL NIL NIL NIL NIL NIL))",
            [
                .read("((NIL NIL NIL NIL))"),
                .read("((\"a\" \"b\" \"c\" \"d\"))"),
                .read("NIL", because: "the rule for a list that may be missing is the one that is used"),
            ]),
        GrammarRule(
            "extendedSearchResponse", "* ESEARCH", "",
            [
                .read(""),
                .read(" UID"),
                .read(" (TAG \"col\") UID"),
                .read(" (TAG \"col\") UID COUNT 2"),
                .read(" (TAG \"col\") UID MIN 1 MAX 2"),
            ]),
        GrammarRule(
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
        GrammarRule(
            "fetchResponseStart", "", "UID 1)",
            [
                .read("* 1 FETCH ("),
                .read("* 1 UIDFETCH ("),
            ]),
        GrammarRule(
            "fetchStreamingResponse", "* 1 FETCH (", " {3}\r\nabc)",
            [
                .read("BODY<0>"),
                .read("BODY[TEXT]<5>"),
                .read("BODY[HEADER]"),
                .read("RFC822.TEXT"),
                .read("RFC822.HEADER"),
            ]),
        GrammarRule(
            "flag", "* FLAGS (", ")",
            [
                .read("\\Answered"),
                .read("\\flagged"),
                .read("\\deleted"),
                .read("\\seen"),
                .read("\\Draft"),
                .read("\\extension"),
                .read("$Forwarded"),
                .read("Forwarded"),
                .read("$MailFlagBit0"),
                .read("$MailFlagBit2"),
                .read("OIB-Seen-INBOX"),
                .read("OIB-Seen-Unsubscribe"),
                .read("OIB-Seen-[Gmail]/Trash"),
            ]),
        GrammarRule(
            "flagExtension", "* FLAGS (", ")",
            [
                .read("\\Something"),
                .read("Something ", because: "a keyword is a flag too"),
            ]),
        GrammarRule(
            "flagKeyword", "* FLAGS (", ")",
            [
                .read("keyword")
            ]),
        GrammarRule(
            "flagList", "* FLAGS ", "",
            [
                .read("()"),
                .read("(\\seen)"),
                .read("(\\seen \\answered \\draft)"),
                .read("(\\seen \\answered \\draft )"),
            ]),
        GrammarRule(
            "gmailLabel", "* 1 FETCH (X-GM-LABELS (", "))",
            [
                .read("\"Inbox\""),
                .read("\\Sent"),
                .unfinished(""),
            ]),
        GrammarRule(
            "headerList", "* 1 FETCH (BODY[HEADER.FIELDS ", "] {1}\r\nx)",
            [
                .read("(\"field\")"),
                .read("(\"first\" \"second\" \"third\")"),
                .read("()", because: "an empty list of fields is what was asked for"),
            ]),
        GrammarRule(
            "idResponsePayload", "* ", "",
            [
                .read("ID NIL"),
                .read("ID (\"key\" NIL)"),
                .read("ID (\"name\" \"Imap\" \"version\" \"1.5\")"),
                .read(
                    "ID (\"name\" \"Imap\" \"version\" \"1.5\" \"os\" \"centos\" \"os-version\" \"5.5\" \"support-url\" \"mailto:admin@xgen.in\")"
                ),
                .refused(
                    "ID (\"name\" \"Imap\" \"version\" \"1.5\" \"os\" \"centos\" \"os-version\" \"5.5\" \"support-url\" \"mailto:admin@xgen.in\")+",
                    because: "something stands behind the list"),
            ]),
        GrammarRule(
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
        GrammarRule(
            "invalidBodyStructure", "* 1 FETCH (BODYSTRUCTURE ", ")",
            [
                .refused("()", because: "kept as it is, and the rest of the response counts"),
                .read("(foo bar)"),
                .read(
                    "((The (quick (brown (fox)) jumps) over (the (lazy dog.))) Suddenly, (the (sky (darkens (and (the (rain (begins to fall))))))))"
                ),
                .read("(\"text\" \"plain\" (\"CHARSET\" \"UTF-8\") NIL NIL NIL 1423 44 NIL NIL NIL NIL)"),
                .read("(\"text\" \"plain\" (\"CHARSET\" {5}\r\nUTF-8) NIL NIL NIL 1423 44 NIL NIL NIL NIL)"),
                .read("(\"te(xt\" \"pl(ain\" (\"CHA(RSET\" \"UT(F-8\") NIL NIL NIL 1423 44 NIL NIL NIL NIL)"),
                .read("(\"te)xt\" \"pl)ain\" (\"CHA)RSET\" \"UT)F-8\") NIL NIL NIL 1423 44 NIL NIL NIL NIL)"),
                .read("(\"text\" \"plain\" (\"CHARSET\" {7}\r\nU(TF-(8) NIL NIL NIL 1423 44 NIL NIL NIL NIL)"),
                .read(
                    "(((\"text\" \"plain\" (\"CHARSET\" \"UTF-8\") NIL NIL NIL 1423 44 NIL NIL NIL NIL)(\"text\" \"html\" (\"CHARSET\" \"UTF-8\") NIL NIL \"quoted-printable\" 2524 34 NIL NIL NIL NIL) \"alternative\" (\"BOUNDARY\" \"000000000000ccac3a05a5ef76c3\") NIL NIL NIL)(\"text\" \"plain\" (\"CHARSET\" \"us-ascii\") NIL NIL \"7bit\" 151 4 NIL NIL NIL NIL) \"mixed\" (\"BOUNDARY\" \"===============5781602957316160403==\") NIL NIL NIL)"
                ),
                .refused(
                    "\"\"\n                ((\"TEXT\" \"PLAIN\" (\"CHARSET\" \"utf-8\") NIL NIL \"QUOTED-PRINTABLE\" 14574 316 NIL NIL NIL NIL)((\"TEXT\" \"HTML\" (\"CHARSET\" \"utf-8\") NIL NIL \"QUOTED-PRINTABLE\" 125774 1805 NIL NIL NIL NIL)(\"IMAGE\" \"PNG\" (\"X-UNIX-MODE\" \"0666\" \"NAME\" \"gAQkIAEJSEACEpCABCQgAQlMTUBhxNRvwPtLQAISkIAEJCABCUhAAhKQgAQkIAEJSEACEpCABCQgAQlIQAISkIAEJDAagf8LBuKDy114N68AAAAASUVORK5CYII=.png\") \"<635BEE5F-D085-491C-B5AB-9E79BAC84B02>\" NIL \"BASE64\" 21886 NIL (\"INLINE\" (\"FILENAME\" \"gAQkIAEJSEACEpCABCQgAQlMTUBhxNRvwPtLQAISkIAEJCABCUhAAhKQgAQkIAEJSEACEpCABCQgAQlIQAISkIAEJDAagf8LBuKDy114N68AAAAASUVORK5CYII=.png\")) NIL NIL)(\"IMAGE\" \"PNG\" (\"X-UNIX-MODE\" \"0666\" \"NAME\" \"AAIIIIAAAggkBAjYJkCYRQABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBKolQMC2WtIcBwEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEgIELBN\") \"<6BC5EC65-CF11-42BE-B878-C8E803376257>\" NIL \"BASE64\" 115104 NIL (\"INLINE\" (\"FILENAME\" {4383}\n                AACCCCAAAIIIIAAAggggAACCFRLgIBttaQ5DgIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIJAQIGCbAGEWAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQqJYAAdtqSXMcBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAICFAwDYBwiwCCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCBQLQECttWS5jgIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIBAQoCAbQKEWQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQKBaAgRsqyXNcRBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAIGEAAHbBAizCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAQLUECNhWS5rjIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAgkBArYJEGYRQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQACBagkQsK2WNMdBAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEgIEbBMgzCKAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAALVEiBgWy1pjoMAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggkBAjYJkCYRQABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBKolQMC2WtIcBwEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEgIELBNgDCLAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIVEuAgG21pDkOAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAgggkBAgYJsAYRYBBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBColgAB22pJcxwEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAgIUDANgHCLAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIFAtAQK21ZLmOAgggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggEBCgIBtAoRZBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAoFoCBGyrJc1xEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAgYQAAdsECLMIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIBAtQQI2FZLmuMggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCQECtgkQZhFAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAIFqCRCwrZY0x0EAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQSAgRsEyDMIoAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAtUSIGBbLWmOgwACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCQECNgmQJhFAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEqiVAwLZa0hwHAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQSAgQsE2AMIsAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAghUS4CAbbWkOQ4CCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCQECBgmwBhFgEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEKiWAAHbaklzHAQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQCAhQMA2AcIsAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAgggUC0BArbVkuY4CCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAQEKAgG0ChFkEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEECgWgIEbKslzXEQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQACBhAAB2wQIswgggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggEC1BAjYVkua4yCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIJAQK2CRBmEUAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAgWoJELCtljTHQQABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBICBGwTIMwigAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAAC1RIgYFstaY6DAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIJAQI2CZAmEUAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQSqJUDAtlrSHAcBBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBICBCwTYAwiwACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCFRLgIBttaQ5DgIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIJAQIGCbAGEWAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQqJYAAdtqSXMcBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAICFAwDYBwiwCCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCBQLQECttWS5jgIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIBAQoCAbQKEWQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQKBaAgRsqyXNcRBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAIGEAAHbBAizCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAQLUECNhWS5rjIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAgkBArYJEGYRQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQACBagkQsK2WNMdBAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEgIEbBMgzCKAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAALVEiBgWy1pjoMAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggkBAjYJkCYRQABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBKolQMC2WtIcBwEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEgIELBNgDCLAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIVEuAgG21pDkOAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAgggkBAgYJsAYRYBBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBColgAB22pJcxwEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAgIUDANgHCLAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIFAtAQK21ZLmOAgggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggEBCgIBtAoRZBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAoFoCBGyrJc1xEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAgYQAAdsECLMIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIBAtQQI2FZLmuMggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCQECtgkQZhFAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAIFqCRCwrZY0x0EAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQSAgRsEyDMIoAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAtUSIGBbLWmOgwACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCQECNgmQJhFAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEqiVAwLZa0hwHAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQSAgQsE2AMIsAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAghUS4CAbbWkOQ4CCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCQECBgmwBhFgEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEKiWAAHbaklzHAQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQCAhQMA2AcIsAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAgggUC0BArbVkuY4CCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAQEKAgG0ChFkEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEECgWgIEbKslzXEQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQACBhAAB2wQIswgggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggEC1BAjYVkua4yCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIJAQK2CRBmEUAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAgWoJELCtljTHQQABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBICBGwTIMwigAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAAC1RIgYFstaY6DAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIJAQI2CZAmEUAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQSqJUDAtlrSHAcBBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBICBCwTYAwiwACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCFRLgIBttaQ5DgIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIJAQIGCbAGEWAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQqJYAAdtqSXMcBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAICFAwDYBwiwCCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCBQLQECttWS5jgIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIBAQoCAbQKEWQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQKBaAgRsqyXNcRBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAIGEAAHbBAizCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAQLUECNhWS5rjIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAgkBArYJEGYRQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQACBagkQsK2WNMdBAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEgIEbBMgzCKAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAALVEiBgWy1pjoMAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggkBAjYJkCYRQABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBKolQMC2WtIcBwEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEgIELBNgDCLAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIVEuAgG21pDkOAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAgggkBAgYJsAYRYBBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBColgAB22pJcxwEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAgIUDANgHCLAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIFAtAQK21ZLmOAgggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggEBCgIBtAoRZBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAoFoCBGyrJc1xEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAgYQAAdsECLMIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIBAtQQI2FZLmuMggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCQECtgkQZhFAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAIFqCRCwrZY0x0EAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQSAgRsEyDMIoAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAtUSIGBbLWmOgwACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCQECNgmQJhFAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEqiVAwLZa0hwHAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQSAgQsE2AMIsAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAghUS4CAbbWkOQ4CCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCQECBgmwBhFgEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEKiWAAHbaklzHAQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQCAhQMA2AcIsAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAgggUC0BArbVkuY4CCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAQEKAgG0ChFkEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEECgWgIEbKslzXEQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQACBhAAB2wQIswgggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggEC1BAjYVkua4yCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIJAQK2CRBmEUAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAgWoJELCtljTHQQABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBICBGwTIMwigAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAAC1RIgYFstaY6DAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIJAQI2CZAmEUAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQSqJUDAtlrSHAcBBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBICBCwTYAwiwACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCFRLgIBttaQ5DgIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIJAQIGCbAGEWAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQqJYAAdtqSXMcBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAICFAwDYBwiwCCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCBQLQECttWS5jgIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIBAQoCAbQKEWQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQKBaAgRsqyXNcRBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAIGEAAHbBAizCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAQLUECNhWS5rjIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAgkBArYJEGYRQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQACBagkQsK2WNMdBAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEgIEbBMgzCKAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAALVEiBgWy1pjoMAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggkBAjYJkCYRQABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBKolQMC2WtIcBwEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEgIELBNgDCLAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIVEuAgG21pDkOAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAgggkBAgYJsAYRYBBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBColgAB22pJcxwEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAgIUDANgHCLAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIFAtAQK21ZLmOAgggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggEBCgIBtAoRZBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAoFoCBGyrJc1xEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEEEAAgYQAAdsECLMIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIBAtQQI2FZLmuMggAACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCQECtgkQZhFAAAEEEEAAAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAIFqCfwfVAp0YpLfY4IAAAAASUVORK5CYII=.png \"FILENAME\" \"DiEhbZhPQIIIIAAAgggUB8CtKfqQ5V9IoAAAggggEC1BAjYVkua4yCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIJAbpEToAwiwACCCCAAAIIIIAAAggggAACCCCAAAIIIIAAAggggAACCFRLgIBttaQ5DgIIIIAAAggggAACCCCAAAIIIIAAAggggAACCCCAAAIIIJAQIGCbAGEWAQQQQAABBBBAAAEEEEAAAQQQQAABBBBAAAEEE\")) NIL NIL)(\"IMAGE\" \"PNG\" (\"X-UNIX-MODE\" \"0666\" \"NAME\" \"i8ojQIAAAQIECBAgQIAAAQIECBAgQIAAAQIECBAgQIAAAQIEbgQcI26mUIQAAQIECBAgQIAAAQIECBAgQIAAAQIECBAgQIAAAQIECBCoBRwjalF5BAgQ\") \"<BA7C40D6-F478-4BF4-8108-21639F6A1D48>\" NIL \"BASE64\" 30318 NIL (\"INLINE\" (\"FILENAME\" \"BAgQIECAAAECBAgQIECAAAECBAgQIECAAAECNwKOETdTKEKAAAECBAgQIECAAAECBAgQIECAAAECBAgQIECAAAECBAjUAgMfXHqW3WwoCgAAAABJRU5ErkJggg==.png\")) NIL NIL)(\"IMAGE\" \"PNG\" (\"X-UNIX-MODE\" \"0666\" \"NAME\" \"CBAgQIAAAQIECBAgQIAAAQIECBBoTUDAtrUakR8CBAgQIECAAAECBAgQIECAAAECBAgQIECAAAECBAYjIGA7mKpWUAIECBAgQIAAAQIECBAgQIAAAQIECBAgQIAAAQIE\") \"<F96654FB-2408-4DFF-A16E-37434146E777>\" NIL \"BASE64\" 95892 NIL (\"INLINE\" (\"FILENAME\" \"IUCAAAECBAgQIECAAAECBAgQIECAAAECBAgQIEBgMAICtoOpagUlQIAAAQIECBAgQIAAAQIECBAgQIAAAQIECBAgQKA1gf8F+1RZL0m5zlcAAAAASUVORK5CYII=.png\")) NIL NIL) \"RELATED\" (\"BOUNDARY\" \"Boundary_(ID_aG3DlMUYKLGRuq3B/20EQ0)\" \"TYPE\" \"text/html\") NIL NIL NIL) \"ALTERNATIVE\" (\"BOUNDARY\" \"Boundary_(ID_3tum4DPbQ14bQnzj/0hsgK)\") NIL NIL NIL)\n                \"\"",
                    because: "kept as it is, and the rest of the response counts"),
                .refused(" UID 1"),
                .refused(" ()"),
                .refused(") (a)"),
                .refused("(\"text\" \"plain\" (\"CHARSET\" {1234567}\r\nU(TF-(8) NIL NIL NIL 1423 44 NIL NIL NIL NIL)"),
                .read("(\"\\\"hello\\\"\")"),
            ]),
        GrammarRule(
            "mailboxData", "* ", "",
            [
                .read("FLAGS (\\seen \\draft)"),
                .read("LIST (\\oflag1 \\oflag2) NIL inbox"),
                .read("LSUB () \".\" #news.comp.mail.misc"),
                .read("ESEARCH MIN 1 MAX 2"),
                .read("ESEARCH"),
                .read("1234 EXISTS"),
                .read("5678 RECENT"),
                .read("STATUS INBOX ()"),
                .read("STATUS INBOX (MESSAGES 2)"),
                .read("LSUB (\\seen \\draft) NIL inbox"),
                .read("SEARCH"),
                .read("SEARCH 1"),
                .read("SEARCH 1 2 3 4 5"),
                .read("SEARCH"),
                .read("NAMESPACE NIL NIL NIL"),
                .read("SORT 1 2 3 (MODSEQ 4)"),
                .read("SORT 1 (MODSEQ 2)"),
                .read("SORT"),
                .read("NAMESPACE NIL NIL NIL"),
                .read("UIDBATCHES (TAG \"A143\") 20351:7829,7830:1"),
            ]),
        GrammarRule(
            "mailboxInfo", "* LIST ", "",
            [
                .read("() NIL inbox"),
                .read("() \"d\" inbox"),
                .read("(\\oflag1 \\oflag2) NIL inbox"),
                .read("(\\oflag1 \\oflag2) \"d\" inbox"),
                .unfinished("() \""),
                .refused("() \"\\\" inbox"),
                .read("() NIL inbox ()"),
                .read("() NIL inbox (CHILDINFO (SUBSCRIBED))"),
                .read("() NIL inbox (KEY1 (VAL1) KEY2 (VAL2))"),
            ]),
        GrammarRule(
            "mailboxListFlags", "* LIST (", ") NIL inbox",
            [
                .read("\\marked"),
                .read("\\marked \\remote"),
                .read("\\marked \\o1 \\o2"),
            ]),
        GrammarRule(
            "mailboxStatus", "* STATUS INBOX (", ")",
            [
                .read("MESSAGES 1"),
                .read("MESSAGES 1 RECENT 2 UIDNEXT 3 UIDVALIDITY 4 UNSEEN 5 SIZE 6 HIGHESTMODSEQ 7"),
                .read("APPENDLIMIT 257890"),
                .read("APPENDLIMIT NIL"),
                .read("SIZE 81630"),
                .read("UIDNEXT 95604  HIGHESTMODSEQ 35227 APPENDLIMIT 81818  UIDVALIDITY 33682"),
                .read("MAILBOXID (F2212ea87-6097-4256-9d51-71338625)"),
                .refused("MESSAGES UNSEEN 3 RECENT 4"),
                .refused("2 UNSEEN 3 RECENT 4"),
                .unfinished(""),
                .unfinished("MESSAGES 2 UNSEEN "),
            ]),
        GrammarRule(
            "mediaMessage", "* 1 FETCH (BODYSTRUCTURE (",
            " NIL NIL NIL \"7BIT\" 1 (NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL) (\"A\" \"B\" NIL NIL NIL \"7BIT\" 1) 1))",
            [
                .read("\"MESSAGE\" \"RFC822\""),
                .read("\"messAGE\" \"RfC822\""),
                .refused("abcdefghijklmnopqrstuvwxyz\n"),
                .unfinished("\"messAGE\""),
            ]),
        GrammarRule(
            "mediaText", "* 1 FETCH (BODYSTRUCTURE (", " NIL NIL NIL \"7BIT\" 1 1))",
            [
                .read("\"TEXT\" \"something\""),
                .read("\"TExt\" \"something\""),
                .read("TEXT \"something\"\\n", because: "an atom in the place of a string is its text"),
                .unfinished("\"TEXT\""),
            ]),
        GrammarRule(
            "mediaType", "* 1 FETCH (BODYSTRUCTURE (", " NIL NIL NIL \"7BIT\" 1))",
            [
                .read("\"APPLICATION\" \"mixed\""),
                .read("\"STRING\" \"related\""),
                .read("hey \"something\"", because: "an atom in the place of a string is its text"),
            ]),
        GrammarRule(
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
        GrammarRule(
            "messageData", "* ", "",
            [
                .read("3 EXPUNGE"),
                .read("VANISHED 1:3"),
                .read("VANISHED (EARLIER) 1:3"),
                .read("GENURLAUTH test"),
                .read("GENURLAUTH test1 test2"),
                .read("URLFETCH url NIL"),
                .read("URLFETCH url1 NIL url2 NIL url3 \"data\""),
            ]),
        GrammarRule(
            "messageIdentifierRange", "* VANISHED ", "",
            [
                .refused("*", because: "a star means nothing in an answer"),
                .refused("1:*", because: "a star means nothing in an answer"),
                .read("12:34"),
                .refused("12:*", because: "a star means nothing in an answer"),
                .read("1:34"),
                .refused("!"),
                .refused("a"),
                .unfinished("1"),
            ]),
        GrammarRule(
            "messageIdentifierSet", "* VANISHED ", "",
            [
                .read("1234"),
                .read("12:34"),
                .read("1,2,34:56,78:910,11"),
                .refused("*", because: "a star means nothing in an answer"),
                .refused("1:*", because: "a star means nothing in an answer"),
                .refused("a"),
                .refused("0"),
                .unfinished("1234"),
                .unfinished(""),
            ]),
        GrammarRule(
            "metadataResponse", "* ", "",
            [
                .read("METADATA INBOX \"a\""),
                .read("METADATA INBOX \"a\" \"b\" \"c\""),
                .read("METADATA INBOX (\"a\" NIL)"),
            ]),
        GrammarRule(
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
        GrammarRule(
            "namespace", "* NAMESPACE ", " NIL NIL",
            [
                .read("NIL"),
                .read("((\"#mh/\" \"/\"))"),
                .read("((\"\" \"/\")(\"#mh/\" \"/\"))"),
                .unfinished(""),
            ]),
        GrammarRule(
            "namespaceDescription", "* NAMESPACE (", ") NIL NIL",
            [
                .read("(\"str1\" NIL)"),
                .read("(\"str\" \"a\")"),
                .refused("(\"str\" \"\r\")"),
                .read("(\"str\" NIL \"ext-key\" (\"val1\" \"val2\"))"),
            ]),
        GrammarRule(
            "namespaceResponse", "* NAMESPACE", "",
            [
                .read(" nil nil nil")
            ]),
        GrammarRule(
            "namespaceResponseExtension", "* NAMESPACE ((\"\" NIL", ")) NIL NIL",
            [
                .read(" \"str1\" (\"str2\")"),
                .read(" \"str1\" (\"str2\" \"str3\" \"str4\")"),
            ]),
        GrammarRule(
            "nil", "* LIST () ", " inbox",
            [
                .read("NIL"),
                .read("nil"),
                .read("NiL"),
                .refused("NIT"),
                .refused("\"NIL\""),
                .unfinished(""),
                .unfinished("N"),
                .unfinished("NI"),
            ]),
        GrammarRule(
            "nstring", "* 1 FETCH (BODYSTRUCTURE (\"A\" \"B\" NIL ", " NIL \"7BIT\" 1))",
            [
                .read("NIL"),
                .read("{3}\r\nabc"),
                .read("{3+}\r\nabc"),
                .read("\"abc\""),
                .read("\"a\\\\bc\""),
                .read("\"a\\\"bc\""),
                .read("\"K\u{F8}benhavn\""),
                .read("abc", because: "an atom in the place of a string is its text"),
                .read("\"a\\bc\"", because: "a backslash that a server forgot to escape stays"),
                .unfinished("\""),
                .unfinished("NI"),
                .unfinished("{1}\r\n"),
            ]),
        GrammarRule(
            "number", "* ", " EXISTS",
            [
                .read("1234"),
                .read("10"),
                .read("0"),
                .read("abcd", because: "a response that nobody knows is kept whole"),
                .unfinished("1234"),
            ]),
        GrammarRule(
            "nzNumber", "* 1 FETCH (UID ", ")",
            [
                .read("1234"),
                .read("10"),
                .read("0123", because: "zeros in front change nothing"),
                .refused("0000"),
                .refused("abcd"),
                .unfinished("1234"),
            ]),
        GrammarRule(
            "objectID", "* 1 FETCH (EMAILID (", "))",
            [
                .read("abc123"),
                .read("M1-abc_XY"),
                .read("", because: "an empty identifier is none"),
            ]),
        GrammarRule(
            "optionalEnvelopeEmailAddresses", "* 1 FETCH (ENVELOPE (NIL NIL ", " NIL NIL NIL NIL NIL NIL NIL))",
            [
                .read("((\"a\" \"b\" \"c\" \"d\"))"),
                .read("NIL"),
                .read("()"),
            ]),
        GrammarRule(
            "permanentFlag", "* OK [PERMANENTFLAGS (", ")] text",
            [
                .read("\\*"),
                .read("\\Answered"),
                .read("\\Seen"),
                .read("$Forwarded"),
                .unfinished(""),
            ]),
        GrammarRule(
            "quotaLimits", "* QUOTA \"\" ", "",
            [
                .read("()"),
                .read("(STORAGE 104)"),
                .read("(STORAGE 104 MESSAGE 42)"),
                .unfinished(""),
                .read("STORAGE 104", because: "quotas are kept whole: nobody here reads them"),
            ]),
        GrammarRule(
            "responseData", "", "",
            [
                .read("* CAPABILITY ENABLE\r\n"),
                .read("* 3 EXPUNGE\r\n"),
            ]),
        GrammarRule(
            "responsePayload", "* ", "",
            [
                .read("CAPABILITY ENABLE"),
                .read("BYE test"),
                .read("OK test"),
                .read("1 EXISTS"),
                .read("2 EXPUNGE"),
                .read("ENABLED ENABLE"),
                .read("ID (\"key\" NIL)"),
                .read("METADATA INBOX a"),
                .read("JMAPACCESS \"https://example.com/.well-known/jmap\""),
                .read(
                    "JMAPACCESS \"http://example.com/.well-known/jmap\"",
                    because: "a response that nobody knows is kept whole"),
                .read("JMAPACCESS \"example.com\"", because: "a response that nobody knows is kept whole"),
                .read("QUOTAROOT INBOX \"Root\""),
                .read("QUOTAROOT", because: "quotas are kept whole: nobody here reads them"),
                .read("QUOTAROOT INBOX", because: "quotas are kept whole: nobody here reads them"),
                .read("QUOTA \"Root\" (STORAGE 10 512)"),
                .read("QUOTA \"Root\" (STORAGE 10 512 BEANS 50 100)"),
                .read("QUOTA \"Root\" ()"),
                .read("QUOTA", because: "quotas are kept whole: nobody here reads them"),
                .read("QUOTA \"Root\"", because: "quotas are kept whole: nobody here reads them"),
                .read("QUOTA \"Root\" (", because: "quotas are kept whole: nobody here reads them"),
                .read("QUOTA \"Root\" (STORAGE", because: "quotas are kept whole: nobody here reads them"),
                .read("QUOTA \"Root\" (STORAGE)", because: "quotas are kept whole: nobody here reads them"),
                .read("QUOTA \"Root\" (STORAGE 10", because: "quotas are kept whole: nobody here reads them"),
                .read("QUOTA \"Root\" (STORAGE 10)", because: "quotas are kept whole: nobody here reads them"),
                .read(
                    "QUOTA \"Root\" (STORAGE 10 512 BEANS)", because: "quotas are kept whole: nobody here reads them"),
            ]),
        GrammarRule(
            "responseText", "* OK ", "",
            [
                .read(""),
                .read(" "),
                .read("text"),
                .read(" text"),
                .read("[UNSEEN 1]"),
                .read("[UNSEEN 2] "),
                .read("[UNSEEN 2] some text"),
                .read("[UIDVALIDITY 1561789793]"),
                .read("[UIDNEXT 171]"),
            ]),
        GrammarRule(
            "responseTextCode", "* OK [", "] text",
            [
                .read("ALERT"),
                .read("ALREADYEXISTS"),
                .read("APPENDUID 1234 4:5"),
                .read("AUTHENTICATIONFAILED"),
                .read("AUTHORIZATIONFAILED"),
                .read("BADCHARSET (UTF8 UTF9 UTF10)"),
                .read("BADCHARSET (UTF8)"),
                .read("BADCHARSET"),
                .read("CANNOT"),
                .read("CAPABILITY IMAP4 IMAP4rev1"),
                .read("CLIENTBUG"),
                .read("CLOSED"),
                .read("COMPRESSIONACTIVE"),
                .read("CONTACTADMIN"),
                .read("COPYUID 443 3:5 6:8"),
                .read("CORRUPTION"),
                .read("EXPIRED"),
                .read("EXPUNGEISSUED"),
                .read("HIGHESTMODSEQ 1"),
                .read("INUSE"),
                .read("LIMIT"),
                .read("MAILBOXID (F2212ea87-6097-4256-9d51-71338625)"),
                .read("METADATA LONGENTRIES 456"),
                .read("METADATA MAXSIZE 123"),
                .read("METADATA NOPRIVATE"),
                .read("METADATA TOOMANY"),
                .read("MODIFIED 1"),
                .read("NAMESPACE NIL NIL NIL"),
                .read("NAMESPACE ((\"Foo\" NIL)) NIL ((\"Bar\" NIL))"),
                .read("NOMODSEQ"),
                .read("NONEXISTENT"),
                .read("NOPERM"),
                .read("NOTSAVED"),
                .read("OVERQUOTA"),
                .read("PARSE"),
                .read("PERMANENTFLAGS ()"),
                .read("PERMANENTFLAGS (\\Answered \\Seen \\*)"),
                .read("PERMANENTFLAGS (\\Answered)"),
                .read("PRIVACYREQUIRED"),
                .read("READ-ONLY"),
                .read("READ-WRITE"),
                .read("REFERRAL imap://localhost/"),
                .read("SERVERBUG"),
                .read("SOMETHING"),
                .read("TRYCREATE"),
                .read("UIDNEXT 12"),
                .read("UIDNOTSTICKY"),
                .read("UIDREQUIRED"),
                .read("UIDVALIDITY 34"),
                .read("UNAVAILABLE"),
                .read("UNSEEN 56"),
                .read("URLMECH INTERNAL INTERNAL"),
                .read("URLMECH INTERNAL INTERNAL=YQ=="),
                .read("URLMECH INTERNAL"),
                .read("USEATTR"),
                .read("some thing"),
                .read("some"),
            ]),
        GrammarRule(
            "searchCorrelator", "* ESEARCH", "",
            [
                .read(" (TAG \"test1\")"),
                .read(" (TAG \"test2\")"),
                .read(" (TAG \"test1\" MAILBOX \"mb\" UIDVALIDITY 5)"),
                .read(" (MAILBOX \"mb\" UIDVALIDITY 5 TAG \"test1\")"),
                .read(
                    " (TAG \"test1\" MAILBOX \"mb\" )",
                    because: "what of a correlator is missing or twice changes nothing"),
                .read(
                    " (TAG \"test1\" MAILBOX \"mb\")",
                    because: "what of a correlator is missing or twice changes nothing"),
                .read(
                    " (TAG \"test1\" MAILBOX \"mb\" MAILBOX \"mb\")",
                    because: "what of a correlator is missing or twice changes nothing"),
                .read(" (MAILBOX \"mb\")", because: "what of a correlator is missing or twice changes nothing"),
                .read(" (UIDVALIDITY 5)", because: "what of a correlator is missing or twice changes nothing"),
            ]),
        GrammarRule(
            "searchReturnData", "* ESEARCH ", "",
            [
                .read("MIN 1"),
                .read("MAX 2"),
                .read("ALL 3"),
                .read("ALL 3,4,5"),
                .read("COUNT 4"),
                .read("MODSEQ 4"),
                .read("PARTIAL (1:10 108595)"),
                .read("PARTIAL (-2:-20 20:24,108595)"),
                .read("PARTIAL (1:10 NIL)"),
                .read("modifier 5"),
            ]),
        GrammarRule(
            "searchReturnDataExtension", "* ESEARCH ", "",
            [
                .read("modifier 64")
            ]),
        GrammarRule(
            "searchReturnDataPartial", "* ESEARCH ", "",
            [
                .read("PARTIAL (23500:24000 67,100:102)"),
                .read("PARTIAL (-55:-700 NIL)"),
                .read("PARTIAL (1:3 $)", because: "PARTIAL is never asked for, and passed over"),
            ]),
        GrammarRule(
            "searchSortModificationSequence", "* SEARCH 1 ", "",
            [
                .read("(MODSEQ 123)"),
                .refused("(MODSEQ a)"),
                .unfinished("(MODSEQ "),
                .unfinished("(MODSEQ 111"),
            ]),
        GrammarRule(
            "section", "* 1 FETCH (BODY", " {1}\r\nx)",
            [
                .read("[]"),
                .read("[HEADER]"),
                .refused("["),
                .refused("[HEADER"),
                .unfinished("["),
                .unfinished("[HEADER"),
            ]),
        GrammarRule(
            "sectionBinary", "* 1 FETCH (BINARY", " {1}\r\nx)",
            [
                .read("[]"),
                .read("[1]"),
                .read("[1.2.3]"),
                .refused("["),
                .read("1.2", because: "an item that nobody knows is passed over"),
                .refused("[1.2"),
                .unfinished("["),
                .unfinished("[1.2"),
                .unfinished("[1.2."),
            ]),
        GrammarRule(
            "sectionPart", "* 1 FETCH (BODY[", "] {1}\r\nx)",
            [
                .read("1"),
                .read("1.2"),
                .read("1.2.3.4.5"),
                .read("", because: "the empty section is the whole message"),
                .unfinished("1."),
            ]),
        GrammarRule(
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
        GrammarRule(
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
        GrammarRule(
            "string", "* ID (", " NIL)",
            [
                .read("\"foo\""),
                .read("\"f\\\"oo\""),
                .read("\"f\\\\oo\""),
                .read("{3}\r\nfoo"),
                .read("\"a\u{E4}b\""),
                .read("foo", because: "an atom in the place of a string is its text"),
                .read(" \"foo\"", because: "two spaces part values as one does"),
            ]),
        GrammarRule(
            "stringAllowingNonASCII", "* ID (", " NIL)",
            [
                .read("\"foo\""),
                .read("\"\u{E4}\u{F8}\""),
                .read("\"\u{E4}\\\"\u{F8}\""),
                .read("\"\u{E4}\\\\\u{F8}\""),
                .read("{3}\r\nfoo"),
            ]),
        GrammarRule(
            "tag", "", " OK done",
            [
                .read("abc"),
                .read("abc"),
                .read("+", because: "it is a continuation request"),
                .unfinished(""),
            ]),
        GrammarRule(
            "taggedResponse", "", "",
            [
                .read("15.16 OK Fetch completed (0.001 + 0.000 secs).\r\n"),
                .refused("1+5.16 OK Fetch completed (0.001 \r\n"),
                .unfinished("15.16 "),
                .unfinished("15.16 OK Fetch completed (0.001 + 0.000 secs)."),
            ]),
        GrammarRule(
            "taggedResponseState", "A1 ", "",
            [
                .read("OK [ALERT] hello1"),
                .read("NO [CLOSED] hello2"),
                .read("BAD [PARSE] hello3"),
                .read("OK "),
                .read("OK"),
                .refused("OOPS [ALERT] hello1"),
                .unfinished("OOPS"),
            ]),
        GrammarRule(
            "uidBatchesResponse", "* UIDBATCHES", "",
            [
                .read(" (TAG \"A143\") 215295:99695,99696:20350,20351:7829,7830:1"),
                .read(" (TAG \"A143\")"),
                .read(" (TAG \"A143\") 99695"),
                .read(" (TAG \"A143\") 20350:20350"),
                .read(" (UIDVALIDITY 8389223 MAILBOX Sent TAG \"A143\") 8548912:3298065"),
            ]),
        GrammarRule(
            "uidValidity", "* STATUS INBOX (UIDVALIDITY ", ")",
            [
                .read("1"),
                .read("12"),
                .read("123"),
                .read("0", because: "a UIDVALIDITY of 0 is none, and the status counts"),
                .unfinished("1"),
            ]),
        GrammarRule(
            "untaggedStatus", "* ", "",
            [
                .read("OK [ALERT] hello1"),
                .read("NO [CLOSED] hello2"),
                .read("BAD [PARSE] hello3"),
                .read("PREAUTH [READ-ONLY] hello4"),
                .read("BYE [READ-WRITE] hello5"),
                .read("NO [ALERT] "),
                .read("NO [ALERT]"),
                .read("NO "),
                .read("NO"),
                .read("OOPS [ALERT] hello1", because: "a response that nobody knows is kept whole"),
                .unfinished("OOPS"),
            ]),
        GrammarRule(
            "useAttribute", "* LIST (", ") NIL inbox",
            [
                .read("\\All"),
                .read("\\Archive"),
                .read("\\Flagged"),
                .read("\\Junk"),
                .read("\\Trash"),
                .read("\\Sent"),
                .read("\\Drafts"),
                .read("\\Other"),
            ]),
    ]
}
