/// A connection as octets in both directions: the seam between the mail protocols and the network. Tests put scripted
/// octets behind it.
///
/// One task may read while another one writes; two may not read at once, nor write at once. Every wait has a limit and
/// ends at once when its task is cancelled. After a read that timed out or was cancelled nothing is lost, and the next
/// one goes on; after a write that failed, nobody knows how much of it the peer got: the connection is of no more use.
public protocol ByteStream: Sendable {
    /// Waits for octets and returns what is there: from one to `atMost`. None are returned only when the peer has
    /// ended the connection in good order; a connection that is cut is a failure [RFC 8446 §6.1].
    func read(atMost: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8]

    /// Returns when the system has taken all octets, which says nothing about the peer. `limit` is for any of them to
    /// be taken: a slow peer that goes on reading has all the time that it needs.
    func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure)

    /// Begins TLS on a connection that has none, and returns when the peer has proven who it is [RFC 3207 §4,
    /// RFC 9051 §6.2.1]. Fails with `plaintextBeforeTLS` where the peer has sent anything that was not read: it was not
    /// protected, and would be taken for what is. Whoever calls has used up all that it has read itself.
    func startTLS(within limit: Duration) async throws(StreamFailure)

    /// Whether what is read and written now is under TLS, with a peer that was verified.
    var isEncrypted: Bool { get async }

    /// Ends the connection, whatever state it is in. Waits that are going on fail with `closed`.
    func close() async
}
