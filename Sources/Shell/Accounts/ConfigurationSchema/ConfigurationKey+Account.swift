internal import OAuth

/// The members of an account's file, in the order in which petrel writes them.
extension ConfigurationKey {
    static let ofAccount = sender + servers + secrets + mail + security

    private static let sender = [
        ConfigurationKey("name", .text, nil, "your display name", example: "\"Kim Park\""),
        ConfigurationKey(
            "address", .address, nil, "the address that mail is written from",
            details: "Only the account local can do without.", example: "\"kim@example.net\""),
        ConfigurationKey(
            "identities", .list(.object(identity)), nil, "other addresses of yours",
            details: "You can write from them, and a reply to one of them is written from it.",
            example: "[{\"name\": \"Kim\", \"address\": \"k@example.org\"}]"),
    ]

    private static let identity =
        [
            ConfigurationKey("name", .text, nil, "the display name", example: "\"Kim\""),
            ConfigurationKey("address", .address, nil, "the address", example: "\"k@example.org\"", isRequired: true),
        ] + security

    private static let servers = [
        ConfigurationKey(
            "provider", .text, nil, "a provider whose servers petrel knows",
            details: "It replaces imap and smtp.", example: "\"fastmail\""),
        ConfigurationKey(
            "imap", .server(.imap), "found by the address", "the server that mail is read from",
            example: "\"imaps://imap.example.net\""),
        ConfigurationKey(
            "smtp", .server(.smtp), "found by the address", "the server that mail is sent through",
            example: "\"smtps://smtp.example.net\""),
        ConfigurationKey(
            "user", .text, "the address", "the user name for signing in to both servers", example: "\"kim\""),
        ConfigurationKey(
            "caFile", .path, "those of the system", "a file of certificate authorities to trust",
            details: "For a server with a private authority.", example: "\"~/ca.pem\""),
    ]

    private static let secrets = [
        ConfigurationKey(
            "passwordCommand", .command, nil, "a command that prints the password",
            details: "The first line of its output is used. Only one of the secrets can be given.",
            example: "\"pass show mail\""),
        ConfigurationKey(
            "passwordFile", .path, nil, "a file whose first line is the password",
            details: "Only its owner may be able to read it.", example: "\"~/.mail-password\""),
        ConfigurationKey(
            "keyring", .textMembers, nil, "attributes of an entry in the desktop keyring",
            details: "secret-tool(1) looks them up.", example: "{\"service\": \"mail\", \"username\": \"kim\"}"),
        ConfigurationKey(
            "tokenCommand", .command, nil, "a command that prints an OAuth access token",
            details: "It is run again when the token has expired.", example: "\"oama access kim@example.net\""),
        ConfigurationKey(
            "oauth", .anyOf([.oneOf(OAuthProvider.all.map(\.identifier)), .object(oauth)]), nil,
            "the provider to sign in at with a browser",
            details: "A text is short for an object with this provider. See petrel-sign-in(7).",
            example: "{\"provider\": \"google\", \"clientId\": \"1234\"}"),
    ]

    private static let oauth = [
        ConfigurationKey(
            "provider", .oneOf(OAuthProvider.all.map(\.identifier)), nil, "a provider that petrel knows",
            example: "\"google\""),
        ConfigurationKey(
            "tenant", .text, nil, "an organization at Microsoft, instead of all accounts", example: "\"example.com\""),
        ConfigurationKey(
            "issuer", .text, nil, "the https:// address of another authorization server",
            example: "\"https://id.example.org\""),
        ConfigurationKey("clientId", .text, nil, "the client id that you have registered", example: "\"1234\""),
        ConfigurationKey(
            "clientFile", .path, nil, "the file with the client id that the provider offers for download",
            example: "\"~/client_secret.json\""),
        ConfigurationKey(
            "scope", .text, nil, "the scopes to request instead of the usual ones", example: "\"openid email\""),
    ]

    private static let mail = [
        ConfigurationKey(
            "window", .mailWindow, MailWindow.standard.text, "how much mail is kept on this machine",
            details: "Older mail stays on the server.", example: "\"90d\""),
        ConfigurationKey(
            "maildir", .path, "mail/NAME in the data directory", "the directory of the mail",
            details: "Every account needs a separate one.", example: "\"~/Mail\""),
        ConfigurationKey(
            "sent", .oneOf(SentCopy.allCases.map(\.rawValue)), SentCopy.automatic.rawValue,
            "who stores the copy of sent mail on the server",
            details: """
                append: petrel. probe: petrel looks in the Sent folder first. auto: depends on what is known about the provider.
                """, example: "\"append\""),
        ConfigurationKey(
            "undo", .undoWindow, "the setting undo", "the length of the undo window in seconds", example: "10"),
        ConfigurationKey(
            "attachments", .oneOf(AttachmentFetching.allCases.map(\.rawValue)), AttachmentFetching.textOnly.rawValue,
            "what a sync downloads",
            details: "text: attachments are downloaded when they are opened. all: with the messages.",
            example: "\"all\""),
    ]
}
