import Foundation
import MailTestSupport
import Testing

/// Another process observes while a message can be taken back.
@Suite("An undo window and other processes", .holds("U02", "U04", "U06", "U10", "PS2"))
struct CrossProcessUndoWindowTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "petrel-undo-\(UUID().uuidString)")

    private func petrel(_ words: String...) throws -> ProgramRun {
        try ProgramRun.run(ProjectFiles.petrel, ["--home", folder.path] + words)
    }

    /// Starts sending with a window of 30 seconds, and returns when the message is in the outbox.
    private func sender() throws -> Process {
        let process = Process()
        process.executableURL = ProjectFiles.petrel
        process.arguments =
            ["--home", folder.path] + [
                "new", "-t", "ben@example.org", "-s", "Plan", "-m", "Hi", "--send", "--undo", "30",
            ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 0..<200 {
            if try petrel("outbox").text.contains("undo window") { return process }
            usleep(50_000)
        }
        Issue.record("nothing came into the outbox")
        return process
    }

    @Test(
        "In an open window the message is not a draft; if its process is killed, it is")
    func killed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = try sender()
        #expect(try petrel("drafts").text.isEmpty)
        kill(process.processIdentifier, SIGSTOP)
        #expect(try petrel("outbox").text.contains("undo window"))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(try petrel("outbox").text.isEmpty)
        #expect(try petrel("drafts").text.hasPrefix("d1    ben@example.org"))
        #expect(try petrel("outbox").text.isEmpty)
    }

    @Test("Another process may cancel the message, which is then not sent")
    func takenBack() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = try sender()
        #expect(try petrel("outbox", "cancel", "o1").text == "Taken back from the outbox as d1\n")
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(try petrel("drafts").text.hasPrefix("d1 "))
        #expect(try petrel("outbox").text.isEmpty)
    }
}
