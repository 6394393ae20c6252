/// A part whose content was not downloaded. In the file it is replaced by a part of type message/external-body, which
/// contains the part's own header. That header is the part's header here [RFC 2046 §5.2.3, RFC 2017].
public struct UndownloadedPart: Hashable, Sendable {
    /// The part's section on the server: part numbers from the outside in [RFC 9051 §6.4.5.1].
    public let section: [UInt32]
    /// In bytes, as encoded.
    public let encodedSize: Int
    /// The section as a URL, for users and other programs [RFC 5092].
    let url: [UInt8]
}
