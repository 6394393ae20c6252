public import Disk

/// Why accounts could not be listed or changed.
public enum AccountError: Error, Hashable, Sendable {
    case alreadyExists(AccountName)
    case unknown(AccountName)
    /// Another process works with its mail.
    case busy(AccountName)
    /// Both would keep their mail in one place.
    case sharesMaildir(AccountName, with: AccountName, Path)
    case configuration(ConfigurationError)
    case file(FileError)
}

extension AccountError {
    /// Does work on files, whose errors are then errors with accounts.
    static func from<Result>(_ body: () throws(FileError) -> Result) throws(AccountError) -> Result {
        do throws(FileError) {
            return try body()
        } catch {
            throw .file(error)
        }
    }
}
