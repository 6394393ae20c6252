/// A bidirectional byte stream: the boundary between the mail protocols and the network. Tests replace it with scripted
/// bytes.
///
/// One task may read while another one writes, but two tasks must not read or write at the same time. Every wait has a
/// timeout and ends at once when its task is cancelled. A read that timed out or was cancelled loses no data and can be
/// repeated. After a failed write it is unknown how much of it the peer received, so the connection is unusable.
public protocol ByteStream: Sendable {
    /// Waits for data and returns 1 to `atMost` bytes. Returns an empty array only if the peer has closed the
    /// connection in an orderly way; a truncated connection is an error [RFC 8446 §6.1]. A caller that has already
    /// received the peer's goodbye may ignore that error, because not every server then closes TLS properly.
    func read(atMost: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8]

    /// Returns when the system has accepted all bytes, which does not mean that the peer has received them. `limit`
    /// restarts whenever some bytes are accepted, so that a slow peer that keeps reading has all the time that it
    /// needs.
    func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure)

    /// Starts TLS on an unencrypted connection, and returns once the peer's certificate is verified [RFC 3207 §4,
    /// RFC 9051 §6.2.1]. Fails with `plaintextBeforeTLS` if the peer has sent bytes that were not read: they were not
    /// protected, and would be mistaken for data that is. The caller must have consumed everything that it has read.
    func startTLS(within limit: Duration) async throws(StreamFailure)

    /// Whether the connection now uses TLS with a verified peer.
    var isEncrypted: Bool { get async }

    /// Closes the connection in any state. Pending reads and writes fail with `closed`.
    func close() async
}
