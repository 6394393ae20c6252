public import Disk

/// A directory of messages, one a file, in `new` and `cur` [https://cr.yp.to/proto/maildir.html].
public struct Maildir: Sendable {
    public let path: Path

    /// `nil` where the directory has neither `cur` nor `new`, and so is no Maildir.
    ///
    /// A Maildir that came through a version control system or an archive may lack those that were empty.
    public init?(_ path: Path) {
        self.path = path
        if directories.isEmpty { return nil }
    }

    private var directories: [Path] {
        [path / "cur", path / "new"].filter { (try? FileReading.kind(of: $0)) == .directory }
    }

    /// The files of all messages in the order of their names, which begin with the time of arrival. Names that begin
    /// with a dot are no messages.
    public func messages() throws(FileError) -> [Path] {
        var found: [(name: [UInt8], path: Path)] = []
        for directory in directories {
            for name in try FileReading.names(in: directory) where name.first != 0x2E {
                found.append((name, directory / name))
            }
        }
        return found.sorted { $0.name.lexicographicallyPrecedes($1.name) }.map(\.path)
    }
}
