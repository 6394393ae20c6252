/// Reads the user's addresses from the configuration of notmuch [notmuch-config(1)].
enum NotmuchReader {
    static func findings(in bytes: [UInt8], of file: String, _ context: ImportEnvironment) -> ImportFindings {
        let ini = INIFile(bytes, of: file)
        var findings = ImportFindings()
        findings.notes = ini.notes
        guard let user = ini.sections.last(where: { $0.name == "user" }) else { return findings }
        findings.name = user["name"]
        guard let primary = user["primary_email"] else { return findings }
        let others = (user["other_email"] ?? "").split(separator: ";").map { String($0).trimmed }
        let addresses = ([primary] + others.prefix(50)).filter { $0.utf8.contains(0x40) }
        // Each may belong to another account, so they are separate.
        for address in addresses {
            let isMain = address == primary
            let line = user.line(of: isMain ? "primary_email" : "other_email")
            var found = ConfiguredAccount("notmuch", at: ConfigurationPlace(file: file, line: line))
            found.identities = [ConfiguredIdentity(name: user["name"], address: address)]
            found.isDefault = isMain
            findings.accounts.append(found)
        }
        return findings
    }
}
