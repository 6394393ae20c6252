import Accounts
import Disk
import Foundation
import JSONText
import MailTestSupport
import Testing

@Suite("Configuration keys and their schemas")
struct ConfigurationKeyAndSchemaTests {
    private let scratch: ScratchDirectory
    private let files: AccountConfigurationFiles

    init() throws {
        scratch = try ScratchDirectory()
        let user = Path(scratch.path + "/user")
        files = AccountConfigurationFiles(Home(in: Path(scratch.path), userDirectory: user, on: POSIXFileSystem.shared))
    }

    private func problems(_ content: String) throws -> [ConfigurationError] {
        try files.problems(of: Array(content.utf8), as: try #require(AccountName("work")))
    }

    private static let ignored = ["$schema", "version"]

    /// An account with one more member, each in its own file.
    private static func account(_ key: ConfigurationKey) -> String {
        let address = key.name == "address" ? "" : "\"address\": \"a@example.net\", "
        return "{\(address)\"\(key.name)\": \(key.example)}"
    }

    @Test("The example of each key of an account is valid, and has an effect", arguments: ConfigurationKey.account)
    func accounts(_ key: ConfigurationKey) throws {
        #expect(try problems(Self.account(key)).isEmpty)
        let accounts = scratch.url.appending(path: "accounts")
        try FileManager.default.createDirectory(at: accounts, withIntermediateDirectories: true)
        try Data(Self.account(key).utf8).write(to: accounts.appending(path: "work.json"))
        let account = try #require(try files.listing().accounts.first)
        try FileManager.default.removeItem(at: accounts)
        try files.add(account)
        let written = try JSONReader.value(of: try files.content(of: account.name) ?? []).object
        #expect(Self.ignored.contains(key.name) || written?[key.name] != nil, "\(key.name) is not read")
        let plain = try #require(try JSONReader.value(of: Array("{\"a\": \(key.example)}".utf8)).object?["a"])
        if key.name != "undo", key.value != .path, !Self.ignored.contains(key.name), key.name != "imap",
            key.name != "smtp"
        {
            #expect(written?[key.name]?.octets == plain.octets)
        }
    }

    @Test("The example of each setting is valid, and has an effect", arguments: ConfigurationKey.settings)
    func settings(_ key: ConfigurationKey) throws {
        try Data("{\"\(key.name)\": \(key.example)}".utf8).write(to: scratch.url.appending(path: "config.json"))
        let settings = Settings(of: Home(in: Path(scratch.path), on: POSIXFileSystem.shared))
        #expect(settings.problems.isEmpty, "\(settings.problems)")
        #expect(
            Self.ignored.contains(key.name)
                || SettingDefinition.named(key.name).flatMap { settings.file(of: $0) } != nil)
    }

    // MARK: - Schemas

    static let valid = [
        "{}", "{\"undo\": 10}", "{\"undo\": \"10\"}", "{\"ticker\": true, \"watch\": \"off\"}", "{\"bell\": \"mail\"}",
        "{\"editor\": \"vi \\u00e9\", \"$schema\": \"x\", \"version\": 1}",
    ]
    static let invalid = [
        "[]", "{\"undo\": 7}", "{\"undo\": 10.5}", "{\"bell\": \"loud\"}", "{\"pormpt\": \"long\"}",
        "{\"editor\": \"\"}",
        "{\"editor\": \"a\\nb\"}", "{\"ticker\": 1}", "{\"version\": 2}", "{\"imap\": \"imaps://h\"}",
        "{\"editor\": 5}",
    ]
    static let validAccounts =
        ConfigurationKey.account.map(account) + [
            "{\"address\": \"a@b.example\", \"imap\": \"IMAPS://H.example:993/\", \"smtp\": \"smtp://[::1]\"}",
            "{\"address\": \"a@b.example\", \"window\": \"all\", \"undo\": \"0\", \"passwordCommand\": \"a\\nb\"}",
            "{\"address\": \"a@b.example\", \"identities\": [], \"maildir\": \"/srv/mail\"}",
        ]
    static let invalidAccounts = [
        "{\"address\": \"a\"}", "{\"address\": \"a@b.example\", \"adress\": \"x\"}",
        "{\"address\": \"a@b.example\", \"imap\": \"http://h\"}", "{\"address\": \"a@b.example\", \"window\": \"1w\"}",
        "{\"address\": \"a@b.example\", \"imap\": \"imaps://kim@h\"}",
        "{\"address\": \"a@b.example\", \"maildir\": \"Mail\"}", "{\"address\": \"a@b.example\", \"sent\": \"no\"}",
        "{\"address\": \"a@b.example\", \"identities\": [{\"name\": \"A\"}]}",
        "{\"address\": \"a@b.example\", \"identities\": [{\"address\": \"c@d.example\", \"x\": 1}]}",
        "{\"address\": \"a@b.example\", \"keyring\": {}}", "{\"address\": \"a@b.example\", \"keyring\": {\"a\": 1}}",
        "{\"address\": \"a@b.example\", \"name\": \"a\\u0007\"}", "{\"address\": \"a@b.example\", \"undo\": 3}",
        "{\"address\": \"a@b.example\", \"version\": 2}",
    ]

    private func write(_ content: some Sequence<UInt8>, to name: String) throws {
        try Data(content).write(to: scratch.url.appending(path: name))
    }

    /// Prints for each argument whether the schema from the standard input accepts it.
    private static let validator = """
        import json, jsonschema, sys
        schema = json.load(sys.stdin)
        validator = jsonschema.validators.validator_for(schema)
        validator.check_schema(schema)
        for text in sys.argv[1:]:
            print(validator(schema).is_valid(json.loads(text)))
        """

    /// Returns whether Python's jsonschema accepts each text.
    private func accepts(_ contents: [String], _ schema: ConfigurationSchema) throws -> [Bool] {
        let run = try ProgramRun.run(
            URL(filePath: "/usr/bin/python3"), ["-c", Self.validator] + contents,
            input: Data(schema.json.octets))
        #expect(run.exitCode == 0, "\(run.errorText)")
        return run.text.split(separator: "\n").map { $0 == "True" }
    }

    private static let hasValidator = FileManager.default.isExecutableFile(atPath: "/usr/bin/jsonschema")

    @Test(
        "The JSON Schema of the settings accepts and rejects what petrel accepts and rejects",
        .enabled(if: hasValidator, "SKIPPED: python3-jsonschema is not installed; scripts/deps --test installs it"))
    func schemaOfSettings() throws {
        let contents = Self.valid + Self.invalid
        let accepted = try contents.map { content in
            try write(content.utf8, to: "config.json")
            return Settings(of: Home(in: Path(scratch.path), on: POSIXFileSystem.shared)).problems.isEmpty
        }
        #expect(accepted == Self.valid.map { _ in true } + Self.invalid.map { _ in false })
        #expect(try accepts(contents, .settings) == accepted)
    }

    @Test(
        "The JSON Schema of accounts accepts and rejects what petrel accepts and rejects",
        .enabled(if: hasValidator, "SKIPPED: python3-jsonschema is not installed; scripts/deps --test installs it"))
    func schemaOfAccounts() throws {
        let contents = Self.validAccounts + Self.invalidAccounts
        let accepted = try contents.map { try problems($0).isEmpty }
        #expect(accepted == Self.validAccounts.map { _ in true } + Self.invalidAccounts.map { _ in false })
        #expect(try accepts(contents, .account) == accepted)
    }
}
