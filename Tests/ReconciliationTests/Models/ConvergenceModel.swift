import MailTestSupport
import MailTypes
import Reconciliation

/// A model of a server and a store, with changes by users and other programs on both sides, performed plans, and
/// faults.
struct ConvergenceModel {
    struct File {
        let handle: LocalMessage.Handle
        var claim: LocalMessage.Claim?
        var flags: FlagSet
        let content: Int
    }

    struct Stop: Error {}

    static let inbox = MailboxName.inbox
    static let names: [MailboxName] = [.inbox, .archive, .trash]

    var random: SeededGenerator
    var server = ServerModel()
    var files: [MailboxName: [File]] = [:]
    var baselines: [MailboxName: SyncBaseline] = [:]
    var versions: [Int] = []
    var failures = RejectedChangeCounts()
    var window: Int?
    /// Whether the server reports COPYUID and APPENDUID.
    let hasUIDPlus: Bool
    let telling: ServerModel.Telling
    /// The number of steps until everything stops, or `nil` for no interruption.
    var stepsLeft: Int?
    var isNoisy = true
    var account = UserEditRecord()
    var verified: Set<MailboxName> = []
    var confirmed: [MailboxName: UIDSet] = [:]
    /// Files whose upload is open in the journal.
    var uploading: Set<LocalMessage.Handle> = []
    /// The strength of the next listing, or `nil` for a random one.
    var strength: ServerModel.Strength?
    var trace: [String] = []
    /// Whether a search of all states uses it, which reads `broken` instead of failed expectations.
    var isSearched = false
    var broken: String?
    /// Whether the next operation is performed, but not recorded: the answer is lost with the connection.
    var isAnswerLost = false
    /// Whether operations are performed although the UIDVALIDITY has changed.
    var ignoresUIDValidity = false
    var nextHandle = 1
    private var nextContent = 1

    /// A world for one step of a search.
    init(_ server: ServerModel, hasUIDPlus: Bool, _ telling: ServerModel.Telling) {
        random = SeededGenerator(seed: 0)
        self.hasUIDPlus = hasUIDPlus
        self.telling = telling
        self.server = server
        isNoisy = false
        isSearched = true
    }

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        hasUIDPlus = Bool.random(using: &random)
        telling = ServerModel.Telling.allCases.randomElement(using: &random) ?? .nothing
        window = Bool.random(using: &random) ? 3 : nil
        for name in Self.names {
            server.mailboxes[name] = ServerModel.Mailbox()
            files[name] = []
        }
        for _ in 0..<Int.random(in: 0...6, using: &random) { receive() }
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    mutating func anyFlag() -> Flag {
        let flags: [Flag] = [.seen, .flagged, .answered] + [Flag(Array("$label1".utf8))].compactMap(\.self)
        return flags.randomElement(using: &random) ?? .seen
    }

    mutating func handle() -> LocalMessage.Handle {
        nextHandle += 1
        return LocalMessage.Handle(rawValue: nextHandle)
    }

    mutating func content() -> Int {
        nextContent += 1
        account.made[nextContent] = 1
        return nextContent
    }

    mutating func receive() {
        let name = Self.names[Int.random(in: 0...1, using: &random)]
        let content = content()
        _ = server.mailboxes[name]?.add(content, FlagSet(), age: Int.random(in: 0...2, using: &random))
        account.touchedThere.insert(content)
        trace.append("server: \(content) arrives in \(name)")
    }

    func index(_ handle: LocalMessage.Handle, in name: MailboxName) -> Int? {
        files[name]?.firstIndex { $0.handle == handle }
    }

    /// Returns the input of the next plan.
    mutating func sides() -> [ThreeWayMailboxState] {
        Self.names.map { name in
            var sides = ThreeWayMailboxState(name, kind: name == .trash ? .trash : .mailbox, baseline: baselines[name])
            var look = LocalMailbox.ScanReliability.settled
            var found = files[name] ?? []
            if isNoisy, chance(15) {
                look = .unsettled
                found.removeAll { _ in Int.random(in: 0..<4, using: &random) == 0 }
            } else if isNoisy, chance(5) {
                look = .unreadable
                found = []
            }
            if !isSearched { found.shuffle(using: &random) }
            sides.local = LocalMailbox(
                messages: found.map {
                    LocalMessage(
                        handle: $0.handle, claim: $0.claim, flags: $0.flags,
                        content: InternedContentID(rawValue: $0.content),
                        identity: ServerModel.identity($0.content, age: 0))
                }, look: look)
            var ours = Set((baselines[name]?.messages ?? []).map(\.uid.rawValue))
            ours.formUnion((baselines[name]?.pending ?? UIDSet()).uids.map(\.rawValue))
            let uidValidity = server.mailboxes[name].flatMap { UIDValidity(rawValue: $0.uidValidity) }
            for file in files[name] ?? [] {
                if let claim = file.claim, claim.uidValidity == uidValidity { ours.insert(claim.uid.rawValue) }
            }
            let any = ServerModel.Strength.allCases.randomElement(using: &random) ?? .complete
            sides.server = server.view(
                name, baselines[name], ours: ours, verified.contains(name) ? .complete : strength ?? any, telling,
                window: window, isVerified: verified.contains(name))
            sides.confirmed = confirmed[name] ?? UIDSet()
            sides.hasOpenUploads = (files[name] ?? []).contains { $0.claim == nil && uploading.contains($0.handle) }
            return sides
        }
    }
}
