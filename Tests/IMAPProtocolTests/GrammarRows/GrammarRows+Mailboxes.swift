/// FLAGS, LIST, NAMESPACE and STATUS.
extension GrammarRows {
    static let mailboxes: [TestedGrammarRule] = [
        TestedGrammarRule(
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
        TestedGrammarRule(
            "attributeFlag", "* FLAGS (", ")",
            [
                .read("\\\\Answered"),
                .read("some"),
            ]),
        TestedGrammarRule(
            "childinfoExtendedItem", "* LIST () NIL inbox (", ")",
            [
                .read("CHILDINFO (\"SUBSCRIBED\")"),
                .read("CHILDINFO (\"SUBSCRIBED\" \"REMOTE\")"),
                .unfinished(""),
            ]),
        TestedGrammarRule(
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
        TestedGrammarRule(
            "flagExtension", "* FLAGS (", ")",
            [
                .read("\\Something"),
                .read("Something ", because: "a keyword is a flag too"),
            ]),
        TestedGrammarRule(
            "flagKeyword", "* FLAGS (", ")",
            [
                .read("keyword")
            ]),
        TestedGrammarRule(
            "flagList", "* FLAGS ", "",
            [
                .read("()"),
                .read("(\\seen)"),
                .read("(\\seen \\answered \\draft)"),
                .read("(\\seen \\answered \\draft )"),
            ]),
        TestedGrammarRule(
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
        TestedGrammarRule(
            "mailboxListFlags", "* LIST (", ") NIL inbox",
            [
                .read("\\marked"),
                .read("\\marked \\remote"),
                .read("\\marked \\o1 \\o2"),
            ]),
        TestedGrammarRule(
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
        TestedGrammarRule(
            "namespace", "* NAMESPACE ", " NIL NIL",
            [
                .read("NIL"),
                .read("((\"#mh/\" \"/\"))"),
                .read("((\"\" \"/\")(\"#mh/\" \"/\"))"),
                .unfinished(""),
            ]),
        TestedGrammarRule(
            "namespaceDescription", "* NAMESPACE (", ") NIL NIL",
            [
                .read("(\"str1\" NIL)"),
                .read("(\"str\" \"a\")"),
                .refused("(\"str\" \"\r\")"),
                .read("(\"str\" NIL \"ext-key\" (\"val1\" \"val2\"))"),
            ]),
        TestedGrammarRule(
            "namespaceResponse", "* NAMESPACE", "",
            [
                .read(" nil nil nil")
            ]),
        TestedGrammarRule(
            "namespaceResponseExtension", "* NAMESPACE ((\"\" NIL", ")) NIL NIL",
            [
                .read(" \"str1\" (\"str2\")"),
                .read(" \"str1\" (\"str2\" \"str3\" \"str4\")"),
            ]),
        TestedGrammarRule(
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
        TestedGrammarRule(
            "uidValidity", "* STATUS INBOX (UIDVALIDITY ", ")",
            [
                .read("1"),
                .read("12"),
                .read("123"),
                .read("0", because: "a UIDVALIDITY of 0 is none, and the status counts"),
                .unfinished("1"),
            ]),
        TestedGrammarRule(
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
