import Foundation
import Glibc

/// A process that holds the lock of a file and is stopped, as with Ctrl-Z.
public final class StoppedLockHolder: Sendable {
    private let process = Process()
    private let input = Pipe.closedOnExit
    public var processID: Int32 { process.processIdentifier }

    public init(of file: String) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        // flock(1) holds the lock while its child runs.
        process.arguments = ["flock", file, "sh", "-c", "echo held; read line"]
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = input
        try process.run()
        guard output.fileHandleForReading.availableData == Data("held\n".utf8) else {
            throw CocoaError(.fileLocking)
        }
        kill(processID, SIGSTOP)
    }

    /// Lets the process run on, with the lock.
    public func proceed() {
        kill(processID, SIGCONT)
    }

    /// Lets the process run on and end.
    public func finish() {
        proceed()
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
