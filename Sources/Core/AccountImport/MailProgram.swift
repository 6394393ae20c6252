/// A mail program whose configuration can be read.
public enum MailProgram: String, CaseIterable, Sendable {
    case mbsync
    case offlineimap
    case himalaya
    case aerc
    case mutt
    case msmtp
    case notmuch

    /// The places of its configuration as absolute paths. Only the first that exists is used.
    public func files(_ context: ImportEnvironment) -> [String] {
        let home = context.home
        let configuration = context.variables["XDG_CONFIG_HOME"] ?? "\(home)/.config"
        return switch self {
        case .mbsync: ["\(configuration)/isyncrc", "\(home)/.mbsyncrc"]
        case .offlineimap: ["\(configuration)/offlineimap/config", "\(home)/.offlineimaprc"]
        case .himalaya: ["\(configuration)/himalaya/config.toml", "\(home)/.himalayarc"]
        case .aerc: ["\(configuration)/aerc/accounts.conf"]
        case .mutt:
            [
                "\(configuration)/neomutt/neomuttrc", "\(home)/.neomutt/neomuttrc", "\(home)/.neomuttrc",
                "\(home)/.muttrc", "\(home)/.mutt/muttrc", "\(configuration)/neomutt/muttrc",
                "\(configuration)/mutt/muttrc",
            ]
        case .msmtp: ["\(home)/.msmtprc", "\(configuration)/msmtp/config"]
        case .notmuch:
            [
                context.variables["NOTMUCH_CONFIG"], "\(configuration)/notmuch/default/config",
                "\(home)/.notmuch-config",
            ].compactMap(\.self)
        }
    }

    /// The files with addresses that programs use by default.
    public static func addressBooks(_ context: ImportEnvironment) -> [String] {
        let data = context.variables["XDG_DATA_HOME"] ?? "\(context.home)/.local/share"
        return ["\(context.home)/.abook/addressbook", "\(data)/abook/addressbook"]
    }
}
