import Deflate
import MailClients
import MailTestSupport
import Synchronization

/// A scripted server behind which both sides compress, from the answer to COMPRESS on.
final class CompressingServer: ByteStream {
    private struct State: ~Copyable {
        /// What the script has said and the client not read yet.
        var waiting: [UInt8] = []
        var plain: [UInt8] = []
        var isCompressed = false
        var said = 0
        var heard = 0
        var inflater = Inflater()
        var deflater = Deflater()
    }

    let script: ScriptedServer
    private let state = Mutex(State())
    private let answer: [UInt8]
    private let piece: Int
    /// After so many octets of the server it ends the connection in good order.
    private let end: Int

    /// `answer`: the line behind which the server compresses, without its end. Octets come in pieces of `piece` at most.
    init(_ script: ScriptedServer, behind answer: String, piece: Int = .max, end: Int = .max) {
        self.script = script
        self.answer = Array(answer.utf8) + [13, 10]
        self.piece = piece
        self.end = end
    }

    /// How many octets went over the wire.
    var counts: (said: Int, heard: Int) { state.withLock { ($0.said, $0.heard) } }

    var isEncrypted: Bool { get async { await script.isEncrypted } }

    func read(atMost: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8] {
        if state.withLock({ $0.waiting.isEmpty }) {
            let octets = try await script.read(atMost: 65_536, within: limit)
            if octets.isEmpty { return [] }
            state.withLock { say(octets, &$0) }
        }
        return state.withLock { state in
            let octets = Array(state.waiting.prefix(min(atMost, piece, end - state.said)))
            state.waiting.removeFirst(octets.count)
            state.said += octets.count
            return octets
        }
    }

    private func say(_ octets: [UInt8], _ state: inout State) {
        if state.isCompressed {
            state.waiting += state.deflater.compress(octets)
            return
        }
        state.plain += octets
        guard let end = state.plain.indices.first(where: { state.plain[$0...].starts(with: answer) }) else {
            state.waiting += octets
            return
        }
        let behind = Array(state.plain[(end + answer.count)...])
        state.waiting += octets.dropLast(behind.count) + state.deflater.compress(behind)
        state.isCompressed = true
    }

    func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure) {
        let plain = state.withLock { state in
            state.heard += octets.count
            guard state.isCompressed else { return octets }
            state.inflater.feed(octets)
            var plain: [UInt8] = []
            while let more = try? state.inflater.next(atMost: 4096), !more.isEmpty { plain += more }
            return plain
        }
        try await script.write(plain, within: limit)
    }

    func startTLS(within limit: Duration) async throws(StreamFailure) {
        try await script.startTLS(within: limit)
    }

    func close() async { await script.close() }
}
