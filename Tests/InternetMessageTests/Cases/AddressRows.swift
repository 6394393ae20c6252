// Address lists and their expected entries, grouped by what they show.

let standardAddresses = [
    AddressRow("a name without quotes", " John Doe <jdoe@machine.example>", "John Doe <jdoe@machine.example>"),
    AddressRow("an address alone", " mary@example.net", "<mary@example.net>"),
    AddressRow(
        "a middle initial in quotes", " \"Joe Q. Public\" <john.q.public@example.com>",
        "Joe Q. Public <john.q.public@example.com>"),
    AddressRow("brackets without a name", " <boss@nil.test>", "<boss@nil.test>"),
    AddressRow(
        "escaped quotes in a quoted name", " \"Giant; \\\"Big\\\" Box\" <sysservices@example.net>",
        "Giant; \"Big\" Box <sysservices@example.net>"),
    AddressRow(
        "A.1.2 whole", " Mary Smith <mary@x.test>, jdoe@example.org, Who? <one@y.test>",
        "Mary Smith <mary@x.test>", "<jdoe@example.org>", "Who? <one@y.test>"),
    AddressRow(
        "A.1.3 group with members", " A Group:Ed Jones <c@a.test>,joe@where.test,John <jdoe@one.test>;",
        "Ed Jones <c@a.test> {A Group}", "<joe@where.test> {A Group}", "John <jdoe@one.test> {A Group}"),
    AddressRow("A.1.3 group without members", " Undisclosed recipients:;", "{Undisclosed recipients}"),
    AddressRow(
        "A.5 comments with a quoted pair", " Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>",
        "Pete <pete@silly.test>"),
    AddressRow(
        "A.5 folded group with comments",
        "A Group(Some people)\r\n     :Chris Jones <c@(Chris's host.)public.example>,\r\n"
            + "         joe@example.org,\r\n  John <jdoe@one.test> (my dear friend); (the end of the group)",
        "Chris Jones <c@public.example> {A Group}", "<joe@example.org> {A Group}", "John <jdoe@one.test> {A Group}"),
    AddressRow(
        "A.5 hidden recipients with comments", "(Empty list)(start)Hidden recipients  :(nobody(that I know))  ;",
        "{Hidden recipients}"),
    AddressRow(
        "A.6.1 initial without quotes", " Joe Q. Public <john.q.public@example.com>",
        "Joe Q. Public <john.q.public@example.com>"),
    AddressRow(
        "A.6.1 route, empty entry and spaced dots",
        " Mary Smith <@node.test:mary@example.net>, , jdoe@test   . example",
        "Mary Smith <mary@example.net>", "<jdoe@test.example>"),
    AddressRow(
        "A.6.3 comment and blanks in the domain", "   John Doe <jdoe@machine(comment).  example>",
        "John Doe <jdoe@machine.example>"),
    AddressRow("an empty value", " "),
    AddressRow("commas and nothing else", " , ,, "),
    AddressRow("an empty field", ""),
    AddressRow("folded between name and address", " Kim\r\n Doe\r\n\t<kim@example.org>", "Kim Doe <kim@example.org>"),
    AddressRow("no blank before the bracket", "Kim<kim@example.org>", "Kim <kim@example.org>"),
    AddressRow("no blanks between entries", "a@example.org,b@example.org", "<a@example.org>", "<b@example.org>"),
    AddressRow(
        "a comma inside quotes does not end an entry", "\"Doe, John\" <john@example.org>, b@example.org",
        "Doe, John <john@example.org>", "<b@example.org>"),
    AddressRow(
        "a comma inside a comment does not end an entry", "kim@example.org (Doe, Kim), b@example.org",
        "Doe, Kim <kim@example.org>", "<b@example.org>"),
    AddressRow("a quoted local part", "\"a b\"@example.org", "<\"a b\"@example.org>"),
    AddressRow("a quoted local part in brackets", "Kim <\"a b\"@example.org>", "Kim <\"a b\"@example.org>"),
    AddressRow(
        "every special character of atext", "!#$%&'*+-/=?^_`{|}~@example.org", "<!#$%&'*+-/=?^_`{|}~@example.org>"),
    AddressRow("a sub-address", "kim+list=swift@example.org", "<kim+list=swift@example.org>"),
]

let obsoleteAddresses = [
    AddressRow("blanks around the dots of a local part", " john . doe @ example . org", "<john.doe@example.org>"),
    AddressRow("a blank behind a dot of a local part", " john. doe@example.org", "<john.doe@example.org>"),
    AddressRow("a blank before a dot of a local part", " john .doe@example.org", "<john.doe@example.org>"),
    AddressRow("a comment behind a dot of a local part", " john.(q)doe@example.org", "q <john.doe@example.org>"),
    AddressRow("a comment before a dot of a local part", " john(q).doe@example.org", "q <john.doe@example.org>"),
    AddressRow("folded at the at sign", " kim\r\n @\r\n example.org", "<kim@example.org>"),
    AddressRow("folded inside brackets", " Kim <kim\r\n @example.org>", "Kim <kim@example.org>"),
    AddressRow("an initial before an address without brackets", " Joe Q. kim@example.org", "Joe Q. <kim@example.org>"),
    AddressRow("a route of one host", " <@a.example:kim@example.org>", "<kim@example.org>"),
    AddressRow(
        "a route of three hosts", " Kim <@a.example,@b.example , @c.example: kim@example.org>", "Kim <kim@example.org>"),
    AddressRow("a route with empty hosts", " <@a.example,,@b.example:kim@example.org>", "<kim@example.org>"),
    AddressRow("a route that never ends is no local user", " <@a.example>", "<@a.example>"),
    AddressRow("quoted words in a local part", " \"john\".doe@example.org", "<\"john\".doe@example.org>"),
    AddressRow("a dot in a name", " J. R. R. Tolkien <jrr@example.org>", "J. R. R. Tolkien <jrr@example.org>"),
    AddressRow("a name of dots", " ... <kim@example.org>", "... <kim@example.org>"),
    AddressRow("a local user", "root", "<root>"),
    AddressRow("a local user with a comment", "root (Charlie)", "Charlie <root>"),
    AddressRow("a control character in a name", " Kim\u{7}Doe <kim@example.org>", "Kim\\u{7}Doe <kim@example.org>"),
    AddressRow("white space inside a literal", " kim@[ 10.0.0.1 ]", "<kim@[10.0.0.1]>"),
    AddressRow("UUCP", " host!other!kim", "<host!other!kim>"),
    AddressRow("the percent hack", " kim%inner.example@outer.example", "<kim%inner.example@outer.example>"),
]

let namedAddresses = [
    AddressRow("a comment behind an address is its name", "kim@example.org (Kim Doe)", "Kim Doe <kim@example.org>"),
    AddressRow("a comment before an address is its name", "(Kim Doe) kim@example.org", "Kim Doe <kim@example.org>"),
    AddressRow("a name stands before a comment", "Kim <kim@example.org> (work)", "Kim <kim@example.org>"),
    AddressRow("a nested comment", "kim@example.org (Kim (the boss) Doe)", "Kim (the boss) Doe <kim@example.org>"),
    AddressRow(
        "quoted pairs in a comment", "kim@example.org (Kim \\(the boss\\) \\\\o/)",
        "Kim (the boss) \\o/ <kim@example.org>"),
    AddressRow("a backslash that quotes nothing", "kim@example.org (C:\\dir)", "C:\\dir <kim@example.org>"),
    AddressRow("the first of two comments", "kim@example.org (Kim) (work)", "Kim <kim@example.org>"),
    AddressRow("an empty comment", "kim@example.org ()", "<kim@example.org>"),
    AddressRow(
        "a comment between two words keeps them apart", "Kim(x)Doe <kim@example.org>", "Kim Doe <kim@example.org>"),
    AddressRow("an empty quoted name", "\"\" <kim@example.org>", "<kim@example.org>"),
    AddressRow("a quoted name of blanks", "\"  \" <kim@example.org>", "<kim@example.org>"),
    AddressRow("an at sign in a quoted name", "\"kim@home\" <kim@example.org>", "kim@home <kim@example.org>"),
    AddressRow(
        "an at sign in a name without quotes", "kim@example.org <kim@example.org>", "kim@example.org <kim@example.org>"),
    AddressRow("at sign and blanks in a name", "Kim @ Work <kim@example.org>", "Kim @ Work <kim@example.org>"),
    AddressRow("single quotes are part of a name", "'Kim Doe' <kim@example.org>", "'Kim Doe' <kim@example.org>"),
    AddressRow("a quoted name, then words", "\"Kim\" Q. Doe <kim@example.org>", "Kim Q. Doe <kim@example.org>"),
    AddressRow("brackets of a list tag", "[Swift] Kim <kim@example.org>", "[Swift] Kim <kim@example.org>"),
    AddressRow("a single backslash in quotes", "\"A\\B\" <kim@example.org>", "A\\B <kim@example.org>"),
    AddressRow("a folded quoted name", "\"Kim\r\n Doe\" <kim@example.org>", "Kim Doe <kim@example.org>"),
    AddressRow("a quoted name without brackets", "\"Kim Doe\" kim@example.org", "Kim Doe <kim@example.org>"),
    AddressRow("an encoded word", "=?utf-8?q?Zo=C3=AB?= <zoe@example.org>", "Zoë <zoe@example.org>"),
    AddressRow(
        "two encoded words", "=?utf-8?q?Zo=C3=AB?= =?utf-8?q?_Brown?= <zoe@example.org>", "Zoë Brown <zoe@example.org>"),
    AddressRow(
        "an encoded word beside a plain one", "=?utf-8?q?Zo=C3=AB?= Brown <zoe@example.org>",
        "Zoë Brown <zoe@example.org>"),
    AddressRow("encoded words in quotes", "\"=?utf-8?q?Zo=C3=AB?=\" <zoe@example.org>", "Zoë <zoe@example.org>"),
    AddressRow("an encoded word in a comment", "zoe@example.org (=?utf-8?q?Zo=C3=AB?=)", "Zoë <zoe@example.org>"),
    AddressRow(
        "an encoded comma ends no entry", "=?utf-8?q?Doe=2C_Kim?= <kim@example.org>, b@example.org",
        "Doe, Kim <kim@example.org>", "<b@example.org>"),
    AddressRow(
        "a raw comma inside an encoded word ends no entry", "=?utf-8?q?Doe,_Kim?= <kim@example.org>",
        "Doe, Kim <kim@example.org>"),
    AddressRow(
        "a raw colon inside an encoded word begins no group", "=?utf-8?q?Kim:_x?= <kim@example.org>",
        "Kim: x <kim@example.org>"),
    AddressRow(
        "an at sign inside an encoded word makes it no address", "=?utf-8?q?kim@home?= kim@example.org",
        "kim@home <kim@example.org>"),
    AddressRow(
        "an address inside an encoded word is none", "=?utf-8?q?<a@example.net>?= <kim@example.org>",
        "<a@example.net> <kim@example.org>"),
    AddressRow(
        "an unclosed encoded word ends with its entry", "=?utf-8?q?Kim, b@example.org", "=?utf-8?q?Kim",
        "<b@example.org>"),
    AddressRow("raw UTF-8", "Zoë Brown <zoe@example.org>", "Zoë Brown <zoe@example.org>"),
    AddressRow(
        "raw windows-1252", octets: Array("Zo".utf8) + [0xEB] + Array(" <zoe@example.org>".utf8),
        "Zoë <zoe@example.org>"),
    AddressRow("a name behind the brackets", "<kim@example.org> Kim Doe", "Kim Doe <kim@example.org>"),
    AddressRow("a name behind a bare address", "kim@example.org Kim Doe", "Kim Doe <kim@example.org>"),
    AddressRow("a name without an address", "Kim Doe", "Kim Doe"),
    AddressRow("a quoted name without an address", "\"Kim\"", "Kim"),
    AddressRow("an encoded name without an address", "=?utf-8?q?Zo=C3=AB?=", "Zoë"),
    AddressRow("everything in one encoded word", "=?utf-8?q?Kim_=3Ckim=40example=2Eorg=3E?=", "Kim <kim@example.org>"),
    AddressRow("a name and empty brackets", "Kim <>", "Kim"),
    AddressRow("empty brackets", "<>"),
]

let groupedAddresses = [
    AddressRow("two groups", "A: a@example.org; B: b@example.org;", "<a@example.org> {A}", "<b@example.org> {B}"),
    AddressRow(
        "an address behind a group", "A: a@example.org;, b@example.org", "<a@example.org> {A}", "<b@example.org>"),
    AddressRow("an address right behind a group", "A:; b@example.org", "{A}", "<b@example.org>"),
    AddressRow(
        "a group that is not closed", "A: a@example.org, b@example.org", "<a@example.org> {A}", "<b@example.org> {A}"),
    AddressRow("an empty group that is not closed", "undisclosed-recipients:", "{undisclosed-recipients}"),
    AddressRow("an encoded group name", "=?utf-8?q?Caf=C3=A9?=: a@example.org;", "<a@example.org> {Café}"),
    AddressRow("a quoted group name", "\"A, B\": a@example.org;", "<a@example.org> {A, B}"),
    AddressRow("a group of commas", "A: , , ;", "{A}"),
    AddressRow("a group without a name", ":;"),
    AddressRow("members of a group without a name", ": a@example.org;", "<a@example.org>"),
    AddressRow("a colon inside a group", "A: B: b@example.org;", "B: <b@example.org> {A}"),
    AddressRow(
        "semicolons between addresses", "a@example.org; Kim <kim@example.org>;b@example.org", "<a@example.org>",
        "Kim <kim@example.org>", "<b@example.org>"),
    AddressRow("a semicolon at the end", "a@example.org;", "<a@example.org>"),
    AddressRow("semicolons and nothing else", ";;; ;"),
    AddressRow("a semicolon in quotes", "\"Doe; Kim\" <kim@example.org>", "Doe; Kim <kim@example.org>"),
    AddressRow("a link as an address", "mailto:kim@example.org", "<kim@example.org> {mailto}"),
    AddressRow("hidden recipients in Outlook's words", "undisclosed recipients: ;", "{undisclosed recipients}"),
]

let brokenAddresses = [
    AddressRow(
        "no comma between brackets", "Kim <kim@example.org> Lee <lee@example.org>", "Kim <kim@example.org>",
        "Lee <lee@example.org>"),
    AddressRow("nothing between brackets", "<a@example.org><b@example.org>", "<a@example.org>", "<b@example.org>"),
    AddressRow("no comma between bare addresses", "a@example.org b@example.org", "<a@example.org>", "<b@example.org>"),
    AddressRow(
        "no comma between three", "a@example.org b@example.org\r\n c@example.org", "<a@example.org>", "<b@example.org>",
        "<c@example.org>"),
    AddressRow(
        "no comma, with names", "Kim a@example.org Lee b@example.org", "Kim <a@example.org>", "Lee <b@example.org>"),
    AddressRow(
        "no comma behind brackets, then a bare address", "Kim <a@example.org> b@example.org, c@example.org",
        "Kim <a@example.org>", "<b@example.org>", "<c@example.org>"),
    AddressRow(
        "no comma behind brackets, then name and bare address", "<a@example.org> Lee b@example.org", "<a@example.org>",
        "Lee <b@example.org>"),
    AddressRow("no closing bracket", "Kim <kim@example.org", "Kim <kim@example.org>"),
    AddressRow(
        "no closing bracket before a comma", "Kim <kim@example.org, b@example.org", "Kim <kim@example.org>",
        "<b@example.org>"),
    AddressRow(
        "no closing bracket before another", "Kim <kim@example.org Lee <lee@example.org>", "Kim <kim@example.org>",
        "<lee@example.org>"),
    AddressRow("no closing bracket before text", "Kim <kim@example.org and so on", "Kim <kim@example.org>"),
    AddressRow("no closing bracket, spaced dots", "Kim <kim @ example . org", "Kim <kim@example.org>"),
    AddressRow("no opening bracket", "Kim kim@example.org>, b@example.org", "Kim <kim@example.org>", "<b@example.org>"),
    AddressRow("doubled brackets", "Kim <<kim@example.org>>", "Kim <kim@example.org>"),
    AddressRow(
        "two addresses in one bracket", "Kim <a@example.org, b@example.org>", "Kim <a@example.org>", "<b@example.org>"),
    AddressRow("a blank in a bracket", "Kim < kim@example.org >", "Kim <kim@example.org>"),
    AddressRow("an unclosed comment", "kim@example.org (Kim", "(Kim <kim@example.org>"),
    AddressRow(
        "an unclosed comment does not take the entries behind it", "a@example.org (x, b@example.org",
        "(x <a@example.org>", "<b@example.org>"),
    AddressRow("a closing parenthesis alone", "Kim) <kim@example.org>", "Kim) <kim@example.org>"),
    AddressRow(
        "an unclosed quote takes the rest, and gives no address", "\"Kim <kim@example.org>, b@example.org",
        "Kim <kim@example.org>, b@example.org"),
    AddressRow("a closing bracket alone", ">"),
    AddressRow("a comment alone", "(Kim), a@example.org", "<a@example.org>"),
    AddressRow("an at sign alone", "@", "<@>"),
    AddressRow("an unclosed literal", "kim@[10.0.0.1; b@example.org", "<kim@[10.0.0.1>", "<b@example.org>"),
    AddressRow("a comma too many at both ends", ",a@example.org,", "<a@example.org>"),
    AddressRow("a colon behind an address", "a@example.org: b@example.org", "<a@example.org:>", "<b@example.org>"),
]

let craftedAddresses = [
    AddressRow(
        "CVE-2023-27043: parenthesis", "alice@example.org)bob@example.net", "<alice@example.org)bob@example.net>"),
    AddressRow(
        "CVE-2023-27043: open parenthesis", "alice@example.org(bob@example.net", "<alice@example.org(bob@example.net>"),
    AddressRow("CVE-2023-27043: bracket", "alice@example.org<bob@example.net>", "alice@example.org <bob@example.net>"),
    AddressRow(
        "CVE-2023-27043: closing bracket", "alice@example.org>bob@example.net", "<alice@example.org>bob@example.net>"),
    AddressRow("CVE-2023-27043: at sign", "alice@example.org@bob@example.net", "<alice@example.org@bob@example.net>"),
    AddressRow(
        "CVE-2023-27043: comma", "alice@example.org,bob@example.net", "<alice@example.org>", "<bob@example.net>"),
    AddressRow(
        "CVE-2023-27043: semicolon", "alice@example.org;bob@example.net", "<alice@example.org>", "<bob@example.net>"),
    AddressRow("CVE-2023-27043: colon", "alice@example.org:bob@example.net", "<alice@example.org:bob@example.net>"),
    AddressRow("CVE-2023-27043: full stop", "alice@example.org.bob@example.net", "<alice@example.org.bob@example.net>"),
    AddressRow("CVE-2023-27043: quote", "alice@example.org\"bob@example.net", "<alice@example.org\"bob@example.net>"),
    AddressRow(
        "CVE-2023-27043: square bracket", "alice@example.org[bob@example.net", "<alice@example.org[bob@example.net>"),
    AddressRow(
        "CVE-2023-27043: backslash", "alice@example.org\\bob@example.net", "<alice@example.org\\bob@example.net>"),
    AddressRow(
        "an address as a quoted name", "\"alice@example.org \" <bob@example.net>", "alice@example.org <bob@example.net>"
    ),
    AddressRow(
        "two addresses and a bracket in quotes", "\"<alice@example.org>, \" <bob@example.net>",
        "<alice@example.org>, <bob@example.net>"),
    AddressRow(
        "an address inside a quoted local part", "\"alice@example.org\"@example.net",
        "<\"alice@example.org\"@example.net>"),
    AddressRow(
        "a list inside a quoted local part", "\"alice@example.org, x\"@example.net",
        "<\"alice@example.org, x\"@example.net>"),
    AddressRow(
        "a list inside a quoted local part in brackets", "Kim <\"alice@example.org, x\"@example.net>",
        "Kim <\"alice@example.org, x\"@example.net>"),
    AddressRow(
        "escaped quotes in a local part", "<\"a\\\"@evil.example, \\\"\"@example.net>",
        "<\"a\\\"@evil.example, \\\"\"@example.net>"),
    AddressRow(
        "an address inside a comment", "kim@example.net (alice@example.org)", "alice@example.org <kim@example.net>"),
    AddressRow(
        "an address inside a comment inside brackets", "<kim@(alice@example.org)example.net>", "<kim@example.net>"),
    AddressRow(
        "an encoded word is no local part", "<=?utf-8?q?alice=40example.org?=@example.net>",
        "<=?utf-8?q?alice=40example.org?=@example.net>"),
    AddressRow(
        "an encoded word is no local part without brackets", "=?utf-8?q?alice=40example.org?=@example.net",
        "<=?utf-8?q?alice=40example.org?=@example.net>"),
    AddressRow(
        "Mailsploit: NUL between two domains", "=?utf-8?b?cG90dXNAZXhhbXBsZS5vcmc=?==?utf-8?Q?=00?=@example.net",
        "<=?utf-8?b?cG90dXNAZXhhbXBsZS5vcmc=?==?utf-8?Q?=00?=@example.net>"),
    AddressRow(
        "Mailsploit: newline in a local part", "<=?utf-8?q?alice=40example.org=0A?=@example.net>",
        "<=?utf-8?q?alice=40example.org=0A?=@example.net>"),
    AddressRow(
        "a NUL in an encoded name stays in the name", "=?utf-8?q?alice=40example.org=00?= <bob@example.net>",
        "alice@example.org\\u{0} <bob@example.net>"),
    AddressRow(
        "a line break in an encoded name stays in the name",
        "=?utf-8?q?Kim=0D=0ABcc=3A_x=40example.org?= <kim@example.net>",
        "Kim\\u{d}\\u{a}Bcc: x@example.org <kim@example.net>"),
    AddressRow("a bare CR in a quoted local part", "\"a\rb\"@example.net", "<\"ab\"@example.net>"),
    AddressRow("a combining mark does not hide the at sign", "kim@\u{301}example.net", "<kim@\u{301}example.net>"),
    AddressRow("a line break inside brackets", "<kim@exam\r\n ple.net>", "<kim@example.net>"),
]

let internationalAddresses = [
    AddressRow("a raw UTF-8 domain", "kim@bücher.example", "<kim@bücher.example>"),
    AddressRow("a raw UTF-8 local part", "Zoë <zoë@example.org>", "Zoë <zoë@example.org>"),
    AddressRow("a punycode domain", "kim@xn--bcher-kva.example", "<kim@xn--bcher-kva.example>"),
    AddressRow(
        "a raw windows-1252 domain", octets: Array("kim@b".utf8) + [0xFC] + Array("cher.example".utf8),
        "<kim@bücher.example>"),
    AddressRow("right-to-left", "נועה <noa@example.org>", "נועה <noa@example.org>"),
    AddressRow("an ideographic full stop is no dot", "kim@例え。テスト", "<kim@例え。テスト>"),
    AddressRow("a full-width at sign is none", "kim＠example.org", "<kim＠example.org>"),
    AddressRow("IPv4 literal", "kim@[192.0.2.1]", "<kim@[192.0.2.1]>"),
    AddressRow("IPv6 literal", "kim@[IPv6:2001:db8::1]", "<kim@[IPv6:2001:db8::1]>"),
    AddressRow(
        "IPv6 literal in brackets", "Kim <kim@[IPv6:2001:db8::1]>, b@example.org", "Kim <kim@[IPv6:2001:db8::1]>",
        "<b@example.org>"),
    AddressRow("a dot at the end of the domain", "kim@example.org.", "<kim@example.org.>"),
    AddressRow("one label", "kim@localhost", "<kim@localhost>"),
]
