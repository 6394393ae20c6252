import Composer
import MailTestSupport
import MailTypes
import Testing

/// A draft and the problems reported before it is sent.
struct ProblemRow: Sendable, CustomTestStringConvertible {
    let name: String
    let problems: [DraftProblem]
    let change: @Sendable (inout Draft) -> Void

    init(_ name: String, _ problems: [DraftProblem], _ change: @escaping @Sendable (inout Draft) -> Void) {
        (self.name, self.problems, self.change) = (name, problems, change)
    }

    var testDescription: String { name }

    private static func address(_ text: String) -> Address { Address(email: EmailAddress(text)) }
    private static func text(_ lines: String...) -> @Sendable (inout Draft) -> Void { { $0.lines = lines } }
    private static func files(_ sizes: Int...) -> @Sendable (inout Draft) -> Void {
        { draft in
            draft.attachments = sizes.enumerated().map {
                DraftAttachment(
                    number: $0 + 1, filename: "f", mediaType: "a/b", content: [UInt8](repeating: 0, count: $1))
            }
        }
    }
    private static let mark = "---------- Forwarded message ----------"

    static let all = [
        ProblemRow("nothing", []) { _ in },
        ProblemRow("no recipient", [.noRecipient]) { $0.recipients.to = [] },
        ProblemRow("in Cc alone", []) { ($0.recipients.to, $0.recipients.cc) = ([], [address("a@example.org")]) },
        ProblemRow("in Bcc alone", []) { ($0.recipients.to, $0.recipients.bcc) = ([], [address("a@example.org")]) },
        ProblemRow("in Reply-To alone", [.noRecipient]) {
            ($0.recipients.to, $0.recipients.replyTo) = ([], [address("a@example.org")])
        },
        ProblemRow("an empty group", [.noRecipient]) {
            $0.recipients.to = [Address(email: nil, group: "undisclosed-recipients")]
        },
        ProblemRow("an empty group and a blind copy", []) {
            $0.recipients.to = [Address(email: nil, group: "undisclosed-recipients")]
            $0.recipients.bcc = [address("a@example.org")]
        },
        ProblemRow("no address", [.invalidAddress(address("kim"), .to)]) { $0.recipients.to = [address("kim")] },
        ProblemRow("one among others", [.invalidAddress(address("kim@@x"), .cc)]) {
            $0.recipients.cc = [address("a@example.org"), address("kim@@x")]
        },
        ProblemRow(
            "several, by field",
            [
                .invalidAddress(address("1"), .to), .invalidAddress(address("2"), .bcc),
                .invalidAddress(address("3"), .replyTo),
            ]
        ) {
            $0.recipients.replyTo = [address("3")]
            $0.recipients.bcc = [address("2")]
            $0.recipients.to = [address("1")]
        },
        ProblemRow("a wrong Reply-To, and no recipient", [.invalidAddress(address("3"), .replyTo), .noRecipient]) {
            ($0.recipients.to, $0.recipients.replyTo) = ([], [address("3")])
        },
        ProblemRow("a name alone", [.invalidAddress(address("Kim"), .to)]) {
            $0.recipients.to = [Address(name: "Kim", email: nil)]
        },
        ProblemRow("an address in other letters", []) { $0.recipients.to = [address("jürgen@bücher.example")] },
        ProblemRow("no sender", [.noSender]) { $0.sender = nil },
        ProblemRow("a sender that is none", [.noSender]) { $0.sender = address("kim") },
        ProblemRow("25 MB in one file", [], files(25_000_000)),
        ProblemRow("an octet more", [.tooLarge(25_000_001)], files(25_000_001)),
        ProblemRow("25 MB in three files", [], files(10_000_000, 10_000_000, 5_000_000)),
        ProblemRow("an octet more in three", [.tooLarge(25_000_001)], files(10_000_000, 10_000_001, 5_000_000)),
        ProblemRow("no subject", [.noSubject]) { $0.subject = "" },
        ProblemRow("blanks for a subject", [.noSubject]) { $0.subject = " \t" },
        ProblemRow("no text", [.noText]) { $0.lines = [] },
        ProblemRow("blank lines", [.noText], text("", " ", "\t")),
        ProblemRow("a quotation alone", [.noText], text("", "On Mon, Ana wrote:", "> one", "", "> two")),
        ProblemRow("a signature alone", [.noText], text("", "-- ", "Kim")),
        ProblemRow("a forward without a word", [], text("", mark, "From: Ana", "", "text")),
        ProblemRow("an answer below the quotation", [], text("On Mon, Ana wrote:", "> one", "", "yes")),
        ProblemRow("all at once", [.noRecipient, .noSender, .tooLarge(30_000_000), .noSubject, .noText]) {
            $0 = Draft()
            files(30_000_000)(&$0)
        },
        ProblemRow("a file that is spoken of", [.noAttachment("attached")], text("The plan is attached.")),
        ProblemRow("in capitals", [.noAttachment("attached")], text("ATTACHED")),
        ProblemRow("in German", [.noAttachment("angehängt")], text("habe es angehängt")),
        ProblemRow("in German without dots", [.noAttachment("angehängt")], text("Angehangt")),
        ProblemRow("in French", [.noAttachment("ci-joint")], text("le plan ci-joint")),
        ProblemRow("in Japanese", [.noAttachment("添付")], text("資料を添付します")),
        ProblemRow("inside another word", [], text("unattached, attachedly")),
        ProblemRow("in the subject", [.noAttachment("attachment")]) { $0.subject = "Plan as attachment" },
        ProblemRow("in the subject of somebody else", []) { $0.subject = "Re: Attachment missing" },
        ProblemRow("in the subject of what is forwarded", []) { $0.subject = "Fwd: attached plan" },
        ProblemRow("with a file", []) {
            $0.lines = ["attached"]
            files(1)(&$0)
        },
        ProblemRow("in a quotation", [], text("yes", "> attached", ">> attached")),
        ProblemRow("in the line above a quotation", [], text("yes", "Ana, attached, wrote:", "", "> x")),
        ProblemRow("in what is forwarded", [], text("see below", mark, "From: Ana", "", "attached")),
        ProblemRow("in a signature", [], text("yes", "-- ", "This mail and any attachments are confidential.")),
        ProblemRow("below a quotation", [.noAttachment("attached")], text("> x", "attached")),
        ProblemRow(
            "before a colon that no quotation follows", [.noAttachment("attached")], text("attached:", "a plan")),
    ]
}

@Suite("Problems of a draft", .holds("C16", "C11"))
struct DraftProblemTests {
    @Test("Reports errors before questions, and ignores quoted and forwarded text", arguments: ProblemRow.all)
    func problems(_ row: ProblemRow) {
        var draft = Draft()
        draft.sender = Address(email: EmailAddress("kim@example.net"))
        draft.recipients.to = [Address(email: EmailAddress("ana@example.org"))]
        draft.subject = "plan"
        draft.lines = ["text"]
        row.change(&draft)
        #expect(draft.problems == row.problems)
        let kinds = draft.problems.map(\.isError)
        #expect(kinds == kinds.sorted { $0 && !$1 })
    }

    @Test("Checks a draft of 300,000 lines in less than two seconds", .holds("PX6"))
    func large() {
        var draft = Draft()
        draft.lines = [String](repeating: "", count: 200_000) + [String](repeating: "a:", count: 100_000)
        let clock = ContinuousClock()
        #expect(clock.measure { _ = draft.problems } < .seconds(2))
    }
}
