internal import AccountImport
internal import Accounts
internal import Disk
internal import Platform

/// The configuration files of other mail programs that exist in the user's home directory.
struct ImportableConfigurationFiles {
    struct File {
        let program: MailProgram
        let path: String
    }

    let context: ImportEnvironment
    /// The files that were read, in the order of the programs.
    private(set) var files: [File] = []
    private(set) var findings = ImportFindings()

    /// The variables that occur in the configurations of mail programs.
    private static let variables = [
        "USER", "LOGNAME", "EMAIL", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "NOTMUCH_CONFIG",
    ]
    /// How often files may name other files that are not read yet.
    private static let maximumRounds = 16

    /// Returns `nil` if there is no home directory.
    init?(_ environment: Environment) {
        guard let home = environment.absolutePath(of: "HOME") else { return nil }
        var variables: [String: String] = [:]
        for name in Self.variables {
            variables[name] = environment[name].flatMap { String(validating: $0, as: UTF8.self) }
        }
        context = ImportEnvironment(home: home.description, variables: variables)
        read()
    }

    private mutating func read() {
        var configurations: [(program: MailProgram, file: String, bytes: [UInt8])] = []
        for program in MailProgram.allCases {
            for path in program.files(context) {
                guard let bytes = contents(of: path) else { continue }
                configurations.append((program, path, bytes))
                files.append(File(program: program, path: path))
                break
            }
        }
        var sources: [String: [UInt8]] = [:]
        for _ in 0..<Self.maximumRounds {
            findings = .reading(configurations, sources: sources, context)
            let wanted = findings.wanted.filter { sources[$0] == nil }
            if wanted.isEmpty { break }
            // A file that cannot be read counts as empty.
            for path in wanted {
                let bytes = contents(of: path)
                sources[path] = bytes ?? []
                if bytes != nil { files.append(File(program: .mutt, path: path)) }
            }
        }
        findings.addressBooks += MailProgram.addressBooks(context).filter { !findings.addressBooks.contains($0) }
        findings.addressBooks = findings.addressBooks.filter { contents(of: $0).map { !$0.isEmpty } ?? false }
    }

    private func contents(of path: String) -> [UInt8]? {
        try? FileReading.contents(of: Path(path), onlyRegular: true)
    }
}
