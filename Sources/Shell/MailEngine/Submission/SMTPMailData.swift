internal import SMTPProtocol

/// The form in which a stored message is sent: CR LF line ends, and a header without Bcc and petrel's own fields.
public enum SMTPMailData {
    /// Returns the bytes that a server receives between DATA and the final dot, without dot stuffing.
    public static func octets(of message: [UInt8]) -> [UInt8] {
        var filter = SubmissionFilter()
        var sent: [UInt8] = []
        filter.add(message, to: &sent)
        filter.finish(to: &sent)
        return sent
    }
}
