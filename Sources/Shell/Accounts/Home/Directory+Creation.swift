package import Disk

extension Directory {
    static func openIfPresent(_ path: Path, on system: any FileSystem) throws(FileError) -> Directory? {
        do throws(FileError) {
            return try open(path, on: system)
        } catch  where error.isMissing {
            return nil
        }
    }

    /// Opens a directory by its path, and creates the missing components. Follows links in the part that exists;
    /// creates nothing behind a dangling link.
    ///
    /// A process that was stopped may have created the innermost existing directory without making its name durable.
    /// Those above it are durable, because a directory is created only in one that is.
    package static func making(_ path: Path, on system: any FileSystem) throws(FileError) -> Directory {
        var missing: [[UInt8]] = []
        var existing = path
        while true {
            if var last = try openUnsurely(existing, on: system) {
                for name in missing.reversed() { last = try last.makingDirectory(name) }
                return last
            }
            guard let (parent, name) = existing.split else {
                // "/" or "." can be missing only if the working directory was removed.
                return try open(existing, on: system)
            }
            missing.append(name)
            existing = parent
        }
    }

    /// Opens a directory whose name may not be durable yet, or returns `nil` if it does not exist. A mount point was
    /// not created by petrel, so its name needs no synchronization.
    private static func openUnsurely(_ path: Path, on system: any FileSystem) throws(FileError) -> Directory? {
        guard let directory = try openIfPresent(path, on: system) else { return nil }
        guard let parent = path.split?.parent, let above = try? open(parent, on: system),
            let outer = try? above.status(), try directory.status().device == outer.device
        else { return directory }
        return try open(path, unsureOf: above, on: system)
    }
}

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
