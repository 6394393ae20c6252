public import Disk

/// Mail that exists only locally and would be lost with the account.
public struct UnsyncedMail: Hashable, Sendable {
    /// Messages waiting in the outbox.
    public var queued: Int
    /// Drafts that are not on the server.
    public var drafts: Int
    /// Messages of an account without a server.
    public var onlyHere: Int

    public init(queued: Int, drafts: Int, onlyHere: Int) {
        self.queued = queued
        self.drafts = drafts
        self.onlyHere = onlyHere
    }

    public var isEmpty: Bool { queued == 0 && drafts == 0 && onlyHere == 0 }
}

extension AccountConfigurationFiles {
    /// Counts files by their names, which show whether a message is from the server. Mail in a directory that the user
    /// chose is not removed with the account, so only its outbox counts.
    public func unsyncedMail(of account: AccountConfiguration) throws(FileError) -> UnsyncedMail {
        var unsent = UnsyncedMail(queued: 0, drafts: 0, onlyHere: 0)
        // The outbox is here if mbsync syncs the mail.
        if let outboxes = try Directory.openIfPresent(home.data / "outbox", on: home.system) {
            unsent.queued = try Self.count(in: outboxes, account.name.octets) { _ in true }
        }
        guard let mail = try Directory.openIfPresent(mailPath(of: account), on: home.system) else { return unsent }
        unsent.queued += try Self.count(in: mail, Array("Outbox".utf8)) { _ in true }
        if account.maildir != nil { return unsent }
        unsent.drafts = try Self.count(in: mail, Array("Drafts".utf8)) { !Self.isFromServer($0) }
        if !account.hasServer {
            let all = try Self.countTree(mail, depth: 0)
            unsent.onlyHere = max(0, all - unsent.queued - unsent.drafts)
        }
        return unsent
    }

    /// Whether a file name has the form `….V<uidvalidity>U<uid>M<mailbox>.petrel,…`.
    private static func isFromServer(_ name: [UInt8]) -> Bool {
        name.split(separator: 0x2E).contains { $0.prefix { $0 != 0x2C }.elementsEqual("petrel".utf8) }
    }

    static func count(
        in mail: Directory, _ mailbox: [UInt8], _ counts: ([UInt8]) -> Bool
    ) throws(FileError) -> Int {
        guard try mail.status(of: mailbox)?.kind == .directory else { return 0 }
        let directory = try mail.directory(mailbox)
        var total = 0
        for part in [Array("new".utf8), Array("cur".utf8)] where try directory.status(of: part)?.kind == .directory {
            total += try directory.directory(part).unsortedNames().count { $0.first != 0x2E && counts($0) }
        }
        return total
    }

    /// The maximum depth of nested directories. The path of a deeper mailbox would be too long.
    private static let maximumDepth = 128

    private static func countTree(_ directory: Directory, depth: Int) throws(FileError) -> Int {
        guard depth < maximumDepth else { return 0 }
        var total = 0
        for name in try directory.names() where try directory.status(of: name)?.kind == .directory {
            let inner = try directory.directory(name)
            if name.elementsEqual("new".utf8) || name.elementsEqual("cur".utf8) {
                total += try inner.unsortedNames().count { $0.first != 0x2E }
            } else if !name.elementsEqual("tmp".utf8) {
                total += try countTree(inner, depth: depth + 1)
            }
        }
        return total
    }
}
