internal import Disk
internal import MailTypes
private import Synchronization

/// The file `mbsync` in an account's state directory: how mbsync lays out the tree. Lines of text, each a word and a
/// value. Other processes may replace it at any time.
final class MbsyncLayoutFile: Sendable {
    private struct Known {
        var inode: UInt64 = 0
        var changed: Int64 = 0
        var aliases: [MailboxName: MailboxName] = [:]
        var use: MbsyncConfiguration.Use?
    }

    private let state: Directory
    private let known = Mutex(Known())
    private static let name = Array("mbsync".utf8)

    init(_ state: Directory) {
        self.state = state
    }

    var exists: Bool { (try? state.status(of: Self.name)) != nil }

    var aliases: [MailboxName: MailboxName] { current?.aliases ?? [:] }

    var use: MbsyncConfiguration.Use? { current?.use }

    /// The layout of the tree; `nil` if mbsync is not remembered.
    var layout: MailTreeLayout? {
        guard let current, let use = current.use else { return nil }
        var layout = MailTreeLayout(use.style, inboxName: use.inboxName)
        layout.aliases = current.aliases
        return layout
    }

    /// What the file says now; `nil` if there is none.
    private var current: Known? {
        guard let status = (try? state.status(of: Self.name)) ?? nil else { return nil }
        return known.withLock { known in
            if known.inode != status.inode || known.changed != status.changed {
                known = read()
                (known.inode, known.changed) = (status.inode, status.changed)
            }
            return known
        }
    }

    private func read() -> Known {
        var known = Known()
        var style: MailTreeLayout.Style?
        var inbox: [UInt8]?
        var place = MbsyncStateLocation.mailbox
        let content = (try? state.contents(of: Self.name)) ?? []
        for line in content.split(separator: 0x0A) {
            let parts = line.split(separator: 0x20, maxSplits: 1)
            guard parts.count == 2 else { continue }
            let value = Array(parts[1])
            let values = value.split(separator: 0x09).map { Array($0) }
            switch String(decoding: parts[0], as: UTF8.self) {
            case "layout": style = MailTreeLayout.Style(rawValue: String(decoding: value, as: UTF8.self))
            case "inbox": inbox = value
            case "records":
                let stores = values.count == 3 ? MbsyncStateLocation.Stores(far: values[1], near: values[2]) : nil
                place = .files(prefix: Path(values.first ?? []), stores: stores)
            case "alias":
                let names = values.map { MailboxName(String(decoding: $0, as: UTF8.self)) }
                if names.count == 2, let own = names[0], let server = names[1] { known.aliases[own] = server }
            default: break
            }
        }
        known.use = style.map { MbsyncConfiguration.Use(style: $0, inboxName: inbox, place: place, dangers: []) }
        return known
    }

    func store(
        _ layout: MailTreeLayout, _ place: MbsyncStateLocation, _ aliases: [MailboxName: MailboxName]
    ) throws(FileError) {
        var text = Array("layout \(layout.style.rawValue)\ninbox ".utf8) + layout.inboxName + [0x0A]
        if case .files(let prefix, let stores) = place {
            text += Array("records ".utf8) + prefix.bytes
            if let stores { text += [0x09] + stores.far + [0x09] + stores.near }
            text.append(0x0A)
        }
        for (own, server) in aliases.sorted(by: { $0.key < $1.key }) {
            text += Array("alias \(own)\t\(server)\n".utf8)
        }
        if let content = try? state.contents(of: Self.name), content == text { return }
        try state.write(text, as: Self.name, .replacing, through: state, named: UniqueName.next())
    }
}
