/// A line that petrel did not understand, or does not follow, and what that means. Contains no values of the line,
/// because they may be secrets.
public struct ImportNote: Hashable, Sendable {
    public let place: ConfigurationPlace
    public let sentence: String

    public init(_ place: ConfigurationPlace, _ sentence: String) {
        self.place = place
        self.sentence = sentence
    }
}

/// What was found in configuration files.
public struct ImportFindings: Sendable {
    public var accounts: [ConfiguredAccount] = []
    /// What concerns no account in particular.
    public var notes: [ImportNote] = []
    /// Files with aliases or addresses, as absolute paths.
    public var addressBooks: [String] = []
    /// Files that these name and that were not among the input, as absolute paths.
    public var wanted: [String] = []
    /// The user's display name, if a program states it for all accounts.
    var name: String?

    public init() {}

    mutating func append(_ other: ImportFindings) {
        accounts += other.accounts
        notes += other.notes
        for path in other.addressBooks where !addressBooks.contains(path) { addressBooks.append(path) }
        for path in other.wanted where !wanted.contains(path) { wanted.append(path) }
        name = name ?? other.name
    }
}
