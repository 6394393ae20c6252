internal import SASL

/// Reads the accounts of aerc [aerc-accounts(5)].
struct AercReader {
    private let file: String
    private let context: ImportEnvironment

    static func findings(in bytes: [UInt8], of file: String, _ context: ImportEnvironment) -> ImportFindings {
        let ini = INIFile(bytes, of: file)
        let reader = AercReader(file: file, context: context)
        var findings = ImportFindings()
        findings.notes = ini.notes
        for section in ini.sections { findings.accounts.append(reader.account(section)) }
        return findings
    }

    private func place(_ line: Int) -> ConfigurationPlace { ConfigurationPlace(file: file, line: line) }

    private func account(_ section: INIFile.Section) -> ConfiguredAccount {
        var found = ConfiguredAccount(section.name, at: place(section.line))
        found.identities = identities(section)
        takeSource(section, &found)
        takeOutgoing(section, &found)
        for member in section.members where !member.value.isEmpty {
            if let advice = Self.remarks[member.key] {
                found.notes.append(
                    ImportNote(place(member.line), "petrel does not take over \(member.key). \(advice)"))
            } else if !Self.known.contains(member.key) {
                found.notes.append(
                    ImportNote(place(member.line), "petrel does not know the key \(member.key) of aerc."))
            }
        }
        return found
    }

    /// The keys that petrel has an equivalent for and does not take over.
    private static let remarks: [String: String] = [
        "signature-file": signatureAdvice, "signature-cmd": signatureAdvice,
        "pgp-key-id": "Write it as \"signingKey\" into the account's file.",
        "pgp-auto-sign": "Write \"sign\": \"on\" into the account's file.",
        "pgp-opportunistic-encrypt": "Write \"encrypt\": \"auto\" into the account's file.",
        "folders": "petrel syncs all folders.", "folders-exclude": "petrel syncs all folders.",
        "folder-map": "petrel shows folders with their names on the server.",
        "copy-to": "Copies of sent mail are stored in the folder that the server marks as Sent.",
        "postpone": "Drafts are stored in the folder that the server marks as Drafts.",
        "archive": "Archived mail is moved to the folder that the server marks as Archive.",
        "query-map": "Write the query after search, or give it a name with alias.",
    ]

    private static let signatureAdvice =
        "Copy it to signatures/default beside config.json, and type: petrel config set signature below"

    /// The keys that are read, and those that petrel need not know [aerc-accounts(5)].
    private static let known: Set<String> = [
        "source", "source-cred-cmd", "source-cred-cmd-cache", "outgoing", "outgoing-cred-cmd",
        "outgoing-cred-cmd-cache", "from", "aliases", "maildir-store", "maildir-account-path", "default",
        "address-book-cmd", "cache-blobs", "cache-headers", "cache-max-age", "cache-state", "check-mail",
        "check-mail-cmd", "check-mail-include", "check-mail-exclude", "check-mail-timeout", "connection-timeout",
        "copy-to-replied", "enable-folders-sort", "enable-maildir", "exclude-tags", "expunge-policy", "folders-sort",
        "headers", "headers-exclude", "idle-debounce", "idle-timeout", "keepalive-interval", "keepalive-period",
        "keepalive-probes", "multi-file-strategy", "original-to-header", "params", "pgp-attach-key",
        "pgp-error-level", "pgp-self-encrypt", "reconnect-maxwait", "restrict-delete", "send-as-utc",
        "send-with-hostname", "server-ping", "smtp-domain", "smtp-starttls", "strip-bcc", "subject-re-pattern",
        "trusted-authres", "use-envelope-from", "use-gmail-ext", "use-labels",
    ]

    private func identities(_ section: INIFile.Section) -> [ConfiguredIdentity] {
        let text = [section["from"], section["aliases"]].compactMap(\.self).joined(separator: ", ")
        return ConfiguredIdentity.all(in: text).filter { !$0.address.utf8.contains(0x2A) }
    }

    private func takeSource(_ section: INIFile.Section, _ found: inout ConfiguredAccount) {
        guard let source = section["source"], let url = ConfiguredServerURL(source) else { return }
        let place = place(section.line(of: "source"))
        let (protocolName, mechanism) = Self.parts(of: url.scheme)
        switch protocolName {
        case "imap", "imaps":
            let security: ConfiguredServer.Security =
                mechanism == "insecure" ? .none : protocolName == "imaps" ? .implicitTLS : .startTLS
            var server = url.server(security, at: place)
            server?.secret = secret(section, "source-cred-cmd", url, mechanism, &found.notes) ?? url.secret
            found.imap = server
        case "maildir", "maildirpp":
            let path = context.path(url.host + url.path)
            if protocolName == "maildir" {
                found.readFolder = path
            } else {
                found.maildir = ConfiguredMaildir(path: path, layout: .dotted, place: place)
            }
        case "notmuch":
            found.readFolder = section["maildir-store"].map { context.path($0) }
        default:
            found.notes.append(ImportNote(place, "petrel cannot read mail by \(protocolName)."))
        }
    }

    private func takeOutgoing(_ section: INIFile.Section, _ found: inout ConfiguredAccount) {
        guard let outgoing = section["outgoing"] else { return }
        let place = place(section.line(of: "outgoing"))
        guard let url = ConfiguredServerURL(outgoing) else {
            found.sender = msmtpAccount(in: outgoing)
            if found.sender == nil {
                let sentence = "The command that sends mail is not msmtp. petrel sends mail itself and needs a server."
                found.notes.append(ImportNote(place, sentence))
            }
            return
        }
        let (protocolName, mechanism) = Self.parts(of: url.scheme)
        guard protocolName == "smtp" || protocolName == "smtps" else {
            found.notes.append(ImportNote(place, "petrel cannot send mail by \(protocolName)."))
            return
        }
        let security: ConfiguredServer.Security =
            mechanism == "insecure" ? .none : protocolName == "smtps" ? .implicitTLS : .startTLS
        var server = url.server(security, at: place)
        server?.secret = secret(section, "outgoing-cred-cmd", url, mechanism, &found.notes) ?? url.secret
        found.smtp = server
    }

    /// Splits `imaps+xoauth2` and `smtp+starttls+plain`.
    private static func parts(of scheme: String) -> (name: String, mechanism: String) {
        let pieces = scheme.split(separator: "+").map { String($0) }
        return (pieces.first ?? "", pieces.dropFirst().last ?? "")
    }

    private func secret(
        _ section: INIFile.Section, _ key: String, _ url: ConfiguredServerURL, _ mechanism: String,
        _ notes: inout [ImportNote]
    ) -> ConfiguredSecret? {
        guard let command = section[key] else { return nil }
        guard mechanism == "xoauth2" || mechanism == "oauthbearer" else { return .command(command) }
        if url.query.utf8.split(separator: 0x26).contains(where: { $0.starts(with: "token_endpoint=".utf8) }) {
            let sentence = "\(key) prints a refresh token, from which petrel cannot get an access token."
            notes.append(ImportNote(place(section.line(of: key)), sentence))
            return nil
        }
        return .tokenCommand(command)
    }
}
