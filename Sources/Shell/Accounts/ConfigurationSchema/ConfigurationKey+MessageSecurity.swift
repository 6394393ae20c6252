extension ConfigurationKey {
    /// The members of an account, and of an entry of its `identities`, about signatures and encryption.
    static let security = [
        ConfigurationKey(
            "sign", .oneOf(MessageSecuritySettings.Signing.allCases.map(\.rawValue)), "off", "whether mail is signed",
            example: "\"on\""),
        ConfigurationKey(
            "encrypt", .oneOf(MessageSecuritySettings.Encryption.allCases.map(\.rawValue)), "off",
            "when mail is encrypted",
            details: """
                auto: if there is a key of every recipient. mutual: if in addition the mail of every recipient asks for it in its
                Autocrypt field. on: always; mail to a recipient without a key is not sent.
                """, example: "\"auto\""),
        ConfigurationKey(
            "security", .oneOf(MessageSecuritySettings.Method.allCases.map(\.rawValue)), "pgp",
            "whether mail is signed and encrypted with PGP or S/MIME", example: "\"smime\""),
        ConfigurationKey(
            "signingKey", .text, "the one that names the address", "the fingerprint of the key that signs",
            example: "\"6A5BB08ED2B64E07\""),
    ]
}
