import Composer
import InternetMessage
import MailTestSupport
import MailTypes
import Testing

@Suite("Drafts stored as messages", .holds("C22", "C18", "PX5"))
struct DraftStoredAsMessageTests {
    @Test("Random drafts are unchanged after saving and opening")
    func keptAndOpened() throws {
        var random = RandomDraft(random: .fresh)
        for number in 0..<1500 {
            let draft = random.draft()
            let written = try MessageWriter(
                draft.keptMessage(id: .test, date: .test), unique: random.unique()
            ).octets()
            let message = Message(written)
            let found = differences(draft, Draft(message))
            try #require(found.isEmpty, "PETREL_SEED=\(random.random.seed), draft \(number): \(found)")
            try #require(message.header.messageID == .test && message.header.date == .test)
        }
    }

    @Test(
        "Lines are saved as they were typed",
        arguments: [
            ("none", []), ("one empty", [""]), ("empty ones at both ends", ["", "", "text", "", ""]),
            ("blanks", [" ", "\t", "text  "]),
            ("what mail programs change", ["From here", ">From", ".", "..", "-- ", ">"]),
            ("control characters", ["\u{0}", "a\u{1}\u{1B}[0m\u{7F}", "\u{C}"]), ("a mark of encoding", ["\u{FEFF}a"]),
            ("a long line", [String(repeating: "long ", count: 1000)]),
            ("one long word", [String(repeating: "w", count: 5000)]),
            ("line ends of other kinds", ["a\u{2028}b\u{85}c\u{B}d"]),
            ("a boundary", ["--=_petrel_x_0_", "--=_petrel_x_0_--"]),
            ("what looks encoded", ["=41", "+AGE-", "=?utf-8?q?a?=", "\u{1B}$B!!"]),
        ] as [(String, [String])])
    func lines(_ name: String, _ lines: [String]) throws {
        for withFile in [false, true] {
            var draft = Draft()
            draft.lines = lines
            if withFile {
                draft.attachments = [
                    DraftAttachment(number: 1, filename: "a.txt", mediaType: "text/plain", content: [0x61])
                ]
            }
            let octets = try MessageWriter(draft.keptMessage(id: .test, date: .test), unique: "x").octets()
            #expect(differences(draft, Draft(Message(octets))).isEmpty, "\(name)")
        }
    }

    @Test("Invalid recipients are kept as typed and hidden from other programs")
    func invalidRecipients() throws {
        var draft = Draft()
        draft.recipients.to = [
            Address(email: EmailAddress("kim")), Address(name: "Ana", email: EmailAddress("ana@@example.org")),
            Address(name: "Bo", email: nil), Address(email: EmailAddress("bo@example.org")),
        ]
        let kept = Message(try MessageWriter(draft.keptMessage(id: .test, date: .test), unique: "x").octets())
        #expect(kept.header.addresses(.to).compactMap(\.email) == [EmailAddress("bo@example.org")])
        let texts = ["kim", "Ana <ana@@example.org>", "Bo", "bo@example.org"]
        #expect(Draft(kept).recipients.to.map(AddressDisplay.of) == texts)
    }

    @Test("A draft with 400 attachments is read back completely")
    func manyFiles() throws {
        var draft = Draft()
        draft.attachments = (1...400).map {
            DraftAttachment(number: $0, filename: "f\($0)", mediaType: "application/pdf", content: [UInt8($0 & 255)])
        }
        let octets = try MessageWriter(draft.keptMessage(id: .test, date: .test), unique: "x").octets()
        #expect(differences(draft, Draft(Message(octets))).isEmpty)
    }

    @Test("Private fields of other programs are kept in a draft and not sent", .holds("C01"))
    func fieldsOfTheDraft() throws {
        var draft = Draft()
        draft.otherFields = [
            .init(name: "FCC", text: "imap://kim@example.org/Sent"), .init(name: "X-Mozilla-Draft-Info", text: "x"),
            .init(name: "Keywords", text: "plan"), .init(name: "Bcc", text: "eve@example.org"),
        ]
        let kept = Message(try MessageWriter(draft.keptMessage(id: .test, date: .test), unique: "x").octets())
        #expect(Draft(kept).otherFields.map(\.name) == ["FCC", "X-Mozilla-Draft-Info", "Keywords"])
        let sent = Message(try MessageWriter(draft.sentMessage(id: .test, date: .test), unique: "x").octets())
        #expect(Draft(sent).otherFields.map(\.name) == ["Keywords"])
        #expect(sent.header.first(named: "bcc") == nil)
    }
}
