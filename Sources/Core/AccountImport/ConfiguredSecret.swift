public import SASL

/// Where a program gets its password or token from.
public enum ConfiguredSecret: Sendable {
    /// A shell command that prints the password.
    case command(String)
    /// A shell command that prints a token for XOAUTH2 or OAUTHBEARER.
    case tokenCommand(String)
    /// A file whose first line is the password.
    case file(String)
    /// The attributes of an entry in the desktop keyring.
    case keyring([(name: String, value: String)])
    /// The password itself.
    case plain(Secret)
}
