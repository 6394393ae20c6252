internal import Accounts
internal import Composer
internal import Disk
internal import LineEditing
internal import MailTypes
internal import Platform

/// Files that the user names as attachments: paths with `~` and wildcards, or `file://` URLs as terminals paste them on
/// drag and drop.
struct DraftAttachmentReader {
    let environment: Environment
    let userDirectory: Path?

    /// The size in bytes above which a file is rejected before it is read. No server accepts nearly as much.
    private static let maximumSize = 100_000_000

    /// Returns each file that the operands name, numbered from `first`.
    func read(_ operands: [[UInt8]], numberedFrom first: Int) throws(CommandFailure) -> [DraftAttachment] {
        var attachments: [DraftAttachment] = []
        for operand in operands {
            for path in try paths(operand) {
                attachments.append(try attachment(path, number: first + attachments.count))
            }
        }
        return attachments
    }

    private func attachment(_ path: Path, number: Int) throws(CommandFailure) -> DraftAttachment {
        let content = try content(of: path)
        let name = String(decoding: path.lastComponent, as: UTF8.self)
        return DraftAttachment(
            number: number, filename: name, mediaType: FileMediaType.of(filename: name, content: content),
            content: content)
    }

    private func content(of path: Path) throws(CommandFailure) -> [UInt8] {
        do throws(FileError) {
            switch try FileReading.kind(of: path) {
            case .file: return try FileReading.contents(of: path, onlyRegular: true, atMost: Self.maximumSize)
            case .other where Self.isOpenedByShell(path):
                return try FileReading.contents(of: path, atMost: Self.maximumSize)
            case .directory, .other: break
            }
        } catch {
            guard error.isTooLarge else { throw missing(path, error) }
            throw CommandFailure(
                .dataError, "tooLarge",
                "\(path) is larger than \(ByteCountText.of(Self.maximumSize)), but servers accept at most "
                    + "\(ByteCountText.of(Draft.attachmentLimit)). Upload it somewhere and send a link.")
        }
        let isDirectory = (try? FileReading.kind(of: path)) == .directory
        throw CommandFailure(
            .noInput, "cannotAttach",
            isDirectory
                ? "\(path) is a directory. Attach a file, or pack it: tar czf \(path).tgz \(path)"
                : "\(path) is a pipe or a device. Nothing was attached. Write its content to a file and attach that.")
    }

    /// Whether the path is of a pipe that a shell made for `<(COMMAND)`. Reading any other pipe could wait for ever.
    private static func isOpenedByShell(_ path: Path) -> Bool {
        path.bytes.starts(with: "/dev/fd/".utf8) || path.bytes.starts(with: "/proc/self/fd/".utf8)
    }

    // MARK: - Names

    private func paths(_ operand: [UInt8]) throws(CommandFailure) -> [Path] {
        let path = expanded(operand)
        // A file with exactly this name takes precedence, even if the name contains wildcards.
        let isThere = (try? FileReading.kind(of: path)) != nil
        guard PathPattern.isPattern(path.bytes), !isThere else { return [path] }
        let found = PathPattern.matches(path).filter { (try? FileReading.kind(of: $0)) == .file }
        if found.isEmpty {
            throw CommandFailure(.noInput, "noSuchFile", "No file matches \(path). Nothing was attached.")
        }
        return found
    }

    /// Returns the path without `~` and without the scheme of a URL.
    func expanded(_ operand: [UInt8]) -> Path {
        var path = Self.pathOfURL(operand) ?? operand
        if path.first == 0x7E, path.count == 1 || path[1] == 0x2F, let userDirectory {
            path = userDirectory.bytes + path.dropFirst()
        }
        return Path(path)
    }

    /// Returns the path of `file:///home/…` or `file://localhost/…` [RFC 8089].
    private static func pathOfURL(_ operand: [UInt8]) -> [UInt8]? {
        guard operand.starts(with: "file://".utf8) else { return nil }
        var rest = operand.dropFirst(7)
        if rest.starts(with: "localhost/".utf8) { rest = rest.dropFirst(9) }
        guard rest.first == 0x2F else { return nil }
        return PercentDecoding.decoded(rest)
    }

    /// Returns "No file plan.pfd. Did you mean plan.pdf?"
    private func missing(_ path: Path, _ error: FileError) -> CommandFailure {
        guard error.isMissing else { return CommandFailure(.noInput, "cannotAttach", error.description) }
        let parent = path.bytes.lastIndex(of: 0x2F).map { Path(path.bytes[...$0]) }
        let present = (try? FileReading.names(in: parent ?? Path("."))) ?? []
        if present.contains(path.lastComponent) {
            return CommandFailure(
                .noInput, "cannotAttach",
                "\(path) is a symbolic link to a file that does not exist. Nothing was attached.")
        }
        let wanted = String(decoding: path.lastComponent, as: UTF8.self)
        let near = present.map { String(decoding: $0, as: UTF8.self) }.compactMap { name in
            SpellingSuggestion.distance(wanted, name).map { (distance: $0, name: name) }
        }
        let names = SpellingSuggestion.nearest(near, by: \.distance).map(\.name)
        let question = names.count == 1 ? "Did you mean \(names[0])? " : SpellingSuggestion.question(names)
        return CommandFailure(.noInput, "noSuchFile", "No file \(path). \(question)Nothing was attached.")
    }
}
