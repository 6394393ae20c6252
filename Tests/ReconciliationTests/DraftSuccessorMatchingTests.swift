import MailTestSupport
import MailTypes
import Reconciliation
import Testing

@Suite("Draft succession", .holds("C23"))
struct DraftSuccessorMatchingTests {
    typealias Features = DraftSuccessorMatching.Features

    private static func features(_ change: (inout Features) -> Void) -> Features {
        var features = Features()
        features.subject = Array("Plan".utf8)
        features.recipients = [Array("ana@example.org".utf8)]
        features.arrived = Instant(seconds: 1000)
        change(&features)
        return features
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let gone: [Features]
        let new: [Features]
        let successors: [Int?]
        var testDescription: String { name }
    }

    private static let plain = features { _ in }
    /// Versions ten minutes later, and a second more.
    private static let later = features { $0.arrived = Instant(seconds: 1600) }
    private static let tooLate = features { $0.arrived = Instant(seconds: 1601) }
    private static let reply = features { $0.inReplyTo = [MessageID("a@b")] }
    private static let other = features { $0.recipients = [Array("leo@example.org".utf8)] }

    static let rows = [
        Row(
            name: "the draft's identity", gone: [features { $0.draft = draft(1) }],
            new: [plain, features { $0.draft = draft(1) }], successors: [1]),
        Row(
            name: "the Message-ID", gone: [features { $0.messageID = MessageID("a@b") }],
            new: [plain, features { $0.messageID = MessageID("a@b") }], successors: [1]),
        Row(
            name: "Apple's identifier", gone: [features { $0.universalID = [1] }],
            new: [features { $0.universalID = [2] }, features { $0.universalID = [1] }], successors: [1]),
        Row(
            name: "a reply to the same message",
            gone: [
                features {
                    $0.inReplyTo = [MessageID("a@b")]
                    $0.recipients = []
                }
            ], new: [reply], successors: [0]),
        Row(name: "the same people and subject", gone: [plain], new: [plain], successors: [0]),
        Row(name: "the same, ten minutes later", gone: [plain], new: [later], successors: [0]),
        Row(name: "the same, later than that", gone: [plain], new: [tooLate], successors: [nil]),
        Row(name: "other people", gone: [plain], new: [other], successors: [nil]),
        Row(
            name: "another draft of ours is no successor", gone: [plain], new: [features { $0.draft = draft(2) }],
            successors: [nil]),
        Row(name: "two that could be it", gone: [plain], new: [plain, plain], successors: [nil]),
        Row(name: "two that it could be of", gone: [plain, plain], new: [plain], successors: [nil, nil]),
        Row(
            name: "what is certain goes before what is likely",
            gone: [features { $0.messageID = MessageID("a@b") }, plain],
            new: [plain, features { $0.messageID = MessageID("a@b") }], successors: [1, 0]),
    ]

    @Test("Finds the successor by matching features", arguments: rows)
    func row(_ row: Row) {
        #expect(DraftSuccessorMatching.successors(of: row.gone, among: row.new) == row.successors)
    }
}
