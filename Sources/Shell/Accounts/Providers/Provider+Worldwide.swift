extension Provider {
    /// All known providers, sorted by identifier. The servers, limits and behavior are documented by the providers or
    /// were determined by other mail programs [Thunderbird's autoconfig, FairEmail's providers.xml].
    public static let all = (worldwide + germanSpeaking + westernEurope + elsewhere + northAmerica + independent).sorted
    {
        $0.identifier.utf8.lexicographicallyPrecedes($1.identifier.utf8)
    }

    private static let worldwide = [
        aol, fastmail, gmail, gmx, gmxCom, icloud, office365, outlook, proton, webDe, yahoo, zoho, zohoEU,
    ]

    static let gmail = Provider(
        identifier: "gmail", name: "Gmail", domains: ["gmail.com", "googlemail.com"],
        imap: [.imaps("imap.gmail.com")], smtp: [.smtps("smtp.gmail.com"), .smtp("smtp.gmail.com")],
        userName: .address, signIn: [.token, .appPassword], maximumConnections: 5, idleRefresh: .seconds(540),
        polling: nil, sent: .server,
        exchangers: ["google.com", "googlemail.com"],
        hint: "Gmail needs an app password or a sign-in in the browser: myaccount.google.com/apppasswords")

    static let outlook = Provider(
        identifier: "outlook", name: "Outlook.com",
        domains: [
            "outlook.com", "hotmail.com", "live.com", "msn.com", "outlook.de", "outlook.fr", "outlook.es", "outlook.it",
            "hotmail.co.uk", "hotmail.de", "hotmail.fr", "hotmail.es", "hotmail.it", "live.co.uk", "live.de", "live.fr",
            "live.it", "live.nl",
        ],
        imap: [.imaps("outlook.office365.com")], smtp: [.smtp("smtp-mail.outlook.com")], userName: .address,
        signIn: [.token], maximumConnections: 4, idleRefresh: .seconds(540), polling: .seconds(300), sent: .server,
        hint: "Outlook.com accepts no passwords from mail programs, only a sign-in in the browser or a token.")

    static let office365 = Provider(
        identifier: "office365", name: "Microsoft 365", domains: [], imap: [.imaps("outlook.office365.com")],
        smtp: [.smtp("smtp.office365.com")], userName: .address, signIn: [.token], maximumConnections: 4,
        idleRefresh: .seconds(540), polling: .seconds(300), sent: .server,
        exchangers: ["mail.protection.outlook.com"],
        hint: "Microsoft 365 accepts no passwords from mail programs, only a sign-in in the browser or a token.")

    static let yahoo = Provider(
        identifier: "yahoo", name: "Yahoo",
        domains: [
            "yahoo.com", "ymail.com", "rocketmail.com", "yahoo.co.uk", "yahoo.de", "yahoo.fr", "yahoo.es", "yahoo.it",
            "yahoo.ca", "yahoo.in", "yahoo.co.in", "yahoo.com.br", "yahoo.com.ar", "yahoo.com.mx", "yahoo.com.au",
        ],
        imap: [.imaps("imap.mail.yahoo.com"), .imaps("export.imap.mail.yahoo.com")],
        smtp: [.smtps("smtp.mail.yahoo.com"), .smtp("smtp.mail.yahoo.com")], userName: .address,
        signIn: [.token, .appPassword], maximumConnections: 3, idleRefresh: .seconds(180), polling: .seconds(120),
        sent: .unknown, hint: "Yahoo needs an app password: login.yahoo.com/account/security")

    static let aol = Provider(
        identifier: "aol", name: "AOL", domains: ["aol.com", "aim.com", "aol.co.uk", "aol.de", "aol.fr"],
        imap: [.imaps("imap.aol.com")], smtp: [.smtps("smtp.aol.com"), .smtp("smtp.aol.com")], userName: .address,
        signIn: [.token, .appPassword], maximumConnections: 3, idleRefresh: .seconds(180), polling: .seconds(120),
        sent: .unknown, hint: "AOL needs an app password: login.aol.com/account/security")

    static let icloud = Provider(
        identifier: "icloud", name: "iCloud", domains: ["icloud.com", "me.com", "mac.com"],
        imap: [.imaps("imap.mail.me.com")], smtp: [.smtp("smtp.mail.me.com")], userName: .address,
        signIn: [.appPassword], maximumConnections: 3, idleRefresh: .seconds(540), polling: nil, sent: .unknown,
        exchangers: ["mail.icloud.com"], asksForUserName: true,
        hint: "iCloud needs an app-specific password: account.apple.com")

    static let fastmail = Provider(
        identifier: "fastmail", name: "Fastmail", domains: ["fastmail.com", "fastmail.fm", "fastmail.net", "sent.com"],
        imap: [.imaps("imap.fastmail.com")], smtp: [.smtps("smtp.fastmail.com"), .smtp("smtp.fastmail.com")],
        userName: .address, signIn: [.token, .appPassword], maximumConnections: 5, idleRefresh: .seconds(540),
        polling: nil, sent: .unknown,
        exchangers: ["messagingengine.com"],
        hint: "Fastmail needs an app password: Settings, Privacy & Security, Manage app passwords")

    static let gmx = Provider(
        identifier: "gmx", name: "GMX", domains: ["gmx.net", "gmx.de", "gmx.at", "gmx.ch", "gmx.eu"],
        imap: [.imaps("imap.gmx.net")], smtp: [.smtps("mail.gmx.net"), .smtp("mail.gmx.net")], userName: .address,
        signIn: [.password], maximumConnections: 3, idleRefresh: .seconds(540), polling: nil, sent: .client,
        hint: "GMX accepts mail programs after you enable IMAP in its settings.")

    static let gmxCom = Provider(
        identifier: "gmx.com", name: "GMX", domains: ["gmx.com", "gmx.us", "gmx.co.uk"],
        imap: [.imaps("imap.gmx.com")], smtp: [.smtps("mail.gmx.com"), .smtp("mail.gmx.com")], userName: .address,
        signIn: [.password], maximumConnections: 3, idleRefresh: .seconds(540), polling: nil, sent: .client,
        hint: "GMX accepts mail programs after you enable IMAP in its settings.")

    static let webDe = Provider(
        identifier: "web.de", name: "WEB.DE", domains: ["web.de"], imap: [.imaps("imap.web.de")],
        smtp: [.smtps("smtp.web.de"), .smtp("smtp.web.de")], userName: .localPart, signIn: [.password],
        maximumConnections: 3, idleRefresh: .seconds(540), polling: nil, sent: .client,
        hint: "WEB.DE accepts mail programs after you enable IMAP in its settings.")

    static let zoho = Provider(
        identifier: "zoho", name: "Zoho", domains: ["zoho.com", "zohomail.com"], imap: [.imaps("imap.zoho.com")],
        smtp: [.smtps("smtp.zoho.com"), .smtp("smtp.zoho.com")], userName: .address,
        signIn: [.token, .appPassword, .password], maximumConnections: 3, idleRefresh: .seconds(540), polling: nil,
        sent: .unknown, exchangers: ["zoho.com"],
        hint: "Zoho accepts mail programs after you enable IMAP access in its settings.")

    static let zohoEU = Provider(
        identifier: "zoho.eu", name: "Zoho", domains: ["zoho.eu", "zohomail.eu"], imap: [.imaps("imap.zoho.eu")],
        smtp: [.smtps("smtp.zoho.eu"), .smtp("smtp.zoho.eu")], userName: .address,
        signIn: [.token, .appPassword, .password], maximumConnections: 3, idleRefresh: .seconds(540), polling: nil,
        sent: .unknown, exchangers: ["zoho.eu"],
        hint: "Zoho accepts mail programs after you enable IMAP access in its settings.")

    static let proton = Provider(
        identifier: "proton", name: "Proton Mail", domains: ["proton.me", "protonmail.com", "pm.me", "protonmail.ch"],
        imap: [ServerURL(.imap, .startTLS, "127.0.0.1", 1143)], smtp: [ServerURL(.smtp, .startTLS, "127.0.0.1", 1025)],
        userName: .address, signIn: [.appPassword], maximumConnections: 3, idleRefresh: .seconds(540), polling: nil,
        sent: .server,
        exchangers: ["protonmail.ch"],
        hint:
            "Proton Mail needs Proton Bridge: use its password, and its certificate as the account's caFile."
    )
}

extension ServerURL {
    static func imaps(_ host: String) -> ServerURL { ServerURL(.imap, .implicitTLS, host, 993) }
    static func imap(_ host: String) -> ServerURL { ServerURL(.imap, .startTLS, host, 143) }
    static func smtps(_ host: String) -> ServerURL { ServerURL(.smtp, .implicitTLS, host, 465) }
    static func smtp(_ host: String) -> ServerURL { ServerURL(.smtp, .startTLS, host, 587) }
}
