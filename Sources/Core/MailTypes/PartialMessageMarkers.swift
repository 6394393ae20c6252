/// The header fields that mark a file as an incomplete message. They come before all other fields, and only petrel
/// writes them.
public enum PartialMessageMarkers {
    /// `size=84000`: parts of the message were not downloaded; its full size on the server in bytes.
    public static let partial: StaticString = "X-Petrel-Partial"
    /// `size=84000`, in the header of a truncated part: its full size in bytes, as encoded.
    public static let cut: StaticString = "X-Petrel-Cut"
    /// The file is the complete message, whatever the rest of its header says.
    public static let whole: StaticString = "X-Petrel-Whole"
}
