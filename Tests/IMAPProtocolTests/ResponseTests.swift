import MailTestSupport
import MailTypes
import Testing

@testable import IMAPProtocol

@Suite("Server responses", .holds("PX6"))
struct ResponseTests {
    private func status(_ line: String) throws -> StatusResponse? {
        switch try ResponseParsing.response(line) {
        case .status(let status), .tagged(_, let status): status
        default: nil
        }
    }

    private static func uid(_ number: UInt32) throws -> UID { try #require(UID(rawValue: number)) }
    private static func set(_ text: String) throws -> UIDSet {
        let octets = Array(text.utf8)
        let set = UIDSet(octets.span)
        return try #require(set)
    }

    @Test(
        "Parses response codes",
        arguments: [
            (
                "Dovecot", "* OK [HIGHESTMODSEQ 5] Highest",
                ModSequence(rawValue: 5).map { ResponseCode.highestModSequence($0) }
            ),
            ("Gmail's zero", "* OK [HIGHESTMODSEQ 0] x", .other(name: Array("HIGHESTMODSEQ".utf8), arguments: [0x30])),
            ("UIDNEXT 0", "* OK [UIDNEXT 0] x", .other(name: Array("UIDNEXT".utf8), arguments: [0x30])),
            ("in lower case", "* ok [uidvalidity 3] x", UIDValidity(rawValue: 3).map { .uidValidity($0) }),
            ("no space", "* OK [READ-WRITE]", .readWrite), ("alert", "* NO [ALERT] full", .alert),
            ("Cyrus", "A1 OK [CLOSED] Ok", .closed), ("Gmail", "A1 NO [OVERQUOTA] x", .overQuota),
            ("throttled", "A1 NO [THROTTLED] x", .throttled),
            ("referral", "A1 NO [REFERRAL imap://a/b] x", .referral(Array("imap://a/b".utf8))),
            ("Gmail's web alert", "A1 NO [WEBALERT https://x/y] log in", .webAlert(Array("https://x/y".utf8))),
            ("message limit", "A1 OK [MESSAGELIMIT 1000 23221] x", .messageLimit(1000, UID(rawValue: 23221))),
            ("unknown", "* OK [X-A b(c] d", .other(name: Array("X-A".utf8), arguments: Array("b(c".utf8))),
            (
                "empty APPENDUID", "A1 OK [APPENDUID 0 0] x",
                .other(name: Array("APPENDUID".utf8), arguments: Array("0 0".utf8))
            ),
        ])
    func codes(_ row: String, _ line: String, _ code: ResponseCode?) throws {
        #expect(try status(line)?.code == code, "\(row)")
    }

    @Test("Parses a status without text, without the end of a code, or in no charset")
    func texts() throws {
        #expect(try status("A1 NO") == StatusResponse(.no))
        #expect(try status("* OK") == StatusResponse(.ok))
        #expect(try status("* OK [ALERT no end") == StatusResponse(.ok, text: Array("[ALERT no end".utf8)))
        let raw = RawResponse(Array("* OK ".utf8) + [0xFF, 0xC3, 0x28])
        #expect(try ResponseParser().parse(raw) == .status(StatusResponse(.ok, text: [0xFF, 0xC3, 0x28])))
    }

    @Test("Parses permanent flags with Gmail's brackets in them")
    func permanentFlags() throws {
        let line = "* OK [PERMANENTFLAGS (\\Answered OIB-Seen-[Gmail]/All \\*)] Flags permitted."
        guard case .permanentFlags(let flags, let acceptsNew)? = try status(line)?.code else {
            Issue.record("no flags")
            return
        }
        #expect(flags == FlagSet([.answered, try #require(Flag(Array("OIB-Seen-[Gmail]/All".utf8)))]))
        #expect(acceptsNew)
        #expect(try status(line)?.text == Array("Flags permitted.".utf8))
    }

    @Test("Parses a million keywords quickly and ignores most of them")
    func keywords() throws {
        let line = "* FLAGS (" + (0..<1_000_000).map { "k\($0)" }.joined(separator: " ") + ")"
        guard case .flags(let flags) = try ResponseParsing.response(line) else { return }
        #expect(flags.keywords.count == FlagSet.maximumKeywords)
    }

    @Test("COPYUID pairs UIDs by their order")
    func copies() throws {
        guard case .copyUID(let copied)? = try status("A1 OK [COPYUID 9 4:6,9,1 100:102,200,150] x")?.code else {
            Issue.record("no copies")
            return
        }
        let pairs: [(UInt32, UInt32)] = [(4, 100), (6, 102), (9, 200), (1, 150)]
        for (source, copy) in pairs { #expect(copied.copy(of: try Self.uid(source)) == (try Self.uid(copy))) }
        #expect(copied.copy(of: try Self.uid(7)) == nil)
        guard case .copyUID(let split)? = try status("A1 OK [COPYUID 9 1:4 10:11,20,30] x")?.code else {
            Issue.record("no copies")
            return
        }
        #expect(split.copy(of: try Self.uid(3)) == (try Self.uid(20)))
        #expect(split.copy(of: try Self.uid(4)) == (try Self.uid(30)))
        // As many as fit in a line, in little time.
        let many = (0..<40_000).map { String($0 * 2 + 1) }.joined(separator: ",")
        guard case .copyUID(let singles)? = try status("A1 OK [COPYUID 9 \(many) 1:40000] x")?.code else {
            Issue.record("no copies")
            return
        }
        #expect(singles.copy(of: try Self.uid(79_999)) == (try Self.uid(40_000)))
        for uneven in ["1:3 1:2", "1:2 1:3", "1:4294967295 1"] {
            guard case .other? = try status("A1 OK [COPYUID 9 \(uneven)] x")?.code else {
                Issue.record("\(uneven) pairs nothing")
                continue
            }
        }
    }

    @Test("Parses FETCH as Dovecot, Cyrus, Gmail, Courier and others send it")
    func fetch() throws {
        let dovecot = try ResponseParsing.message(
            "* 2 FETCH (UID 3 FLAGS (\\Seen $Forwarded Work) INTERNALDATE \"21-Nov-2026 08:15:00 +0100\" "
                + "RFC822.SIZE 812 MODSEQ (17))")
        #expect(dovecot.sequenceNumber == 2 && dovecot.uid?.rawValue == 3 && dovecot.size == 812)
        #expect(dovecot.flags == FlagSet([.seen, .forwarded, try #require(Flag(Array("Work".utf8)))]))
        #expect(dovecot.modSequence?.rawValue == 17)
        #expect(dovecot.internalDate?.iso8601 == "2026-11-21T08:15:00+01:00")
        #expect(dovecot.details == nil)
        let gmail = try ResponseParsing.message(
            "* 1 FETCH (X-GM-THRID 1278455344230334865 X-GM-MSGID 18446744073709551615 "
                + "X-GM-LABELS (\\Inbox \"Muy Importante\" +x) UID 4 MODSEQ (0))")
        #expect(gmail.details?.gmailMessageID == .max && gmail.details?.gmailThreadID == 1_278_455_344_230_334_865)
        #expect(gmail.details?.gmailLabels?.count == 3)
        #expect(gmail.modSequence == nil)
        let zoho = try ResponseParsing.message("* 1 FETCH (UID 4 MODSEQ (-1) RFC822.SIZE -1)")
        #expect(zoho.modSequence == nil && zoho.size == nil && zoho.uid?.rawValue == 4)
        let courier = try ResponseParsing.message("* 0 FETCH (FLAGS ())")
        #expect(courier.sequenceNumber == 0 && courier.flags == FlagSet())
        let quoted = try ResponseParsing.message("* 1 FETCH (BODY[HEADER.FIELDS (\"DATE\" \"SUBJECT\")] \"\" UID 4)")
        #expect(quoted.details?.contents.first?.item == .body(.fields(["date", "subject"]), origin: nil))
        let missing = try ResponseParsing.message("* 1 FETCH (BODY[7] NIL UID 4)")
        #expect(missing.details?.contents.first?.value == .missing)
        let partial = try ResponseParsing.message("* 1 FETCH (BODY[1]<0.20> \"abc\" UID 4)")
        #expect(partial.details?.contents.first?.item == .body(BodySection(part: [1]), origin: 0))
        let cyrus = try ResponseParsing.message(
            "* 1 FETCH (EMAILID (M1) THREADID NIL PREVIEW NIL SAVEDATE \"x\" NEW (a (b)) UID 4)")
        #expect(cyrus.details?.emailID == Array("M1".utf8) && cyrus.details?.threadID == nil)
        #expect(try ResponseParsing.message("* 7 UIDFETCH (FLAGS ())").uid?.rawValue == 7)
        #expect(
            try ResponseParsing.message("* 1 FETCH (UID 4 INTERNALDATE \"32-Foo-2026 99:99:99 +0000\")").internalDate
                == nil)
        #expect(try ResponseParsing.message("* 1 FETCH  ( UID  4  FLAGS  ( \\Seen  ) )").flags == FlagSet([.seen]))
    }

    @Test("The fast path for common responses gives the same result as the full parser")
    func shortWay() throws {
        var generator = SeededGenerator.fresh
        let items = [
            "UID 7", "UID 0", "UID 4294967296", "uid 7", "FLAGS ()", "FLAGS (\\Seen)", "FLAGS (\\SEEN $forwarded )",
            "FLAGS (Work \\Seen)", "FLAGS NIL", "MODSEQ (7)", "MODSEQ (0)", "MODSEQ (9223372036854775808)",
            "MODSEQ (-1)",
            "RFC822.SIZE 0", "RFC822.SIZE 99999999999999999999", "RFC822.SIZE -1", "RFC822.SIZE NIL", "ENVELOPE NIL",
            "X 1",
            "INTERNALDATE \" 1-Feb-2026 00:00:00 -0130\"", "INTERNALDATE \"30-Feb-2026 00:00:00 +0000\"",
            "INTERNALDATE NIL", "INTERNALDATE \"", "BODY[] \"a\"", "", " ", "UID", "FLAGS (", "MODSEQ (",
            "INTERNALDATE",
        ]
        for _ in 0..<20_000 {
            let chosen = (0..<Int.random(in: 0...4, using: &generator)).compactMap { _ in
                items.randomElement(using: &generator)
            }
            var line = Array(
                "* \(Int.random(in: 0...5_000_000_000, using: &generator)) FETCH (\(chosen.joined(separator: " ")))"
                    .utf8)
            if Int.random(in: 0..<4, using: &generator) == 0, let index = line.indices.randomElement(using: &generator)
            {
                line[index] = UInt8.random(in: 0...255, using: &generator)
            }
            let short = try? ResponseParser().parse(RawResponse(line))
            let long = try? ResponseParser().parseAnything(RawResponse(line))
            #expect(short == long, "seed \(generator.seed): \(String(decoding: line, as: UTF8.self))")
        }
    }

    @Test("The fast path parses numbers of any length like the full parser", arguments: 0...24)
    func numbers(_ length: Int) {
        var generator = SeededGenerator.fresh
        for _ in 0..<200 {
            let digits = (0..<length).map { _ in UInt8.random(in: 0x30...0x39, using: &generator) }
            let line: [[UInt8]] = [
                Array("* 1 FETCH (UID 2 RFC822.SIZE ".utf8), digits, [UInt8.random(in: 0...255, using: &generator)],
                Array("FLAGS ())".utf8),
            ]
            let raw = RawResponse(Array(line.joined()))
            let (short, long) = (try? ResponseParser().parse(raw), try? ResponseParser().parseAnything(raw))
            #expect(short == long, "seed \(generator.seed): \(line)")
        }
    }

    @Test(
        "Parses LIST",
        arguments: [
            ("Dovecot", "* LIST (\\HasNoChildren \\Sent) \"/\" Sent", "Sent", SpecialUse.sent),
            ("Cyrus in lower case", "* LIST (\\HasNoChildren \\drafts) \".\" INBOX.Drafts", "INBOX.Drafts", .drafts),
            ("Gmail", "* LIST (\\All \\HasNoChildren) \"/\" \"[Gmail]/All Mail\"", "[Gmail]/All Mail", .all),
            ("XLIST", "* XLIST (\\AllMail) \"/\" \"All\"", "All", .all),
            ("a literal", "* LIST (\\Trash) \"/\" {3}\r\na b", "a b", .trash),
            ("no quotes around spaces", "* LIST (\\Junk) \"/\" Junk E-mail (1)", "Junk E-mail (1)", .junk),
            ("extended data", "* LIST (\\Archive) \"/\" A (\"CHILDINFO\" (\"SUBSCRIBED\"))", "A", .archive),
            ("no attributes' list", "* LIST NIL \"/\" A", "A", nil), ("a backslash", "* LIST () \"\\\\\" A", "A", nil),
            ("brackets", "* LIST () \"/\" [Gmail]", "[Gmail]", nil),
        ])
    func list(_ row: String, _ line: String, _ name: String, _ use: SpecialUse?) throws {
        guard case .list(let mailbox) = try ResponseParsing.response(line) else {
            Issue.record("\(row)")
            return
        }
        #expect(mailbox.name?.description == name, "\(row)")
        #expect(mailbox.specialUses == Set([use].compactMap(\.self)), "\(row)")
        #expect(mailbox.isSelectable, "\(row)")
    }

    @Test("Parses attributes and former names, and drops invalid names")
    func listDetails() throws {
        guard case .list(let gone) = try ResponseParsing.response("* LIST (\\NonExistent \\HasChildren) NIL a") else {
            return
        }
        #expect(!gone.isSelectable && gone.separator == nil && gone.attributes.contains(.hasChildren))
        guard case .list(let renamed) = try ResponseParsing.response("* LIST () \"/\" b (\"OLDNAME\" (\"a\"))") else {
            return
        }
        #expect(renamed.formerName?.description == "a")
        guard case .list(let root) = try ResponseParsing.response("* LIST (\\Noselect) \"/\" \"\"") else { return }
        #expect(root.name == nil && root.separator == 0x2F)
        guard case .list(let hostile) = try ResponseParsing.response("* LIST () \"/\" {3}\r\na\r\n") else { return }
        #expect(hostile.name == nil)
    }

    @Test("Parses STATUS with double spaces, unknown items and invalid identifiers")
    func mailboxStatus() throws {
        let line =
            "* STATUS \"a b\" (MESSAGES 3  UIDNEXT 5 UIDVALIDITY 7 HIGHESTMODSEQ 9 X (1 (2)) SIZE -1 APPENDLIMIT NIL)"
        guard case .mailboxStatus(let status) = try ResponseParsing.response(line) else { return }
        #expect(status.name?.description == "a b" && status.messages == 3 && status.uidNext?.rawValue == 5)
        #expect(status.uidValidity?.rawValue == 7 && status.highestModSequence?.rawValue == 9 && status.size == nil)
        let raw = RawResponse(Array("* STATUS a (MAILBOXID (".utf8) + [0x01, 0xFF, 0x80] + Array(") MESSAGES 1)".utf8))
        guard case .mailboxStatus(let cyrus) = try ResponseParser().parse(raw) else { return }
        #expect(cyrus.messages == 1)
        guard case .mailboxStatus(let zero) = try ResponseParsing.response("* STATUS a (UIDNEXT 0 UIDVALIDITY 0)")
        else {
            return
        }
        #expect(zero.uidNext == nil && zero.uidValidity == nil)
    }

    @Test("Parses SEARCH and ESEARCH")
    func search() throws {
        guard case .search(let plain) = try ResponseParsing.response("* SEARCH 9 2 3 1 (MODSEQ 17) ") else { return }
        #expect(plain.found == (try Self.set("1:3,9")) && plain.modSequence?.rawValue == 17 && plain.tag == nil)
        guard case .search(let empty) = try ResponseParsing.response("* SEARCH") else { return }
        #expect(empty.found == UIDSet())
        let line = "* ESEARCH (TAG \"A4\") UID ALL 1:3,9 COUNT 4 MIN 1 MAX 9 NEW (1 2)"
        guard case .search(let extended) = try ResponseParsing.response(line) else { return }
        #expect(extended.found == (try Self.set("1:3,9")) && extended.tag == CommandTag(4) && extended.isUID)
        #expect(extended.count == 4 && extended.least?.rawValue == 1 && extended.greatest?.rawValue == 9)
    }

    @Test("Parses VANISHED, including the empty one of iCloud")
    func vanished() throws {
        #expect(
            try ResponseParsing.response("* VANISHED (EARLIER) 1:3") == .vanished(try Self.set("1:3"), isEarlier: true))
        #expect(try ResponseParsing.response("* vanished 4") == .vanished(try Self.set("4"), isEarlier: false))
        #expect(try ResponseParsing.response("* VANISHED") == .vanished(UIDSet(), isEarlier: false))
    }

    @Test("Parses NAMESPACE, ID, ENABLED and CAPABILITY")
    func server() throws {
        guard
            case .namespace(let spaces) = try ResponseParsing.response(
                "* NAMESPACE ((\"INBOX.\" \".\")(\"#mh/\" \"/\" \"X\" (\"y\"))) NIL ((\"shared.\" NIL))")
        else { return }
        #expect(spaces.personal.map(\.prefix) == [Array("INBOX.".utf8), Array("#mh/".utf8)])
        #expect(spaces.otherUsers.isEmpty && spaces.shared.first?.separator == nil)
        guard case .id(let fields) = try ResponseParsing.response("* ID (\"name\" \"Dovecot\" \"x\" NIL)") else {
            return
        }
        #expect(fields.map(\.value) == [Array("Dovecot".utf8), nil])
        #expect(try ResponseParsing.response("* ENABLED QRESYNC") == .enabled([Array("QRESYNC".utf8)]))
        guard
            case .capability(let names) = try ResponseParsing.response(
                "* CAPABILITY imap4rev1 AUTH=PLAIN auth=xoauth2 APPENDLIMIT=35651584 MESSAGELIMIT=x")
        else { return }
        #expect(names.contains(.imap4rev1) && !names.contains(.idle) && names.appendLimit == 35_651_584)
        #expect(names.mechanisms == [Array("PLAIN".utf8), Array("XOAUTH2".utf8)] && names.messageLimit == nil)
    }

    @Test(
        "Input that violates the grammar is an error",
        arguments: [
            "", "*", "* ", "*OK", "nonsense", "A1", "A1 MAYBE", "* 1", "* 4294967296 EXISTS", "* 1 EXISTS 2",
            "* 1 FETCH", "* 1 FETCH (", "* 1 FETCH (UID)", "* 1 FETCH (UID 0)", "* 1 FETCH (UID 4294967296)",
            "* 1 FETCH (UID -1)", "* 1 FETCH (UID 1", "* 1 FETCH (FLAGS)", "* 1 FETCH (FLAGS (\\Seen)",
            "* 1 FETCH (MODSEQ (18446744073709551616))", "* 1 FETCH (RFC822.SIZE 99999999999999999999)",
            "* 1 FETCH (BODY[ \"a\")", "* 1 FETCH (BODY[1 \"a\")", "* 1 FETCH (UID 1) x", "* 0 UIDFETCH (FLAGS ())",
            "* LIST", "* LIST (", "* LIST () \"ab\" c", "* LIST () \"/\" \"a", "* LIST () \"/\" {-1}",
            "* LIST () \"/\"",
            "* STATUS", "* STATUS a", "* STATUS a (MESSAGES", "* STATUS a (MESSAGES x)", "* STATUS a (MESSAGES -1)",
            "* SEARCH 0", "* SEARCH a", "* SEARCH 1 2 4294967296", "* ESEARCH (TAG", "* ESEARCH ALL 0",
            "* ESEARCH ALL 1,",
            "* VANISHED 1:*", "* VANISHED 0", "* VANISHED (LATER) 1", "* VANISHED 1,,2", "* VANISHED 1,2,",
            "* FLAGS", "* FLAGS (", "* FLAGS \\Seen", "* NAMESPACE", "* NAMESPACE NIL", "* ID (\"a\"", "* ID (\"a\")",
        ])
    func errors(_ line: String) {
        #expect(throws: ResponseError.self, "\(line)") { try ResponseParser().parse(RawResponse(Array(line.utf8))) }
    }

    @Test(
        "Unknown responses are kept whole",
        arguments: ["* THREAD (1)(2)", "* QUOTA \"\" ()", "* 5 FROBNICATED", "* -1 EXISTS"])
    func unknown(_ line: String) throws {
        #expect(try ResponseParsing.response(line) == .unknown(Array(line.utf8)))
    }
}
