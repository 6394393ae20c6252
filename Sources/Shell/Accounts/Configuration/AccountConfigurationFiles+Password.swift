public import Disk
public import SASL

extension AccountConfigurationFiles {
    static let passwordSuffix = Array(".password".utf8)

    /// The file for the password of an account, if petrel stores it.
    public func passwordFile(of name: AccountName) -> Path {
        home.path(of: .accounts) / (name.octets + Self.passwordSuffix)
    }

    /// Writes a password beside the account's file, readable only by its owner, and replaces an existing one. It is
    /// durable when this returns.
    public func keep(_ secret: Secret, of name: AccountName) throws(AccountError) {
        try AccountError.from { () throws(FileError) in
            let directory = try home.makingDirectory(.accounts)
            try directory.write(
                secret.octets + [0x0A], as: name.octets + Self.passwordSuffix, .replacing, through: directory,
                named: [0x2E] + UniqueName.next())
        }
    }
}
