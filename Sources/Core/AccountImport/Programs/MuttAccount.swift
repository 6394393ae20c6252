internal import SASL

/// The account that the variables of mutt describe.
struct MuttAccount {
    let variables: [String: MuttValue]
    let places: [String: ConfigurationPlace]
    let context: ImportEnvironment

    /// The variables that tell accounts apart.
    var key: [String] {
        let names = ["from", "folder", "spoolfile", "spool_file", "imap_user", "smtp_url", "sendmail", "realname"]
        return names.map { variables[$0]?.source ?? "" }
    }

    private func text(_ names: String...) -> String? {
        names.lazy.compactMap { variables[$0]?.text }.first
    }

    private func place(_ names: String...) -> ConfigurationPlace? {
        names.lazy.compactMap { places[$0] }.first
    }

    /// Returns `nil` if the variables name neither an address nor a server.
    var found: ConfiguredAccount? {
        guard let place = place("from", "smtp_url", "imap_user", "folder", "spoolfile") else { return nil }
        var found = ConfiguredAccount("mutt", at: place)
        var identities = ConfiguredIdentity.all(in: text("from") ?? "")
        let name = text("realname", "real_name")
        for index in identities.indices where identities[index].name == nil { identities[index].name = name }
        found.identities = identities
        found.imap = imap
        found.smtp = smtp(after: found.imap)
        found.sender = text("sendmail").flatMap { msmtpAccount(in: $0) }
        if let folder = text("folder"), !folder.utf8.contains(0x3A) { found.readFolder = context.path(folder) }
        for name in ["imap_pass", "smtp_pass"] where variables[name].map({ $0.pieces.count > 1 }) ?? false {
            let sentence = "\(name) is put together from a command and text, which petrel does not do."
            if let place = places[name] { found.notes.append(ImportNote(place, sentence)) }
        }
        guard found.imap != nil || found.smtp != nil || !found.identities.isEmpty else { return nil }
        return found
    }

    private var imap: ConfiguredServer? {
        for name in ["folder", "spoolfile", "spool_file"] {
            guard let value = text(name), let url = ConfiguredServerURL(value), let place = places[name],
                url.scheme == "imap" || url.scheme == "imaps",
                var server = url.server(url.scheme == "imaps" ? .implicitTLS : .startTLS, at: place)
            else { continue }
            server.user = text("imap_user", "imap_login") ?? server.user
            server.secret =
                secret("imap_oauth_refresh_command", "imap_pass", mechanisms: "imap_authenticators") ?? server.secret
            server.caFile = text("certificate_file").flatMap { context.authorities($0) }
            return server
        }
        return nil
    }

    private func smtp(after imap: ConfiguredServer?) -> ConfiguredServer? {
        guard let value = text("smtp_url"), let url = ConfiguredServerURL(value), let place = places["smtp_url"],
            url.scheme == "smtp" || url.scheme == "smtps",
            var server = url.server(url.scheme == "smtps" ? .implicitTLS : .startTLS, at: place)
        else { return nil }
        server.user = text("smtp_user") ?? server.user ?? imap?.user ?? text("imap_user")
        server.secret =
            secret("smtp_oauth_refresh_command", "smtp_pass", mechanisms: "smtp_authenticators")
            ?? server.secret ?? secret(nil, "imap_pass", mechanisms: "")
        server.caFile = text("certificate_file").flatMap { context.authorities($0) }
        // The port of mutt is 25, which petrel uses only if it is written.
        return server
    }

    /// A refresh command counts if the mechanisms need it, or if there is no password.
    private func secret(_ refresh: String?, _ password: String, mechanisms: String) -> ConfiguredSecret? {
        let usesToken = ["oauthbearer", "xoauth2"].contains { name in
            variables[mechanisms]?.source.lowercased().split(separator: ":").contains { $0 == name } ?? false
        }
        let token = refresh.flatMap { variables[$0] }.flatMap { $0.text ?? $0.command }
        if let token, usesToken || variables[password] == nil { return .tokenCommand(token) }
        guard let value = variables[password] else { return nil }
        if let command = value.command { return .command(command) }
        return value.text.flatMap { Secret(Array($0.utf8)) }.map { .plain($0) }
    }
}
