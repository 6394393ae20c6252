import Foundation
import MailTestSupport
import Testing

/// Runs the program with a real Dovecot and a real Exim, which counts messages. `make crash` runs all cases, and this a
/// part.
@Suite("Exactly-once behavior", .onOwnThreads, .needs(server: "exim"), .timeLimit(.minutes(30)))
struct ExactlyOnceTests {
    /// One run plays all parts side by side, since starting its servers takes most of the time.
    private static let slice = Result {
        let script = ProjectFiles.root.appending(path: "scripts/crash/exactly-once")
        return try ProgramRun.run(URL(filePath: "/usr/bin/env"), ["python3", script.path, "--slice"])
    }

    private func expectOnce(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let run = try Self.slice.get()
        let verdicts = run.text.split(separator: "\n").filter { $0.hasPrefix("exactly-once: \(name)") }
        let isPassed =
            !verdicts.isEmpty && verdicts.allSatisfy { $0.contains(" tried: ok") || $0.contains(": SKIPPED: ") }
        #expect(
            isPassed || run.text.contains("exactly-once: SKIPPED:"), "\(run.text) \(run.errorText)",
            sourceLocation: sourceLocation)
    }

    @Test(
        "Killed at any file change while sending or replacing a draft, petrel does it once",
        .holds("C20", "C21", "PS1", "PS4", "PS5", "PY1", "PY4"))
    func kills() throws {
        try expectOnce("kills")
    }

    @Test(
        "Killed at any moment of a sync, petrel reaches the same result with the next syncs",
        .holds("Y09", "PY1", "PY2", "PY3", "PY4"))
    func moments() throws {
        try expectOnce("moments")
    }

    @Test(
        "Nothing is sent within an undo window, nor after its process has ended",
        .holds("U02", "U04", "U05", "U06", "U07", "U10", "PS2", "PS7"))
    func window() throws {
        try expectOnce("window")
    }

    @Test("Two processes that send the same messages send each once and in order", .holds("PS1", "PS5", "Y16"))
    func flushes() throws {
        try expectOnce("flushes")
    }

    @Test(
        "A forward without a network and without its attachment is sent whole and once later",
        .holds("C13", "C14", "N04", "PS1", "PS5"))
    func forwards() throws {
        try expectOnce("forwards")
    }

    @Test(
        "Two homes and another client that change a draft agree in the end and lose no text",
        .holds("C20", "C23", "PY2", "PY3"))
    func devices() throws {
        try expectOnce("devices")
    }

    @Test("Mail sent without a network leaves within seconds of its return", .holds("K04", "Y16"))
    func network() throws {
        try expectOnce("network")
    }
}
