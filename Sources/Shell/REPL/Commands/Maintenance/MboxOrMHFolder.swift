internal import Disk
internal import MailTypes
internal import MaildirStore

/// Mail of another program that is not in Maildirs.
enum MboxOrMHFolder {
    case mbox
    case folder

    /// Returns what is at a path; `nil` for a directory that is not an MH folder.
    init?(at path: Path, on system: any FileSystem) throws(FileError) {
        switch try FileReading.kind(of: path) {
        case .file: self = .mbox
        case .other: return nil
        case .directory:
            guard try MaildirImport(from: Directory.open(path, on: system)).sources.isEmpty,
                try Self.folders(at: path, on: system, below: []).contains(where: { _ in true })
            else { return nil }
            self = .folder
        }
    }

    /// An MH folder: its name below the directory that was named, and its path. There may be more folders than files that a
    /// process may have open.
    typealias Folder = (names: [[UInt8]], path: Path)

    /// The maximum depth of folders in folders.
    private static let deepest = 16

    /// Returns the MH folders in a directory: itself, and the directories in it.
    static func folders(
        at path: Path, on system: any FileSystem, below names: [[UInt8]]
    ) throws(FileError) -> [Folder] {
        let directory = try Directory.open(path, on: system)
        var found: [Folder] = try directory.isMHFolder() ? [(names, path)] : []
        guard names.count < deepest else { return found }
        for name in try directory.names() where name.first != 0x2E {
            guard try directory.status(of: name)?.kind == .directory else { continue }
            found += try folders(at: path / name, on: system, below: names + [name])
        }
        return found
    }
}
