internal import Disk
internal import JSONText
internal import MailTypes

extension AccountConfiguration {
    private static let known = [
        "name", "address", "identities", "provider", "imap", "smtp", "user", "passwordCommand", "passwordFile",
        "keyring",
        "tokenCommand", "oauth", "caFile", "window", "maildir", "sent", "undo", "attachments",
    ]

    /// Reads an account from its file. Throws an error with the line and what to write instead.
    init(_ name: AccountName, _ file: ConfigurationReader) throws(ConfigurationError) {
        self.init(name, identities: try Self.identities(in: file, of: name))
        provider = try file.text("provider")
        imap = try file.server("imap", .imap)
        smtp = try file.server("smtp", .smtp)
        user = try file.text("user")
        secret = try Self.secret(in: file)
        caFile = try file.path("caFile")
        if let text = try file.text("window") {
            guard let window = MailWindow(text) else {
                throw file.error("window", "this can be \"all\", or days as \"30d\".")
            }
            self.window = window
        }
        maildir = try file.path("maildir")
        sent = try file.choice("sent") ?? .automatic
        undo = try file.undo("undo")
        attachments = try file.choice("attachments") ?? .textOnly
        unknown = JSONObject(
            file.object.members.filter { member in
                !Self.known.contains { $0.utf8.elementsEqual(member.name.utf8) }
            })
        if identities.isEmpty, hasServer {
            throw file.error("address", "an account with a server needs its address, as \"kim@example.net\".")
        }
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
        if let provider = try file.text("oauth") { found.append(("oauth", .oauth(provider))) }
        if found.count > 1 {
            throw file.error(found[1].name, "there is \"\(found[0].name)\" already. Keep one of the two.")
        }
        return found.first?.source
    }

    // MARK: - Writing

    /// The content of the account's file as `account add` writes it, with one member per line so that users can edit
    /// it.
    var fileContent: [UInt8] {
        let members = json.members.map { "  \(Self.text(.string($0.name))): \(Self.text($0.value))" }
        return Array("{\n\(members.joined(separator: ",\n"))\n}\n".utf8)
    }

    private static func text(_ value: JSONValue) -> String {
        String(decoding: value.octets, as: UTF8.self)
    }

    private var json: JSONObject {
        var json = JSONObject([])
        func text(_ name: String, _ value: String?) {
            if let value { json[name] = .string(value) }
        }
        text("name", identities.first?.name)
        text("address", identities.first?.address.text)
        if identities.count > 1 { json["identities"] = .array(identities.dropFirst().map { .object($0.json) }) }
        text("provider", provider)
        text("imap", imap?.description)
        text("smtp", smtp?.description)
        text("user", user)
        switch secret {
        case nil: break
        case .passwordCommand(let command): text("passwordCommand", command)
        case .passwordFile(let path): text("passwordFile", path.description)
        case .keyring(let entry): json["keyring"] = .object(entry.json)
        case .tokenCommand(let command): text("tokenCommand", command)
        case .oauth(let provider): text("oauth", provider)
        }
        text("caFile", caFile?.description)
        text("window", window.text)
        text("maildir", maildir?.description)
        text("sent", sent.rawValue)
        json["undo"] = undo.map { .integer($0.rawValue) }
        text("attachments", attachments.rawValue)
        for (name, value) in unknown.members { json[name] = value }
        return json
    }
}

extension Identity {
    fileprivate var json: JSONObject {
        var json = JSONObject([])
        if let name { json["name"] = .string(name) }
        json["address"] = .string(address.text)
        return json
    }
}
