import Foundation

/// The places at which tests interrupt a sync, as numbers of steps. PETREL_SYNC_CASES=all tries all of them. Otherwise a
/// test tries every eighth from a random one on.
enum InterruptionPlaces {
    static let areAll = ProcessInfo.processInfo.environment["PETREL_SYNC_CASES"] == "all"

    static func of(_ numbers: Range<Int>, areAll: Bool = areAll) -> [Int] {
        let step = areAll ? 1 : 8
        return Array(stride(from: numbers.lowerBound + .random(in: 0..<step), to: numbers.upperBound, by: step))
    }
}
