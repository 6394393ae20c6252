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
