import Accounts
import Disk
import IMAPProtocol
import MailClients
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import Network
import Outbox
import Platform
import SASL
import Testing

/// Postfix accepts the mail and passes it to Dovecot, where it is counted.
@Suite(
    "Deliveries to Postfix", .onOwnThreads, .timeLimit(.minutes(30)), .needs(server: "postfix"),
    .holds("PS1", "PS4", "PS5", "PS6", "Y15"))
struct RealServerDeliveryTests {
    /// The recipients in To, Cc and Bcc.
    private static let users = ["ana", "leo", "kim"]

    /// A new home in memory, whose mail is submitted at this port.
    private func scene(_ port: UInt16) throws -> DeliveryFixture {
        var scene = try DeliveryFixture()
        scene.account.smtp = try ServerURL("smtps://localhost:\(port)", for: .smtp)
        scene.account.caFile = Path(try #require(RealServers.shared).authorities)
        return scene
    }

    private func deliver(_ scene: DeliveryFixture, by port: UInt16? = nil) async throws {
        var account = scene.account
        if let port { account.smtp = try ServerURL("smtps://localhost:\(port)", for: .smtp) }
        let user = try #require(RealServers.shared?.users.first { $0.name == "kim" })
        let secret = try #require(Secret(Array(user.password.utf8)))
        let credentials = try #require(Credentials(user: Array(user.name.utf8), secret, .password))
        let delivery = OutboxDelivery(
            account, try scene.store(), by: .network(), clock: scene.clock,
            as: { _ throws(CredentialError) in credentials })
        #expect(await delivery.run().failure == nil)
    }

    private func letter(_ subject: String) -> [UInt8] {
        let text = String(decoding: TestLetter.letter(subject), as: UTF8.self)
        return Array(
            text.replacing("ana@example.org", with: "ana@example.net").replacing(
                "ben@example.org", with: "leo@example.net"
            )
            .replacing("eve@example.org", with: "kim@example.net").utf8)
    }

    private func queue(_ subject: String, _ scene: DeliveryFixture) throws {
        _ = try scene.store().queue(letter(subject), from: nil, at: scene.clock.now())
    }

    /// Returns the messages in a user's inbox whose subjects have this prefix, once all wanted ones have arrived.
    private func arrived(_ prefix: String, for name: String, atLeast wanted: Set<String>) async throws -> [[UInt8]] {
        let servers = try #require(RealServers.shared)
        let user = try #require(servers.users.first { $0.name == name })
        let endpoint = Endpoint(
            host: "localhost", port: try servers.port("imaps", of: "dovecot"), security: .implicitTLS)
        let client = IMAPClient(
            try await NetworkAccess.network().connect(endpoint, Array(servers.authorities.utf8)), .implicitTLS,
            clock: SystemClock())
        try await client.open()
        try await client.logIn(user: Array(user.name.utf8), password: Password(Array(user.password.utf8)))
        _ = try await client.select(SelectCommand(.inbox))
        let limit = ContinuousClock.now + .seconds(60)
        var found: [[UInt8]] = []
        repeat {
            try await client.run(.noop)
            let uids = try await client.search(SearchCommand(.header("Subject", Array(prefix.utf8))))
            var fetched = FetchedMessageCollector()
            if uids.count >= wanted.count, !uids.isEmpty {
                try await client.fetch(FetchCommand(uids, [.content(.whole)])) { fetched.take($0) }
            }
            found = fetched.contents
        } while !wanted.isSubset(of: found.map(TestLetter.subject)) && ContinuousClock.now < limit
        await client.close()
        return found
    }

    @Test("A message arrives once at each of three recipients, without Bcc")
    func whole() async throws {
        let port = try #require(RealServers.shared).port("submissions", of: "postfix")
        let scene = try scene(port)
        let subject = "whole\(UInt32.random(in: 0...UInt32.max))"
        try queue(subject, scene)
        for _ in 0..<3 { try await deliver(scene) }
        #expect(try scene.outbox().isEmpty && scene.sentSubjects() == [subject])
        #expect(try scene.sent().allSatisfy { String(decoding: $0, as: UTF8.self).contains("Bcc: kim@example.net") })
        for name in Self.users {
            let messages = try await arrived(subject, for: name, atLeast: [subject])
            #expect(messages.map(TestLetter.subject) == [subject], "\(name)")
            #expect(messages.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("Bcc:") }, "\(name)")
        }
    }

    @Test("Wherever the connection is cut, no recipient gets the message twice")
    func cuts() async throws {
        let port = try #require(RealServers.shared).port("submissions", of: "postfix")
        let prefix = "cut\(UInt32.random(in: 0...UInt32.max))n"
        let measured = try CuttingProxy(to: port, cut: nil)
        let first = try scene(port)
        try queue(prefix + "whole", first)
        try await deliver(first, by: measured.port)
        measured.close()
        var generator = SeededGenerator.fresh
        let seed = generator.seed
        let cuts = Self.cuts(measured, &generator)
        let outcomes = try await withThrowingTaskGroup(of: (String, SubmissionState?).self) { group in
            var found: [String: SubmissionState?] = [prefix + "whole": nil]
            var next = 0
            for (number, cut) in cuts.enumerated() {
                if next >= 4, let (subject, state) = try await group.next() { found[subject] = .some(state) }
                next += 1
                let subject = "\(prefix)\(number)"
                group.addTask { (subject, try await outcome(of: subject, cut, port, seed)) }
            }
            for try await (subject, state) in group { found[subject] = .some(state) }
            return found
        }
        TestEffort.report(cuts.count, "cuts of TLS, \(outcomes.values.count { $0 != nil }) with an unknown outcome")
        let sent = Set(outcomes.filter { $0.value == nil }.keys)
        for name in Self.users {
            let subjects = try await arrived(prefix, for: name, atLeast: sent).map(TestLetter.subject)
            let twice = Set(subjects.filter { subject in subjects.count { $0 == subject } > 1 })
            #expect(twice.isEmpty, "seed \(seed), \(name)")
            #expect(sent.isSubset(of: subjects), "seed \(seed), \(name)")
        }
    }

    /// Returns the state of a message whose first connection was cut, after three more starts, or `nil` if it was sent.
    private func outcome(
        of subject: String, _ cut: CuttingProxy.Cut, _ port: UInt16, _ seed: UInt64
    ) async throws -> SubmissionState? {
        let scene = try scene(port)
        try queue(subject, scene)
        let proxy = try CuttingProxy(to: port, cut: cut)
        try await deliver(scene, by: proxy.port)
        proxy.close()
        for _ in 0..<3 {
            scene.clock.turn(by: .seconds(600))
            try await deliver(scene)
        }
        let state = try scene.sidecar(subject)?.submission
        #expect(state == nil || state == .unknown, "seed \(seed), \(cut): \(String(describing: state))")
        #expect(try scene.sentSubjects() == (state == nil ? [subject] : []), "seed \(seed), \(cut)")
        return state
    }

    /// Half of the cuts are near the end, during the message and the reply to it.
    private static func cuts(_ whole: CuttingProxy, _ generator: inout SeededGenerator) -> [CuttingProxy.Cut] {
        var cuts: [CuttingProxy.Cut] = []
        for direction in CuttingProxy.Direction.allCases {
            let count = whole.count(direction)
            for number in 0..<(TestEffort.isFull ? 250 : 30) {
                let begin = number.isMultiple(of: 2) ? max(1, count - 500) : 1
                cuts.append(
                    CuttingProxy.Cut(
                        direction, after: Int.random(in: begin...max(1, count), using: &generator),
                        CuttingProxy.Ending.allCases[number / 2 % 3]))
            }
        }
        return cuts
    }
}
