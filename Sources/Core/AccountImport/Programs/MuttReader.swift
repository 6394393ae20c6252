/// Reads the configuration of mutt and neomutt [muttrc(5)]: `set`, `source`, aliases, and the settings that folder
/// hooks and macros switch to. Runs no command.
struct MuttReader {
    private let context: ImportEnvironment
    private let files: [String: [UInt8]]
    private var findings = ImportFindings()
    /// The notes so far. A file that several accounts source is read more than once.
    private var noted: Set<ImportNote> = []
    private var variables: [String: MuttValue] = [:]
    /// Where the variables that concern accounts were set last.
    private var places: [String: ConfigurationPlace] = [:]
    /// Command lines that switch to other settings, each of which may be an account.
    private var switches: [(line: String, place: ConfigurationPlace)] = []
    private var readFiles = 0
    private var commandCount = 0
    private var isSwitched = false

    private static let maximumFiles = 200
    private static let maximumDepth = 16
    private static let maximumCommands = 100_000
    private static let maximumSwitches = 100
    private static let maximumVariables = 1000
    private static let maximumNotes = 1000

    /// `files` are the files that may be sourced.
    static func findings(
        in bytes: [UInt8], of file: String, _ context: ImportEnvironment, files: [String: [UInt8]]
    ) -> ImportFindings {
        var reader = MuttReader(context: context, files: files)
        reader.read(bytes, of: file, depth: 0)
        reader.addAccounts()
        return reader.findings
    }

    private init(context: ImportEnvironment, files: [String: [UInt8]]) {
        self.context = context
        self.files = files
    }

    // MARK: - Commands

    private mutating func read(_ bytes: [UInt8], of file: String, depth: Int) {
        readFiles += 1
        let lines = ConfigurationLines(bytes, of: file, joinsLines: true)
        findings.notes += lines.notes
        for line in lines.lines {
            run(line.text, at: ConfigurationPlace(file: file, line: line.number), depth: depth)
        }
    }

    private mutating func run(_ line: String, at place: ConfigurationPlace, depth: Int) {
        let known = variables
        let context = context
        var words = MuttWords(line) { name in
            known[name] ?? context.variables[name].map { MuttValue($0) }
        }
        while words.nextCommand(), commandCount < Self.maximumCommands {
            commandCount += 1
            let command = words.word().text ?? ""
            switch command {
            case "set", "setenv": set(&words, place)
            case "unset":
                while let name = words.name() { variables[name] = nil }
            case "source": source(words.word(), at: place, depth: depth)
            case "alias": addBook(place.file)
            case "folder-hook":
                _ = words.word()
                note(switch: words.word().source, place)
            case "account-hook":
                note("petrel does not follow account-hook. If it sets a user or password, set them directly.", place)
            case "macro": macro(&words, place)
            case "my_hdr": noteHeaderField(words.word().text ?? "", place)
            default:
                if let advice = Self.remarks[command] {
                    note("petrel does not follow \(command). \(advice)", place)
                } else if !Self.isOther(command) {
                    let name = Self.isCommandName(command) ? "the command \(command) of mutt" : "this line"
                    note("petrel does not know \(name).", place)
                }
            }
        }
    }

    private mutating func note(_ sentence: String, _ place: ConfigurationPlace) {
        let note = ImportNote(place, sentence)
        if findings.notes.count < Self.maximumNotes, noted.insert(note).inserted { findings.notes.append(note) }
    }

    private mutating func noteHeaderField(_ word: String, _ place: ConfigurationPlace) {
        let name = String(word.prefix { $0 != ":" })
        let field = Self.isCommandName(name.lowercased()) ? "my_hdr \(name)" : "my_hdr"
        let advice =
            name.lowercased() == "from"
            ? "Use: set from=" : "petrel adds such a field to no message; a template of new can have it."
        note("petrel does not follow \(field). \(advice)", place)
    }

    private mutating func set(_ words: inout MuttWords, _ place: ConfigurationPlace) {
        while let name = words.name() {
            guard let (isAppending, _) = words.assignment() else {
                let isOff = name.utf8.starts(with: "no".utf8)
                variables[isOff ? String(name.dropFirst(2)) : name] = MuttValue(isOff ? "no" : "yes")
                if !isOff { noteVariable(name, place) }
                continue
            }
            var value = isAppending ? variables[name] ?? MuttValue() : MuttValue()
            value.append(words.word())
            guard variables[name] != nil || variables.count < Self.maximumVariables else { continue }
            variables[name] = value
            places[name] = place
            if !value.isEmpty, value.source != "no" { noteVariable(name, place) }
            if name == "alias_file", let text = value.text { addBook(context.path(text)) }
            if name == "query_command" { addQueried(value.source) }
        }
    }

    private mutating func noteVariable(_ name: String, _ place: ConfigurationPlace) {
        guard let advice = Self.variableRemarks[name] else { return }
        note("petrel does not take over \(name). \(advice)", place)
    }

    private mutating func source(_ value: MuttValue, at place: ConfigurationPlace, depth: Int) {
        guard let text = value.text else {
            note("The name of the file to source is printed by a command. Not read.", place)
            return
        }
        if text.trimmed.utf8.last == 0x7C {
            note(
                "The settings that a command prints (source \"…|\") are not read. For a password, name a command that "
                    + "prints only the password.", place)
            return
        }
        let directory = place.file.utf8.lastIndex(of: 0x2F).map { String(place.file[..<$0]) }
        let path = context.path(text, in: directory)
        guard context.isInHome(path) else {
            note("The sourced file is not in your home directory. Not read.", place)
            return
        }
        guard let bytes = files[path] else {
            if !findings.wanted.contains(path) { findings.wanted.append(path) }
            return
        }
        guard !bytes.isEmpty else {
            note("The sourced file is empty or cannot be read.", place)
            return
        }
        guard depth < Self.maximumDepth, readFiles < Self.maximumFiles else {
            note("Too many files source each other. Not read.", place)
            return
        }
        read(bytes, of: path, depth: depth + 1)
    }

    /// Finds the file that a macro switches to, as in `<enter-command>source ~/.config/mutt/work<enter>`.
    private mutating func macro(_ words: inout MuttWords, _ place: ConfigurationPlace) {
        _ = words.word()
        _ = words.word()
        let sequence = Array(words.word().source.utf8)
        guard let start = sequence.firstIndex(of: "source ") else { return }
        let path = sequence[start...].prefix { $0 != 0x3C && $0 != 0x3B && $0 != 0x0A }
        note(switch: String(decoding: path, as: UTF8.self), place)
    }

    private mutating func note(switch line: String, _ place: ConfigurationPlace) {
        if !isSwitched, switches.count < Self.maximumSwitches { switches.append((line, place)) }
    }

    private mutating func addBook(_ path: String) {
        if !findings.addressBooks.contains(path) { findings.addressBooks.append(path) }
    }

    private mutating func addQueried(_ command: String) {
        let program = quotedWords(of: command).first?.split(separator: "/").last.map { String($0) }
        if program == "abook" { addBook(context.home + "/.abook/addressbook") }
    }

    // MARK: - Accounts

    private mutating func addAccounts() {
        let (common, commonPlaces) = (variables, places)
        isSwitched = true
        var known: Set<[String]> = []
        func add(_ reader: inout MuttReader) {
            let account = MuttAccount(variables: reader.variables, places: reader.places, context: reader.context)
            guard let found = account.found, known.insert(account.key).inserted else { return }
            reader.findings.accounts.append(found)
        }
        findings.name = common["realname"]?.text ?? common["real_name"]?.text
        add(&self)
        for (line, place) in switches {
            (variables, places) = (common, commonPlaces)
            run(line, at: place, depth: 0)
            add(&self)
        }
    }
}

extension [UInt8] {
    /// Returns the index of the first occurrence of a text.
    func firstIndex(of text: StaticString) -> Int? {
        let wanted = Array(text.description.utf8)
        guard !wanted.isEmpty, count >= wanted.count else { return nil }
        return (0...(count - wanted.count)).first { self[$0...].starts(with: wanted) }
    }
}
