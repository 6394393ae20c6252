import Disk
import Foundation
import MailIndex
import MailIndexing
import MailTestSupport
import MailTypes
import MaildirStore
import Testing

/// A temporary account and its index on the real disk, which are removed with this object.
final class AccountFixture {
    let path: URL
    let mail: Directory
    let index: Directory
    /// Late enough for recent changes of directories to count as settled.
    let later = Instant(seconds: Int64(Date.now.timeIntervalSince1970) + 100)

    init(on system: any FileSystem = POSIXFileSystem.shared) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "petrel-index-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        let home = try Directory.open(Path(path.path), on: system)
        mail = try home.makingDirectory(Array("mail".utf8))
        index = try home.makingDirectory(Array("index".utf8))
    }

    deinit {
        try? FileManager.default.removeItem(at: path)
    }

    func location(_ account: String = "work") -> IndexLocation {
        IndexLocation(index, account: Array(account.utf8))
    }

    @discardableResult
    func refresh(verifies: Bool = true, now: Instant? = nil) throws -> IndexRefresh.Outcome {
        try IndexRefresh(MailTree(mail), location(), verifies: verifies).run(now: now ?? later)
    }

    func open() throws -> MailIndex {
        try #require(try MailIndex.open(location()))
    }

    // MARK: - Changes by other programs

    func url(_ file: String) -> URL { path.appending(path: "mail").appending(path: file) }

    func write(_ file: String, _ message: String) throws {
        let url = url(file)
        try makeMailbox(of: url)
        try Data(message.utf8).write(to: url)
    }

    private func makeMailbox(of file: URL) throws {
        let mailbox = file.deletingLastPathComponent().deletingLastPathComponent()
        for place in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(
                at: mailbox.appending(path: place), withIntermediateDirectories: true)
        }
    }

    func move(_ file: String, to other: String) throws {
        try makeMailbox(of: url(other))
        try FileManager.default.moveItem(at: url(file), to: url(other))
    }

    func remove(_ file: String) throws {
        try FileManager.default.removeItem(at: url(file))
    }
}
