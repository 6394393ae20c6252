public import Disk
public import Platform

extension Directory {
    static func openIfPresent(_ path: Path, on system: any FileSystem) throws(FileError) -> Directory? {
        do throws(FileError) {
            return try open(path, on: system)
        } catch  where error.isMissing {
            return nil
        }
    }

    /// Opens a directory by its path and makes what is missing of it, step by step from the first that is there. Links
    /// are followed as far as the path exists; nothing is made behind one that leads nowhere.
    ///
    /// The last that is there may have been made by a process that was stopped before its name lasted. Those above it
    /// last: none is made in one that does not.
    static func making(_ path: Path, on system: any FileSystem) throws(FileError) -> Directory {
        var missing: [[UInt8]] = []
        var existing = path
        while true {
            if var last = try openUnsurely(existing, on: system) {
                for name in missing.reversed() { last = try last.makingDirectory(name) }
                return last
            }
            guard let (parent, name) = existing.split else {
                // "/" or "." can be missing only where the process stands in a directory that was removed.
                return try open(existing, on: system)
            }
            missing.append(name)
            existing = parent
        }
    }

    /// `nil` where there is none. What something else is mounted on was not made by anybody who writes there.
    private static func openUnsurely(_ path: Path, on system: any FileSystem) throws(FileError) -> Directory? {
        guard let directory = try openIfPresent(path, on: system) else { return nil }
        guard let parent = path.split?.parent, let above = try? open(parent, on: system),
            let outer = try? above.status(), try directory.status().device == outer.device
        else { return directory }
        return try open(path, unsureOf: above, on: system)
    }
}

extension Path {
    /// The directory that a path leads through last, and the name in it; `nil` for "/" and for the empty path.
    fileprivate var split: (parent: Path, name: [UInt8])? {
        let end = bytes.lastIndex { $0 != 0x2F }.map { $0 + 1 } ?? 0
        guard end > 0 else { return nil }
        guard let slash = bytes[..<end].lastIndex(of: 0x2F) else { return (Path("."), Array(bytes[..<end])) }
        let parent = bytes[..<slash].lastIndex { $0 != 0x2F }.map { bytes[...$0] } ?? [0x2F]
        return (Path(parent), Array(bytes[(slash + 1)..<end]))
    }
}

extension Path {
    /// The same place for a process that works elsewhere. `~/` in front is the user's own directory, which no shell put
    /// there in `--home=~/mail`.
    public func absolute(in environment: Environment) -> Path {
        if bytes.first == 0x2F { return self }
        if bytes.starts(with: "~/".utf8), let home = environment.absolutePath(of: "HOME") {
            return home / Array(bytes.dropFirst(2))
        }
        return Path(environment.workingDirectory) / bytes
    }
}
