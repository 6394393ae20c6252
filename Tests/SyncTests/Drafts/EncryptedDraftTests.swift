import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Testing

@Suite("Drafts of encrypted mail on the server", .onOneThread, .holds("E04"))
struct EncryptedDraftTests {
    /// Stands for an encryption: a message that says nothing of the text, with the fields that identify the draft.
    private static func encrypted(_ message: [UInt8]) -> DraftUploadForm {
        let lines = String(decoding: message, as: UTF8.self).components(separatedBy: "\r\n")
        let kept = lines.prefix { !$0.isEmpty }.filter { !$0.hasPrefix("Subject:") }
        let number = UInt32.random(in: 0...UInt32.max)
        return .encrypted(
            Array((kept + ["Subject: [...]", "", "sealed \(number)", ""]).joined(separator: "\r\n").utf8))
    }

    @Test("The server has only the encrypted form of each version, and the draft here stays as it is")
    func uploads() async throws {
        let there = DraftServer(.dovecot)
        let home = try DraftHome(there.server, uploadForm: { Self.encrypted($0) })
        let id = try home.write("one")
        #expect(try await home.sync().failure == nil)
        #expect(there.subjects == ["[...]"])
        #expect(try home.subjects() == ["one"])
        #expect(try home.items().allSatisfy { $0.item.isOnServer })
        #expect(try await home.sync().hasChanged == false)
        try home.edit(id, "two")
        #expect(try await home.sync().failure == nil)
        #expect(there.subjects == ["[...]"])
        #expect(try home.subjects() == ["two"])
        _ = try await home.sync()
        #expect(try await home.sync().hasChanged == false)
        let texts = there.messages.map { String(decoding: $0.content, as: UTF8.self) }
        #expect(texts.allSatisfy { $0.contains("sealed") && !$0.contains("The text of") }, "\(texts)")
        try home.discard("two")
        #expect(try await home.sync().failure == nil)
        #expect(there.subjects == [])
        #expect(there.server.violations.isEmpty, "\(there.server.violations)")
    }

    @Test("A draft that cannot be encrypted stays here, and the sync says why")
    func stays() async throws {
        let there = DraftServer(.dovecot)
        let home = try DraftHome(there.server, uploadForm: { _ in .kept("There is no key.") })
        try home.write("one")
        let report = try await home.sync()
        #expect(report.failure == nil && there.subjects == [])
        #expect(
            report.notices.contains {
                $0.contains("\"one\" is not on the server yet") && $0.contains("There is no key.")
            })
    }

    @Test("A marked draft is not uploaded by a program that cannot encrypt")
    func marked() async throws {
        let there = DraftServer(.dovecot)
        let home = try DraftHome(there.server)
        _ = try home.store.create(
            DraftText.message("one", "X-Petrel-Security: sign encrypt\r\n"), at: Instant(seconds: 1_900_000_000))
        try home.write("two")
        #expect(try await home.sync().failure == nil)
        #expect(there.subjects == ["two"])
    }
}
