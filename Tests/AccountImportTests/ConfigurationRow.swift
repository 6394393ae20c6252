import AccountImport
import Testing

/// The configuration files of one household, and the accounts that they describe.
struct ConfigurationRow: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let files: [(MailProgram, String)]
    /// Files that others source, by path.
    var sources: [String: String] = [:]
    /// One text per account, as `Self.describe` writes it.
    let accounts: [String]
    /// The lines that concern no account, as `program:line`.
    var notUnderstood: [String] = []
    var addressBooks: [String] = []

    static let context = ImportEnvironment(home: "/u/kim", variables: ["USER": "kim"])

    /// The result of reading the files, with sourced files as they are wanted.
    var findings: ImportFindings {
        let configurations = files.map { (program: $0.0, file: "/u/kim/\($0.0.rawValue)", bytes: Array($0.1.utf8)) }
        var known: [String: [UInt8]] = [:]
        var findings = ImportFindings.reading(configurations, sources: known, Self.context)
        while let path = findings.wanted.first(where: { known[$0] == nil }) {
            known[path] = Array((sources[path] ?? "").utf8)
            findings = .reading(configurations, sources: known, Self.context)
        }
        return findings
    }

    /// For example `work: Kim <kim@example.net> | imaps://imap.example.net as kim | smtps://… | command pass | ~/Mail`.
    static func describe(_ account: ConfiguredAccount) -> String {
        let people = account.identities.map { person in
            person.name.map { "\($0) <\(person.address)>" } ?? person.address
        }
        var parts = ["\(account.name): \(people.joined(separator: ", "))"]
        parts.append(account.imap.map { describe($0, "imap") } ?? "no imap")
        parts.append(account.smtp.map { describe($0, "smtp") } ?? "no smtp")
        parts.append(describe(account.imap?.secret ?? account.smtp?.secret))
        if let maildir = account.maildir {
            parts.append(shown(maildir.path) + (maildir.obstacle.map { " but \(describe($0))" } ?? ""))
        }
        let notes = account.notes.map { shown($0.place) }
        if !notes.isEmpty { parts.append("notes \(notes.joined(separator: " "))") }
        return parts.joined(separator: " | ")
    }

    static func shown(_ place: ConfigurationPlace) -> String {
        "\(place)".replacing("/u/kim/", with: "")
    }

    private static func shown(_ path: String) -> String { path.replacing("/u/kim/", with: "~/") }

    private static func describe(_ server: ConfiguredServer, _ scheme: String) -> String {
        let caFile = server.caFile.map { " trusting \(shown($0))" } ?? ""
        return "\(server.url(scheme: scheme)) as \(server.user ?? "-")\(caFile)"
    }

    private static func describe(_ secret: ConfiguredSecret?) -> String {
        switch secret {
        case nil: "no secret"
        case .command(let command): "command \(command)"
        case .tokenCommand(let command): "token \(command)"
        case .file(let path): "file \(shown(path))"
        case .keyring(let attributes): "keyring \(attributes.map { "\($0.name)=\($0.value)" }.joined(separator: " "))"
        case .plain: "plain text"
        }
    }

    private static func describe(_ obstacle: ConfiguredMaildir.Obstacle) -> String {
        switch obstacle {
        case .layout(let words): words
        case .inboxElsewhere(let path): "INBOX in \(shown(path))"
        case .renamed(let local, let remote): "\(local) is \(remote)"
        case .renamedByRule(let words): words
        case .severalTrees(let path): "also \(shown(path))"
        case .limited(let option, let line): "\(option) in line \(line)"
        }
    }
}
