import IMAPProtocol
import MailTestSupport
import MailTypes
import Testing

@Suite("Encoding of commands", .holds("PX5"))
struct CommandTests {
    static let everything = Capabilities(
        "IMAP4rev1 LITERAL+ SASL-IR ENABLE ID IDLE MOVE UIDPLUS CONDSTORE QRESYNC ESEARCH LIST-EXTENDED LIST-STATUS "
            + "SPECIAL-USE CREATE-SPECIAL-USE NAMESPACE UNSELECT REPLACE BINARY NOTIFY "
            + "COMPRESS=DEFLATE")

    static func written(
        _ command: IMAPCommand, _ capabilities: Capabilities = everything, content: [UInt8] = []
    ) throws(CommandError) -> [UInt8] {
        let encoded = try CommandEncoder(capabilities).encode(command, tag: CommandTag(1))
        return encoded.steps.flatMap { step -> [UInt8] in
            switch step {
            case .send(let octets): octets
            case .awaitContinuation: []
            case .sendContent: content
            }
        }
    }

    private static func mailbox(_ name: String) throws -> EncodedMailboxName {
        try #require(EncodedMailboxName(Array(name.utf8)))
    }

    private static func set(_ text: String) throws -> UIDSet {
        let octets = Array(text.utf8)
        let set = UIDSet(octets.span)
        return try #require(set)
    }

    private func expect(_ command: IMAPCommand, _ line: String, sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        #expect(
            String(decoding: try Self.written(command), as: UTF8.self) == "A1 " + line + "\r\n",
            sourceLocation: sourceLocation)
    }

    @Test("Encodes each command")
    func forms() throws {
        try expect(.capability, "CAPABILITY")
        try expect(.startTLS, "STARTTLS")
        try expect(.compress, "COMPRESS DEFLATE")
        let plain = try #require(Base64Line(Array("AGEAYg==".utf8)))
        try expect(.authenticate(mechanism: "PLAIN", initialResponse: plain), "AUTHENTICATE PLAIN AGEAYg==")
        let empty = try #require(Base64Line([]))
        try expect(.authenticate(mechanism: "EXTERNAL", initialResponse: empty), "AUTHENTICATE EXTERNAL =")
        try expect(.login(user: Array("kim@x".utf8), password: Password(Array("a\"b".utf8))), "LOGIN kim@x \"a\\\"b\"")
        try expect(.enable([.qresync]), "ENABLE QRESYNC")
        try expect(.id([]), "ID NIL")
        try expect(.id([IDField(name: Array("name".utf8), value: nil)]), "ID (\"name\" NIL)")
        var list = ListCommand()
        list.returnsSpecialUse = true
        list.returnsSubscribed = true
        list.returnsStatus = [.uidValidity, .messages]
        try expect(
            .list(list), "LIST \"\" \"*\" RETURN (SPECIAL-USE SUBSCRIBED STATUS (UIDVALIDITY MESSAGES))")
        try expect(.status(try Self.mailbox("a b"), [.unseen]), "STATUS \"a b\" (UNSEEN)")
        var select = SelectCommand(try Self.mailbox("Entw&APw-rfe"))
        try expect(.select(select), "SELECT Entw&APw-rfe")
        select.isReadOnly = true
        select.resynchronization = .condStore
        try expect(.select(select), "EXAMINE Entw&APw-rfe (CONDSTORE)")
        select = SelectCommand(.inbox)
        select.resynchronization = .qresync(
            try #require(UIDValidity(rawValue: 3)), try #require(ModSequence(rawValue: 99)))
        try expect(.select(select), "SELECT INBOX (QRESYNC (3 99))")
        var fetch = FetchCommand(
            try Self.set("1:3"),
            [.flags, .content(.fields(["message-id"])), .binary(BodySection(part: [2]), .range(start: 0, count: 10))])
        try expect(
            .fetch(fetch), "UID FETCH 1:3 (UID FLAGS BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)] BINARY.PEEK[2]<0.10>)")
        fetch = FetchCommand(try Self.set("5:4294967295"), [.size])
        fetch.changedSince = ModSequence(rawValue: 7)
        fetch.includesVanished = true
        try expect(.fetch(fetch), "UID FETCH 5:4294967295 (UID RFC822.SIZE) (CHANGEDSINCE 7 VANISHED)")
        try expect(
            .store(StoreCommand(try Self.set("4"), .remove, [.seen, .recent])), "UID STORE 4 -FLAGS.SILENT (\\Seen)")
        var store = StoreCommand(try Self.set("4,6"), .add, [.deleted])
        store.isSilent = false
        try expect(.store(store), "UID STORE 4,6 +FLAGS (\\Deleted)")
        try expect(.copy(try Self.set("4"), to: .inbox), "UID COPY 4 INBOX")
        try expect(.move(try Self.set("4"), to: try Self.mailbox("a\\b")), "UID MOVE 4 \"a\\\\b\"")
        try expect(.expunge(try Self.set("4")), "UID EXPUNGE 4")
        try expect(.create(try Self.mailbox("Sent"), .sent), "CREATE Sent (USE (\\Sent))")
        try expect(.rename(try Self.mailbox("NIL"), to: try Self.mailbox("b")), "RENAME \"NIL\" b")
        try expect(
            .search(
                SearchCommand(
                    .both([
                        .unflagged(.seen), .since(year: 2026, month: 11, day: 1),
                        .either(.all, .not(.uid(try Self.set("1:5")))),
                    ]))),
            "UID SEARCH RETURN (ALL) (UNSEEN SINCE 1-Nov-2026 OR ALL NOT UID 1:5)")
        try expect(
            .search(SearchCommand(.header("Message-ID", Array("é".utf8)))),
            "UID SEARCH RETURN (ALL) CHARSET UTF-8 HEADER \"Message-ID\" {2+}\r\né")
    }

    @Test("Announces an appended message as the server requires")
    func append() throws {
        var append = AppendCommand(try Self.mailbox("Drafts"), size: 5000)
        append.flags = [.draft, .seen]
        append.internalDate = DateTime(
            CivilTime(year: 2026, month: 11, day: 1, hour: 9, minute: 5, second: 0), offsetMinutes: -90)
        func steps(_ capabilities: String) throws -> [EncodedCommand.Step] {
            try CommandEncoder(Capabilities(capabilities)).encode(.append(append), tag: CommandTag(1)).steps
        }
        let start = "A1 APPEND Drafts (\\Draft \\Seen) \" 1-Nov-2026 09:05:00 -0130\" "
        let end: [EncodedCommand.Step] = [.sendContent(count: 5000), .send([13, 10])]
        #expect(try steps("LITERAL+") == [.send(Array((start + "{5000+}\r\n").utf8))] + end)
        let asked: [EncodedCommand.Step] = [.send(Array((start + "{5000}\r\n").utf8)), .awaitContinuation]
        #expect(try steps("LITERAL-") == asked + end)
        #expect(try steps("IMAP4rev1") == asked + end)
        append = AppendCommand(.inbox, size: 4096)
        #expect(try steps("LITERAL-").contains(.awaitContinuation) == false)
        #expect(throws: CommandError.tooLong(octets: 4096)) { try steps("APPENDLIMIT=4095") }
    }

    @Test("Refuses to encode invalid commands")
    func refused() throws {
        let commands: [(String, IMAPCommand)] = [
            ("no messages", .fetch(FetchCommand(UIDSet(), [.flags]))),
            ("no flags", .store(StoreCommand(try Self.set("1"), .add, [.recent]))),
            ("a password with a line end", .login(user: [0x61], password: Password([0x61, 13, 10, 0x62]))),
            ("a user with NUL", .login(user: [0x61, 0], password: Password([0x61]))),
            ("a mechanism with a space", .authenticate(mechanism: "PLAIN x", initialResponse: nil)),
            ("a mechanism with a line end", .authenticate(mechanism: "PLAIN\r\nA2 NOOP", initialResponse: nil)),
            ("an empty search", .search(SearchCommand(.both([])))),
            ("month 13", .search(SearchCommand(.since(year: 2026, month: 13, day: 1)))),
            ("a field's name that is none", .fetch(FetchCommand(try Self.set("1"), [.content(.fields(["A\r\nB"]))]))),
            ("no field", .fetch(FetchCommand(try Self.set("1"), [.content(.fields([]))]))),
            ("an empty message", .append(AppendCommand(.inbox, size: 0))),
            (
                "a keyword that is a system flag",
                .search(SearchCommand(.flagged(try #require(Flag(Array("\\X".utf8))))))
            ),
            ("nothing to ask for", .status(.inbox, [])),
            ("a search in searches", .search(SearchCommand((0..<40).reduce(.all) { key, _ in .not(key) }))),
        ]
        for (row, command) in commands {
            #expect(throws: CommandError.self, "\(row)") { try Self.written(command) }
        }
        #expect(Base64Line(Array("a\r\nb".utf8)) == nil && Base64Line(Array("abc".utf8)) == nil)
        #expect(Base64Line(Array("a=bc".utf8)) == nil && Base64Line(Array("a===".utf8)) == nil)
        #expect(throws: CommandError.unsupported(.qresync)) {
            var select = SelectCommand(.inbox)
            select.resynchronization = .qresync(
                try #require(UIDValidity(rawValue: 3)), try #require(ModSequence(rawValue: 99)))
            _ = try CommandEncoder(Capabilities("IMAP4rev1")).encode(.select(select), tag: CommandTag(1))
        }
    }

    @Test("Secrets are not printed", .holds("PX7"))
    func secrets() throws {
        let secret = "correct horse"
        let command = IMAPCommand.login(user: [0x61], password: Password(Array(secret.utf8)))
        let line = try #require(Base64Line(Array("c2VjcmV0".utf8)))
        var text =
            "\(command) \(String(reflecting: command)) \(IMAPCommand.authenticate(mechanism: "X", initialResponse: line))"
        dump(command, to: &text)
        dump(line, to: &text)
        #expect(!text.contains("horse") && !text.contains("c2Vj") && !text.contains("104"))
        #expect(text.contains("<secret>"))
    }

    @Test("A UID set that is too long for a line is split into several commands")
    func pieces() throws {
        let uids = UIDSet((1...20_000).compactMap { UID(rawValue: $0 * 3) })
        let encoder = CommandEncoder(Self.everything)
        let commands: [IMAPCommand] = [
            .fetch(FetchCommand(uids, [.flags, .content(.header)])), .store(StoreCommand(uids, .add, [.seen])),
            .copy(uids, to: .inbox), .move(uids, to: .inbox), .expunge(uids),
        ]
        for command in commands {
            var said = UIDSet()
            for piece in encoder.pieces(of: command) {
                let octets = try Self.written(piece)
                #expect(octets.count <= 8000)
                let tokens = try #require(try StrictCommandParser.commands(octets).first)
                let text = try #require(tokens[3].text)
                said = said.union(try Self.set(String(decoding: text, as: UTF8.self)))
            }
            #expect(said == uids)
        }
        #expect(throws: CommandError.self) { try Self.written(.copy(uids, to: .inbox)) }
    }

    @Test("A command changes no more messages than the server allows, and asks for all")
    func messageLimit() throws {
        let uids = try Self.set("2,4:9,20")
        let encoder = CommandEncoder(Capabilities("IMAP4rev1 UIDPLUS MOVE MESSAGELIMIT=3"))
        for command: IMAPCommand in [
            .store(StoreCommand(uids, .add, [.seen])), .copy(uids, to: .inbox), .move(uids, to: .inbox), .expunge(uids),
        ] {
            let texts = try encoder.pieces(of: command).map { piece in
                try #require(StrictCommandParser.commands(try Self.written(piece)).first)[3].text.map {
                    String(decoding: $0, as: UTF8.self)
                }
            }
            #expect(texts == ["2,4:5", "6:8", "9,20"])
        }
        let fetch = IMAPCommand.fetch(FetchCommand(uids, [.flags]))
        #expect(encoder.pieces(of: fetch) == [fetch])
    }

    @Test("What a server left out of a response is requested with the next command")
    func restOfLimited() throws {
        let uids = try Self.set("2,4:9,20")
        let code = ResponseCode.messageLimit(3, UID(rawValue: 8))
        var changed = FetchCommand(uids, [.flags])
        changed.changedSince = ModSequence(rawValue: 7)
        var rest = FetchCommand(try Self.set("2,4:7"), [.flags])
        rest.changedSince = changed.changedSince
        #expect(IMAPCommand.fetch(changed).rest(after: code) == .fetch(rest))
        #expect(
            IMAPCommand.search(SearchCommand(.flagged(.deleted))).rest(after: code)
                == .search(SearchCommand(.both([.uid(try Self.set("1:7")), .flagged(.deleted)]))))
        #expect(
            IMAPCommand.store(StoreCommand(uids, .remove, [.seen])).rest(after: code)
                == .store(StoreCommand(try Self.set("2,4:7"), .remove, [.seen])))
        #expect(IMAPCommand.fetch(changed).rest(after: .messageLimit(3, UID(rawValue: 2))) == nil)
        #expect(IMAPCommand.fetch(changed).rest(after: nil) == nil)
        #expect(IMAPCommand.copy(uids, to: .inbox).rest(after: code) == nil)
        #expect(IMAPCommand.search(SearchCommand(.all)).rest(after: .messageLimit(3, .first)) == nil)
    }

    /// Texts that may end a token, a line or a literal.
    static let hostile: [String] = [
        "\r\nA2 LOGOUT", "\nA2 LOGOUT", "\rA2 LOGOUT", "a\r\nb", "\u{0}", "a\u{0}b", "\"", "\\", "\\\"", "\"\\",
        "\" \"", "a\"b",
        "a b", " ", "  ", "(", ")", "()", ")(", "{", "}", "{5}", "{5}\r\nabcde", "{5+}\r\nabcde", "~{5}", "*", "%",
        "*%", "]", "[",
        "[]", "NIL", "nil", "Nil", "+", "-", "&", "&-", "é", "\u{FF}", "日本", "😀", "\t", "\u{1B}[2J", "\u{7F}", "\u{85}",
        "\u{2028}",
        "", "a) (b", "INBOX\" (X \"", "1:*", "0", "-1", "4294967296", "A1 OK done", "+ go", "* BYE", "\\Seen)",
        "\\Seen \\Deleted",
        "$(id)", "`id`", "a;b", "a|b", "../../x", String(repeating: "a", count: 3000),
        String(repeating: "\"", count: 600),
        "\r\n\r\n", "\n.\n", "a\u{D}\u{A}.\u{D}\u{A}",
    ]

    @Test("No text in any field becomes a command", arguments: hostile)
    func injection(_ text: String) throws {
        let octets = Array(text.utf8)
        var commands: [(IMAPCommand, [UInt8])] = [
            (.login(user: octets, password: Password(Array("p".utf8))), octets),
            (.login(user: Array("u".utf8), password: Password(octets)), octets),
            (.id([IDField(name: Array("n".utf8), value: octets)]), octets),
            (.id([IDField(name: octets, value: nil)]), octets),
            (.search(SearchCommand(.header("X", octets))), octets), (.search(SearchCommand(.header(text, []))), octets),
            (.search(SearchCommand(.text(octets))), octets),
            (.authenticate(mechanism: text, initialResponse: nil), octets),
        ]
        var list = ListCommand()
        list.reference = octets
        commands.append((.list(list), octets))
        list = ListCommand()
        list.pattern = octets
        commands.append((.list(list), octets))
        if let mailbox = EncodedMailboxName(octets) {
            let uids = UIDSet(.first)
            commands += [
                (.select(SelectCommand(mailbox)), octets), (.status(mailbox, [.messages]), octets),
                (.create(mailbox, nil), octets), (.rename(.inbox, to: mailbox), octets),
                (.copy(uids, to: mailbox), octets),
                (.append(AppendCommand(mailbox, size: 3)), octets),
            ]
        }
        if let flag = Flag(octets) {
            commands += [
                (.store(StoreCommand(UIDSet(.first), .add, [flag])), octets),
                (.search(SearchCommand(.flagged(flag))), octets),
            ]
        }
        for capabilities in [Self.everything, Capabilities("IMAP4rev1 LITERAL- ID")] {
            for (command, text) in commands {
                guard let written = try? Self.written(command, capabilities, content: Array("a\r\n".utf8)) else {
                    continue
                }
                let read = try StrictCommandParser.commands(written)
                #expect(read.count == 1, "\(command)")
                #expect(Self.strings(read.flatMap(\.self)).contains(text), "\(command)")
            }
        }
    }

    private static func strings(_ tokens: [StrictCommandParser.Token]) -> [[UInt8]] {
        tokens.flatMap { token -> [[UInt8]] in
            switch token {
            case .word(let octets), .string(let octets): [octets]
            case .list(let list): strings(list)
            }
        }
    }
}
