import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite("Listing during sign-in", .holds("M02"))
struct ListDuringSignInTests {
    @Test("A sync without changes needs one round trip after the greeting of a known server")
    func once() async throws {
        let scene = try HomeWithModelServer(.dovecot)
        for _ in 0..<3 { #expect(try await scene.sync { _ in .none }.failure == nil) }
        let report = try await scene.sync { _ in .none }
        #expect(report.failure == nil)
        #expect(report.roundTrips == 1, "\(report.roundTrips)")
        #expect(scene.model.violations == [])
        scene.deliver("later")
        _ = try await scene.sync { _ in .none }
        #expect(scene.here("INBOX").contains { $0.subject == "later" })
    }

    @Test("A change made after the early answer is noticed")
    func meanwhile() async throws {
        let scene = try HomeWithModelServer(.dovecot)
        for _ in 0..<2 { _ = try await scene.sync { _ in .none } }
        let sync = try scene.engine(
            scene.account, "kim", "secret-kim", by: scene.model.connections { _ in .none }, clock: scene.clock)
        let report = await sync.run {
            // The server has answered by then.
            try? await Task.sleep(for: .milliseconds(300))
            scene.deliver("meanwhile")
            return true
        }
        #expect(report.failure == nil)
        #expect(scene.here("INBOX").contains { $0.subject == "meanwhile" })
    }

    @Test("A server with changed capabilities is asked again", arguments: ["X-OTHER", "IMAP4REV1 MOVE", ""])
    func changed(_ remembered: String) async throws {
        let scene = try HomeWithModelServer(.dovecot)
        for _ in 0..<2 { _ = try await scene.sync { _ in .none } }
        let paths = try FileManager.default.subpathsOfDirectory(atPath: scene.home.path)
        let memory = scene.home.appending(path: try #require(paths.first { $0.hasSuffix("/servers") }))
        let known = try Data(contentsOf: memory)
        try Data("mail.example.net:993 \(remembered)\n".utf8).write(to: memory)
        scene.deliver("later")
        let report = try await scene.sync { _ in .none }
        #expect(report.failure == nil)
        #expect(scene.here("INBOX").contains { $0.subject == "later" })
        // An entry without capabilities marks a server that must not be asked early.
        if !remembered.isEmpty { #expect(try Data(contentsOf: memory) == known) }
    }

    @Test("After a server drops an early listing, it is asked only after the sign-in")
    func disliked() async throws {
        let scene = try HomeWithModelServer(.dovecot)
        for _ in 0..<3 { _ = try await scene.sync { _ in .none } }
        scene.deliver("later")
        // The first command after the sign-in is not answered.
        let report = try await scene.sync { connection in
            var faults = ModelFaults.none
            if connection == 3 { faults.lostAnswers = [1] }
            return faults
        }
        #expect(report.failure == nil)
        #expect(scene.here("INBOX").contains { $0.subject == "later" })
        let patient = try await scene.sync { _ in .none }
        #expect(patient.failure == nil && patient.roundTrips == 2, "\(patient.roundTrips)")
    }
}
