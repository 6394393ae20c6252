import MailTypes

/// What the server's report proves about a mailbox.
struct ServerEvidence {
    /// Baseline messages that the server no longer has.
    var gone = UIDSet()
    /// Messages inside the window that the server has and the baseline does not.
    var fresh = UIDSet()
    /// Whether `gone` and `fresh` are complete and need no verification.
    var isConclusive = false
}
