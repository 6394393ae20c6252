import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport

@Suite("Memory", .holds("M03", "PX6"), .timeLimit(.minutes(2)))
struct PeakMemoryTests {
    /// Returns the peak memory of the program, in KiB.
    private func peak(_ words: [String], _ home: SampleHome) throws -> Int {
        let program = """
            import resource, subprocess, sys
            subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            """
        let run = try ProgramRun.run(
            URL(filePath: "/usr/bin/env"),
            ["python3", "-c", program, ProjectFiles.petrel.path, "--home", home.directory.path] + words)
        #expect(run.exitCode == 0, "\(words): \(run.errorText)")
        return try #require(Int(run.text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test("headers and source need little memory for a large message, and the list of its attachments needs it once")
    func largeMessage() throws {
        let home = try SampleHome(isEmpty: true)
        let line = "The ferry leaves at eight, and the bridge opens for it several times a day.\r\n"
        let text = String(repeating: line, count: 1000)
        let size = 64 << 20
        let head = "From: ana@example.org\r\nContent-Type: application/octet-stream\r\n\r\n"
        try home.add(Array(head.utf8), to: "INBOX", named: "1.1.host:2,S")
        let file = home.mail.appending(path: "INBOX/cur/1.1.host:2,S")
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        for _ in 0..<size / text.utf8.count { try handle.write(contentsOf: Data(text.utf8)) }
        try handle.close()
        let id = try #require(try home.petrel("list", "--json").list().first?["id"] as? String)
        let baseline = try peak(["help"], home)
        for (words, most) in [(["headers", id], 24), (["source", id], 24), (["attachments", id], 24 + size >> 20)] {
            let peak = try peak(words, home)
            #expect(peak - baseline <= most << 10, "\(words): \(peak) KiB, beside \(baseline)")
        }
    }

    @Test("Indexing, listing and searching use at most 150 MB more than help")
    func mailbox() throws {
        let home = try SampleHome(isEmpty: true)
        let place = home.mail.appending(path: "INBOX/cur")
        for name in ["cur", "new", "tmp"] {
            let directory = home.mail.appending(path: "INBOX/\(name)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        }
        let line = "The ferry leaves at eight, and the bridge opens for it several times a day.\r\n"
        for number in 0..<6000 {
            let head = "From: a\(number)@example.org\r\nTo: b@example.org\r\nSubject: Ferry \(number)\r\n\r\n"
            let text = head + "word\(number) " + String(repeating: line, count: 40)
            try Data(text.utf8).write(to: place.appending(path: "\(number).test:2,S"))
        }
        let baseline = try peak(["help"], home)
        let commands = [["list"], ["search", "ferry"], ["search", "word4711"], ["contacts", "query", "a"]]
        for words in commands {
            let peak = try peak(words, home)
            #expect(peak - baseline <= 150 * 1024, "\(words): \(peak) KiB, beside \(baseline)")
        }
    }
}
