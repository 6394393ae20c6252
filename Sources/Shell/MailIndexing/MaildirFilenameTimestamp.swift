package import MailTypes

/// The arrival time of a message according to its file name. Most names begin with the seconds since 1970
/// [https://cr.yp.to/proto/maildir.html].
package enum MaildirFilenameTimestamp {
    /// Returns 1970 for a name that does not begin with a time.
    package static func time(of name: [UInt8]) -> Instant {
        var seconds: Int64 = 0
        var count = 0
        for octet in name {
            guard octet &- 0x30 < 10 else { break }
            count += 1
            guard count <= 11 else { return Instant(seconds: 0) }
            seconds = seconds * 10 + Int64(octet - 0x30)
        }
        return Instant(seconds: count >= 9 ? seconds : 0)
    }
}
