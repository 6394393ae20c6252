import Accounts
import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Platform
import Testing

/// Servers of large providers, as they behave.
@Suite("Providers", .timeLimit(.minutes(10)), .holds("Y01", "Y03", "Y07", "PY1", "PY2", "PY3"))
struct ProviderSyncTests {
    private static let limited = [ModelProfile.yahoo, .dovecot, .cyrus, .exchange, .courier, .bare].map {
        $0.limited(to: 3)
    }

    @Test("All mail of a server that processes few messages per command is synced", arguments: limited)
    func messageLimit(_ profile: ModelProfile) async throws {
        let home = try HomeWithModelServer(profile, isEmpty: true)
        let subjects = (1...20).map { "x\($0)" }
        try await home.deliver(subjects)
        #expect(try await home.settle() == [])
        #expect(home.here("INBOX").map(\.subject).sorted() == subjects.sorted())

        for subject in subjects[..<8] { try home.rename(subject, letters: "FS") }
        for subject in subjects[8..<13] { try home.moveHere(subject, to: "Projects") }
        for subject in subjects[13..<17] { try home.removeHere(subject) }
        try await home.deliver((21...30).map { "x\($0)" })
        #expect(try await home.settle() == [])
        for subject in subjects[..<8] { home.model.expunge(UIDSet(try home.uid(subject)), in: "INBOX") }
        #expect(try await home.settle() == [])

        #expect(home.here == home.there)
        let counts = ["INBOX", "Projects", "Trash"].map { home.here($0).count }
        #expect(counts == [13, 5, 4])
        #expect(home.model.violations == [] && home.model.log.allSatisfy { !$0.line.contains("FETCH 1:* ") })
    }

    @Test("A server that shows all mail only to clients without sequence numbers is asked without them")
    func withoutSequenceNumbers() async throws {
        let home = try HomeWithModelServer(.yahoo)
        #expect(try await home.settle() == [])
        #expect(home.model.log.contains { $0.line.hasPrefix("ENABLE ") && $0.line.contains("UIDONLY") })
        let other = try HomeWithModelServer(.dovecot.with("UIDONLY"))
        #expect(try await other.settle() == [])
        #expect(!other.model.log.contains { $0.line.contains("UIDONLY") })
    }

    @Test("Changes on both sides are synced", arguments: [ModelProfile.yahoo, .iCloud, .proton, .ionos])
    func changes(_ profile: ModelProfile) async throws {
        let home = try HomeWithModelServer(profile)
        #expect(try await home.settle() == [])
        #expect(home.here == home.there)
        try home.change()
        #expect(try await home.settle() == [])
        #expect(home.here == home.there)
        #expect(home.model.violations == [])
    }

    @Test(
        "A server that announces ESEARCH, but returns no sets, is synced", arguments: [MailWindow.all, .days(30)])
    func searchWithoutSets(_ window: MailWindow) async throws {
        let home = try HomeWithModelServer(.iCloud, window: window, isEmpty: true)
        let today = DateTime(instant: home.clock.now(), offsetMinutes: 0)
        for number in 1...5 { home.model.deliver(TestMessage.message("x\(number)"), date: today) }
        #expect(try await home.settle() == [])
        #expect(home.here("INBOX").map(\.subject).sorted() == ["x1", "x2", "x3", "x4", "x5"])
        home.model.expunge(UIDSet(try home.uid("x3")), in: "INBOX")
        #expect(try await home.settle() == [])
        #expect(home.here("INBOX").map(\.subject).sorted() == ["x1", "x2", "x4", "x5"])
        #expect(home.model.log.contains { $0.line.hasPrefix("UID SEARCH RETURN (ALL) ") })
    }
}
