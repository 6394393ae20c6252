internal import Disk
internal import JSONText
internal import LineEditing
internal import MailTypes

extension AccountConfiguration {
    /// Reads an account from its file. Appends all problems of the file with their lines and what to write instead; if
    /// there is any, returns `nil`.
    init?(_ name: AccountName, _ file: ConfigurationReader, _ problems: inout [ConfigurationError]) {
        if let error = file.versionError {
            problems.append(error)
            return nil
        }
        var found = file.unknownMembers(
            ConfigurationKey.account, kind: "key", others: ConfigurationKey.settings, place: "config.json")
        func read<Value>(_ value: () throws(ConfigurationError) -> Value?) -> Value? {
            do throws(ConfigurationError) {
                return try value()
            } catch {
                found.append(error)
                return nil
            }
        }
        self.init(
            name,
            identities: read { () throws(ConfigurationError) in try Self.identities(in: file, of: name) } ?? [])
        provider = read { () throws(ConfigurationError) in try Self.provider(in: file) }
        imap = read { () throws(ConfigurationError) in try file.server("imap", .imap) }
        smtp = read { () throws(ConfigurationError) in try file.server("smtp", .smtp) }
        user = read { () throws(ConfigurationError) in try file.text("user") }
        secret = read { () throws(ConfigurationError) in try Self.secret(in: file) }
        caFile = read { () throws(ConfigurationError) in try file.path("caFile") }
        window = read { () throws(ConfigurationError) in try Self.window(in: file) } ?? .standard
        maildir = read { () throws(ConfigurationError) in try file.path("maildir") }
        sent = read { () throws(ConfigurationError) in try file.choice("sent") } ?? .automatic
        security =
            read { () throws(ConfigurationError) in try MessageSecuritySettings(in: file) } ?? MessageSecuritySettings()
        securityOfIdentities =
            read { () throws(ConfigurationError) in try Self.securityOfIdentities(in: file) } ?? [:]
        undo = read { () throws(ConfigurationError) in try file.undo("undo") }
        attachments = read { () throws(ConfigurationError) in try file.choice("attachments") } ?? .textOnly
        if found.isEmpty, identities.isEmpty, hasServer {
            found.append(file.error("address", "an account with a server needs its address, as \"kim@example.net\"."))
        }
        problems += found.inLineOrder
        if !found.isEmpty { return nil }
    }

    private static func provider(in file: ConfigurationReader) throws(ConfigurationError) -> String? {
        guard let text = try file.text("provider") else { return nil }
        if Provider.named(text) != nil { return text }
        let near = Provider.all.compactMap { provider in
            SpellingSuggestion.distance(text, provider.identifier).map { (distance: $0, name: provider.identifier) }
        }
        let question = SpellingSuggestion.question(SpellingSuggestion.nearest(near, by: \.distance).map(\.name))
        throw file.error(
            "provider", "petrel does not know this provider. \(question)Or leave it out and write imap and smtp.")
    }

    private static func window(in file: ConfigurationReader) throws(ConfigurationError) -> MailWindow? {
        guard let text = try file.text("window") else { return nil }
        guard let window = MailWindow(text) else {
            throw file.error("window", "this can be \"all\", or days as \"30d\".")
        }
        return window
    }

    /// Returns the main address, followed by the others without duplicates.
    private static func identities(
        in file: ConfigurationReader, of name: AccountName
    ) throws(ConfigurationError) -> [Identity] {
        var identities: [Identity] = []
        if let address = try file.text("address") {
            guard let main = Identity(name: try file.text("name"), address: EmailAddress(address)) else {
                throw file.error("address", "this is not a mail address. Write it as \"kim@example.net\".")
            }
            identities.append(main)
        } else if name != .local {
            throw file.error("address", "an account needs its address, as \"address\": \"kim@example.net\".")
        }
        guard let value = file.value("identities") else { return identities }
        let problem = "this should be a list of {\"name\": \"…\", \"address\": \"…\"}."
        guard let entries = value.array else { throw file.error("identities", problem) }
        var seen = Set(identities.map(\.address))
        for entry in entries {
            guard let object = entry.object, let address = object["address"]?.string,
                object["name"]?.isNull ?? true || object["name"]?.string != nil,
                let identity = Identity(name: object["name"]?.string, address: EmailAddress(address))
            else { throw file.error("identities", problem) }
            if seen.insert(identity.address).inserted { identities.append(identity) }
        }
        return identities
    }

    private static func securityOfIdentities(
        in file: ConfigurationReader
    ) throws(ConfigurationError) -> [EmailAddress: MessageSecuritySettings] {
        var found: [EmailAddress: MessageSecuritySettings] = [:]
        for object in file.value("identities")?.array?.compactMap(\.object) ?? [] {
            guard let address = object["address"]?.string else { continue }
            guard let settings = MessageSecuritySettings(object) else {
                throw file.error(
                    "identities", "sign can be off or on, encrypt off, auto, mutual or on, and security pgp or smime.")
            }
            if settings != MessageSecuritySettings() { found[EmailAddress(address)] = settings }
        }
        return found
    }

    private static func secret(in file: ConfigurationReader) throws(ConfigurationError) -> SecretSource? {
        var found: [(name: String, source: SecretSource)] = []
        if let command = try file.text("passwordCommand", isCommand: true) {
            found.append(("passwordCommand", .passwordCommand(command)))
        }
        if let path = try file.path("passwordFile") { found.append(("passwordFile", .passwordFile(path))) }
        if let value = file.value("keyring") {
            guard let entry = value.object.flatMap({ KeyringAttributes($0) }) else {
                throw file.error("keyring", "this should name an entry: {\"service\": \"…\", \"username\": \"…\"}.")
            }
            found.append(("keyring", .keyring(entry)))
        }
        if let command = try file.text("tokenCommand", isCommand: true) {
            found.append(("tokenCommand", .tokenCommand(command)))
        }
        if let oauth = try OAuthConfiguration(in: file) { found.append(("oauth", .oauth(oauth))) }
        if found.count > 1 {
            throw file.error(found[1].name, "there is \"\(found[0].name)\" already. Keep one of the two.")
        }
        return found.first?.source
    }
}
