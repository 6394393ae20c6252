import Deflate
import MailClients
import MailTestSupport
import Synchronization

/// A scripted server whose connection is compressed in both directions after the answer to COMPRESS.
final class CompressingServer: ByteStream {
    private struct State: ~Copyable {
        /// Output of the script that the client has not read yet.
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
    /// Closes the connection in good order after this many bytes of the server.
    private let end: Int

    /// `answer` is the line after which the server compresses, without its line end. `piece` is the size of the largest
    /// piece.
    init(_ script: ScriptedServer, behind answer: String, piece: Int = .max, end: Int = .max) {
        self.script = script
        self.answer = Array(answer.utf8) + [13, 10]
        self.piece = piece
        self.end = end
    }

    /// The number of bytes on the wire.
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
