internal import Disk
internal import Platform

extension Environment {
    /// Whether a program with this name is in PATH.
    func hasProgram(_ name: String) -> Bool {
        (self["PATH"] ?? Array("/usr/bin:/bin".utf8)).split(separator: 0x3A).contains { directory in
            (try? FileReading.kind(of: Path(Array(directory) + Array("/\(name)".utf8)))) == .file
        }
    }
}
