import Foundation
import IMAPProtocol
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Platform
import Testing

@Suite("Flags changed here", .onOwnThreads, .holds("Y07", "M03", "PY5"))
struct FlagChangesHereTests {
    /// A change that is made together with flags changed here.
    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        /// Whether a server with QRESYNC needs no comparison of all files.
        let isIncremental: Bool
        let make: @Sendable (HomeWithModelServer) throws -> Void
        var testDescription: String { name }
    }

    static let changes = [
        Change(name: "nothing else", isIncremental: true) { _ in },
        Change(name: "flags of other messages there", isIncremental: true) { scene in
            scene.model.setFlags(try scene.uid("n5"), in: "INBOX", adding: [.answered])
        },
        Change(name: "flags of the same messages there", isIncremental: true) { scene in
            scene.model.setFlags(try scene.uid("n1"), in: "INBOX", adding: [.answered])
            scene.model.setFlags(try scene.uid("n2"), in: "INBOX", adding: [.flagged])
        },
        Change(name: "new mail", isIncremental: true) { scene in scene.deliver("new") },
        Change(name: "one of the messages removed there", isIncremental: true) { scene in
            scene.model.expunge(UIDSet(try scene.uid("n9")), in: "INBOX")
        },
        Change(name: "a message removed here", isIncremental: false) { scene in try scene.removeHere("n6") },
        Change(name: "a message added here", isIncremental: false) { scene in try scene.addHere("own") },
        Change(name: "a message moved here", isIncremental: false) { scene in
            try scene.moveHere("n6", to: "Projects")
        },
        Change(name: "a file copied here", isIncremental: false) { scene in
            try scene.copyHere("n6", to: "Archive")
        },
    ]

    private func scene(_ profile: ModelProfile, clock: any Platform.Clock = LaterClock()) async throws
        -> HomeWithModelServer
    {
        let scene = try HomeWithModelServer(profile, clock: clock)
        for number in 0..<40 { scene.deliver("n\(number)", number % 2 == 0 ? [.seen] : []) }
        if keepsKeywords(scene) {
            scene.model.setFlags(try scene.uid("n12"), in: "INBOX", adding: [.forwarded, Self.later])
        }
        try await scene.sync()
        try await scene.sync()
        return scene
    }

    /// A keyword that no file name can represent.
    private static let later = Flag(Array("later".utf8)) ?? .deleted

    private func keepsKeywords(_ scene: HomeWithModelServer) -> Bool { scene.letters.contains("P") }

    private func flag(_ scene: HomeWithModelServer) throws {
        try scene.rename("n1", letters: "FS")
        try scene.rename("n2", letters: "")
        try scene.rename("n12", letters: keepsKeywords(scene) ? "FPS" : "FS")
    }

    /// Syncs until both sides are equal, at most three times.
    private func settle(_ scene: HomeWithModelServer) async throws {
        for _ in 1...3 where scene.here != scene.there { try await scene.sync() }
        #expect(scene.here == scene.there)
        let inbox = try #require(scene.there["INBOX"])
        #expect(inbox.first { $0.subject == "n1" }?.letters.contains("F") == true)
        #expect(inbox.first { $0.subject == "n2" }?.letters.contains("S") == false)
        #expect(inbox.first { $0.subject == "n12" }?.letters == (keepsKeywords(scene) ? "FPS" : "FS"))
    }

    @Test("Are synced with any other change", arguments: ModelServerKind.all, changes)
    func synced(_ server: ModelServerKind, _ change: Change) async throws {
        let scene = try await scene(server.profile)
        try flag(scene)
        try change.make(scene)
        let report = try await scene.sync()
        #expect(report.failure == nil, "\(report.failure?.sentence ?? "")")
        if server.profile.has("QRESYNC"), change.isIncremental { #expect(report.incrementalScanCount == 1) }
        try await settle(scene)
        let hasKeyword = scene.model.snapshot["INBOX"]?.contains { $0.flags.contains(Self.later) }
        #expect(hasKeyword == keepsKeywords(scene))
    }

    @Test("Are synced a moment after the change", arguments: changes)
    func recent(_ change: Change) async throws {
        let scene = try await scene(.dovecot, clock: SystemClock())
        try flag(scene)
        try change.make(scene)
        try await scene.sync()
        try await Task.sleep(for: .seconds(3))
        try await settle(scene)
    }

    @Test("A copy of a file, which names the same message, becomes another message")
    func foreign() async throws {
        let scene = try await scene(.dovecot)
        let before = scene.model.snapshot["INBOX"]?.count ?? 0
        let inbox = scene.home.appending(path: "mail/INBOX/cur")
        let names = try FileManager.default.contentsOfDirectory(atPath: inbox.path)
        let name = try #require(names.first)
        let copy = name.split(separator: ":")[0] + ":2,FRS"
        try FileManager.default.copyItem(at: inbox.appending(path: name), to: inbox.appending(path: String(copy)))
        for _ in 1...4 { try await scene.sync() }
        #expect(scene.here == scene.there)
        #expect(scene.model.snapshot["INBOX"]?.count == before + 1)
    }
}
