import Reconciliation

/// A row of a table: the state of the mailboxes, and the lines of the expected plan.
struct PlanRow: Sendable, CustomStringConvertible {
    let name: String
    var mailboxes: [ThreeWayMailboxState]
    var failures = RejectedChangeCounts()
    let lines: [String]

    init(
        _ name: String, _ mailboxes: [ThreeWayMailboxState], failures: RejectedChangeCounts = RejectedChangeCounts(),
        _ lines: [String]
    ) {
        self.name = name
        self.mailboxes = mailboxes
        self.failures = failures
        self.lines = lines
    }

    var description: String { name }

    static let nothing = ["Nothing to do: both sides are equal."]
}
