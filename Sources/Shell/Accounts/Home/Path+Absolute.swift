public import Disk
public import Platform

extension Path {
    /// The parent directory and the last component, or `nil` for "/" and the empty path.
    var split: (parent: Path, name: [UInt8])? {
        let end = bytes.lastIndex { $0 != 0x2F }.map { $0 + 1 } ?? 0
        guard end > 0 else { return nil }
        guard let slash = bytes[..<end].lastIndex(of: 0x2F) else { return (Path("."), Array(bytes[..<end])) }
        let parent = bytes[..<slash].lastIndex { $0 != 0x2F }.map { bytes[...$0] } ?? [0x2F]
        return (Path(parent), Array(bytes[(slash + 1)..<end]))
    }
}

extension Path {
    /// Returns the absolute form of the path. Expands a leading `~/`, because the shell does not do so in
    /// `--home=~/mail`.
    public func absolute(in environment: Environment) -> Path {
        if bytes.first == 0x2F { return self }
        if bytes.starts(with: "~/".utf8), let home = environment.absolutePath(of: "HOME") {
            return home / Array(bytes.dropFirst(2))
        }
        return Path(environment.workingDirectory) / bytes
    }
}
