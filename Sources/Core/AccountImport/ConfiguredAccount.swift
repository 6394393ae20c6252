/// An account, from one program or combined from several.
public struct ConfiguredAccount: Sendable {
    /// What the programs call it.
    public var name: String
    /// The main address first.
    public var identities: [ConfiguredIdentity] = []
    public var imap: ConfiguredServer?
    public var smtp: ConfiguredServer?
    public var maildir: ConfiguredMaildir?
    public var notes: [ImportNote] = []
    /// Where it was found, one place per program and file.
    public var places: [ConfigurationPlace]
    /// The account of msmtp that sends its mail.
    var sender: String?
    /// The name of the account in msmtp.
    var senderName: String?
    /// A directory with its mail, as a mail reader names it.
    var readFolder: String?
    var isDefault = false

    init(_ name: String, at place: ConfigurationPlace) {
        self.name = name
        places = [place]
    }
}
