import Deflate
import IMAPProtocol
import MailClients
import MailTestSupport
import MailTypes
import Platform
import Testing

@Suite("IMAP compression", .onOwnThreads, .holds("Y19"))
struct CompressionTests {
    private static let begin = """
        S: * PREAUTH [CAPABILITY IMAP4rev1 LITERAL+ COMPRESS=DEFLATE IDLE] hello
        C: A1 COMPRESS DEFLATE

        """

    /// A session with mail in both directions, and a response right after the answer to COMPRESS.
    private static let session =
        begin + """
            S: A1 OK DEFLATE active
            S: * OK [ALERT] hello
            C: A2 SELECT INBOX
            S: * 2 EXISTS
            S: A2 OK [READ-WRITE] done
            C: A3 UID FETCH 1:2 (UID BODY.PEEK[])
            S: * 1 FETCH (UID 1 BODY[] {5}
            S~ hello
            S: )
            S: * 2 FETCH (UID 2 BODY[] "quoted")
            S: A3 OK
            C: A4 APPEND INBOX () {100000+}
            C: <message, 100000 octets>
            C: 
            S: A4 OK done
            C: A5 LOGOUT
            S: * BYE so long
            S: A5 OK
            """

    private static let message = [UInt8]((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) | 1 })

    private static func converse(_ client: IMAPClient) async throws -> FetchedMessageCollector {
        try await client.open()
        #expect(try await client.compress())
        #expect(await client.isCompressed)
        _ = try await client.select(SelectCommand(.inbox))
        var fetched = FetchedMessageCollector()
        try await client.fetch(FetchCommand(try IMAPFixture.set("1:2"), [.content(.whole)])) { fetched.take($0) }
        _ = try await client.append(AppendCommand(.inbox, size: message.count), MessageSource(message))
        await client.close()
        return fetched
    }

    @Test("Everything after COMPRESS is compressed, whatever the size of the pieces", arguments: [Int.max, 1000, 7, 1])
    func session(_ piece: Int) async throws {
        let server = CompressingServer(ScriptedServer(Self.session), behind: "A1 OK DEFLATE active", piece: piece)
        let client = IMAPClient(server, .implicitTLS, clock: SystemClock())
        let fetched = try await Self.converse(client)
        #expect(fetched.contents == [Array("hello".utf8), Array("quoted".utf8)])
        #expect(server.script.content == [Self.message])
        #expect(server.script.faults == [] && server.script.isFinished)
        let lines = await client.transcript.lines
        let middle = try #require(lines.firstIndex(of: "-- DEFLATE"))
        #expect(lines[middle - 1] == "S: A1 OK DEFLATE active")
        #expect(lines[middle + 1] == "C: A2 SELECT INBOX" || lines[middle + 1] == "S: * OK [ALERT] hello")
        #expect(lines.contains("S: A2 OK [READ-WRITE] done") && !lines.joined().contains("\\x"))
    }

    @Test("If the server ends anywhere, an incomplete session is an error")
    func ends() async throws {
        let whole = CompressingServer(ScriptedServer(Self.session), behind: "A1 OK DEFLATE active")
        _ = try await Self.converse(IMAPClient(whole, .implicitTLS, clock: SystemClock()))
        for end in 0..<whole.counts.said {
            let script = ScriptedServer(Self.session)
            let server = CompressingServer(script, behind: "A1 OK DEFLATE active", piece: 50, end: end)
            let client = IMAPClient(server, .implicitTLS, timeouts: IMAPFixture.impatient, clock: SystemClock())
            var isWhole = false
            do {
                isWhole = try await Self.converse(client).contents.count == 2
            } catch {
                #expect(error is IMAPClientError, "\(end)")
            }
            // The answer to APPEND has arrived. BYE is not needed.
            #expect(!isWhole || script.content.count == 1, "\(end)")
            #expect(await client.isOver, "\(end)")
        }
    }

    @Test("COMPRESS is not pipelined with other commands, and later ones are compressed")
    func flights() async throws {
        let script = ScriptedServer(
            """
            S: * PREAUTH [CAPABILITY IMAP4rev1 COMPRESS=DEFLATE] hello
            C: A1 NOOP
            S: A1 OK
            C: A2 COMPRESS DEFLATE
            S: A2 OK
            C: A3 NOOP
            C: A4 NOOP
            S: A3 OK
            S: A4 OK
            """)
        let server = CompressingServer(script, behind: "A2 OK")
        let client = IMAPClient(server, .implicitTLS, clock: SystemClock())
        try await client.open()
        let results = try await client.run(pipeline: [.noop, .compress, .noop, .noop])
        #expect(results.map { (try? $0.get()) != nil } == [true, true, true, true])
        #expect(script.faults == [])
        let again = await #expect(throws: IMAPClientError.self) { try await client.compress() }
        #expect(again == .session(IMAPFailure(.command(.wrongState), .message, .never)))
        #expect(script.faults == [])
    }

    @Test(
        "If the server refuses, the connection continues uncompressed",
        arguments: ["NO [COMPRESSIONACTIVE] TLS does", "NO not now", "BAD what?", "NO"])
    func refusals(_ answer: String) async throws {
        let script = Self.begin + "S: A1 \(answer)\nC: A2 NOOP\nS: A2 OK\n"
        let fixture = IMAPFixture(script)
        try await fixture.client.open()
        #expect(try await fixture.client.compress() == false)
        #expect(await !fixture.client.isCompressed)
        try await fixture.client.run(.noop)
        #expect(fixture.server.faults == [] && fixture.server.isFinished)
        #expect(await fixture.client.transcript.lines.contains("S: A1 \(answer)"))
    }

    @Test("Not requested unless offered, and not before sign-in")
    func unasked() async throws {
        for greeting in [
            "* PREAUTH [CAPABILITY IMAP4rev1 IMAP4rev2] x", "* OK [CAPABILITY IMAP4rev1 COMPRESS=DEFLATE] x",
        ] {
            let fixture = IMAPFixture("S: \(greeting)\n-- silence")
            try await fixture.client.open()
            await #expect(throws: IMAPClientError.self, "\(greeting)") { try await fixture.client.compress() }
            #expect(fixture.server.counts.heard == 0, "\(greeting)")
        }
    }

    private static func escaped(_ octets: [UInt8]) -> String {
        octets.map { octet in
            let digits = String(octet, radix: 16)
            return "\\x" + (octet < 16 ? "0" : "") + digits
        }.joined()
    }

    private static func compressed(_ text: String) -> [UInt8] {
        var deflater = Deflater()
        return deflater.compress(Array(text.utf8))
    }

    /// What a server sends after its OK.
    struct HostileRow: Sendable, CustomTestStringConvertible {
        let name: String
        let octets: [UInt8]

        var testDescription: String { name }
    }

    static let hostileRows: [HostileRow] = [
        HostileRow(name: "the answer, uncompressed", octets: Array("A2 OK done\r\n".utf8)),
        HostileRow(name: "a block of no kind", octets: [0x07]),
        HostileRow(name: "an answer, and then garbage", octets: compressed("* 3 EXISTS\r\n") + [0xFF, 0xFF]),
        HostileRow(name: "the end of the stream, and more", octets: [0x03, 0x00, 0x01]),
        HostileRow(name: "the end of the stream", octets: [0x03, 0x00]),
        HostileRow(name: "half a block", octets: compressed("A2 OK done\r\n").dropLast(6)),
        HostileRow(name: "an answer to nothing", octets: compressed("A9 OK\r\n")),
        HostileRow(name: "a line of 10 MB", octets: compressed(String(repeating: "x", count: 10_000_000))),
        HostileRow(name: "nothing, for ever", octets: (0..<2000).flatMap { _ in [0, 0, 0, 0xFF, 0xFF] as [UInt8] }),
    ]

    @Test(
        "Damaged, endless or uncompressed data ends the connection",
        .timeLimit(.minutes(1)),
        arguments: hostileRows)
    func hostile(_ row: HostileRow) async throws {
        let (row, octets) = (row.name, row.octets)
        for piece in [Int.max, 3] {
            let script = Self.begin + "S: A1 OK\nS~ \(Self.escaped(octets))\n-- silence"
            let fixture = IMAPFixture(script, piece: piece, timeouts: IMAPFixture.impatient)
            try await fixture.client.open()
            do throws(IMAPClientError) {
                try await fixture.client.compress()
                try await fixture.client.run(.noop)
                Issue.record("\(row): nothing was noticed")
            } catch {
                #expect(error.reach == .connection, "\(row)")
            }
            #expect(await fixture.client.isOver && fixture.server.isClosed, "\(row)")
        }
    }

    @Test("A damaged stream is reported as such")
    func failure() async throws {
        let fixture = IMAPFixture(Self.begin + "S: A1 OK\nS~ \\x07\n-- silence")
        try await fixture.client.open()
        try await fixture.client.compress()
        await #expect(throws: IMAPClientError.stream(.compression)) { try await fixture.client.run(.noop) }
        let server = Endpoint(host: "mail.example.net", port: 993, security: .implicitTLS)
        #expect(StreamFailure.compression.sentences(about: server).contains("Try again."))
    }

    @Test(
        "Compression pays off for many messages from a distant server",
        arguments: [
            (100, 5, true), (99, 5, false), (100, 4, false), (1_000_000, 0, false), (0, 5000, false),
            (50_000, 200, true),
        ])
    func rule(_ messages: Int, _ milliseconds: Int, _ pays: Bool) {
        #expect(CompressionPolicy.pays(messages: messages, roundTrip: .milliseconds(milliseconds)) == pays)
        #expect(!CompressionPolicy.pays(messages: messages, roundTrip: nil))
    }
}
