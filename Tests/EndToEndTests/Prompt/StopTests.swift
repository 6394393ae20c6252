import Foundation
import MailTestSupport
import Testing

/// The program on a terminal, stopped in the middle of a session. `make crash` stops it behind every line.
@Suite("A session that is stopped", .holds("C19", "N01", "PD1", "PD3", "U06"))
struct StopTests {
    @Test(
        "Behind whatever line and however it is stopped, what was accepted is there afterwards",
        arguments: ["kill", "term", "hup", "eof", "interrupt", "pause"])
    func stops(_ way: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "petrel-stop-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = ProjectFiles.root.appending(path: "Tests/Fixtures/stop-at-every-line.py")
        let run = try ProgramRun.run(
            URL(filePath: "/usr/bin/env"), ["python3", script.path, ProjectFiles.petrel.path, folder.path, way, "2"])
        #expect(run.exitCode == 0, "\(run.text) \(run.errorText)")
    }
}

/// Another process looks on while an order to send can be taken back.
@Suite("An undo window and other processes", .holds("U02", "U04", "U06", "U10", "PS2"))
struct UndoWindowTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "petrel-undo-\(UUID().uuidString)")

    private func petrel(_ words: String...) throws -> ProgramRun {
        try ProgramRun.run(ProjectFiles.petrel, ["--home", folder.path] + words)
    }

    /// Starts to send with a window of 30 seconds, and returns when the message is in the outbox.
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
        "As long as the window is open it is no draft and not free; once its process is killed, it is a draft for good")
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

    @Test("Another process may take the order back, and then nobody sends")
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
