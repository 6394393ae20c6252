internal import Disk
internal import JSONText
internal import MailTypes

extension AccountConfiguration {
    /// The content of the account's file as `account add` writes it, with one member per line so that users can edit
    /// it.
    var fileContent: [UInt8] {
        let members = json.members.map { "  \(Self.text(.string($0.name))): \(Self.text($0.value))" }
        return Array("{\n\(members.joined(separator: ",\n"))\n}\n".utf8)
    }

    private static func text(_ value: JSONValue) -> String {
        String(decoding: value.octets, as: UTF8.self)
    }

    var json: JSONObject {
        var json = JSONObject([])
        func text(_ name: String, _ value: String?) {
            if let value { json[name] = .string(value) }
        }
        text("name", identities.first?.name)
        text("address", identities.first?.address.text)
        if identities.count > 1 {
            json["identities"] = .array(
                identities.dropFirst().map { identity in
                    var entry = identity.json
                    securityOfIdentities[identity.address]?.write(to: &entry)
                    return .object(entry)
                })
        }
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
        case .oauth(let oauth): json["oauth"] = oauth.json
        }
        text("caFile", caFile?.description)
        text("window", window.text)
        text("maildir", maildir?.description)
        text("sent", sent.rawValue)
        json["undo"] = undo.map { .integer($0.rawValue) }
        text("attachments", attachments.rawValue)
        security.write(to: &json)
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
