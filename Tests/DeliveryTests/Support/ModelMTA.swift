import MailClients
import MailTestSupport
import Synchronization

/// A server that accepts mail over any number of connections and records what it accepted, to compare it with what a
/// sender believes.
final class ModelMTA: Sendable {
    struct Acceptance: Sendable {
        let message: InMemorySubmissionServer.Message
        /// The number of steps the disk had made.
        let step: Int
    }

    /// Where and how a connection ends.
    struct Cut: Sendable, CustomStringConvertible {
        enum Place: Sendable {
            /// After this many bytes from the client.
            case heard(Int)
            /// After this many bytes from the server, which receives everything.
            case said(Int)
        }

        enum Ending: Sendable, CaseIterable {
            case inGoodOrder, reset, silence
        }

        let place: Place
        let ending: Ending

        var description: String { "\(place), \(ending)" }
    }

    private struct State {
        var settings: @Sendable (inout InMemorySubmissionServer) -> Void = { _ in }
        var accepted: [Acceptance] = []
        var connections = 0
        var commands: [String] = []
        var faults: [String] = []
        var cut: Cut?
        var refusal: StreamFailure?
        var contentStep: Int?
        var onCommand: @Sendable (String) async -> Void = { _ in }
        var onAcceptance: @Sendable (InMemorySubmissionServer.Message) async -> Void = { _ in }
        var counts: (heard: Int, said: Int) = (0, 0)
    }

    private let state = Mutex(State())

    // MARK: - Configuration

    /// Configures the server of each later connection.
    func set(_ settings: @escaping @Sendable (inout InMemorySubmissionServer) -> Void) {
        state.withLock { $0.settings = settings }
    }

    /// Cuts the next connection only.
    func cutNext(_ cut: Cut) { state.withLock { $0.cut = cut } }
    /// Makes all connections fail, or succeed again with `nil`.
    func refuse(_ failure: StreamFailure?) { state.withLock { $0.refusal = failure } }
    /// Called with each command before the reply.
    func onCommand(_ body: @escaping @Sendable (String) async -> Void) { state.withLock { $0.onCommand = body } }
    /// Called after a message is accepted, before the reply.
    func onAcceptance(_ body: @escaping @Sendable (InMemorySubmissionServer.Message) async -> Void) {
        state.withLock { $0.onAcceptance = body }
    }

    /// Sets the messages that the server accepted before.
    func assume(_ accepted: [Acceptance]) { state.withLock { $0.accepted = accepted } }

    // MARK: - Observations

    var accepted: [Acceptance] { state.withLock { $0.accepted } }
    var connectionCount: Int { state.withLock { $0.connections } }
    /// The commands of all connections, in order.
    var commands: [String] { state.withLock { $0.commands } }
    var faults: [String] { state.withLock { $0.faults } }
    /// The number of disk steps when the content of the first message began to arrive.
    var contentStep: Int? { state.withLock { $0.contentStep } }
    /// The number of bytes of the last connection.
    var counts: (heard: Int, said: Int) { state.withLock { $0.counts } }

    func subjects() -> [String] {
        accepted.map { TestLetter.subject($0.message.content) }
    }

    // MARK: - Connections

    func connections(_ disk: MemoryFileSystem?, _ clock: SettableClock) -> NetworkAccess {
        NetworkAccess { [self] endpoint, _ throws(StreamFailure) in
            let (failure, settings, cut) = state.withLock { state in
                state.connections += 1
                defer { state.cut = nil }
                return (state.refusal, state.settings, state.cut)
            }
            if let failure { throw failure }
            var server = InMemorySubmissionServer(isEncrypted: endpoint.security == .implicitTLS)
            settings(&server)
            return ModelMTAStream(server, self, cut, disk, clock)
        }
    }

    fileprivate func hears(_ commands: ArraySlice<String>) async {
        let body = state.withLock { state in
            state.commands += commands
            return state.onCommand
        }
        for command in commands { await body(command) }
    }

    fileprivate func takes(_ messages: ArraySlice<InMemorySubmissionServer.Message>, at step: Int) async {
        let body = state.withLock { state in
            state.accepted += messages.map { Acceptance(message: $0, step: step) }
            return state.onAcceptance
        }
        for message in messages { await body(message) }
    }

    fileprivate func note(heard: Int, said: Int, _ faults: [String]) {
        state.withLock { state in
            state.counts = (heard, said)
            state.faults += faults
        }
    }

    fileprivate func noteContent(at step: Int) {
        state.withLock { $0.contentStep = $0.contentStep ?? step }
    }
}

/// One connection to the server.
private actor ModelMTAStream: ByteStream {
    private var server: InMemorySubmissionServer
    private let model: ModelMTA
    private let cut: ModelMTA.Cut?
    private let disk: MemoryFileSystem?
    private let clock: SettableClock
    private var incoming: [UInt8] = []
    private var saidCount = 0
    private var isClosed = false
    private var faultCount = 0

    init(
        _ server: InMemorySubmissionServer, _ model: ModelMTA, _ cut: ModelMTA.Cut?, _ disk: MemoryFileSystem?,
        _ clock: SettableClock
    ) {
        self.server = server
        self.model = model
        self.cut = cut
        self.disk = disk
        self.clock = clock
        self.server.connect()
    }

    var isEncrypted: Bool { server.isEncrypted }

    private var isDeaf: Bool {
        if case .heard(let count)? = cut?.place { server.seenCount >= count } else { false }
    }

    private var sayingLimit: Int {
        if case .said(let count)? = cut?.place { count } else { .max }
    }

    func read(atMost count: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8] {
        if isClosed { throw .closed }
        incoming += server.takeOutput()
        let octets = Array(incoming.prefix(isDeaf ? 0 : min(count, sayingLimit - saidCount)))
        guard octets.isEmpty else {
            saidCount += octets.count
            incoming.removeFirst(octets.count)
            model.note(heard: server.seenCount, said: saidCount, [])
            return octets
        }
        let isCut = isDeaf || saidCount >= sayingLimit
        if !isCut, server.isGone { return [] }
        switch isCut ? cut?.ending : nil {
        case .inGoodOrder?: return []
        case .reset?: throw .cutOff
        case .silence?, nil:
            clock.turn(by: limit)
            throw .timedOut
        }
    }

    func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure) {
        if isClosed { throw .closed }
        if server.isGone { throw .cutOff }
        if isDeaf {
            guard case .silence? = cut?.ending else { throw .cutOff }
            clock.turn(by: limit)
            throw .timedOut
        }
        let (commands, messages) = (server.commands.count, server.messages.count)
        let isContent = server.commands.last == "DATA"
        var heard = octets[...]
        if case .heard(let count)? = cut?.place { heard = heard.prefix(count - server.seenCount) }
        if isContent { model.noteContent(at: disk?.stepCount ?? 0) }
        server.receive(Array(heard))
        model.note(heard: server.seenCount, said: saidCount, Array(server.faults.dropFirst(faultCount)))
        faultCount = server.faults.count
        let (newCommands, newMessages) = (server.commands[commands...], server.messages[messages...])
        await model.takes(newMessages, at: disk?.stepCount ?? 0)
        await model.hears(newCommands)
    }

    func startTLS(within limit: Duration) async throws(StreamFailure) {
        incoming += server.takeOutput()
        if !incoming.isEmpty { throw .plaintextBeforeTLS }
        server.startTLS()
    }

    func close() async { isClosed = true }
}
