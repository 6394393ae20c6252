import Foundation
import LineEditing
import MailTestSupport
import Terminal
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Growth of the table of descriptors", .timeLimit(.minutes(1)))
struct EarlyDescriptorTableGrowthTests {
    @Test("Many files can be opened without waiting for the kernel to enlarge the table of descriptors")
    func descriptorTable() throws {
        let home = try SampleHome(isEmpty: true)
        let prompt = Process()
        prompt.executableURL = ProjectFiles.petrel
        prompt.arguments = ["--home", home.directory.path]
        let input = Pipe.closedOnExit
        (prompt.standardInput, prompt.standardOutput) = (input, FileHandle.nullDevice)
        try prompt.run()
        var size = 0
        for _ in 0..<100 where size < 512 {
            let status = try String(contentsOfFile: "/proc/\(prompt.processIdentifier)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("FDSize:") }
            size = line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
            usleep(50_000)
        }
        #expect(size >= 512)
        try input.fileHandleForWriting.close()
        prompt.waitUntilExit()
    }
}

@Suite("The limit of descriptors", .timeLimit(.minutes(1)))
struct DescriptorLimitTests {
    @Test("petrel raises its soft limit of descriptors, and the programs that it starts get the former one")
    func raised() throws {
        let home = try SampleHome(isEmpty: true)
        try home.add(Array("From: ana@example.org\nSubject: Plan\n\nHi\n".utf8), to: "INBOX")
        let id = try #require(try home.petrel("list", "--json").list().first?["id"] as? String)
        let command = "ulimit -S -n; grep 'open files' /proc/$PPID/limits"
        let run = try ProgramRun.run(
            URL(filePath: "/bin/sh"),
            [
                "-c", "ulimit -S -n 64; exec \"$@\"", "sh", ProjectFiles.petrel.path, "--home", home.directory.path,
                "pipe", id, command,
            ])
        let lines = run.text.split(separator: "\n")
        #expect(run.exitCode == 0 && lines.first == "64", "\(run.text) \(run.errorText)")
        let soft = lines.last?.split(separator: " ").dropFirst(3).first.flatMap { Int($0) } ?? 0
        #expect((65...4096).contains(soft), "\(run.text)")
    }
}
