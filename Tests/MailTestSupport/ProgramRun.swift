public import Foundation
private import Glibc

/// The result of running a program: its exit code and output.
public struct ProgramRun: Sendable {
    public let exitCode: Int32
    public let output: Data
    public let errors: Data

    public init(exitCode: Int32, output: Data, errors: Data) {
        self.exitCode = exitCode
        self.output = output
        self.errors = errors
    }

    public var text: String { String(decoding: output, as: UTF8.self) }
    public var errorText: String { String(decoding: errors, as: UTF8.self) }

    /// Gives each directory stream's buffer pages of its own, of which the last one is mostly empty. Foundation's Process
    /// reads up to 256 bytes past the end of such a buffer if this process has more than about 1,300 open descriptors, and
    /// would crash if the next page did not exist [swift-corelibs-foundation, pull request 5472].
    private static let directoryStreamBuffers: Void = {
        guard let address = dlsym(nil, "mallopt") else { return }
        let setOption = unsafeBitCast(address, to: (@convention(c) (Int32, Int32) -> Int32).self)
        // M_MMAP_THRESHOLD, and the size of such a buffer [mallopt(3)].
        _ = setOption(-3, 32_768)
    }()

    /// Runs a program until it exits, with `input` as its standard input.
    public static func run(
        _ program: URL, _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
    ) throws -> ProgramRun {
        _ = directoryStreamBuffers
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
