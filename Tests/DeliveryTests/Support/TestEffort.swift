import Foundation

/// How much is tested: everything for `make crash`, and a part in each normal test run.
enum TestEffort {
    /// Whether PETREL_DELIVERY_CUTS is `all`.
    static let isFull = ProcessInfo.processInfo.environment["PETREL_DELIVERY_CUTS"] == "all"
    /// The number of states that a power loss leaves per step.
    static let crashStates =
        ProcessInfo.processInfo.environment["PETREL_CRASH_STATES"].flatMap { Int($0) } ?? (isFull ? 6 : 1)

    /// Reports the number of cases in a full run.
    static func report(_ count: Int, _ what: String) {
        guard isFull else { return }
        FileHandle.standardError.write(Data("delivery: \(count) \(what)\n".utf8))
    }
}
