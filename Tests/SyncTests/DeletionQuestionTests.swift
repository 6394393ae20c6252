import Disk
import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Testing

/// All files of a mailbox are gone, as after half a restore, while new mail arrives.
@Suite("Deletions that the user must confirm", .holds("PY1", "PY3"), .timeLimit(.minutes(10)))
struct DeletionQuestionTests {
    private static let mailboxes = ["INBOX", "Trash"]

    private static func home(_ profile: ModelProfile = .dovecot) async throws -> HomeWithModelServer {
        let home = try HomeWithModelServer(profile)
        #expect(try await home.settle() == [])
        return home
    }

    private static func restore(_ home: HomeWithModelServer) async throws -> SyncReport {
        var request = AccountSync.Request()
        request.restoresDeletions = true
        return try await home.sync(by: home.model.connections { _ in .none }, clock: home.clock, request)
    }

    private static func removeAll(in mailbox: String, of home: HomeWithModelServer) throws -> [String] {
        let subjects = home.here(mailbox).map(\.subject)
        for subject in subjects { try home.removeHere(subject, in: mailbox) }
        return subjects
    }

    @Test("New mail does not answer the question", arguments: mailboxes)
    func newMail(_ mailbox: String) async throws {
        for server in ModelServerKind.all {
            let home = try await Self.home(server.profile)
            let lost = try Self.removeAll(in: mailbox, of: home)
            for round in 1...3 {
                try await home.deliver(["new\(round)"], to: mailbox)
                let report = try await home.sync()
                #expect(report.questionedDeletions >= lost.count, "\(server.name), round \(round)")
                let there = try await home.there(mailbox).map(\.subject)
                #expect(there.count == lost.count + round, "\(server.name), round \(round): \(there)")
                #expect(home.here(mailbox).count == round, "\(server.name), round \(round)")
            }
            _ = try await home.sync(.none, confirming: true)
            #expect(try await home.settle() == [], "\(server.name)")
            #expect(
                try await home.there(mailbox).map(\.subject).sorted() == ["new1", "new2", "new3"], "\(server.name)")
        }
    }

    @Test(
        "A mailbox whose files have gone just before new mail arrives is asked about", arguments: ["INBOX", "Projects"])
    func justGone(_ mailbox: String) async throws {
        for server in ModelServerKind.all {
            let home = try HomeWithModelServer(server.profile, clock: SkippingClock())
            try await home.deliver(["x1", "x2"], to: mailbox)
            #expect(try await home.settle() == [], "\(server.name)")
            let lost = try Self.removeAll(in: mailbox, of: home)
            try await home.deliver(["new"], to: mailbox)
            for _ in 1...2 {
                let report = try await home.sync()
                #expect(report.questionedDeletions == lost.count, "\(server.name)")
                #expect(try await home.there(mailbox).count == lost.count + 1, "\(server.name)")
            }
        }
    }

    @Test("Files that come back answer the question", arguments: mailboxes)
    func back(_ mailbox: String) async throws {
        let home = try await Self.home()
        var aside: [(file: URL, place: URL)] = []
        for place in ["new", "cur"] {
            let directory = home.directory(mailbox, place)
            for file in try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil) {
                let moved = home.home.appending(path: file.lastPathComponent)
                try FileManager.default.moveItem(at: file, to: moved)
                aside.append((moved, file))
            }
        }
        try await home.deliver(["new"], to: mailbox)
        #expect(try await home.sync().questionedDeletions == aside.count)
        for (file, place) in aside { try FileManager.default.moveItem(at: file, to: place) }
        #expect(try await home.settle() == [])
        #expect(home.here == home.there)
        // One message that is deleted later is no question any longer.
        try home.removeHere("new", in: mailbox)
        #expect(try await home.sync().questionedDeletions == 0)
    }

    @Test(
        "If the directory of a mailbox is gone, new mail arrives all the same, and the user is asked",
        arguments: ["INBOX", "Projects"])
    func directory(_ mailbox: String) async throws {
        for server in ModelServerKind.all {
            let home = try await Self.home(server.profile)
            try await home.deliver(["x1", "x2"], to: mailbox)
            #expect(try await home.settle() == [], "\(server.name)")
            let before = try await home.there(mailbox).count
            try FileManager.default.removeItem(at: home.directory(mailbox).deletingLastPathComponent())
            for round in 1...2 {
                try await home.deliver(["new\(round)"], to: mailbox)
                let report = try await home.sync()
                #expect(report.questionedDeletions == before, "\(server.name)")
                #expect(try await home.there(mailbox).count == before + round, "\(server.name)")
                #expect(home.here(mailbox).count == round, "\(server.name)")
            }
            let restored = try await Self.restore(home)
            #expect(restored.questionedDeletions == 0 && restored.failure == nil, "\(server.name)")
            #expect(try await home.settle() == [], "\(server.name)")
            #expect(home.here == home.there && home.here(mailbox).count == before + 2, "\(server.name)")
        }
    }

    @Test("Messages that were restored and are gone once more are asked about again")
    func goneAgain() async throws {
        for server in ModelServerKind.all {
            let home = try await Self.home(server.profile)
            let count = try Self.removeAll(in: "INBOX", of: home).count
            #expect(try await home.sync().questionedDeletions == count, "\(server.name)")
            _ = try await Self.restore(home)
            _ = try Self.removeAll(in: "INBOX", of: home)
            let report = try await home.sync(.none, confirming: true)
            #expect(report.questionedDeletions == count, "\(server.name)")
            #expect(try await home.there("INBOX").count == count, "\(server.name)")
        }
    }

    @Test("Restores only what was asked about, and nothing that came back meanwhile twice", arguments: mailboxes)
    func restored(_ mailbox: String) async throws {
        for server in ModelServerKind.all {
            let home = try await Self.home(server.profile)
            try await home.deliver(["x1", "x2"], to: mailbox)
            #expect(try await home.settle() == [], "\(server.name)")
            let file = try home.file("x1", in: mailbox)
            let aside = home.home.appending(path: file.lastPathComponent)
            try FileManager.default.moveItem(at: file, to: aside)
            let count = try Self.removeAll(in: mailbox, of: home).count + 1
            #expect(try await home.sync().questionedDeletions == count, "\(server.name)")
            try FileManager.default.moveItem(at: aside, to: file)
            #expect(try await Self.restore(home).failure == nil, "\(server.name)")
            #expect(try await home.settle() == [], "\(server.name)")
            #expect(home.here == home.there && home.here(mailbox).count == count, "\(server.name)")
        }
    }

    @Test("Messages that were deleted permanently are not asked about, and others are")
    func confirmed() async throws {
        for isKnown in [true, false] {
            let home = try await Self.home()
            let state = try Directory.open(Path(home.home.appending(path: "state").path), on: POSIXFileSystem.shared)
            if isKnown {
                let names = try FileManager.default.contentsOfDirectory(atPath: home.directory("Trash").path)
                try DeletionRecords(in: state).confirm(names.map { MaildirFilename(Array($0.utf8)).base })
            }
            let count = try Self.removeAll(in: "Trash", of: home).count
            let report = try await home.sync()
            #expect(report.questionedDeletions == (isKnown ? 0 : count) && count > 0)
            #expect(try await home.there("Trash").count == (isKnown ? 0 : count))
            _ = try await home.sync()
            #expect(try DeletionRecords(in: state).confirmed().isEmpty)
        }
    }

    @Test("Confirms only what an earlier sync has asked about")
    func confirmedWhatWasAsked() async throws {
        for server in ModelServerKind.all {
            let home = try await Self.home(server.profile)
            let first = try Self.removeAll(in: "Trash", of: home)
            #expect(try await home.sync().questionedDeletions == first.count, "\(server.name)")
            let second = try Self.removeAll(in: "INBOX", of: home)
            let report = try await home.sync(.none, confirming: true)
            #expect(report.questionedDeletions == second.count && !second.isEmpty, "\(server.name)")
            #expect(try await home.there("Trash") == [], "\(server.name)")
            #expect(try await home.there("INBOX").map(\.subject).sorted() == second.sorted(), "\(server.name)")
            _ = try await home.sync(.none, confirming: true)
            #expect(try await home.settle() == [], "\(server.name)")
            #expect(try await home.there("INBOX") == [], "\(server.name)")
        }
    }

    @Test("Drafts that arrive do not answer the question whether all others were deleted")
    func drafts() async throws {
        let there = DraftServer(.dovecot)
        let home = try DraftHome(there.server)
        for subject in ["a", "b", "c"] { try home.write(subject) }
        for _ in 0..<3 { #expect(try await home.sync().failure == nil) }
        try home.removeDraftFiles()
        for subject in ["d", "e"] {
            there.put(DraftText.message(subject))
            let report = try await home.sync()
            #expect(
                report.questionedDeletions == 3 && there.subjects.starts(with: ["a", "b", "c"]), "\(there.subjects)")
        }
        #expect(try home.subjects() == ["d", "e"])
        try await home.sync { $0.confirmsDeletions = true }
        #expect(there.subjects == ["d", "e"])
    }

    @Test("Drafts that were asked about can be restored")
    func restoredDrafts() async throws {
        let there = DraftServer(.dovecot)
        let home = try DraftHome(there.server)
        for subject in ["a", "b", "c"] { try home.write(subject) }
        for _ in 0..<3 { #expect(try await home.sync().failure == nil) }
        try home.removeDraftFiles()
        #expect(try await home.sync().questionedDeletions == 3)
        try await home.sync { $0.restoresDeletions = true }
        for _ in 0..<2 { #expect(try await home.sync().questionedDeletions == 0) }
        #expect(try home.subjects().sorted() == ["a", "b", "c"] && there.subjects.sorted() == ["a", "b", "c"])
    }
}
