import Foundation

/// How many states of each step are looked at. `make crash` asks for many, by PETREL_CRASH_STATES.
let crashLimit = ProcessInfo.processInfo.environment["PETREL_CRASH_STATES"].flatMap { Int($0) } ?? 6

/// Says how many states were looked at where somebody asked for many.
func report(_ count: Int, _ scenario: String) {
    guard ProcessInfo.processInfo.environment["PETREL_CRASH_STATES"] != nil else { return }
    FileHandle.standardError.write(Data("crash states: \(count) \(scenario)\n".utf8))
}
