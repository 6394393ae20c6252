public import Disk
public import Platform

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
