public import InternetMessage

extension Part {
    /// The bytes that a detached signature of the part covers: its header and body with CR LF line ends, without the line
    /// end before the delimiter [RFC 3156 §5, RFC 8551 §3.1.1].
    public var signedOctets: [UInt8] {
        CanonicalLines.of(entity)
    }
}
