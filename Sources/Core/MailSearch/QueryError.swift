/// Why a query is invalid and how to correct it.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Sentences for the user.
    public let description: String
    /// The part of the query that is invalid, in bytes.
    public private(set) var range: Range<Int>
    /// The word to quote to search for it, in a query that could have been meant so.
    private let word: String?

    public init(_ description: String, at range: Range<Int>) {
        self.init(description, at: range, quoting: nil)
    }

    /// An error after which `word` can be searched for if it is quoted.
    init(_ description: String, at range: Range<Int>, quoting word: String?) {
        let advice = word.map { " To search for the word itself, quote it: \"\($0)\"" } ?? ""
        self.description = description + advice
        self.range = range
        self.word = word
    }

    /// The same error at another place.
    func moved(to range: Range<Int>) -> QueryError {
        var error = self
        error.range = range
        return error
    }

    /// The description for a shell, which removes one level of quotes.
    public var descriptionInShell: String {
        guard let word else { return description }
        return String(description.dropLast(word.count + 2)) + "'\"\(word)\"'"
    }
}
