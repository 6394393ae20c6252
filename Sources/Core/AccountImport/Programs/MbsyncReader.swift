internal import SASL

/// Reads the configuration of mbsync [mbsync(1)].
struct MbsyncReader {
    private struct Entry {
        let words: [String]
        let line: Int
    }

    private struct Section {
        let kind: String
        let name: String
        let line: Int
        var entries: [String: Entry] = [:]

        func text(_ keys: String...) -> String? {
            keys.lazy.compactMap { entries[$0]?.words.first }.first { !$0.isEmpty }
        }

        func line(of keys: String...) -> Int {
            keys.lazy.compactMap { entries[$0]?.line }.first ?? line
        }
    }

    private let file: String
    private let context: ImportEnvironment
    private var sections: [Section] = []
    /// Options before all sections, which apply to each channel without its own.
    private var global = Section(kind: "", name: "", line: 0)
    private var findings = ImportFindings()

    private static let heads: Set<String> = ["imapaccount", "imapstore", "maildirstore", "channel", "group"]

    /// The keys that say where mail is, and those that petrel need not know.
    private static let known: Set<String> = [
        "account", "host", "port", "user", "usercmd", "pass", "passcmd", "tunnel", "authmech", "authmechs", "tlstype",
        "ssltype", "requiressl", "useimaps", "certificatefile", "path", "inbox", "flatten", "subfolders", "far", "near",
        "master", "slave", "pattern", "patterns", "trash", "mapinbox", "pathdelimiter",
        "usekeychain", "timeout", "tlsversion", "tlsversions", "sslversion", "sslversions", "systemcertificates",
        "usesslv2", "usesslv3", "usetlsv1", "usetlsv1.1", "usetlsv1.2", "usetlsv1.3", "ciphersuites", "cipherstring",
        "pipelinedepth", "disableextension", "disableextensions", "subscribedonly", "usenamespace", "trashnewonly",
        "trashremotenew", "maxsize", "altmap", "infodelimiter", "fieldmode", "maxmessages", "expireunread", "sync",
        "create", "remove", "expunge", "expungesolo", "copyarrivaldate", "syncstate", "fsync", "bufferlimit",
        "filemode", "expireside", "infocopies", "requirecram", "certificatefilepath",
    ]

    static func findings(in bytes: [UInt8], of file: String, _ context: ImportEnvironment) -> ImportFindings {
        var reader = MbsyncReader(file: file, context: context)
        reader.readSections(bytes)
        for store in reader.sections where store.kind == "imapstore" { reader.addAccount(of: store) }
        return reader.findings
    }

    private init(file: String, context: ImportEnvironment) {
        self.file = file
        self.context = context
    }

    private func place(_ line: Int) -> ConfigurationPlace { ConfigurationPlace(file: file, line: line) }

    /// A section begins with its name and ends at an empty line.
    private mutating func readSections(_ bytes: [UInt8]) {
        let lines = ConfigurationLines(bytes, of: file)
        findings.notes += lines.notes
        var isOpen = false
        for line in lines.lines {
            let words = quotedWords(of: line.text)
            guard let key = words.first?.lowercased() else {
                if line.text.trimmed.isEmpty { isOpen = false }
                continue
            }
            let isMember = isOpen && sections.last?.kind == "group" && key == "channel"
            if Self.heads.contains(key), !isMember {
                let name = words.count > 1 ? words[1] : ""
                sections.append(Section(kind: key, name: name, line: line.number))
                isOpen = true
            } else if isMember || sections.last?.kind == "group" && key == "channels" {
                continue
            } else if Self.known.contains(key) {
                guard isOpen else {
                    if sections.isEmpty {
                        global.entries[key] = Entry(words: Array(words.dropFirst()), line: line.number)
                    }
                    continue
                }
                let former =
                    key == "pattern" || key == "patterns" ? sections[sections.count - 1].entries["patterns"] : nil
                let entry = Entry(words: (former?.words ?? []) + words.dropFirst(), line: line.number)
                sections[sections.count - 1].entries[key == "pattern" ? "patterns" : key] = entry
            } else {
                findings.notes.append(
                    ImportNote(place(line.number), "petrel does not know the keyword \(words[0]) of mbsync."))
            }
        }
    }

    // MARK: - Accounts

    private mutating func addAccount(of store: Section) {
        let account: Section
        if let name = store.text("account") {
            guard let named = sections.first(where: { $0.kind == "imapaccount" && $0.name == name }) else {
                let sentence = "The store \(store.name) names an account that is not in the file."
                findings.notes.append(ImportNote(place(store.line(of: "account")), sentence))
                return
            }
            account = named
        } else {
            account = store
        }
        var found = ConfiguredAccount(Self.name(account.name), at: place(account.line))
        found.imap = server(of: account, &found.notes)
        if found.imap == nil, found.notes.isEmpty { return }
        found.maildir = maildir(of: store, &found.notes)
        findings.accounts.append(found)
    }

    private static func name(_ store: String) -> String {
        for suffix in ["-remote", "-imap", "-far"] where store.count > suffix.count {
            if store.lowercased().utf8.reversed().starts(with: suffix.utf8.reversed()) {
                return String(store.dropLast(suffix.count))
            }
        }
        return store
    }

    private func server(of account: Section, _ notes: inout [ImportNote]) -> ConfiguredServer? {
        if account.entries["tunnel"] != nil {
            let sentence = "\(account.name) connects through a command (Tunnel), which petrel cannot do."
            notes.append(ImportNote(place(account.line(of: "tunnel")), sentence))
        }
        guard var host = account.text("host") else { return nil }
        var security = security(of: account)
        for (prefix, meaning) in [("imaps:", ConfiguredServer.Security.implicitTLS), ("imap:", .startTLS)]
        where host.utf8.starts(with: prefix.utf8) {
            security = meaning
            host = String(host.dropFirst(prefix.count).drop { $0 == "/" })
        }
        var server = ConfiguredServer(host: host, security: security, place: place(account.line(of: "host")))
        server.port = account.text("port").flatMap { Int($0) }
        server.user = account.text("user")
        if server.user == nil, account.entries["usercmd"] != nil {
            let sentence = "The user name of \(account.name) comes from a command (UserCmd), which petrel does not run."
            notes.append(ImportNote(place(account.line(of: "usercmd")), sentence))
        }
        server.caFile = account.text("certificatefile").flatMap { context.authorities($0) }
        server.secret = secret(of: account)
        return server
    }

    private func security(of account: Section) -> ConfiguredServer.Security {
        switch account.text("tlstype", "ssltype")?.lowercased() {
        case "imaps": return .implicitTLS
        case "starttls": return .startTLS
        case "none": return .none
        default: break
        }
        let usesIMAPS = account.text("useimaps")?.lowercased() == "yes"
        return usesIMAPS || account.text("port") == "993" ? .implicitTLS : .startTLS
    }

    private func secret(of account: Section) -> ConfiguredSecret? {
        let mechanisms = (account.entries["authmechs"] ?? account.entries["authmech"])?.words ?? []
        let usesToken = mechanisms.contains { ["XOAUTH2", "OAUTHBEARER"].contains($0.uppercased()) }
        if let words = account.entries["passcmd"]?.words, !words.isEmpty {
            // A plus sign lets the command use the terminal.
            let command = words.joined(separator: " ")
            let plain = command.utf8.first == 0x2B ? String(command.dropFirst()) : command
            return usesToken ? .tokenCommand(plain) : .command(plain)
        }
        return account.text("pass").flatMap { Secret(Array($0.utf8)) }.map { .plain($0) }
    }

    // MARK: - Maildirs

    /// One end of a channel: `:store:mailbox`.
    private struct End {
        let store: String
        let mailbox: String

        init?(_ text: String?) {
            guard let text, text.utf8.first == 0x3A else { return nil }
            let pieces = text.utf8.dropFirst().split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
            store = String(pieces.first.map { Substring($0) } ?? "")
            mailbox = String(pieces.dropFirst().first.map { Substring($0) } ?? "")
        }
    }

    private func maildir(of store: Section, _ notes: inout [ImportNote]) -> ConfiguredMaildir? {
        var found: ConfiguredMaildir?
        var obstacles: [ConfiguredMaildir.Obstacle] = []
        for channel in sections where channel.kind == "channel" {
            guard let far = End(channel.text("far", "master")), let near = End(channel.text("near", "slave")),
                far.store == store.name || near.store == store.name
            else { continue }
            let (remote, local) = far.store == store.name ? (far, near) : (near, far)
            guard let place = sections.first(where: { $0.kind == "maildirstore" && $0.name == local.store }) else {
                let sentence = "The channel \(channel.name) does not store mail in a Maildir."
                notes.append(ImportNote(self.place(channel.line), sentence))
                continue
            }
            for note in differences(of: channel, store, isFar: far.store == store.name)
            where !notes.contains(where: { $0.sentence == note.sentence }) { notes.append(note) }
            let maildir = maildir(at: place)
            if let known = found?.path, known != maildir.path {
                obstacles.append(.severalTrees(maildir.path))
                continue
            }
            found = found ?? maildir
            let isWhole = channel.entries["patterns"] != nil
            let names = [local.mailbox, remote.mailbox].map { name in
                name.lowercased() == "inbox" || name.isEmpty && !isWhole ? "INBOX" : name
            }
            if names[0] != names[1] {
                obstacles.append(.renamed(local: names[0], remote: names[1]))
            }
            obstacles += limits(of: channel, store, place)
        }
        if let prefix = store.text("path") {
            obstacles.append(.renamedByRule("names are without the server's prefix \(prefix)"))
        }
        guard var result = found else { return nil }
        result.obstacle = result.obstacle ?? obstacles.first
        return result
    }

    /// The options with which mbsync does not keep all mail here. A size limit of the channel replaces those of the stores.
    private func limits(of channel: Section, _ far: Section, _ near: Section) -> [ConfiguredMaildir.Obstacle] {
        let sizes = channel.entries["maxsize"].map { [$0] } ?? [far, near, global].compactMap { $0.entries["maxsize"] }
        let counts = [channel.entries["maxmessages"] ?? global.entries["maxmessages"]].compactMap(\.self)
        return [("MaxSize", sizes), ("MaxMessages", counts)].flatMap { option, entries in
            entries.filter { $0.words.first?.utf8.contains { $0 &- 0x31 < 9 } ?? false }
                .map { ConfiguredMaildir.Obstacle.limited(option: option, line: $0.line) }
        }
    }

    // MARK: - Differences

    /// Returns notes about what mbsync leaves alone with the options of a channel, and petrel does not. `isFar`: whether
    /// the server is the far end, as is usual.
    private func differences(of channel: Section, _ server: Section, isFar: Bool) -> [ImportNote] {
        let (pulls, pushes) = Self.directions(of: words(of: "sync", in: channel) ?? [])
        let (downloads, uploads) = isFar ? (pulls, pushes) : (pushes, pulls)
        var found: [(option: String, sentence: String)] = []
        if let sentence = transfer(of: channel, downloads, uploads) { found.append(("sync", sentence)) }
        let expunged = sides(of: "expunge", in: channel, isFar)
        if uploads, !(expunged?.server ?? false) {
            let sentence =
                "mbsync leaves deleted mail on the server here (Expunge), and petrel does not. Both can sync the same "
                + "Maildir only with Expunge Both."
            found.append(("expunge", sentence))
        } else if !(expunged?.here ?? false) {
            let sentence = "mbsync keeps mail here that was deleted on the server (Expunge). petrel removes it here."
            found.append(("expunge", sentence))
        }
        if let patterns = channel.entries["patterns"], patterns.words != ["*"] {
            let sentence =
                "petrel syncs all folders, also those that Patterns leaves out. Folders that are only here are created on "
                + "the server."
            found.append(("patterns", sentence))
        } else if uploads, !(sides(of: "create", in: channel, isFar)?.server ?? false) {
            let sentence = "mbsync creates no folders on the server here (Create). petrel does, if they are only here."
            found.append(("create", sentence))
        }
        // Few write this option, and without it, what petrel does is no surprise.
        if let removed = sides(of: "remove", in: channel, isFar), !removed.here {
            let sentence =
                "mbsync keeps folders here that were deleted on the server (Remove). petrel removes them here."
            found.append(("remove", sentence))
        }
        var notes = found.map { option, sentence in
            let line = channel.entries[option]?.line ?? global.entries[option]?.line ?? channel.line
            return ImportNote(place(line), sentence)
        }
        if let entry = server.entries["subscribedonly"], entry.words.first?.lowercased() != "no" {
            let sentence = "petrel syncs all folders, also those that SubscribedOnly leaves out."
            notes.append(ImportNote(place(entry.line), sentence))
        }
        return notes.sorted { $0.place.line < $1.place.line }
    }

    /// Returns the sentence about changes that the option Sync leaves out; `nil` if there are none.
    private func transfer(of channel: Section, _ downloads: Bool, _ uploads: Bool) -> String? {
        switch (downloads, uploads) {
        case (false, false): "mbsync transfers nothing here (Sync). petrel syncs both ways."
        case (true, false):
            "mbsync only pulls here (Sync). petrel syncs both ways: mail that you delete here goes to Trash on the server."
        case (false, true):
            "mbsync only pushes here (Sync). petrel syncs both ways: mail that is deleted on the server is removed here."
        case (true, true):
            Self.isComplete(words(of: "sync", in: channel) ?? [])
                ? nil : "mbsync transfers only some changes here (Sync). petrel syncs new mail, flags and deletions."
        }
    }

    private func words(of option: String, in channel: Section) -> [String]? {
        (channel.entries[option] ?? global.entries[option])?.words.map { $0.lowercased() }
    }

    /// Returns whether an option such as Expunge applies to the server and to this machine; `nil` without the option.
    private func sides(of option: String, in channel: Section, _ isFar: Bool) -> (server: Bool, here: Bool)? {
        guard let words = words(of: option, in: channel) else { return nil }
        let far = words.contains { ["both", "far", "master"].contains($0) }
        let near = words.contains { ["both", "near", "slave"].contains($0) }
        return isFar ? (far, near) : (near, far)
    }

    /// Returns the directions of the option Sync. Without words, mbsync transfers everything in both.
    private static func directions(of words: [String]) -> (pulls: Bool, pushes: Bool) {
        if words == ["none"] { return (false, false) }
        let pulls = words.contains { $0.utf8.starts(with: "pull".utf8) }
        let pushes = words.contains { $0.utf8.starts(with: "push".utf8) }
        return pulls || pushes ? (pulls, pushes) : (true, true)
    }

    /// Whether the option Sync names all kinds of changes, which it also does if it names none.
    private static func isComplete(_ words: [String]) -> Bool {
        let kinds = ["new", "flags", "gone", "delete"].filter { kind in
            words.contains { $0 == kind || $0 == "pull\(kind)" || $0 == "push\(kind)" }
        }
        let isWhole = words.allSatisfy { ["all", "full", "pull", "push"].contains($0) }
        return isWhole || words.contains("all") || words.contains("full") || kinds.count >= 3
    }

    private func maildir(at store: Section) -> ConfiguredMaildir {
        let inbox = context.path(store.text("inbox") ?? "~/Maildir")
        let path = store.text("path").map { context.path($0) }
        let place = place(store.line)
        let layout: ConfiguredMaildir.Layout =
            if let separator = store.text("flatten") {
                .flattened(separator)
            } else {
                switch store.text("subfolders")?.lowercased() {
                case "verbatim": .nested
                case "maildir++": .dotted
                case "legacy": .legacy
                default: .topLevelOnly
                }
            }
        var found = ConfiguredMaildir(path: path ?? inbox, layout: layout, place: place)
        found.hasEncodedNames = true
        if path.map({ inbox.lowercased() != "\($0)/inbox".lowercased() }) ?? true {
            found.obstacle = found.obstacle ?? .inboxElsewhere(inbox)
        }
        return found
    }
}
