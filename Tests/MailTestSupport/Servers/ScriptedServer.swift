public import MailClients
import Synchronization

/// A server that follows a script in the format of a `Transcript`.
///
///     S: * OK ready              the server sends a line
///     S~ abc\r\n                 the server sends bytes, with the escapes \r, \n, \\ and \xNN
///     C: A1 NOOP                 the client must send this line
///     C: <message, 12 octets>    the client must send this many bytes of any content
///     -- TLS                     the client must start TLS
///     -- silence                 the server never sends anything again
///
/// The connection closes in good order at the end of the script. A deviation of the client is recorded in `faults` and
/// also closes it.
public final class ScriptedServer: ByteStream {
    public enum Cut: Sendable {
        /// Resets the connection after this many bytes of the server.
        case saying(Int)
        /// Closes it in good order after this many bytes of the server.
        case ending(Int)
        /// Resets the connection after this many bytes of the client.
        case hearing(Int)
        /// The server sends nothing after this many bytes. The clock advances to the client's timeout.
        case silence(Int, ManualClock)
        /// The server reads nothing after this many bytes of the client. The clock advances likewise.
        case deafness(Int, ManualClock)
    }

    private enum Step {
        case say([UInt8])
        case hear([UInt8])
        case hearContent(Int)
        case startTLS
        case silence
    }

    private struct State {
        var steps: [Step]
        var isEncrypted: Bool
        var isClosed = false
        var said = 0
        var heard: [UInt8] = []
        var heardCount = 0
        var content: [[UInt8]] = []
        var inClear: [UInt8] = []
        var faults: [String] = []
        var waiting: (id: Int, continuation: CheckedContinuation<Bool, Never>)?
        var waits = 0
    }

    private enum Turn {
        case octets([UInt8])
        case failure(StreamFailure)
        case silence(ManualClock)
        case wait
    }

    private let state: Mutex<State>
    private let piece: Int
    private let cut: Cut?

    /// Splits the server's bytes into pieces of at most `piece` bytes.
    public init(_ script: String, isEncrypted: Bool = true, piece: Int = .max, cut: Cut? = nil) {
        self.piece = piece
        self.cut = cut
        let steps = script.split(whereSeparator: \.isNewline).compactMap { Self.step(String($0)) }
        state = Mutex(State(steps: steps, isEncrypted: isEncrypted))
    }

    /// What the client did that is not in the script.
    public var faults: [String] { state.withLock { $0.faults } }
    /// The messages that the client sent.
    public var content: [[UInt8]] { state.withLock { $0.content } }
    /// All bytes that the client sent without TLS.
    public var heardInClear: [UInt8] { state.withLock { $0.inClear } }
    /// The number of bytes sent by the server and by the client.
    public var counts: (said: Int, heard: Int) { state.withLock { ($0.said, $0.heardCount) } }
    /// Whether the script was followed to its end.
    public var isFinished: Bool { state.withLock { $0.steps.isEmpty && $0.heard.isEmpty } }
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    // MARK: - The stream

    public var isEncrypted: Bool { get async { state.withLock { $0.isEncrypted } } }

    public func read(atMost: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8] {
        while true {
            switch state.withLock({ turn(&$0, atMost) }) {
            case .octets(let octets): return octets
            case .failure(let failure): throw failure
            case .silence(let clock):
                clock.turn(by: limit)
                throw .timedOut
            case .wait: guard await change(within: limit) else { throw Task.isCancelled ? .cancelled : .timedOut }
            }
        }
    }

    public func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure) {
        let isCut = state.withLock { state in
            guard !state.isClosed else { return true }
            let octets = octets.prefix(max(0, (hearingLimit ?? .max) - state.heardCount))
            state.heard += octets
            state.heardCount += octets.count
            if !state.isEncrypted { state.inClear += octets }
            return hearingLimit.map { state.heardCount >= $0 } ?? false
        }
        changed()
        guard isCut else { return }
        if state.withLock({ $0.isClosed }) { throw .closed }
        guard case .deafness(_, let clock)? = cut else { throw .cutOff }
        clock.turn(by: limit)
        throw .timedOut
    }

    public func startTLS(within limit: Duration) async throws(StreamFailure) {
        let isDue = state.withLock { state in
            hear(&state)
            guard case .startTLS? = state.steps.first else { return false }
            state.steps.removeFirst()
            state.isEncrypted = true
            return true
        }
        guard isDue else { throw .plaintextBeforeTLS }
    }

    public func close() async {
        state.withLock { $0.isClosed = true }
        changed()
    }

    // MARK: - The script

    /// The number of bytes of the client that get through.
    private var hearingLimit: Int? {
        switch cut {
        case .hearing(let count)?, .deafness(let count, _)?: count
        case .saying?, .ending?, .silence?, nil: nil
        }
    }

    private func turn(_ state: inout State, _ atMost: Int) -> Turn {
        if state.isClosed { return .failure(.closed) }
        hear(&state)
        var budget = min(atMost, piece)
        switch cut {
        case .saying(let count)?, .ending(let count)?, .silence(let count, _)?: budget = min(budget, count - state.said)
        case .hearing?, .deafness?, nil: break
        }
        if case .hearing(let count)? = cut, state.heardCount >= count { return .failure(.cutOff) }
        var octets: [UInt8] = []
        while octets.count < budget, case .say(let line)? = state.steps.first {
            let taken = line.prefix(budget - octets.count)
            octets += taken
            if taken.count < line.count {
                state.steps[0] = .say(Array(line.dropFirst(taken.count)))
            } else {
                state.steps.removeFirst()
            }
        }
        state.said += octets.count
        if !octets.isEmpty { return .octets(octets) }
        if budget <= 0 {
            switch cut {
            case .ending?: return .octets([])
            case .silence(_, let clock)?: return .silence(clock)
            case .saying?, .hearing?, .deafness?, nil: return .failure(.cutOff)
            }
        }
        return state.steps.isEmpty ? .octets([]) : .wait
    }

    /// Skips the steps that the client has completed.
    private func hear(_ state: inout State) {
        while true {
            switch state.steps.first {
            case .hear(let line)?:
                guard state.heard.count >= line.count || !line.starts(with: state.heard) else { return }
                guard state.heard.starts(with: line) else {
                    state.faults.append("not \(text(line)) but \(text(state.heard))")
                    state.steps = []
                    state.heard = []
                    return
                }
                state.heard.removeFirst(line.count)
            case .hearContent(let count)?:
                guard state.heard.count >= count else { return }
                state.content.append(Array(state.heard.prefix(count)))
                state.heard.removeFirst(count)
            case .say?, .startTLS?, .silence?:
                return
            case nil:
                if !state.heard.isEmpty { state.faults.append("behind the end: \(text(state.heard))") }
                state.heard = []
                return
            }
            state.steps.removeFirst()
        }
    }

    private func text(_ octets: [UInt8]) -> String {
        String(decoding: octets.prefix(200), as: UTF8.self).debugDescription
    }

    private static func step(_ line: String) -> Step? {
        let rest = String(line.dropFirst(3))
        switch line.prefix(3) {
        case "S: ": return .say(Array(rest.utf8) + [13, 10])
        case "S~ ": return .say(unescaped(rest))
        case "C: ":
            if rest.hasPrefix("<message, "), let count = Int(rest.dropFirst(10).prefix { $0.isNumber }) {
                return .hearContent(count)
            }
            return .hear(unescaped(rest) + [13, 10])
        case "-- ": return rest == "TLS" ? .startTLS : .silence
        default: return nil
        }
    }

    private static func unescaped(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let octet = rest.popFirst() {
            guard octet == 0x5C, let escape = rest.popFirst() else {
                result.append(octet)
                continue
            }
            switch escape {
            case 0x72: result.append(13)
            case 0x6E: result.append(10)
            case 0x78:
                result.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            case 0x5C: result.append(escape)
            default: result += [octet, escape]
            }
        }
        return result
    }

    // MARK: - Waiting

    /// Waits until the client has done something. Returns `false` on a timeout.
    private func change(within limit: Duration) async -> Bool {
        let id = state.withLock { state in
            state.waits += 1
            return state.waits
        }
        let timer = Task {
            try? await Task.sleep(for: limit)
            self.resume(id, false)
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    hear(&state)
                    var isReady = state.isClosed || state.steps.isEmpty || Task.isCancelled
                    if case .say? = state.steps.first { isReady = true }
                    if case .hearing(let count)? = cut, state.heardCount >= count { isReady = true }
                    if !isReady { state.waiting = (id, continuation) }
                    return isReady
                }
                if isOver { continuation.resume(returning: !Task.isCancelled) }
            }
        } onCancel: {
            resume(id, false)
        }
    }

    private func resume(_ id: Int, _ value: Bool) {
        let continuation = state.withLock { state in
            guard state.waiting?.id == id else { return nil as CheckedContinuation<Bool, Never>? }
            defer { state.waiting = nil }
            return state.waiting?.continuation
        }
        continuation?.resume(returning: value)
    }

    private func changed() {
        let id = state.withLock { $0.waiting?.id }
        if let id { resume(id, true) }
    }
}
