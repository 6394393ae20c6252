internal import Disk
internal import InternetMessage
internal import MailTypes

/// Saves an attachment to a file.
struct AttachmentSaver {
    private let part: Part
    private let number: Int
    private let content: [UInt8]

    /// `content`: the decoded content.
    init(_ part: Part, _ number: Int, _ content: [UInt8]) {
        self.part = part
        self.number = number
        self.content = content
    }

    /// Writes the decoded content durably. Refuses to write through a symbolic link in place of the file. The directory
    /// may be reached through one, because the user named it.
    func save(
        to path: Path, replacing: Bool, on system: any FileSystem
    ) throws(CommandFailure) -> (path: Path, size: Int) {
        let (directory, name, isNamed) = try place(path, on: system)
        do throws(FileError) {
            // A device or pipe that the user named is written to directly.
            if isNamed, let status = try directory.status(of: name), status.kind == .other {
                try DeviceAndPipeWriter.write(content.span, toDevice: directory.path / name)
                return (directory.path / name, content.count)
            }
            try directory.write(
                content, as: name, replacing ? .replacing : .new, through: directory,
                named: Array(".petrel-".utf8) + UniqueName.next())
        } catch  where error.isTaken {
            throw CommandFailure.exists(directory.path / name)
        } catch {
            throw CommandFailure(error)
        }
        return (directory.path / name, content.count)
    }

    private func place(
        _ path: Path, on system: any FileSystem
    ) throws(CommandFailure) -> (directory: Directory, name: [UInt8], isNamed: Bool) {
        if path.bytes.isEmpty { throw .usage("PATH is empty. Name a file or a directory, or leave it out.") }
        do throws(FileError) {
            return (try Directory.open(path, on: system), filename, false)
        } catch {
            // The path is not a directory, so its last component is the file name.
        }
        guard path.bytes.last != 0x2F, !path.lastComponent.isEmpty, path.lastComponent != [0x2E, 0x2E] else {
            throw CommandFailure(
                .cannotCreate, "cannotCreate", "There is no directory \(path). Create it, or name another one.")
        }
        let parent = path.bytes.lastIndex(of: 0x2F).map { Path(path.bytes[...$0]) } ?? Path(".")
        do throws(FileError) {
            return (try Directory.open(parent, on: system), path.lastComponent, true)
        } catch {
            throw CommandFailure(.cannotCreate, "cannotCreate", error.description)
        }
    }

    /// A safe form of the file name that the sender gave.
    var filename: [UInt8] { Self.plainName(part.filename ?? "", number) }

    /// Returns a safe file name: without directories and control characters, not hidden, and not too long. If nothing
    /// is left, the name is made from the attachment's number.
    static func plainName(_ given: String, _ number: Int) -> [UInt8] {
        let given = Array(given.utf8)
        let last = given.split { $0 == 0x2F || $0 == 0x5C }.last.map { Array($0) } ?? []
        var name = String(decoding: last, as: UTF8.self).unicodeScalars.filter { scalar in
            scalar.value >= 0x20 && scalar.value != 0x7F && !(0x80..<0xA0).contains(scalar.value)
                && scalar.properties.generalCategory != .format
        }.flatMap { Array(String($0).utf8) }
        while name.first == 0x2E || name.first == 0x20 || name.first == 0x2D { name.removeFirst() }
        name = shortened(name)
        return name.isEmpty ? Array("attachment-\(number)".utf8) : name
    }

    /// Shortens a name to at most 200 bytes, keeping the extension.
    private static func shortened(_ name: [UInt8]) -> [UInt8] {
        guard name.count > 200 else { return name }
        let dot = name.lastIndex(of: 0x2E).flatMap { name.count - $0 <= 16 ? $0 : nil } ?? name.count
        var stem = Array(name[..<min(200, dot)])
        while let last = stem.last, last & 0xC0 == 0x80 { stem.removeLast() }
        if let last = stem.last, last >= 0xC0 { stem.removeLast() }
        return stem + name[dot...]
    }
}

extension CommandFailure {
    fileprivate static func exists(_ path: Path) -> CommandFailure {
        CommandFailure(
            .cannotCreate, "fileExists",
            "\(path) already exists and was not overwritten. Name another file, or add --force.")
    }
}
