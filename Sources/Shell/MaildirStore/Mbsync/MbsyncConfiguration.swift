public import Disk

/// The parts of mbsync's configuration that matter to a program that works on the same Maildirs [mbsync(1)].
public struct MbsyncConfiguration: Sendable {
    /// The value of an option, and its line in the file, from 1.
    struct SettingDefinition {
        let words: [[UInt8]]
        let line: Int

        var value: [UInt8] { words.first ?? [] }
        /// Whether the value is a number other than 0, with or without a unit.
        var isLimit: Bool { value.contains { $0 &- 0x31 < 9 } }
    }

    struct Store {
        let name: [UInt8]
        let isMaildir: Bool
        let line: Int
        var path: Path?
        var inbox: Path?
        var layout: [UInt8] = []
        var sizeLimit: SettingDefinition?
        /// Options that change names or numbers in a way that petrel does not know.
        var hindrances: [(option: String, line: Int)] = []
    }

    struct Channel {
        let name: [UInt8]
        let line: Int
        /// The store and the mailbox on each side.
        var far: (store: [UInt8], mailbox: [UInt8]) = ([], [])
        var near: (store: [UInt8], mailbox: [UInt8]) = ([], [])
        var syncState: [UInt8]?
        var sizeLimit: SettingDefinition?
        var countLimit: SettingDefinition?
        var expunge: SettingDefinition?
        var sync: SettingDefinition?
    }

    private(set) var stores: [Store] = []
    private(set) var channels: [Channel] = []
    /// Options before all sections. Those of channels apply to each channel without its own.
    private(set) var global = Channel(name: [], line: 0)
    /// Options before all sections that petrel cannot work with.
    private(set) var globalHindrances: [(option: String, line: Int)] = []
    private let user: Path
    private let states: Path
    /// How sentences call the file.
    let file: String

    /// How mbsync uses a Maildir tree.
    public struct Use: Sendable {
        public let style: MailTreeLayout.Style
        /// The name of INBOX in the tree; `nil` if the tree itself is the INBOX.
        public let inboxName: [UInt8]?
        public let place: MbsyncStateLocation
        /// Why both programs cannot sync the tree; empty if they can. Each is a sentence that says what to change.
        public let dangers: [String]
        /// The place in the configuration where the layout is set.
        var source = "mbsync's configuration"
    }

    /// `user`: the user's home directory. `states`: where mbsync keeps its records by default; `nil` for `~/.mbsync`.
    public init(_ content: [UInt8], user: Path, states: Path? = nil, file: String = "~/.mbsyncrc") {
        self.user = user
        self.states = states ?? user / ".mbsync"
        self.file = file
        var isStore = false
        var isChannel = false
        for (index, line) in content.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let number = index + 1
            let words = Self.words(in: line)
            guard let keyword = words.first.map(Self.lowercased) else {
                if !line.contains(0x23) { (isStore, isChannel) = (false, false) }
                continue
            }
            let setting = SettingDefinition(words: Array(words.dropFirst()), line: number)
            switch keyword {
            case "maildirstore", "imapstore":
                stores.append(Store(name: setting.value, isMaildir: keyword == "maildirstore", line: number))
                (isStore, isChannel) = (true, false)
            case "channel":
                channels.append(Channel(name: setting.value, line: number))
                (isStore, isChannel) = (false, true)
            case "group", "imapaccount":
                (isStore, isChannel) = (false, false)
            default:
                if isStore {
                    Self.take(keyword, setting, for: &stores[stores.count - 1], path: path)
                } else if isChannel {
                    Self.take(keyword, setting, for: &channels[channels.count - 1])
                } else {
                    Self.take(keyword, setting, for: &global)
                    let names = ["fielddelimiter": "FieldDelimiter", "infodelimiter": "InfoDelimiter"]
                    if let name = names[keyword] { globalHindrances.append((name, number)) }
                }
            }
        }
    }

    private static func take(
        _ keyword: String, _ setting: SettingDefinition, for store: inout Store, path: ([UInt8]) -> Path
    ) {
        switch keyword {
        case "path": store.path = path(setting.value)
        case "inbox": store.inbox = path(setting.value)
        case "subfolders": store.layout = setting.value
        case "maxsize": store.sizeLimit = setting
        case "flatten": store.hindrances.append(("Flatten", setting.line))
        case "infodelimiter": store.hindrances.append(("InfoDelimiter", setting.line))
        case "altmap":
            if lowercased(setting.value) != "no" { store.hindrances.append(("AltMap", setting.line)) }
        default: break
        }
    }

    private static func take(_ keyword: String, _ setting: SettingDefinition, for channel: inout Channel) {
        switch keyword {
        case "far", "master": channel.far = end(setting.value)
        case "near", "slave": channel.near = end(setting.value)
        case "syncstate": channel.syncState = setting.value
        case "maxsize": channel.sizeLimit = setting
        case "maxmessages": channel.countLimit = setting
        case "expunge": channel.expunge = setting
        case "sync": channel.sync = setting
        default: break
        }
    }

    /// Parses `:store:mailbox`.
    private static func end(_ value: [UInt8]) -> (store: [UInt8], mailbox: [UInt8]) {
        let parts = value.split(separator: 0x3A, maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 ? (Array(parts[1]), Array(parts[2])) : ([], [])
    }

    private static func words(in line: ArraySlice<UInt8>) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var word: [UInt8]?
        var isQuoted = false
        var isEscaped = false
        for octet in line {
            if isEscaped {
                word = (word ?? []) + [octet]
                isEscaped = false
            } else if octet == 0x5C {
                isEscaped = true
            } else if octet == 0x22 {
                isQuoted.toggle()
                word = word ?? []
            } else if !isQuoted, octet == 0x23 {
                break
            } else if !isQuoted, octet == 0x20 || octet == 0x09 || octet == 0x0D {
                if let complete = word { words.append(complete) }
                word = nil
            } else {
                word = (word ?? []) + [octet]
            }
        }
        if let word { words.append(word) }
        return words
    }

    static func lowercased(_ word: [UInt8]) -> String {
        String(decoding: word.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private func path(_ value: [UInt8]) -> Path {
        if value.starts(with: "~/".utf8) { return user / Array(value.dropFirst(2)) }
        return value == [0x7E] ? user : Path(value)
    }

    // MARK: - The use of a tree

    /// Returns how mbsync uses the tree; `nil` if it does not.
    public func use(of tree: Path) -> Use? {
        let tree = tree.resolved
        let stores = stores.filter { store in
            store.isMaildir && (isMaildirPlusPlus(store) ? inbox(of: store) : store.path?.plain) == tree
        }
        guard let first = stores.first else { return nil }
        let style: MailTreeLayout.Style =
            isMaildirPlusPlus(first)
            ? .maildirPlusPlus : Self.lowercased(first.layout) == "legacy" ? .legacy : .verbatim
        let places = Set(
            stores.flatMap { store in channels(with: [store]).map { channel in place(of: channel, store) } })
        return Use(
            style: style, inboxName: inboxName(of: first, in: tree),
            place: places.count == 1 ? places.first ?? .mailbox : place(of: channels(with: stores).first, first),
            dangers: dangers(of: stores, in: tree, hasSeveralPlaces: places.count > 1),
            source: "\(file) line \(first.line)")
    }

    func isMaildirPlusPlus(_ store: Store) -> Bool { Self.lowercased(store.layout) == "maildir++" }

    private func inbox(of store: Store) -> Path { (store.inbox ?? user / "Maildir").plain }

    /// Returns the path of INBOX below the tree; `nil` if the tree itself is the INBOX, and nothing if it is elsewhere.
    func inboxName(of store: Store, in tree: Path) -> [UInt8]? {
        if isMaildirPlusPlus(store) { return nil }
        let inbox = inbox(of: store)
        guard inbox.bytes.starts(with: tree.bytes + [0x2F]) else { return [] }
        return Array(inbox.bytes.dropFirst(tree.bytes.count + 1))
    }

    func channels(with stores: [Store]) -> [Channel] {
        let names = Set(stores.map(\.name))
        return channels.filter { names.contains($0.near.store) || names.contains($0.far.store) }
    }

    private func place(of channel: Channel?, _ store: Store) -> MbsyncStateLocation {
        if let state = channel?.syncState {
            return state == [0x2A] ? .mailbox : .files(prefix: path(state), stores: nil)
        }
        if global.syncState == [0x2A] { return .mailbox }
        let prefix = global.syncState.map(path) ?? Path(states.bytes + [0x2F])
        return .files(
            prefix: prefix, stores: MbsyncStateLocation.Stores(far: channel?.far.store ?? [], near: store.name))
    }
}

extension Path {
    /// The path with links resolved, and without a slash at its end.
    fileprivate var plain: Path {
        (bytes.count > 1 && bytes.last == 0x2F ? Path(bytes.dropLast()) : self).resolved
    }
}
