import MailTestSupport
import MailTypes
import Testing

@testable import Reconciliation

@Suite("Limits of deletions and refusals", .holds("Y09", "PY1", "PY3"))
struct ChangeLimitTests {
    @Test("More than 20 deletions need a confirmation if they are more than a tenth of the messages")
    func deletions() {
        for (count, total, isExceeded) in [
            (20, 20, false), (21, 209, true), (21, 210, false), (21, 211, false), (22, 219, true),
            (1000, 10_000, false),
            (1001, 10_000, true),
        ] {
            #expect(MassDeletionLimit.isExceeded(count, of: total) == isExceeded, "\(count) of \(total)")
        }
    }

    @Test("A change that the server refuses three times in a row is given up, and no other one")
    func refusals() throws {
        let first = RejectedChangeCounts.Push.flags(.inbox, try #require(UID(rawValue: 1)))
        let second = RejectedChangeCounts.Push.flags(.inbox, try #require(UID(rawValue: 2)))
        var counts = RejectedChangeCounts()
        #expect(!counts.isRefused(first))
        for _ in 0..<2 { counts.refuse(first) }
        #expect(!counts.isRefused(first))
        counts.refuse(first)
        #expect(counts.isRefused(first) && !counts.isRefused(second))
        counts.forget(first)
        #expect(!counts.isRefused(first))
        counts.refuse(first)
        #expect(!counts.isRefused(first), "the count goes on where it was before the server accepted the change")
    }
}
