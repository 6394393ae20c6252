internal import Accounts
internal import Composer
internal import Contacts
internal import Disk
internal import MailTypes
internal import MaildirStore
internal import Terminal

/// What the word at the cursor may become: a command, and behind a command what it takes.
struct PromptCompletion {
    private let session: PromptSession
    private let console: Console

    /// So many are looked at; more than are ever shown.
    private static let limit = 100

    init(_ session: PromptSession, _ console: Console) {
        self.session = session
        self.console = console
    }

    /// `cursor` counts octets.
    func completion(of line: String, _ cursor: Int) -> Completion {
        let octets = Array(line.utf8.prefix(cursor))
        let words = CommandWords(octets)
        let isInWord = words.words.last.map { $0.end == octets.count } ?? false
        let before = isInWord ? words.words.count - 1 : words.words.count
        let start = isInWord ? words.words[before].start : octets.count
        let typed = isInWord ? words.words[before].octets : []
        if before == 0 { return commands(typed, start..<octets.count) }
        let command = table.command(String(decoding: words.words[0].octets, as: UTF8.self))
        switch command?.name {
        case "to"?, "cc"?, "bcc"?, "reply-to"?, "new"?, "contacts query"?:
            return people(typed, start..<octets.count)
        case "attach"?, "insert"?, "import"?: return files(typed, start..<octets.count)
        case "folder"?: return folders(typed, start..<octets.count)
        case "move"?,
            "copy"? where before > 1:
            return folders(typed, start..<octets.count)
        case "resume"?, "discard"?, "send"?: return drafts(typed, start..<octets.count)
        case "help"?: return commands(typed, start..<octets.count)
        case "remove"?: return recipients(typed, start..<octets.count)
        case "detach"?, "open"?: return attachments(typed, start..<octets.count)
        case "signature"?: return signatures(typed, start..<octets.count)
        case "set"? where before == 1: return settings(typed, start..<octets.count)
        default: return .none
        }
    }

    /// The people that an answer to "To: " may mean.
    func people(in line: String, _ cursor: Int) -> Completion {
        let octets = Array(line.utf8.prefix(cursor))
        let start = (octets.lastIndex(of: 0x2C).map { $0 + 1 }) ?? 0
        let blanks = octets[start...].prefix { $0 == 0x20 }.count
        return people(Array(octets[(start + blanks)...]), start + blanks..<octets.count)
    }

    private var table: CommandTable { session.compose == nil ? .prompt : .compose }

    // MARK: - Kinds of words

    private func commands(_ typed: [UInt8], _ range: Range<Int>) -> Completion {
        var names: [String] = []
        for command in table.commands {
            let word = String(decoding: command.name.utf8.prefix { $0 != 0x20 }, as: UTF8.self)
            if !names.contains(word) { names.append(word) }
        }
        return choice(names.map { Completion.Candidate($0) }, typed, range)
    }

    private func people(_ typed: [UInt8], _ range: Range<Int>) -> Completion {
        guard !typed.isEmpty, let contacts = try? console.contacts() else { return .none }
        let text = String(decoding: typed, as: UTF8.self)
        let candidates = contacts.matches(text, limit: Self.limit).map { match in
            let address = Address(name: match.contact.name, email: match.contact.address)
            return Completion.Candidate(
                match.contact.address.text, shown: TerminalSafeText.line(AddressText.of(address)))
        }
        return Completion(replaced: range, candidates: candidates)
    }

    private func files(_ typed: [UInt8], _ range: Range<Int>) -> Completion {
        let slash = typed.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0
        let directory = slash == 0 ? Path(".") : console.attachedFiles.expanded(Array(typed[..<slash]))
        let start = typed[slash...]
        guard let names = try? FileReading.names(in: directory) else { return .none }
        var candidates: [Completion.Candidate] = []
        for name in names where name.starts(with: start) && (start.first == 0x2E || name.first != 0x2E) {
            guard let text = String(validating: name, as: UTF8.self), TerminalSafeText.line(text) == text else {
                continue
            }
            let isDirectory = (try? FileReading.kind(of: directory / name)) == .directory
            let path = Array(typed[..<slash]) + name + (isDirectory ? [0x2F] : [])
            candidates.append(.init(Self.escaped(path), shown: text + (isDirectory ? "/" : "")))
        }
        let isDirectory = candidates.count == 1 && candidates[0].shown.utf8.last == 0x2F
        return Completion(replaced: range, candidates: candidates, suffix: isDirectory ? "" : " ")
    }

    /// With a backslash before what would end the word.
    private static func escaped(_ path: [UInt8]) -> String {
        var output: [UInt8] = []
        for octet in path {
            if [0x20, 0x09, 0x5C, 0x22, 0x27].contains(octet) { output.append(0x5C) }
            output.append(octet)
        }
        return String(decoding: output, as: UTF8.self)
    }

    private func folders(_ typed: [UInt8], _ range: Range<Int>) -> Completion {
        var names: [String] = []
        for account in (try? console.everyAccount()) ?? [] {
            if let here = session.account, here != account.name { continue }
            guard let mail = try? account.mail(), let mailboxes = try? mail.mailboxes() else { continue }
            for mailbox in mailboxes where !names.contains("\(mailbox.name)") { names.append("\(mailbox.name)") }
        }
        return choice(names.map { .init(Self.escaped(Array($0.utf8)), shown: TerminalSafeText.line($0)) }, typed, range)
    }

    private func drafts(_ typed: [UInt8], _ range: Range<Int>) -> Completion {
        guard let found = try? console.drafts(of: console.everyAccount()) else { return .none }
        let candidates = (found.drafts + found.outbox).compactMap { draft in
            draft.number.map { Completion.Candidate($0, shown: DraftLine(draft).short) }
        }
        return choice(candidates, typed, range)
    }

    private func recipients(_ typed: [UInt8], _ range: Range<Int>) -> Completion {
        let all = (session.compose?.draft.recipients.all ?? []).compactMap { $0.email?.text }
        return choice(all.map { .init($0, shown: TerminalSafeText.line($0)) }, typed, range)
    }

    private func attachments(_ typed: [UInt8], _ range: Range<Int>) -> Completion {
        let files = session.compose?.draft.attachments ?? []
        return choice(files.map { .init("a\($0.number)", shown: AttachmentLine.of($0)) }, typed, range)
    }

    private func signatures(_ typed: [UInt8], _ range: Range<Int>) -> Completion {
        let place = (try? console.home()).map { $0.path(of: .configuration) / "signatures" }
        let names = place.flatMap { try? FileReading.names(in: $0) } ?? []
        let known = names.filter { $0.first != 0x2E }.compactMap { String(validating: $0, as: UTF8.self) }
        return choice((["on", "off"] + known).map { .init($0, shown: TerminalSafeText.line($0)) }, typed, range)
    }

    private func settings(_ typed: [UInt8], _ range: Range<Int>) -> Completion {
        choice(Setting.all.map { .init($0.name) }, typed, range)
    }

    private func choice(_ all: [Completion.Candidate], _ typed: [UInt8], _ range: Range<Int>) -> Completion {
        Completion(replaced: range, candidates: all.filter { $0.text.utf8.starts(with: typed) })
    }
}
