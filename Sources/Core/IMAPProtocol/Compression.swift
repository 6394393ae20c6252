/// When a connection is compressed [RFC 4978].
///
/// Compressing takes both sides some milliseconds for each megabyte, and saves about half of the octets of mail. Where
/// the server is next door, that time is lost; where a round trip takes long, octets mostly take long as well.
public enum Compression {
    /// A server on this machine or in this house answers sooner.
    public static let leastRoundTrip = Duration.milliseconds(5)
    /// Fewer messages are there before it pays to have asked, which takes a round trip.
    public static let leastMessages = 100

    /// Whether it pays for so many messages that are to be fetched. `roundTrip`: the shortest that was seen on this
    /// connection; one that is not known is taken for short.
    public static func pays(messages: Int, roundTrip: Duration?) -> Bool {
        guard let roundTrip else { return false }
        return messages >= leastMessages && roundTrip >= leastRoundTrip
    }
}
