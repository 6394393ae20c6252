extension ResponseCursor {
    /// More addresses than any real header has.
    private static let maximumAddresses = 100_000

    /// Parses an envelope. Missing fields at the end are treated as NIL.
    mutating func envelope() throws(ResponseError) -> Envelope {
        var envelope = Envelope()
        try expect(ASCII.leftParenthesis)
        envelope.date = try envelopeText()
        envelope.subject = try envelopeText()
        envelope.from = try envelopeAddresses()
        envelope.sender = try envelopeAddresses()
        envelope.replyTo = try envelopeAddresses()
        envelope.to = try envelopeAddresses()
        envelope.cc = try envelopeAddresses()
        envelope.bcc = try envelopeAddresses()
        envelope.inReplyTo = try envelopeText()
        envelope.messageID = try envelopeText()
        try skipRestOfList()
        return envelope
    }

    private mutating func envelopeText() throws(ResponseError) -> [UInt8]? {
        skipSpaces()
        return peek == ASCII.rightParenthesis ? nil : try nstring()
    }

    private mutating func envelopeAddresses() throws(ResponseError) -> [Envelope.Mailbox] {
        skipSpaces()
        guard peek != ASCII.rightParenthesis else { return [] }
        guard skip(ASCII.leftParenthesis) else {
            // NIL, or "" from some servers.
            _ = try nstring()
            return []
        }
        var addresses: [Envelope.Mailbox] = []
        while true {
            skipSpaces()
            if skip(ASCII.rightParenthesis) { return addresses }
            guard addresses.count < Self.maximumAddresses else { throw failure(.tooComplex) }
            guard skip(ASCII.leftParenthesis) else {
                // Not an address list, such as NIL.
                _ = try nstring()
                continue
            }
            let name = try envelopeText()
            _ = try envelopeText()
            let mailbox = try envelopeText()
            let host = try envelopeText()
            addresses.append(Envelope.Mailbox(name: name, mailbox: mailbox, host: host))
            try skipRestOfList()
        }
    }
}
