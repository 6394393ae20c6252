/// A mail and what is offered to it.
struct SuggestedRepliesRow: Sendable {
    let name: String
    let text: String
    /// The first answer; `nil` where nothing may be offered.
    let first: String?
    /// The others, if they matter.
    let others: [String]?

    init(_ name: String, _ text: String, _ first: String?, _ others: [String]? = nil) {
        (self.name, self.text, self.first, self.others) = (name, text, first, others)
    }
}
