import Composer
import Foundation
import InternetMessage
import MailTestSupport
import MailTypes
import Testing

/// Checks answers to real messages with an independent program.
@Suite("Replies to and forwards of the messages of a mailbox", .holds("C01", "C02", "C03", "C04", "C05", "C06", "C13"))
struct ReplyForwardPythonTests {
    private static let own = OwnAddresses([Address(name: "Kim Park", email: EmailAddress("kim@example.net"))])

    /// The messages of the sample mailbox, or of the folder that PETREL_ANSWER_FOLDER names.
    private static let originals: [(path: String, octets: [UInt8])] = {
        let named = ProcessInfo.processInfo.environment["PETREL_ANSWER_FOLDER"].map { URL(filePath: $0) }
        let root = named ?? ProjectFiles.sampleMaildir
        let paths = (FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []).sorted()
        return paths.compactMap { path in
            let folder = path.split(separator: "/").dropLast().last
            guard named != nil || folder == "cur" || folder == "new", !path.contains("/."),
                let octets = try? Data(contentsOf: root.appending(path: path))
            else { return nil }
            return (path, Array(octets))
        }
    }()

    @Test("Python's email package finds the expected recipients, subject, threads, quote and files")
    func pythonReader() throws {
        try #require(Self.originals.count > 50)
        let directory = FileManager.default.temporaryDirectory.appending(path: "petrel-answers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        for (number, original) in Self.originals.enumerated() {
            let message = Message(original.octets)
            let answers = [
                ("reply", try #require(Reply(to: message, .sender, own: Self.own)).draft),
                ("all", try #require(Reply(to: message, .all, own: Self.own)).draft),
                ("forward", Forward(message, own: Self.own).draft),
            ]
            try Data(original.octets).write(to: directory.appending(path: "\(1000 + number).original"))
            for (name, draft) in answers {
                let kept = try MessageWriter(draft.keptMessage(id: .test, date: .test), unique: "k").octets()
                let found = differences(draft, Draft(Message(kept)))
                #expect(found.isEmpty, "\(original.path), \(name): \(found)")
                let sent = try MessageWriter(draft.sentMessage(id: .test, date: .test), unique: "s").octets()
                try Data(sent).write(to: directory.appending(path: "\(1000 + number).\(name)"))
            }
        }
        let script = ProjectFiles.root.appending(path: "Tests/Fixtures/check-replies-and-forwards.py")
        let run = try ProgramRun.run(
            URL(filePath: "/usr/bin/env"), ["python3", script.path, directory.path, "kim@example.net"])
        try #require(run.exitCode == 0, "\(run.errorText)")
        let lines = run.text.split(whereSeparator: \.isNewline)
        let broken = lines.dropLast().map { line in
            let number = Int(line.prefix(4)).map { $0 - 1000 } ?? 0
            return "\(line) (\(Self.originals[number].path))"
        }
        #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
        #expect(lines.last?.hasPrefix("\(Self.originals.count) messages, ") ?? false)
    }
}
