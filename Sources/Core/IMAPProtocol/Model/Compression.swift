/// When a connection is compressed [RFC 4978].
///
/// A server takes some hundredths of a second to compress a megabyte of mail, and saves about half of it: that pays on a
/// line of less than some ten megabytes a second. How fast a line is nobody knows before much was sent. How long a round
/// trip takes is known, and where it takes long, octets mostly do so as well; where the server is next door, they do not.
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
