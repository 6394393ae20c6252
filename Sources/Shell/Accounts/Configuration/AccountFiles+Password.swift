public import Disk
public import SASL

extension AccountFiles {
    static let passwordSuffix = Array(".password".utf8)

    /// Where the password of an account is, if it is kept in a file of petrel's.
    public func passwordFile(of name: AccountName) -> Path {
        home.path(of: .accounts) / (name.octets + Self.passwordSuffix)
    }

    /// Writes a password beside the account's file, for its owner alone to read, in the place of one that was there. It
    /// lasts when this returns.
    public func keep(_ secret: Secret, of name: AccountName) throws(AccountError) {
        try AccountError.from { () throws(FileError) in
            let directory = try home.makingDirectory(.accounts)
            try directory.write(
                secret.octets + [0x0A], as: name.octets + Self.passwordSuffix, .replacing, through: directory,
                named: [0x2E] + UniqueName.next())
        }
    }
}
