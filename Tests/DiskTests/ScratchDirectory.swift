import Disk
import Foundation
import MailTestSupport
import Testing

/// The file system that a test runs on.
enum DiskKind: String, CaseIterable, CustomTestStringConvertible {
    case posix, memory

    var testDescription: String { rawValue }
}

/// An empty directory on one of the file systems, removed with the value.
final class ScratchDirectory {
    let kind: DiskKind
    let system: any FileSystem
    let memory: MemoryFileSystem?
    let path: Path

    init(_ kind: DiskKind) throws {
        self.kind = kind
        switch kind {
        case .memory:
            let disk = MemoryFileSystem()
            path = Path("/ground")
            disk.plant(.directory, at: path)
            (system, memory) = (disk, disk)
        case .posix:
            let url = FileManager.default.temporaryDirectory.appending(path: "petrel-ground-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
            path = Path(url.path)
            (system, memory) = (POSIXFileSystem.shared, nil)
        }
    }

    deinit {
        if kind == .posix { try? FileManager.default.removeItem(atPath: path.description) }
    }

    var directory: Directory {
        get throws { try Directory.open(path, on: system) }
    }

    /// Creates an entry in the directory. A link points to `content`, and `.other` is a named pipe.
    func plant(_ kind: FileStatus.Kind, _ name: String, _ content: String = "") throws {
        let place = path / Array(name.utf8)
        if let memory { return memory.plant(kind, at: place, Array(content.utf8)) }
        let above =
            kind == .directory ? place.description : URL(filePath: place.description).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: above, withIntermediateDirectories: true)
        switch kind {
        case .file: try Data(content.utf8).write(to: URL(filePath: place.description))
        case .directory: break
        case .link:
            try FileManager.default.createSymbolicLink(atPath: place.description, withDestinationPath: content)
        case .other: guard mkfifo(place.description, 0o600) == 0 else { throw SystemError(errno) }
        }
    }

    /// Returns all paths, with the content and link count of files and the kind of other entries.
    func listing() throws -> [String] {
        var found: [String] = []
        func list(_ directory: Directory, _ above: String) throws {
            for name in try directory.names() {
                let path = above + String(decoding: name, as: UTF8.self)
                guard let status = try directory.status(of: name) else { continue }
                switch status.kind {
                case .file:
                    let content = String(decoding: try directory.contents(of: name), as: UTF8.self)
                    found.append("\(path) = \(content) (\(status.links))")
                case .directory:
                    found.append(path + "/")
                    try list(try directory.directory(name), path + "/")
                case .link, .other: found.append("\(path) \(status.kind)")
                }
            }
        }
        try list(directory, "")
        return found
    }
}

extension Array where Element == UInt8 {
    init(_ text: String) {
        self = Array(text.utf8)
    }
}
