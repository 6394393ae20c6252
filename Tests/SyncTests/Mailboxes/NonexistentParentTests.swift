import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite("Names that only lead to mailboxes", .holds("PY2", "Y06"), .timeLimit(.minutes(5)))
struct NonexistentParentTests {
    @Test(
        "A deleted mailbox that others are below is no error if the server still lists it",
        arguments: ModelServerKind.all)
    func deleted(_ server: ModelServerKind) async throws {
        var profile = server.profile
        profile.marksMissingParents = false
        let scene = try HomeWithModelServer(profile)
        try await scene.create("Projects/Boat")
        try await scene.deliver(["b1"], to: "Projects/Boat")
        #expect(try await scene.settle() == [])
        try await scene.deleteMailbox("Projects")

        for subject in ["x1", "x2"] {
            scene.deliver(subject)
            try await scene.deliver([subject], to: "Projects/Boat")
            let report = try await scene.sync()

            #expect(report.failure == nil)
            for mailbox in report.mailboxes { #expect(mailbox.problem == nil, "\(mailbox.name)") }
            #expect(scene.here["INBOX"] == scene.there["INBOX"])
            #expect(try await scene.there("Projects/Boat") == scene.here("Projects/Boat"))
        }
    }
}
