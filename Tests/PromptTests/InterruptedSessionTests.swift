import Foundation
import MailTestSupport
import Testing

/// Stops the program on a terminal in the middle of a session. `make crash` stops it after every line.
@Suite("Interrupted sessions", .holds("C19", "N01", "PD1", "PD3", "U06"))
struct InterruptedSessionTests {
    @Test(
        "After any line and in any way it is stopped, accepted input is kept",
        arguments: ["kill", "term", "hup", "eof", "interrupt", "pause"])
    func stops(_ way: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "petrel-stop-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = ProjectFiles.root.appending(path: "Tests/Fixtures/stop-after-every-input-line.py")
        let run = try ProgramRun.run(
            URL(filePath: "/usr/bin/env"), ["python3", script.path, ProjectFiles.petrel.path, folder.path, way, "2"])
        #expect(run.exitCode == 0, "\(run.text) \(run.errorText)")
    }
}
