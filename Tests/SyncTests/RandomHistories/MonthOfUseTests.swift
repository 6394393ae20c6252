import Foundation
import MailTestSupport
import Testing

/// Thirty days of an account in compressed time, with three homes, two other clients, and faults.
@Suite(
    "A month of use", .onOneThread, .timeLimit(.minutes(240)),
    .holds("PY1", "PY2", "PY3", "PY4", "PY5", "PY7", "Y07", "Y08", "Y13"))
struct MonthOfUseTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// The number of months, from PETREL_MONTHS. Without it, a single day is tried.
    private static let months = environment["PETREL_MONTHS"].flatMap { Int($0) }
    private static let first = environment["PETREL_SEED"].flatMap { UInt64($0) } ?? 1
    private static let day: Int64 = 86_400

    @Test(
        "All homes become equal to the server in each quiet period; no message is lost or doubled, and no flag changes by itself",
        arguments: 0..<(months ?? 1))
    func month(_ number: Int) async throws {
        let seed = Self.first + UInt64(number)
        let days: Int64 = Self.months == nil ? 1 : 30
        let month = try MonthOfUse(seed: seed, duration: days * Self.day)
        try await month.play()
        let faults = month.faults.prefix(20)
        #expect(faults.isEmpty, "seed \(seed)\n\((faults + month.story).joined(separator: "\n"))")
        if Self.months != nil {
            let line =
                "sync: \(month.operations) operations in \(days) days, \(month.quietPeriods) quiet periods, PETREL_SEED=\(seed)\n"
            FileHandle.standardError.write(Data(line.utf8))
        }
    }
}
