/// The fields that say of a file that it is not its whole message. They stand before all others, and petrel alone writes
/// them.
public enum PlaceholderHeader {
    /// `size=84000`: parts of the message were never fetched, and so many octets it has on the server.
    public static let partial: StaticString = "X-Petrel-Partial"
    /// `size=84000`: in the header of a part of which only the beginning is there: so many octets it has, as encoded.
    public static let cut: StaticString = "X-Petrel-Cut"
    /// The file is the message, whatever else its header says.
    public static let whole: StaticString = "X-Petrel-Whole"
}
