import Foundation

/// The number of states to check per step. `make crash` sets PETREL_CRASH_STATES to check many.
let crashLimit = ProcessInfo.processInfo.environment["PETREL_CRASH_STATES"].flatMap { Int($0) } ?? 6

/// Prints the number of states checked, if PETREL_CRASH_STATES is set.
func report(_ count: Int, _ scenario: String) {
    guard ProcessInfo.processInfo.environment["PETREL_CRASH_STATES"] != nil else { return }
    FileHandle.standardError.write(Data("crash states: \(count) \(scenario)\n".utf8))
}
