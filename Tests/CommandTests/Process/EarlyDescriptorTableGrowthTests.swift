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
