import Foundation

/// How much is tried: all of it where `make crash` asks for it, a part in each run of all tests.
enum Effort {
    /// Whether PETREL_DELIVERY_CUTS is `all`.
    static let isFull = ProcessInfo.processInfo.environment["PETREL_DELIVERY_CUTS"] == "all"
    /// States that a loss of power leaves, of each step.
    static let crashStates =
        ProcessInfo.processInfo.environment["PETREL_CRASH_STATES"].flatMap { Int($0) } ?? (isFull ? 6 : 1)

    /// Says how much was tried where somebody asked for all of it.
    static func report(_ count: Int, _ what: String) {
        guard isFull else { return }
        FileHandle.standardError.write(Data("delivery: \(count) \(what)\n".utf8))
    }
}
