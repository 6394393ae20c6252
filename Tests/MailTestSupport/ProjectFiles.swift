public import Foundation

/// The paths of the project's files, for tests that read them or run the built program.
public enum ProjectFiles {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    public static var sampleMaildir: URL { root.appending(path: "sample-maildir") }

    /// A directory for homes of tests, in memory if possible: thousands of small syncs and commands would spend their
    /// time waiting for the disk. `scripts/in-temporary-directory` names a directory of this run.
    public static let memory: URL = {
        if let path = ProcessInfo.processInfo.environment["PETREL_TEST_MEMORY"] { return URL(filePath: path) }
        let shared = URL(filePath: "/dev/shm")
        return FileManager.default.isWritableFile(atPath: shared.path) ? shared : FileManager.default.temporaryDirectory
    }()

    /// The petrel binary that was built together with the tests, in the same directory as the test binary. It is looked
    /// up once, and without `Bundle`, which would serialize all threads.
    public static let petrel: URL = {
        let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests ?? CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "petrel")
    }()
}

extension ProjectFiles {
    /// Writes a shell script from another process. If this process wrote it, a program that another thread starts at
    /// the same time could inherit the open file, and executing a file that is open for writing fails (ETXTBSY).
    public static func writeProgram(_ text: String, to file: URL) throws {
        let run = try ProgramRun.run(
            URL(filePath: "/bin/sh"), ["-c", "cat > \"$1\" && chmod 700 \"$1\"", "sh", file.path],
            input: Data("#!/bin/sh\n\(text)\n".utf8))
        guard run.exitCode == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}

/// The result of running a program: its exit code and output.
public struct ProgramRun: Sendable {
    public let exitCode: Int32
    public let output: Data
    public let errors: Data

    public var text: String { String(decoding: output, as: UTF8.self) }
    public var errorText: String { String(decoding: errors, as: UTF8.self) }

    /// Runs a program until it exits, with `input` as its standard input.
    public static func run(
        _ program: URL, _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
    ) throws -> ProgramRun {
        let directory = FileManager.default.temporaryDirectory.appending(path: "petrel-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        // Use files instead of pipes: a full pipe could block either process.
        let files = ["in", "out", "err"].map { directory.appending(path: $0) }
        try input.write(to: files[0])
        for file in files[1...] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        return ProgramRun(
            exitCode: process.terminationStatus, output: try Data(contentsOf: files[1]),
            errors: try Data(contentsOf: files[2]))
    }
}
