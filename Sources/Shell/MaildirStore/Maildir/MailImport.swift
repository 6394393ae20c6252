public import Disk
public import MailTypes

/// Takes over the mail of another program: a Maildir, a tree of Maildirs, or a Maildir with its folders beside it as
/// `.Folder.Subfolder` [Maildir++].
///
/// A message becomes the same file under a second name where the disk can do that, else a copy. What was taken over
/// before is not taken again, so that an import that was interrupted is simply repeated.
public struct MailImport {
    /// What an import did.
    public struct Report: Sendable {
        public var mailboxes: [MailboxName] = []
        public var linked = 0
        public var copied = 0
        /// They were here already.
        public var present = 0
        /// What could not be read, and why.
        public var failures: [FileError] = []

        public var messages: Int { linked + copied + present }
    }

    /// A mailbox to be taken over.
    public struct Source: Sendable {
        public let name: MailboxName
        public let maildir: Maildir
    }

    public let sources: [Source]

    /// Finds the mailboxes below `directory`. None where there is no Maildir.
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

    /// `.Lists.Swift` is Lists/Swift.
    private static func folder(_ name: [UInt8]) -> MailboxName? {
        MailboxName(
            name.dropFirst().split(separator: 0x2E, omittingEmptySubsequences: false).map { decoded(Array($0)) })
    }

    /// Programs that write down the names of a server as they are leave modified UTF-7 on the disk.
    private static func decoded(_ component: [UInt8]) -> [UInt8] {
        component.contains(0x26) ? ModifiedUTF7.decode(component) ?? component : component
    }

    /// Takes all of it over into `tree`; `progress` is told the number of messages done after each.
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
                    // A full disk is not a message that cannot be read: the rest would fail as well.
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
            // Another message has that name here.
            base = UniqueName.next()
        }
        known[base] = Maildir.Entry(place: entry.place, name: entry.name.with(base: base))
        switch try source.link(entry, to: target, as: base) {
        case .linked: report.linked += 1
        case .copied: report.copied += 1
        }
    }
}
