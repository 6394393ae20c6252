import MailClients

/// A server that never sends anything, or that never stops.
struct HangingOrFloodingStream: ByteStream {
    let floods: Bool
    let isEncrypted = true

    func read(atMost: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8] {
        if floods { return Array(String(repeating: "* OK Still here\r\n", count: 500).utf8.prefix(atMost)) }
        do { try await Task.sleep(for: limit) } catch { throw .cancelled }
        throw .timedOut
    }

    func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure) {}
    func startTLS(within limit: Duration) async throws(StreamFailure) {}
    func close() async {}
}
