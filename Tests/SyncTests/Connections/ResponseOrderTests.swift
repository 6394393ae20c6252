import Accounts
import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite("Order of responses", .onOneThread, .holds("Y09", "PY2", "PY4", "PY5"))
struct ResponseOrderTests {
    @Test(
        "Pipelined responses are matched to their commands in any order",
        arguments: ModelServerKind.all + [
            ModelServerKind(name: "without QRESYNC and ESEARCH", profile: .dovecot.without("QRESYNC", "ESEARCH"))
        ])
    func order(_ server: ModelServerKind) async throws {
        for window in [MailWindow.all, .days(30)] {
            var ends: [[[String: [TestMessage]]]] = []
            for order in ModelFaults.Order.allCases {
                let now = Instant(seconds: 1_700_003_600)
                let scene = try HomeWithModelServer(server.profile, window: window, clock: StillClock(at: now))
                let old = DateTime(instant: Instant(seconds: now.seconds - 40 * 86_400), offsetMinutes: 0)
                for subject in ["o1", "o2"] { scene.model.deliver(TestMessage.message(subject), date: old) }
                var faults = ModelFaults()
                faults.order = order
                let ordered = faults
                try await scene.sync { _ in ordered }
                try scene.change()
                for round in 1...2 {
                    let report = try await scene.sync { _ in ordered }
                    #expect(report.failure == nil && report.notices.isEmpty, "\(report.failure?.sentence ?? "")")
                    #expect(report.hasChanged == (round == 1), "\(server.name), \(window)")
                }
                #expect(scene.here["INBOX"]?.contains { $0.subject == "o1" } == (window == .all))
                #expect(scene.model.violations.isEmpty, "\(scene.model.violations)")
                ends.append([scene.here, scene.there])
            }
            #expect(ends.allSatisfy { $0 == ends[0] }, "\(server.name), \(window)")
        }
    }
}
