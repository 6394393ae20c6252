/// The completions of a word.
public struct Completion: Sendable {
    public struct Candidate: Sendable {
        /// The text inserted into the line.
        public let text: String
        /// The text shown to the user.
        public let shown: String

        public init(_ text: String, shown: String? = nil) {
            self.text = text
            self.shown = shown ?? text
        }
    }

    /// The bytes of the line that a candidate replaces.
    public let replaced: Range<Int>
    /// The best first.
    public let candidates: [Candidate]
    /// Appended to the only candidate, for example a blank.
    public let suffix: String

    public init(replaced: Range<Int>, candidates: [Candidate], suffix: String = " ") {
        self.replaced = replaced
        self.candidates = candidates
        self.suffix = suffix
    }

    public static let none = Completion(replaced: 0..<0, candidates: [])
}
