import Foundation
import IMAPProtocol
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Testing

/// One account during a month, in compressed time: three homes, whose files another program changes, two other clients
/// of the server, and syncs that are disturbed. Every few hours there is a quiet period, in which all homes sync until
/// nothing changes, and the result is checked.
final class MonthOfUse {
    struct Home {
        let scene: HomeWithModelServer
        let clock: JumpingClock
        let cache: ConnectionAndLedgerCache?
        /// How far its clock is ahead of the system's, in seconds.
        var ahead: Int64 = 0
        /// Whether its last sync was disturbed, so that it is unknown what the other program found.
        var isUncertain = false
        /// The messages whose flags were changed in it since its last whole sync.
        var marked: Set<String> = []
    }

    /// A flag of a message.
    struct Mark: Hashable {
        let subject: String
        let letter: Character
    }

    private static let quietEvery: ClosedRange<Int64> = 3600...10_800
    private static let longestPause: Int64 = 90
    /// The number of messages above which none are added.
    static let mostMessages = 200
    /// The largest number of messages of a mailbox that is deleted. The homes know some more messages of it.
    static let mostDeleted = 8
    static let letters: [Character] = ["S", "F", "R", "P"]

    var random: SeededGenerator
    /// Simulated, in seconds.
    private let duration: Int64
    let profile: ModelProfile
    var homes: [Home] = []
    var watch: UnwantedCommandCheck
    var mail = ExpectedMail()
    /// The flags set or removed since the last quiet period, with each result. More than one makes the end uncertain.
    var marked: [Mark: [Bool]] = [:]
    /// The messages whose flags may be any, because a ledger or a UIDVALIDITY was lost.
    var unclear: Set<String> = []
    /// The messages that were moved since the last quiet period, and those with flags that were perhaps changed here
    /// after petrel got them from their new mailbox: after an interrupted sync, or before one of single mailboxes. Such
    /// flags are not carried over from the former mailbox.
    var moved: Set<String> = []
    var markedTooLate: Set<String> = []
    /// Whether a mailbox was renumbered or deleted in this period: flags of messages that left it or came into it may be lost.
    var mayLoseMovedFlags = false
    /// The flags of each message that there was once, after the last quiet period.
    var agreed: [String: String] = [:]
    var time: Int64 = 0
    var count = 0
    var total = 0
    /// What has happened since the last quiet period.
    var story: [String] = []
    var faults: [String] = []
    /// The number of changes and syncs.
    var operations = 0
    var quietPeriods = 0

    init(seed: UInt64, duration: Int64) throws {
        random = SeededGenerator(seed: seed)
        self.duration = duration
        let kinds = ModelServerKind.all
        var profile = kinds[Int(seed % UInt64(kinds.count))].profile
        profile.prefix = ""
        self.profile = profile
        let clock = JumpingClock()
        let first = try HomeWithModelServer(profile, isEmpty: true, clock: clock)
        homes = [Home(scene: first, clock: clock, cache: nil)]
        watch = UnwantedCommandCheck(first)
        for _ in 1...2 {
            let clock = JumpingClock()
            let scene = try HomeWithModelServer(profile, isEmpty: true, clock: clock, sharing: first.model)
            homes.append(Home(scene: scene, clock: clock, cache: ConnectionAndLedgerCache(limit: .zero)))
        }
    }

    var server: HomeWithModelServer { homes[0].scene }

    func isThere(_ mailbox: String) -> Bool { server.isThere(mailbox) }

    /// Stops at the first fault.
    func play() async throws {
        for _ in 0..<30 { try await deliver(to: "INBOX") }
        try await settle()
        while time < duration, faults.isEmpty {
            let end = time + Int64.random(in: Self.quietEvery, using: &random)
            while time < end, faults.isEmpty {
                let pause = Int64.random(in: 1...Self.longestPause, using: &random)
                time += pause
                for number in homes.indices {
                    homes[number].clock.turn(by: pause)
                    homes[number].ahead += pause
                }
                try await step()
                operations += 1
                for fault in watch.faults(mail) { faults.append(fault) }
            }
            if faults.isEmpty { try await settle() }
        }
        for violation in server.model.violations where !violation.contains("without a mailbox") {
            faults.append(violation)
        }
    }

    private func step() async throws {
        let home = Int.random(in: 0..<homes.count, using: &random)
        switch Int.random(in: 0..<1000, using: &random) {
        case 0..<450: try await actThere()
        case 450..<880: try actHere(home)
        case 880..<970: try await sync(home)
        case 970..<990: try await syncSome(home)
        case 990..<993: try await loseLedger(home)
        case 993..<997:
            // Never behind the times of the files, which are not compressed.
            let jumps: [Int64] = [-86_400, -3600, -30, 3600, 86_400]
            let possible = jumps.filter { homes[home].ahead + $0 > 0 }
            let jump = possible.randomElement(using: &random) ?? 30
            homes[home].clock.turn(by: jump)
            homes[home].ahead += jump
            story.append("home \(home): the clock is set by \(jump) seconds")
        default: try await changeMailboxes()
        }
    }

    // MARK: - Syncs

    private func sync(_ number: Int) async throws {
        let fault: SyncFault =
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<45: .none
            case 45..<60: .said(Int.random(in: 300..<20_000, using: &random))
            case 60..<72: .heard(Int.random(in: 100..<4000, using: &random))
            case 72..<92: .stop(Int.random(in: 1...100, using: &random))
            case 92..<96: .refusal(Int.random(in: 3..<40, using: &random))
            default: .lostAnswer(Int.random(in: 3..<40, using: &random))
            }
        let home = homes[number]
        // Another process: the ledger that this one keeps open is then out of date.
        let isOther = if case .stop = fault { true } else { Int.random(in: 0..<3, using: &random) == 0 }
        home.scene.cache = isOther ? nil : home.cache
        let report = try await home.scene.sync(fault, confirming: false)
        homes[number].isUncertain = fault != .none
        switch fault {
        case .none: homes[number].marked = []
        // The mailbox from which a message was moved may be the one that the server refuses.
        case .refusal: markedTooLate.formUnion(home.marked)
        case .said, .heard, .stop, .lostAnswer: break
        }
        // Operations that the server refused too often are undone here.
        if report.notices.contains(where: { $0.contains("the server refuses") }) { contendAll() }
        story.append("home \(number): sync, \(fault): \(report.failure?.sentence ?? "done") \(report.notices)")
    }

    func contendAll() {
        mail.contendAll()
        unclear.formUnion(marked.keys.map(\.subject))
    }

    private func syncSome(_ number: Int) async throws {
        let names = Set((0..<2).compactMap { _ in HistoryPlayer.names.randomElement(using: &random) })
        let home = homes[number]
        home.scene.cache = home.cache
        let mailboxes = Set(names.compactMap { MailboxName($0) })
        let report = try await home.scene.sync(.none, of: mailboxes, confirming: false)
        homes[number].isUncertain = true
        markedTooLate.formUnion(home.marked)
        story.append(
            "home \(number): sync of \(names.sorted()): \(report.failure?.sentence ?? "done") \(report.notices)")
    }
}
