import Foundation
import MailTestSupport
import Testing

@testable import REPL

/// The JSON that commands printed, validated with the published schemas by python3-jsonschema.
final class JSONOutputValidator {
    private var lines: [Data] = []

    static let schemas = ProjectFiles.root.appending(path: "docs/schemas/v1")
    static let hasValidator = FileManager.default.isExecutableFile(atPath: "/usr/bin/jsonschema")

    /// Adds what a run printed. The schema of a line is that of its command.
    func add(_ run: CommandRun, as schema: String? = nil) throws { try add(output: Data(run.output), as: schema) }

    /// Adds what the program itself printed.
    func add(_ run: ProgramRun) throws { try add(output: run.output) }

    private func add(output: Data, as schema: String? = nil) throws {
        for line in output.split(separator: 0x0A) {
            let object = try #require(
                try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
                "not an object: \(String(decoding: line, as: UTF8.self))")
            let name = schema ?? (object["cmd"] as? String ?? "petrel").replacing(" ", with: "-")
            // The line itself, so that the validator sees members that are there twice.
            lines.append(Data("{\"schema\": \"\(name)\", \"answer\": ".utf8) + Data(line) + Data("}".utf8))
        }
    }

    /// Returns what is wrong: one line for each invalid answer, and for each schema without a valid one.
    func problems() throws -> [String] {
        let file = ProjectFiles.memory.appending(path: "petrel-answers-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(lines.joined(separator: [0x0A])).write(to: file)
        let script = ProjectFiles.root.appending(path: "Tests/Fixtures/validate-json-output.py")
        let run = try ProgramRun.run(
            URL(filePath: "/usr/bin/python3"), ["-B", script.path, Self.schemas.path, file.path])
        #expect(run.exitCode == 0, "\(run.errorText)")
        return run.text.split(separator: "\n").map { String($0) }
    }
}
