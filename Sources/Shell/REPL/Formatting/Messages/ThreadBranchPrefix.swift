internal import Platform

/// Draws the lines that connect replies with their originals, in the list of a conversation.
struct ThreadBranchPrefix {
    /// Whether the terminal shows UTF-8; otherwise the lines are made of ASCII.
    let isUTF8: Bool

    /// Returns what stands before a reply: `│ ├─ `. Each branch says whether a line to a later reply passes.
    func prefix(_ branches: [Bool]) -> String {
        guard let last = branches.last else { return "" }
        let (pass, fork, end) = isUTF8 ? ("│ ", "├─ ", "└─ ") : ("| ", "|- ", "`- ")
        return branches.dropLast().map { $0 ? pass : "  " }.joined() + (last ? fork : end)
    }
}
