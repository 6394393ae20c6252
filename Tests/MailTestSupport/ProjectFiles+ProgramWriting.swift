public import Foundation

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
