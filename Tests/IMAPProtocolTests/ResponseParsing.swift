import IMAPProtocol
import Testing

/// Parses bytes to frames and responses.
enum ResponseParsing {
    static func frames(_ octets: [UInt8], limits: FramingLimits = FramingLimits()) throws(FramingError) -> [Framer
        .Frame]
    {
        try frames([octets], limits: limits)
    }

    static func frames(
        _ pieces: [[UInt8]], limits: FramingLimits = FramingLimits()
    ) throws(FramingError) -> [Framer.Frame] {
        var framer = Framer(limits: limits)
        var frames: [Framer.Frame] = []
        for piece in pieces {
            framer.feed(piece)
            while let frame = try framer.next() { frames.append(frame) }
        }
        return frames
    }

    /// Parses responses in lines that end with CRLF. A literal is written as `{3}`, CRLF and its bytes.
    static func responses(_ text: String) throws -> [Response] {
        try frames(Array(text.utf8)).compactMap { frame in
            guard case .response(let raw) = frame else { return nil }
            return try ResponseParser().parse(raw)
        }
    }

    /// Parses a line, without its end, to one response.
    static func response(_ line: String) throws -> Response {
        let responses = try responses(line + "\r\n")
        try #require(responses.count == 1)
        return responses[0]
    }

    static func message(_ line: String) throws -> FetchedMessage {
        guard case .fetch(let message) = try response(line) else {
            Issue.record("no FETCH: \(line)")
            return FetchedMessage(sequenceNumber: 0)
        }
        return message
    }
}

extension [Framer.Frame] {
    /// The frames with adjacent pieces of literals joined, because the network may split them anywhere.
    var joined: [Framer.Frame] {
        var result: [Framer.Frame] = []
        for frame in self {
            if case .literal(.octets(let more)) = frame, case .literal(.octets(let octets))? = result.last {
                result[result.count - 1] = .literal(.octets(octets + more))
            } else {
                result.append(frame)
            }
        }
        return result
    }
}
