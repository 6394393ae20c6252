public import Disk
internal import MailTypes

/// Trees that mbsync lays out.
extension MailTree {
    /// Returns the mailboxes that mbsync would find, INBOX first, except those below a directory of another program,
    /// such as `.git`.
    func sharedMailboxes() throws(FileError) -> [Mailbox] {
        let layout = layout
        var found: [Mailbox] = []
        if layout.style == .maildirPlusPlus {
            if try isMaildir(root) { found.append(Mailbox(name: .inbox, directories: [])) }
            for name in try root.names() {
                guard let components = MailTreeLayout.components(ofMaildirPlusPlus: name) else { continue }
                guard let directory = try sharedDirectory(name, in: root), try isMaildir(directory),
                    let mailbox = layout.mailbox(components)
                else { continue }
                found.append(Mailbox(name: mailbox, directories: [name]))
            }
        } else {
            try collectShared(layout, from: root, directories: [], components: [], into: &found)
        }
        return found.sorted { $0.name < $1.name }
    }

    private func collectShared(
        _ layout: MailTreeLayout, from directory: Directory, directories: [[UInt8]], components: [[UInt8]],
        into found: inout [Mailbox]
    ) throws(FileError) {
        guard directories.count < Self.maximumDepth else { return }
        let hasDots = layout.style == .legacy && !directories.isEmpty
        let hasOutbox = directories.isEmpty && !hasOutboxOutside
        for name in try directory.names() where !Self.subdirectories.contains(name) {
            if hasOutbox, name == Self.outboxName { continue }
            guard (name.first == 0x2E) == hasDots, name.count > (hasDots ? 1 : 0) else { continue }
            guard let inner = try sharedDirectory(name, in: directory) else { continue }
            var component = hasDots ? Array(name.dropFirst()) : name
            if directories.isEmpty, name == layout.inboxName { component = MailboxName.inbox.components[0] }
            let complete = components + [component]
            if let mailbox = layout.mailbox(complete), try isMaildir(inner) {
                found.append(Mailbox(name: mailbox, directories: directories + [name]))
            }
            try collectShared(
                layout, from: inner, directories: directories + [name], components: complete, into: &found)
        }
    }

    /// Returns `nil` for what is no directory, or cannot be opened.
    private func sharedDirectory(_ name: [UInt8], in directory: Directory) throws(FileError) -> Directory? {
        guard try directory.status(of: name)?.kind == .directory else { return nil }
        do throws(FileError) {
            return try directory.directory(name)
        } catch  where error.isMissing || error.isNoDirectory {
            return nil
        }
    }

    /// Returns the layout of a tree that mbsync made.
    public static func style(of root: Directory) throws(FileError) -> MailTreeLayout.Style {
        if try Maildir(root) != nil { return .maildirPlusPlus }
        for name in try root.names() where name.first != 0x2E {
            guard try root.status(of: name)?.kind == .directory else { continue }
            let top = try root.directory(name)
            for inner in try top.names() where inner.first == 0x2E {
                guard try top.status(of: inner)?.kind == .directory else { continue }
                if try Maildir(top.directory(inner)) != nil { return .legacy }
            }
        }
        return .verbatim
    }
}
