internal import MailTypes

/// When a message arrived, as the name of its file says: most begin with the seconds since 1970
/// [https://cr.yp.to/proto/maildir.html].
enum MaildirTimestamp {
    /// 1970 for a name that says nothing of the kind.
    static func time(of name: [UInt8]) -> Instant {
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
