/// The limit above which deletions need confirmation: this many at once are more often a fault than intended.
enum MassDeletionLimit {
    /// More than 20 messages and more than a tenth of them.
    static func isExceeded(_ count: Int, of total: Int) -> Bool {
        count > 20 && count * 10 > total
    }
}
