internal import Accounts
internal import Composer
internal import Contacts
internal import Disk
internal import LineEditing
internal import MailSearch
internal import MailTypes
internal import MaildirStore

/// Finds the candidates for a word of a command line: a command, an option, or a value of the kind that the command's
/// declaration names.
struct Completer {
    private let table: CommandTable
    let console: Console

    /// The maximum number of contacts that are looked up, which is more than are ever shown.
    private static let limit = 100

    init(_ table: CommandTable, _ console: Console) {
        self.table = table
        self.console = console
    }

    /// Returns the candidates for `typed`, the word that follows `words`. They are not escaped.
    func candidates(for typed: [UInt8], after words: [[UInt8]]) -> [Completion.Candidate] {
        let texts = words.map { String(decoding: $0, as: UTF8.self) }
        let names = texts.drop { $0.utf8.first == 0x2D }
        guard let first = names.first else { return commands(typed, after: nil) + options(typed, of: nil) }
        let second = names.dropFirst().first
        let both = second.flatMap { table.command("\(first) \($0)") }
        guard let command = both ?? table.command(first) else { return commands(typed, after: first) }
        let used = both == nil ? 1 : 2
        let members = both == nil && names.count == 1 ? commands(typed, after: first) : []
        let rest = Array(texts.dropFirst(texts.count - names.count + used))
        if let option = rest.last.flatMap({ option($0, of: command) }), option.value != nil {
            return values(option.kind, typed)
        }
        if typed.first == 0x2D {
            let isTerm = command.takesFilters && typed.dropFirst().first != 0x2D
            return options(typed, of: command) + (isTerm ? query(typed) : [])
        }
        var placed: [String] = []
        var index = 0
        while index < rest.count {
            if let option = option(rest[index], of: command) {
                index += option.value == nil ? 0 : 1
            } else {
                placed.append(rest[index])
            }
            index += 1
        }
        var found = members
        for operand in command.operands(at: placed.count) {
            let values =
                switch operand.kind {
                case .settingValue: settingValues(rest, typed)
                case .plan: plan(after: placed, typed)
                default: values(operand.kind, typed)
                }
            // Filters name messages too. They are offered when the beginning of one is typed.
            let filters = operand.kind == .message && command.takesFilters && !typed.isEmpty ? query(typed) : []
            for candidate in values + filters where !found.contains(where: { $0.text == candidate.text }) {
                found.append(candidate)
            }
        }
        return found
    }

    private func option(_ word: String, of command: Command) -> Command.Option? {
        (command.options + table.globalOptions).first { option in
            word.utf8.elementsEqual("--\(option.name)".utf8)
                || option.letter.map { word.utf8.elementsEqual("-\($0)".utf8) } ?? false
        }
    }

    // MARK: - Commands and options

    /// Returns commands, or with `group` the second words of the commands that begin with it.
    private func commands(_ typed: [UInt8], after group: String?) -> [Completion.Candidate] {
        var found: [Completion.Candidate] = []
        for command in table.commands {
            let words = command.name.split(separator: " ").map(String.init)
            let name = group == nil ? words[0] : words.count == 2 && words[0] == group ? words[1] : nil
            guard let name, name.utf8.starts(with: typed), !found.contains(where: { $0.text == name }) else { continue }
            let isWhole = group != nil || words.count == 1
            found.append(.init(name, shown: isWhole && console.session == nil ? command.summary : name))
        }
        return found
    }

    private func options(_ typed: [UInt8], of command: Command?) -> [Completion.Candidate] {
        guard typed.first == 0x2D else { return [] }
        return ((command?.options ?? []) + table.globalOptions).map { option in
            .init("--\(option.name)", shown: console.session == nil ? option.summary : "--\(option.name)")
        }.filter { $0.text.utf8.starts(with: typed) }
    }

    // MARK: - Values

    func values(_ kind: Command.ValueKind, _ typed: [UInt8]) -> [Completion.Candidate] {
        switch kind {
        case .text, .lines, .keptVersion, .settingValue, .plan: []
        case .account: matching(accounts(), typed)
        case .attachment: matching(attachments(), typed)
        case .choice(let words): matching(words.map { .init($0) }, typed)
        case .command: commands(typed, after: nil)
        case .message: messages(typed)
        case .plannedTime: plannedTimes("at", String(decoding: typed, as: UTF8.self))
        case .plannedDelay: plannedTimes("in", String(decoding: typed, as: UTF8.self))
        case .query: query(typed)
        case .contact: contacts(typed)
        case .draft: matching(drafts(), typed)
        case .file: files(typed)
        case .folder: matching(typed.first == 0x40 ? savedSearches() : folders(), typed)
        case .recipient: matching(recipients(), typed)
        case .sender: matching(senders() + accounts(), typed)
        case .setting: matching(SettingDefinition.all.map { .init($0.name) }, typed)
        case .signature: matching(signatures(), typed)
        case .template: matching(((try? console.templateNames()) ?? []).map { .init($0) }, typed)
        }
    }

    private func matching(_ all: [Completion.Candidate], _ typed: [UInt8]) -> [Completion.Candidate] {
        all.filter { $0.text.utf8.starts(with: typed) }
    }

    /// Returns the values of the setting that is named before.
    private func settingValues(_ words: [String], _ typed: [UInt8]) -> [Completion.Candidate] {
        guard let setting = words.lazy.compactMap({ SettingDefinition.named($0) }).first else { return [] }
        let words: [String] =
            switch setting.values {
            case .onOff: ["on", "off"]
            case .oneOf(let words): words
            case .undoWindow: UndoWindow.allCases.map { String($0.rawValue) }
            case .text: []
            }
        return matching(words.map { .init($0) }, typed)
    }

    /// Returns the operators of a query, or the values of the one that is typed.
    private func query(_ typed: [UInt8]) -> [Completion.Candidate] {
        let opening = typed.prefix { $0 == 0x2D || $0 == 0x28 || $0 == 0x7B }
        let start = String(decoding: opening, as: UTF8.self)
        let word = Array(typed.dropFirst(opening.count))
        guard let colon = word.firstIndex(of: 0x3A) else {
            if word.first == 0x40 { return matching(savedSearches(), word).map { .init(start + $0.text) } }
            let operators = QueryOperator.all.flatMap { one in
                // Other spellings are offered only to those who type them.
                ([one.name] + (word.isEmpty ? [] : one.aliases)).map { name in
                    Completion.Candidate("\(name):", shown: console.session == nil ? one.summary : "\(name):")
                }
            }
            return matching(operators, word).map { .init(start + $0.text, shown: $0.shown) }
        }
        let key = start + String(decoding: word[...colon], as: UTF8.self)
        let value = Array(word[(colon + 1)...])
        let candidates: [Completion.Candidate] =
            switch QueryOperator.named(Array(word[..<colon]))?.value {
            case .folder: matching(folders(), value)
            case .account: matching(accounts(), value)
            case .state, .flag: matching(QueryOperator.states.map { .init($0) }, value)
            case .feature: matching([.init("attachment")], value)
            case .period, .since, .before: matching(QueryOperator.periods.map { .init($0) }, value)
            case .text(.from), .text(.to), .text(.cc), .text(.bcc): contacts(value)
            case .text, .messageID, .thread, .larger, .smaller, nil: []
            }
        return candidates.map { .init(key + $0.text, shown: $0.shown) }
    }

    private func savedSearches() -> [Completion.Candidate] {
        ((try? console.home()).map { Settings(of: $0).searches } ?? []).map { .init("@\($0.name)") }
    }

    private func accounts() -> [Completion.Candidate] {
        ((try? console.everyAccount()) ?? []).map { .init($0.name.text) }
    }

    private func senders() -> [Completion.Candidate] {
        ((try? console.everyAccount()) ?? []).flatMap { account in
            account.configuration.identities.map { .init($0.address.text) }
        }
    }

    private func contacts(_ typed: [UInt8]) -> [Completion.Candidate] {
        guard !typed.isEmpty, let contacts = try? console.contacts() else { return [] }
        let text = String(decoding: typed, as: UTF8.self)
        let book = console.addressBook()
        var found: [Completion.Candidate] = []
        func add(_ candidate: Completion.Candidate) {
            if !found.contains(where: { $0.text == candidate.text }) { found.append(candidate) }
        }
        for (nickname, addresses) in book.nicknames(beginningWith: text, limit: Self.limit) {
            let all = addresses.compactMap { $0.email?.text }.joined(separator: ",")
            let people = AddressDisplay.list(addresses)
            add(.init(all, shown: TerminalSafeText.line("\(nickname): \(people)")))
        }
        let matches = contacts.matches(text, limit: Self.limit).map { match in
            Address(name: match.contact.name, email: match.contact.address)
        }
        for address in matches + book.matches(text, limit: Self.limit) {
            if let email = address.email?.text {
                add(.init(email, shown: TerminalSafeText.line(AddressDisplay.of(address))))
            }
        }
        return found
    }

    /// Returns files whose path begins with `typed`. A directory ends with a slash. Hidden files are included only if a
    /// dot is typed.
    private func files(_ typed: [UInt8]) -> [Completion.Candidate] {
        let slash = typed.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0
        let directory = slash == 0 ? Path(".") : console.attachedFiles.expanded(Array(typed[..<slash]))
        let start = typed[slash...]
        guard let names = try? FileReading.names(in: directory) else { return [] }
        var found: [Completion.Candidate] = []
        for name in names where name.starts(with: start) && (start.first == 0x2E || name.first != 0x2E) {
            guard let text = String(validating: name, as: UTF8.self), TerminalSafeText.line(text) == text else {
                continue
            }
            let isDirectory = (try? FileReading.kind(of: directory / name)) == .directory
            let end = isDirectory ? "/" : ""
            found.append(.init(String(decoding: typed[..<slash], as: UTF8.self) + text + end, shown: text + end))
        }
        return found
    }

    /// Returns the folders of the account that the prompt is in, or of all accounts.
    private func folders() -> [Completion.Candidate] {
        var names: [String] = []
        for account in (try? console.everyAccount()) ?? [] {
            if let here = console.session?.account, here != account.name { continue }
            guard let mail = try? account.mail(), let mailboxes = try? mail.mailboxes() else { continue }
            for mailbox in mailboxes where !names.contains("\(mailbox.name)") { names.append("\(mailbox.name)") }
        }
        return names.map { .init($0, shown: TerminalSafeText.line($0)) }
    }

    private func drafts() -> [Completion.Candidate] {
        guard let found = try? console.drafts(of: console.everyAccount()) else { return [] }
        return (found.drafts + found.outbox).compactMap { draft in
            draft.number.map { .init($0, shown: DraftLine(draft, in: console.zone).short) }
        }
    }

    private func recipients() -> [Completion.Candidate] {
        let all = (console.session?.compose?.draft.recipients.all ?? []).compactMap { $0.email?.text }
        return all.map { .init($0, shown: TerminalSafeText.line($0)) }
    }

    private func attachments() -> [Completion.Candidate] {
        (console.session?.compose?.draft.attachments ?? []).map { .init("a\($0.number)", shown: AttachmentLine.of($0)) }
    }

    private func signatures() -> [Completion.Candidate] {
        let place = (try? console.home()).map { $0.path(of: .configuration) / "signatures" }
        let names = place.flatMap { try? FileReading.names(in: $0) } ?? []
        let known = names.filter { $0.first != 0x2E }.compactMap { String(validating: $0, as: UTF8.self) }
        return (["on", "off"] + known).map { .init($0, shown: TerminalSafeText.line($0)) }
    }
}
