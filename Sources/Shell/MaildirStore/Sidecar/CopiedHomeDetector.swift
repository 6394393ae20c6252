internal import Digest
internal import Disk
internal import JSONText
internal import MailTypes

/// Tells a home from a copy of it, so that what was queued once is not sent from both.
///
/// A file says where the home is: on which machine, in which file system, in which directory. Where that is no longer
/// true, or the file is gone, all that waits to be sent is held until the user orders it anew, and only then the file is
/// written for the new place.
struct CopiedHomeDetector: Sendable {
    private let directory: Directory
    private let states: Directory

    /// `directory` is the home's, where the file stands; `states` holds the state of each account.
    init(in directory: Directory, states: Directory) {
        self.directory = directory
        self.states = states
    }

    private static let name = Array("home.json".utf8)
    private static let lockName = Array("home.lock".utf8)
    private static let maximumSize = 1 << 16

    /// Makes sure that nothing waits to be sent here that was queued elsewhere. To be called before a look at the outbox,
    /// and not while an account's lock is held.
    func settle() throws(FileError) {
        if try isHere() { return }
        let lock = try directory.lock(Self.lockName, waiting: true)
        defer { withExtendedLifetime(lock) {} }
        // Another process may have been faster.
        if try isHere() { return }
        for account in try states.names() where try states.status(of: account)?.kind == .directory {
            let state = try states.directory(account)
            let lock = try DraftStore.lock(of: state)
            defer { withExtendedLifetime(lock) {} }
            try DraftBox.hold(in: state, because: .copied)
        }
        // Last: a crash before leaves all of it held, and the next look holds it again.
        let object = try HomeFingerprint(of: directory, lockName: Self.lockName).object(keeping: read())
        try directory.write(
            ChecksummedJSON.octets(of: object), as: Self.name, .replacing, through: directory,
            named: Array("home.".utf8) + UniqueName.next())
    }

    private func isHere() throws(FileError) -> Bool {
        guard let object = try read() else { return false }
        return try HomeFingerprint(of: directory, lockName: Self.lockName).isDescribed(by: object)
    }

    /// `nil` where nothing is to be believed.
    private func read() throws(FileError) -> JSONObject? {
        do throws(FileError) {
            let content = try directory.contents(of: Self.name, limit: Self.maximumSize)
            return ChecksummedJSON.isWhole(content) ? ChecksummedJSON.object(in: content) : nil
        } catch  where error.isMissing {
            return nil
        }
    }
}
