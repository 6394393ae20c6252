import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite("Asking while signing in", .holds("M02"))
struct EarlyListingTests {
    @Test("Where nothing changed, a server that is known is asked all in one round trip behind its greeting")
    func once() async throws {
        let scene = try ModelScene(.dovecot)
        for _ in 0..<3 { #expect(try await scene.sync { _ in .none }.failure == nil) }
        let report = try await scene.sync { _ in .none }
        #expect(report.failure == nil)
        #expect(report.roundTrips == 1, "\(report.roundTrips)")
        #expect(scene.model.violations == [])
        scene.deliver("later")
        _ = try await scene.sync { _ in .none }
        #expect(scene.here("INBOX").contains { $0.subject == "later" })
    }

    @Test("What is done meanwhile is seen: what was answered before that is asked anew")
    func meanwhile() async throws {
        let scene = try ModelScene(.dovecot)
        for _ in 0..<2 { _ = try await scene.sync { _ in .none } }
        let sync = try scene.engine(
            scene.account, "kim", "secret-kim", by: scene.model.connections { _ in .none }, clock: scene.clock)
        let report = await sync.run {
            // By then the server has answered.
            try? await Task.sleep(for: .milliseconds(300))
            scene.deliver("meanwhile")
            return true
        }
        #expect(report.failure == nil)
        #expect(scene.here("INBOX").contains { $0.subject == "meanwhile" })
    }

    @Test("One that can do something else by now is asked again", arguments: ["X-OTHER", "IMAP4REV1 MOVE", ""])
    func changed(_ remembered: String) async throws {
        let scene = try ModelScene(.dovecot)
        for _ in 0..<2 { _ = try await scene.sync { _ in .none } }
        let paths = try FileManager.default.subpathsOfDirectory(atPath: scene.home.path)
        let memory = scene.home.appending(path: try #require(paths.first { $0.hasSuffix("/servers") }))
        let known = try Data(contentsOf: memory)
        try Data("mail.example.net:993 \(remembered)\n".utf8).write(to: memory)
        scene.deliver("later")
        let report = try await scene.sync { _ in .none }
        #expect(report.failure == nil)
        #expect(scene.here("INBOX").contains { $0.subject == "later" })
        // A line without capabilities is that of a server which is not to be asked early.
        if !remembered.isEmpty { #expect(try Data(contentsOf: memory) == known) }
    }

    @Test("One that ends the connection over it is asked when somebody is signed in, now and from then on")
    func disliked() async throws {
        let scene = try ModelScene(.dovecot)
        for _ in 0..<3 { _ = try await scene.sync { _ in .none } }
        scene.deliver("later")
        // The first command behind the sign-in is not answered.
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
