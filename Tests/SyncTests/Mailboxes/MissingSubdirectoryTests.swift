import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite("Missing subdirectories of a Maildir", .onOwnThreads, .holds("PY1", "PY3"))
struct MissingSubdirectoryTests {
    /// What is in the place of `cur`.
    enum Substitute: String, CaseIterable, Sendable {
        case nothing, symbolicLink, file
    }

    @Test("No message counts as deleted while `cur` is missing", arguments: ["INBOX", "Trash"], Substitute.allCases)
    func kept(_ mailbox: String, _ substitute: Substitute) async throws {
        let scene = try HomeWithModelServer(.dovecot)
        for number in 1...30 { scene.model.deliver(TestMessage.message("k\(number)"), to: mailbox, flags: [.seen]) }
        try await scene.sync()
        try await scene.sync()
        let before = scene.there
        let cur = scene.home.appending(path: "mail/\(mailbox)/cur")
        let elsewhere = scene.home.appending(path: "moved-\(mailbox)")
        try FileManager.default.moveItem(at: cur, to: elsewhere)
        switch substitute {
        case .nothing: break
        case .symbolicLink: try FileManager.default.createSymbolicLink(at: cur, withDestinationURL: elsewhere)
        case .file: try Data().write(to: cur)
        }
        for _ in 1...2 {
            let report = try await scene.sync()
            let isReported = report.mailboxes.contains { $0.name.description == mailbox && $0.problem != nil }
            #expect(isReported || report.notices.contains { $0.hasPrefix("\(mailbox)") }, "\(report.notices)")
        }
        #expect(scene.there == before)
        try? FileManager.default.removeItem(at: cur)
        try FileManager.default.moveItem(at: elsewhere, to: cur)
        try await scene.sync()
        #expect(scene.there == before && scene.here == before)
    }
}
