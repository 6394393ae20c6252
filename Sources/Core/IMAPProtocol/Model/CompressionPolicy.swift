/// Decides when to compress a connection [RFC 4978].
///
/// A server takes some hundredths of a second to compress a megabyte of mail, and saves about half of it. That pays off
/// below about 10 MB/s. The bandwidth is unknown until much data was transferred, but the round-trip time is known, and
/// slow connections mostly have long round trips, whereas local servers answer at once.
public enum CompressionPolicy {
    /// Servers on the same machine or local network answer faster than this.
    public static let leastRoundTrip = Duration.milliseconds(5)
    /// For fewer messages, the savings do not make up for the round trip that COMPRESS costs.
    public static let leastMessages = 100

    /// Returns whether to compress the connection before fetching this many messages. `roundTrip` is the shortest round
    /// trip seen on this connection. If it is unknown, the connection is not compressed.
    public static func pays(messages: Int, roundTrip: Duration?) -> Bool {
        guard let roundTrip else { return false }
        return messages >= leastMessages && roundTrip >= leastRoundTrip
    }
}
