import Foundation
import MailTestSupport
import Testing

/// `make run` after petrel has been built.
@Suite("make run", .serialized, .holds("K03"), .timeLimit(.minutes(3)))
struct MakeRunTests {
    private static let script = ProjectFiles.root.appending(path: "scripts/run-sample")
    /// Prints the path of the home, which is below the directory to be removed.
    private static let whereabouts = "pipe 1 'tr \"\\0\" \"\\n\" </proc/$PPID/cmdline | grep /home'\n"

    /// Returns the directory with all files of a run.
    private static func ground(in output: String) throws -> String {
        let line = try #require(output.split(separator: "\n").first { $0.hasSuffix("/home") }, "\(output)")
        return String(line.dropLast("/home".count))
    }

    private static func expectNothingLeft(of ground: String, _ comment: String = "") throws {
        #expect(!FileManager.default.fileExists(atPath: ground), "\(comment): \(ground) is left")
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int(name) != nil {
            let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/cwd")
            let command = (try? Data(contentsOf: URL(filePath: "/proc/\(name)/cmdline"))) ?? Data()
            let text = String(decoding: command, as: UTF8.self)
            #expect(
                !(place?.hasPrefix(ground) ?? false) && !text.contains(ground), "\(comment): \(name) is left: \(text)")
        }
    }

    @Test("With OFFLINE=1, a copy of the sample mail is available and removed at the end")
    func offline() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "petrel-offline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let run = try ProgramRun.run(
            Self.script, [], input: Data("list --limit 1\nquit\n".utf8),
            environment: ["OFFLINE": "1", "TMPDIR": directory.path])
        #expect(run.exitCode == 0, "\(run.errorText)")
        #expect(run.text.contains("Re: Photo of the tower, before it goes"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    }

    @Test("The sample mail is on a server with an account, and all is removed at the end", .needs(server: "exim"))
    func online() throws {
        let input = "list --limit 1\naccount check kim\n\(Self.whereabouts)quit\n"
        let run = try ProgramRun.run(Self.script, [], input: Data(input.utf8), environment: ["OFFLINE": ""])
        #expect(run.exitCode == 0, "\(run.errorText)")
        #expect(run.text.contains("ana@example.net answers what you write to her"))
        #expect(run.text.contains("Re: Photo of the tower, before it goes") && run.errors.isEmpty, "\(run.errorText)")
        try Self.expectNothingLeft(of: try Self.ground(in: run.text))
    }

    @Test("Mail to ana is answered", .needs(server: "exim"))
    func answered() throws {
        let lines = [
            "list --limit 1", "new ana@example.net -s 'From a test' -m 'Are you there?' --send --wait 20",
            "pipe 1 'cat >/dev/null; sleep 5'", "sync", "list --limit 3", "quit",
        ]
        let input = lines.map { $0 + "\n" }.joined()
        let run = try ProgramRun.run(Self.script, [], input: Data(input.utf8), environment: ["OFFLINE": ""])
        #expect(run.exitCode == 0, "\(run.errorText)")
        #expect(run.text.contains("\nsent o1\n"), "\(run.text)")
        let listed = run.text.split(separator: "\n").filter { $0.contains("Re: From a test") }
        #expect(listed.count == 1 && listed.allSatisfy { $0.contains("Ana") }, "\(run.text)")
    }

    /// Starts the script in a separate process group. Returns when it is at its prompt, with the directory of its
    /// files.
    private static func sitting() throws -> (process: Process, input: Pipe, ground: String) {
        let process = Process()
        process.executableURL = script
        process.environment = ProcessInfo.processInfo.environment.merging(["OFFLINE": ""]) { $1 }
        let input = Pipe.closedOnExit
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // Ends a process that waits in vain.
        DispatchQueue.global().asyncAfter(deadline: .now() + 40) {
            if process.isRunning { kill(-process.processIdentifier, SIGKILL) }
        }
        // While another program has the terminal, only that program gets Ctrl-C. The last list shows that it has ended.
        let lines = "list --limit 1\n\(whereabouts)list --limit 2\n"
        try input.fileHandleForWriting.write(contentsOf: Data(lines.utf8))
        var text = ""
        while text.split(separator: "\n").last?.contains("tower") != true || !text.contains("/home\n") {
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "\(text)")
            text += String(decoding: more, as: UTF8.self)
        }
        return (process, input, try ground(in: text))
    }

    static let signals: [(name: String, number: Int32, isForAll: Bool, exitCode: Int32)] = [
        ("SIGTERM to the script", SIGTERM, false, 143), ("SIGHUP to the script", SIGHUP, false, 129),
        ("Ctrl-C, which all of them get", SIGINT, true, 130), ("SIGTERM to all of them", SIGTERM, true, 143),
    ]

    @Test("However it ends, nothing is left", .needs(server: "exim"), arguments: signals)
    func ending(_ row: (name: String, number: Int32, isForAll: Bool, exitCode: Int32)) throws {
        let sitting = try Self.sitting()
        let group = sitting.process.processIdentifier
        kill(row.isForAll ? -group : group, row.number)
        sitting.process.waitUntilExit()
        #expect(sitting.process.terminationStatus == row.exitCode, "\(row.name)")
        try Self.expectNothingLeft(of: sitting.ground, row.name)
    }

    @Test("If it is killed, its servers and its mail are removed as well", .needs(server: "exim"))
    func killed() throws {
        let sitting = try Self.sitting()
        kill(sitting.process.processIdentifier, SIGKILL)
        sitting.process.waitUntilExit()
        let limit = ContinuousClock.now + .seconds(20)
        while FileManager.default.fileExists(atPath: sitting.ground), ContinuousClock.now < limit {
            Thread.sleep(forTimeInterval: 0.1)
        }
        try Self.expectNothingLeft(of: sitting.ground)
    }
}
