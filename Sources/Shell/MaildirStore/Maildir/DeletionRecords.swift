public import Disk
internal import MailTypes

/// What is known about messages whose files are gone and which the server still has: that the user has deleted them
/// permanently, or that a sync has asked about them. A sync asks before it deletes so many messages that a fault is more
/// likely than an intention. It asks about the same messages until the user answers, even if new mail arrives meanwhile,
/// and never about those that the user has deleted permanently.
public struct DeletionRecords: Sendable {
    private static let confirmedName = Array("confirmed-deletions".utf8)
    private static let questionedName = Array("questioned-deletions".utf8)
    /// The number of bytes of a file that are read. Messages beyond it are asked about.
    private static let largest = 1 << 24

    private let state: Directory

    /// `state` is the account's state directory, which contains two files with a file name in each line.
    public init(in state: Directory) {
        self.state = state
    }

    /// Durably records files that are about to be removed. `bases`: their unique names. The server does not have messages
    /// with other names than petrel's.
    public func confirm(_ bases: [[UInt8]]) throws(FileError) {
        let synced = bases.filter { SyncedFilename($0) != nil }
        guard !synced.isEmpty else { return }
        let file = try JournalFile(Self.confirmedName, in: state)
        for base in synced { file.enqueue(base) }
        try file.synchronize()
    }

    public func confirmed() throws(FileError) -> [SyncedFilename] { try names(in: Self.confirmedName) }

    public func forgetConfirmed() throws(FileError) {
        try state.remove(Self.confirmedName)
    }

    public func questioned() throws(FileError) -> [SyncedFilename] { try names(in: Self.questionedName) }

    /// Replaces the list of messages that a sync has asked about.
    public func setQuestioned(_ names: [SyncedFilename]) throws(FileError) {
        if names.isEmpty {
            try state.remove(Self.questionedName)
        } else {
            try state.write(
                names.flatMap { $0.octets + [0x0A] }, as: Self.questionedName, .replacing, through: state,
                named: UniqueName.next())
        }
    }

    private func names(in file: [UInt8]) throws(FileError) -> [SyncedFilename] {
        do throws(FileError) {
            let content = try state.contents(of: file, limit: Self.largest)
            return content.split(separator: 0x0A).compactMap { SyncedFilename(Array($0)) }
        } catch  where error.isMissing {
            return []
        }
    }
}
