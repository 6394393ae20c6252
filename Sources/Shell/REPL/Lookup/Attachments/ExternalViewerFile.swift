internal import Accounts
internal import Disk
internal import MailTypes

/// Files for other programs: copies that only the user can read, each in a directory of its own.
enum ExternalViewerFile {
    private static let prefix = Array("open-".utf8)
    /// Seconds to keep a copy. The program may read it long after it was started, and does not report when it is done.
    private static let lifetime: Int64 = 24 * 3600

    /// Writes a copy, and removes those from previous days. `name` must be safe: see `AttachmentSaver`.
    static func make(
        of content: [UInt8], named name: [UInt8], in home: Home, at now: Instant
    ) throws(CommandFailure) -> Path {
        do throws(FileError) {
            let parent = try home.makingDirectory(.runtime)
            try removeOld(in: parent, at: now)
            let directory = try parent.makingDirectory(prefix + UniqueName.next())
            try directory.write(content, as: name, .new, through: directory, named: Array(".new".utf8))
            return directory.path / name
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Removes the copies from previous days. Creates nothing.
    static func removeOld(in home: Home, at now: Instant) {
        guard let parent = try? home.directory(.runtime) else { return }
        try? removeOld(in: parent, at: now)
    }

    private static func removeOld(in parent: Directory, at now: Instant) throws(FileError) {
        for name in try parent.names() where name.starts(with: prefix) {
            guard let status = try parent.status(of: name) else { continue }
            if status.modified / 1_000_000_000 < now.seconds - lifetime { try? parent.removeTree(name) }
        }
    }
}
