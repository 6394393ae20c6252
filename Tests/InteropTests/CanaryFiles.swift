import Foundation
import MailTestSupport
import Testing

/// Files beside a home that petrel must neither read nor change. They include mail, so that links to it are tempting.
final class CanaryFiles: Sendable {
    let directory: URL
    static let secret = "the-canary-sings-at-midnight"
    private let before: [[UInt8]: String]

    init(beside shared: SharedHome) throws {
        directory = shared.ground.appending(path: "outside")
        for mailbox in ["INBOX", "Drafts", "Outbox", "Mail"] {
            for place in ["cur", "new", "tmp"] {
                try FileManager.default.createDirectory(
                    at: directory.appending(path: "\(mailbox)/\(place)"), withIntermediateDirectories: true)
            }
            let message =
                "From: \(Self.secret)@example.org\nTo: a@example.org\nSubject: \(Self.secret)\n\n\(Self.secret)\n"
            try Data(message.utf8).write(to: directory.appending(path: "\(mailbox)/cur/1:2,S"))
        }
        try Data("\(Self.secret)\n".utf8).write(to: directory.appending(path: "secret"))
        try FileManager.default.createDirectory(
            at: directory.appending(path: "empty"), withIntermediateDirectories: true)
        before = SpecialFiles.snapshot(of: directory)
    }

    func expectUntouched(_ comment: String) {
        let after = SpecialFiles.snapshot(of: directory)
        let paths = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        let changed = paths.map { String(decoding: $0, as: UTF8.self) }.sorted()
        #expect(changed.isEmpty, "\(comment): changed outside the store: \(changed)")
    }

    static func expectUnseen(_ run: ProgramRun, _ comment: String) {
        #expect(!run.text.contains(secret) && !run.errorText.contains(secret), "\(comment): read outside the store")
    }
}
