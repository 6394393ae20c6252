extension [UInt8] {
    /// The message without the field `X-TUID`, which mbsync adds to messages that it transfers. The server's copy does
    /// not have it.
    var withoutTransferID: [UInt8] {
        var start = 0
        while start < count {
            let end = self[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? count
            let line = self[start..<end]
            if line.first == 0x0A || line.first == 0x0D { return self }
            if line.starts(with: Self.transferID) {
                var message = self
                message.removeSubrange(start..<end)
                return message
            }
            start = end
        }
        return self
    }

    private static let transferID = Array("X-TUID: ".utf8)
}
