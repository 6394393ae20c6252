/// Inputs that a rule of the grammar reads, refuses or finds incomplete, between a prefix and a suffix in a response.
/// If this parser accepts more or less than the grammar, the row gives the reason.
enum GrammarRows {
    static let all = mailboxes + fetch + bodyStructure + responses + capabilitySearchAndOtherData
}
