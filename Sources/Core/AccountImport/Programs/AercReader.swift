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
        return found
    }

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
