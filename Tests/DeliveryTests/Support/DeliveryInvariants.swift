import MailTestSupport
import MailTypes
import MaildirStore
import Outbox
import Testing

/// What must be true of a message, whatever happened to its sender.
struct DeliveryInvariants {
    let scene: DeliveryFixture
    let subject: String

    var acceptedCount: Int { scene.server.subjects().count { $0 == subject } }

    /// Returns a description of each violated invariant.
    func faults() throws -> [String] {
        var found: [String] = []
        let accepted = acceptedCount
        if accepted > 1 { found.append("accepted \(accepted) times") }
        let sidecar = try scene.sidecar(subject)
        let copies = try scene.sent().filter { TestLetter.subject($0) == subject }
        if copies.count > 1 { found.append("\(copies.count) copies in Sent") }
        if accepted == 0, !copies.isEmpty { found.append("in Sent, but not delivered") }
        if let sidecar {
            switch sidecar.submission {
            case .sent where accepted == 0: found.append("sent, but not delivered")
            case .queued where accepted > 0: found.append("queued, and the server has it")
            case .failed where accepted > 0: found.append("failed, and the server has it")
            case .draft, .undoable: found.append("waits for an order")
            case .queued, .sending, .unknown, .sent, .failed: break
            }
        } else if copies.count != 1 {
            found.append("gone from the outbox, and \(copies.count) copies in Sent")
        }
        for copy in copies {
            if !TestLetter.hasBcc(copy) { found.append("no Bcc in Sent") }
            if String(decoding: copy, as: UTF8.self).contains("X-Petrel") {
                found.append("a field of petrel's in Sent")
            }
        }
        for acceptance in scene.server.accepted {
            if TestLetter.hasBcc(acceptance.message.content) { found.append("Bcc on the wire") }
            if acceptance.message.recipients != TestLetter.recipients {
                found.append("\(acceptance.message.recipients)")
            }
        }
        if try !scene.texts().contains(subject) { found.append("its text is lost") }
        return found + scene.server.faults
    }

    /// Restarts the program three times with a server that accepts everything. After that, a message with a known
    /// outcome is sent. A message with an unknown outcome is unchanged until the user decides, and then the decision is
    /// carried out.
    func settle() async throws -> [String] {
        let before = acceptedCount
        try await scene.restart()
        var found = try faults()
        if let sidecar = try scene.sidecar(subject) {
            guard sidecar.submission == .unknown else { return found + ["\(sidecar.submission) after three starts"] }
            if acceptedCount != before { found.append("unknown, and sent again") }
            if (sidecar.lastError ?? "").isEmpty { found.append("unknown, without a reason") }
            try await order()
            found += try faults()
        }
        let left = try scene.outbox().count
        if acceptedCount != 1 || left != 0 { found.append("accepted \(acceptedCount) times, \(left) in the outbox") }
        return found
    }

    /// Does what a user does who has asked the recipients.
    private func order() async throws {
        let id = try #require(try scene.sidecar(subject)?.draftID)
        let (hasArrived, now) = (acceptedCount > 0, scene.clock.now())
        let moment = scene.moment
        _ = try #require(
            try scene.store().advance(id, at: now) {
                hasArrived ? $0.confirm(at: now) : $0.requeue(at: moment)
            })
        try await scene.deliver()
    }
}
