public import Disk
public import MailTypes

/// Imports the mail of another program: a Maildir, a tree of Maildirs, or a Maildir with its folders as
/// `.Folder.Subfolder` directories [Maildir++].
///
/// Messages are hard-linked if the file system supports it, and copied otherwise. Messages imported before are skipped,
/// so an interrupted import can simply be repeated.
public struct MaildirImport {
    /// The result of an import.
    public struct Report: Sendable {
        public var mailboxes: [MailboxName] = []
        public var linked = 0
        public var copied = 0
        /// The number of messages that had been imported before.
        public var present = 0
        /// Messages that could not be read.
        public var failures: [FileError] = []

        public var messages: Int { linked + copied + present }
    }

    /// A mailbox to import.
    public struct Source: Sendable {
        public let name: MailboxName
        public let maildir: Maildir
    }

    public let sources: [Source]

    /// Finds the mailboxes in `directory`. `sources` is empty if it contains no Maildir.
    public init(from directory: Directory) throws(FileError) {
        var sources: [Source] = []
        if let inbox = try Maildir(directory) {
            sources.append(Source(name: .inbox, maildir: inbox))
            for name in try directory.names() where name.first == 0x2E {
                guard try directory.status(of: name)?.kind == .directory,
                    let mailbox = Self.folder(name), let maildir = try Maildir(directory.directory(name))
                else { continue }
                sources.append(Source(name: mailbox, maildir: maildir))
            }
        }
        let tree = MailTree(directory)
        for mailbox in try tree.mailboxes() {
            guard let maildir = try tree.maildir(mailbox),
                let name = MailboxName(mailbox.name.components.map(Self.decoded))
            else { continue }
            sources.append(Source(name: name, maildir: maildir))
        }
        self.sources = sources.sorted { $0.name < $1.name }
    }

    /// Returns the mailbox of a Maildir++ folder: `.Lists.Swift` is Lists/Swift.
    private static func folder(_ name: [UInt8]) -> MailboxName? {
        MailboxName(
            name.dropFirst().split(separator: 0x2E, omittingEmptySubsequences: false).map { decoded(Array($0)) })
    }

    /// Decodes modified UTF-7: some programs use mailbox names unchanged from the server as directory names.
    private static func decoded(_ component: [UInt8]) -> [UInt8] {
        component.contains(0x26) ? ModifiedUTF7.decode(component) ?? component : component
    }

    /// Imports all sources into `tree`. `progress` is called after each message with the number of messages done so
    /// far.
    public func run(into tree: MailTree, _ progress: (Int) -> Void = { _ in }) throws(FileError) -> Report {
        var report = Report()
        for source in sources {
            let target = try tree.makingMaildir(source.name)
            if !report.mailboxes.contains(source.name) { report.mailboxes.append(source.name) }
            var known: [[UInt8]: Maildir.Entry] = [:]
            for entry in try target.entries() { known[entry.name.base] = entry }
            for entry in try source.maildir.entries() {
                do throws(FileError) {
                    try take(entry, of: source.maildir, to: target, &known, &report)
                } catch {
                    // Only errors that concern the source are skipped. On a full disk, all other messages would fail as
                    // well.
                    guard error.subject.utf8.starts(with: source.maildir.directory.path.bytes) else { throw error }
                    report.failures.append(error)
                }
                progress(report.messages)
            }
            try target.synchronize()
        }
        return report
    }

    private func take(
        _ entry: Maildir.Entry, of source: Maildir, to target: Maildir, _ known: inout [[UInt8]: Maildir.Entry],
        _ report: inout Report
    ) throws(FileError) {
        guard let status = try source.status(of: entry), status.kind == .file else { return }
        var entry = entry
        var base = entry.name.base
        if var here = known[base] {
            var isSame = try target.status(of: here)?.inode == status.inode
            if !isSame { isSame = try target.contents(of: &here) == source.contents(of: &entry) }
            if isSame {
                report.present += 1
                return
            }
            // A different message has this name in the target.
            base = UniqueName.next()
        }
        known[base] = Maildir.Entry(place: entry.place, name: entry.name.with(base: base))
        switch try source.link(entry, to: target, as: base) {
        case .linked: report.linked += 1
        case .copied: report.copied += 1
        }
    }
}
