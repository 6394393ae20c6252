import IMAPProtocol
import MailClients
import MailTestSupport
import MailTypes

/// Sends the same random commands, from a seed, to any server. Records the responses as lines, for comparing two
/// servers.
struct RandomClient {
    let client: IMAPClient
    /// Two existing, empty mailboxes.
    let mailboxes: [EncodedMailboxName]
    private(set) var lines: [String] = []
    private var random: SeededGenerator
    private var hasVanished = false
    private var hasModSequences = false
    /// The state of each mailbox when it was last selected. Servers count differently.
    private var known: [Int: (UIDValidity, ModSequence)] = [:]

    init(_ client: IMAPClient, _ mailboxes: [EncodedMailboxName], seed: UInt64) {
        self.client = client
        self.mailboxes = mailboxes
        random = SeededGenerator(seed: seed)
    }

    static let messages: [String] = [
        "Subject: plain\r\nFrom: Kim <kim@example.net>\r\nTo: a@example.org, \"B, C\" <b@example.org>\r\n\r\nText\r\n",
        "Subject: =?utf-8?q?=C3=A4?=\r\nContent-Type: text/html; charset=utf-8\r\n"
            + "Content-Transfer-Encoding: quoted-printable\r\n\r\n<p>=C3=A4</p>\r\n",
        """
        From: Ana <ana@example.net>
        Cc: team: x@example.org, Y <y@example.org>;
        Date: Mon, 12 Oct 2026 14:03:00 +0200
        Message-ID: <3@example.net>
        In-Reply-To: <2@example.net>
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary="b 1"

        preamble
        --b 1
        Content-Type: text/plain; charset=us-ascii; format=flowed
        Content-Language: en

        one
        two
        --b 1
        Content-Type: application/pdf; name="a;b.pdf"
        Content-Disposition: attachment; filename="a \\"b\\".pdf"; size=5
        Content-Transfer-Encoding: base64
        Content-ID: <id@example.net>
        Content-Description: a file

        SGVsbG8=

        --b 1
        Content-Type: message/rfc822

        Subject: inner
        From: leo@example.net
        Content-Type: multipart/alternative; boundary=c

        --c
        Content-Type: text/plain; charset=utf-8

        in
        --c--
        Dovecot counts the line end before the next line with the message where that is the end of a multipart.
        --b 1--
        epilogue

        """.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"),
    ]

    mutating func run(_ count: Int) async throws {
        hasVanished = await client.capabilities.contains(.qresync)
        hasModSequences = await client.capabilities.contains(.condStore)
        if hasVanished { _ = try await client.enable([.qresync]) }
        try await select(0)
        for _ in 0..<count {
            do throws(IMAPClientError) {
                try await step()
            } catch .session {
                lines.append("refused")
            }
            if chance(15) { try await look() }
        }
        for index in mailboxes.indices {
            try await select(index)
            try await look()
        }
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func uids() -> UIDSet {
        let start = UInt32.random(in: 1...12, using: &random)
        let length = UInt32.random(in: 0...2, using: &random)
        guard let first = UID(rawValue: start), let last = UID(rawValue: start + length) else { return UIDSet(.first) }
        return UIDSet(first...last)
    }

    private mutating func flags() -> [Flag] {
        [.seen, .flagged, .answered, .draft, .forwarded].filter { _ in Bool.random(using: &random) }
    }

    private mutating func step() async throws(IMAPClientError) {
        let other = mailboxes[Int.random(in: mailboxes.indices, using: &random)]
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2:
            let message = Array((Self.messages.randomElement(using: &random) ?? "").utf8)
            let day = Int.random(in: 1...28, using: &random)
            let date = DateTime(
                CivilTime(year: 2026, month: 2, day: day, hour: 3, minute: 4, second: 5), offsetMinutes: 120)
            let uid = try await client.append(message, to: other, flags(), date)
            lines.append("append: \(uid.map(\.description) ?? "?")")
        case 3, 4:
            let flags = flags() + (chance(30) ? [.deleted] : [])
            guard !flags.isEmpty else { return }
            var store = StoreCommand(uids(), chance(70) ? .add : .remove, flags)
            store.isSilent = chance(50)
            lines.append("store: \(Self.line(try await client.store(store)))")
        case 5:
            let copies = try await client.copy(uids(), to: other)
            lines.append("copy: \(copies.map { "\($0.source) \($0.copies)" })")
        case 6:
            let copies = try await client.move(uids(), to: other)
            lines.append("move: \(copies.map { "\($0.source) \($0.copies)" })")
        case 7:
            if chance(60) { try await client.expunge(uids()) } else { try await client.run(.expungeAll) }
            lines.append("expunged: \(await client.mailbox?.messages.map(String.init) ?? "?") are left")
        case 8:
            try await select(Int.random(in: mailboxes.indices, using: &random))
        default:
            try await search()
        }
    }

    private mutating func search() async throws(IMAPClientError) {
        let keys: [SearchKey] = [
            .all, .flagged(.seen), .unflagged(.flagged), .since(year: 2026, month: 2, day: 14),
            .before(year: 2026, month: 2, day: 9), .header("Subject", Array("plain".utf8)), .larger(200),
            .not(.flagged(.forwarded)), .either(.flagged(.deleted), .flagged(.answered)),
            .both([.uid(uids()), .unflagged(.seen)]),
        ]
        let key = keys.randomElement(using: &random) ?? .all
        lines.append("search \(key): \(try await client.search(SearchCommand(key)))")
    }

    private mutating func select(_ index: Int) async throws(IMAPClientError) {
        var select = SelectCommand(mailboxes[index])
        let before = known[index]
        if hasModSequences { select.resynchronization = .condStore }
        if hasVanished, let before { select.resynchronization = .qresync(before.0, before.1) }
        var heard: [FetchedMessage] = []
        var vanished = UIDSet()
        let mailbox = try await client.select(select) { fetched in
            switch fetched {
            case .message(let message): heard.append(message)
            case .vanished(let uids): vanished = vanished.union(uids)
            case .content: break
            }
        }
        if hasModSequences, !hasVanished, let before {
            var command = FetchCommand(UIDSet(UID.first ... .last), [.flags])
            command.changedSince = before.1
            try await client.fetch(command) { if case .message(let message) = $0 { heard.append(message) } }
        }
        if let uidValidity = mailbox.uidValidity, let modSequence = mailbox.highestModSequence {
            known[index] = (uidValidity, modSequence)
        }
        lines.append(
            "select \(index): \(mailbox.messages ?? 0), next \(mailbox.uidNext?.description ?? "?"), "
                + "vanished \(vanished), \(Self.line(heard))")
    }

    /// Records all messages of the selected mailbox.
    private mutating func look() async throws {
        for (uid, whole) in try await client.everything().sorted(by: { $0.key < $1.key }) {
            lines.append("\(uid): \(Self.line([whole.message])) \(whole.message.internalDate?.iso8601 ?? "?")")
            lines.append(
                "\(whole.message.size ?? 0), \(String(decoding: whole.content, as: UTF8.self).debugDescription)")
            lines.append("\(String(describing: whole.message.details?.envelope))")
            lines.append("\(String(describing: whole.message.details?.bodyStructure))")
        }
    }

    private static func line(_ messages: [FetchedMessage]) -> String {
        messages.map { message in
            let flags = (message.flags?.flags ?? []).filter { $0 != .recent }.map(\.description).sorted()
            return "\(message.sequenceNumber)/\(message.uid?.description ?? "?") \(flags.joined(separator: " "))"
        }.joined(separator: ", ")
    }
}
