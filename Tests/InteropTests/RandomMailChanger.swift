import Foundation
import MailTestSupport
import Testing

/// A program that changes the mail at random while it runs, and then reports what it added and removed.
final class RandomMailChanger {
    private let process = Process()
    private let input = Pipe.closedOnExit
    private let output: URL

    init(_ shared: SharedHome, seed: UInt64, _ kinds: String) throws {
        output = shared.ground.appending(path: "stranger-\(UUID().uuidString)")
        try Data().write(to: output)
        process.executableURL = NeededProgram.python.executable
        let script = ProjectFiles.root.appending(path: "Tests/Fixtures/change-maildir-at-random.py").path
        process.arguments = [script, shared.mail.path, "\(seed)", kinds]
        process.standardInput = input
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
    }

    /// Stops the program, and applies its changes to `contents`.
    func stop(_ contents: inout [Data: Int]) throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        for line in try String(contentsOf: output, encoding: .utf8).split(separator: "\n") {
            let digits = Array(line.dropFirst(2).utf8)
            let octets = stride(from: 0, to: digits.count, by: 2).compactMap {
                UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
            }
            contents[Data(octets), default: 0] += line.first == "+" ? 1 : -1
        }
        contents = contents.filter { $0.value != 0 }
    }
}
