internal import Digest
internal import Disk
internal import JSONText
internal import MailTypes

/// Detects a copied home, so that a queued message is not sent from both the original and the copy.
///
/// The file `home.json` records the machine, file system and directory of the home. If they no longer match or the file
/// is missing, all queued messages are put on hold until the user orders them to be sent again, and then the file is
/// written for the new location.
struct CopiedHomeDetector: Sendable {
    private let directory: Directory
    private let states: Directory

    /// `directory` is the home, which contains the file; `states` contains the state directory of each account.
    init(in directory: Directory, states: Directory) {
        self.directory = directory
        self.states = states
    }

    private static let name = Array("home.json".utf8)
    private static let lockName = Array("home.lock".utf8)
    private static let maximumSize = 1 << 16

    /// Puts all queued messages on hold if they were queued in another home. Must be called before the outbox is read,
    /// and not while the lock of an account is held.
    func settle() throws(FileError) {
        if try isHere() { return }
        let lock = try directory.lock(Self.lockName, waiting: true)
        defer { withExtendedLifetime(lock) {} }
        // Another process may have done it already.
        if try isHere() { return }
        for account in try states.names() where try states.status(of: account)?.kind == .directory {
            let state = try states.directory(account)
            let lock = try DraftStore.lock(of: state)
            defer { withExtendedLifetime(lock) {} }
            try SidecarMaildir.hold(in: state, because: .copied)
        }
        // Written last: after a crash before this, the next call holds the same messages again.
        let object = try HomeLocationFingerprint(of: directory, lockName: Self.lockName).object(keeping: read())
        try directory.write(
            ChecksummedJSON.octets(of: object), as: Self.name, .replacing, through: directory,
            named: Array("home.".utf8) + UniqueName.next())
    }

    private func isHere() throws(FileError) -> Bool {
        guard let object = try read() else { return false }
        return try HomeLocationFingerprint(of: directory, lockName: Self.lockName).isDescribed(by: object)
    }

    /// Returns `nil` if the file is missing or damaged.
    private func read() throws(FileError) -> JSONObject? {
        do throws(FileError) {
            let content = try directory.contents(of: Self.name, limit: Self.maximumSize)
            return ChecksummedJSON.isWhole(content) ? ChecksummedJSON.object(in: content) : nil
        } catch  where error.isMissing {
            return nil
        }
    }
}
