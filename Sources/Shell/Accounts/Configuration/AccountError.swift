public import Disk

/// Why accounts could not be listed or changed.
public enum AccountError: Error, Hashable, Sendable {
    case alreadyExists(AccountName)
    case unknown(AccountName)
    /// Another process is using the account's mail.
    case busy(AccountName)
    /// Both accounts would store their mail in the same directory.
    case sharesMaildir(AccountName, with: AccountName, Path)
    case configuration(ConfigurationError)
    case file(FileError)
}

extension AccountError {
    /// Runs `body` and wraps its file errors.
    static func from<Result>(_ body: () throws(FileError) -> Result) throws(AccountError) -> Result {
        do throws(FileError) {
            return try body()
        } catch {
            throw .file(error)
        }
    }
}
