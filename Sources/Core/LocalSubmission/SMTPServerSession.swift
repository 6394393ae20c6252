/// The server's side of an SMTP session with one local program, as `sendmail -bs` has it on standard input and output
/// [RFC 5321].
///
/// A pure state machine: `receive` takes bytes, and `next` returns what to do until it needs more bytes. Everything is
/// bounded: lines, recipients, the message, and the number of errors.
public struct SMTPServerSession: Sendable {
    public struct Limits: Sendable {
        /// The maximum size of a message in bytes.
        public var messageSize = 50 << 20
        public var recipients = 1000
        /// The maximum length of a command with its line end [RFC 5321 §4.5.3.1.4, plus the parameters of extensions].
        public var lineLength = 2048
        /// The number of rejected commands after which the session ends.
        public var errors = 20

        public init() {}
    }

    /// A message that the program has handed over.
    public struct Submission: Hashable, Sendable {
        /// Empty for the null sender.
        public let sender: [UInt8]
        public let recipients: [[UInt8]]
        /// The message without dot-stuffing, as received.
        public let message: [UInt8]
    }

    public enum Action: Hashable, Sendable {
        case write([UInt8])
        /// Decide about a recipient, and call `answerRecipient`.
        case checkRecipient([UInt8])
        /// Queue the message, and call `answerSubmission`.
        case submit(Submission)
    }

    private enum State: Hashable, Sendable {
        /// Waits for a command.
        case command
        case checking([UInt8])
        case data
        case submitting
        case ended
    }

    /// How lines end in the message. It is fixed by the DATA command, so that text with other line ends cannot end the
    /// message early.
    private enum LineEnd: Hashable, Sendable {
        case crlf, lf
    }

    private let limits: Limits
    private let host: String
    private var state = State.command
    private var hasGreeted = false
    private var isIntroduced = false
    /// The sender of the message that is being described; `nil` before MAIL.
    private var sender: [UInt8]?
    private var recipients: [[UInt8]] = []
    private var lineEnd = LineEnd.crlf
    private var message: [UInt8] = []
    private var isTooLarge = false
    private var errorCount = 0
    /// Received bytes that have not been processed, from `start` on.
    private var input: [UInt8] = []
    private var start = 0
    /// Whether the rest of a line that is too long is being skipped.
    private var isSkipping = false

    /// `host`: the name of this machine for the greeting.
    public init(host: String, limits: Limits = Limits()) {
        self.host = host
        self.limits = limits
    }

    /// Whether the session has ended, so that nothing more may be received.
    public var isEnded: Bool { state == .ended }

    /// Whether the program has begun a message and not ended it.
    public var isInMessage: Bool { state == .data }

    public mutating func receive(_ octets: some Sequence<UInt8>) {
        if start > 0 {
            input.removeSubrange(..<start)
            start = 0
        }
        input += octets
    }

    /// Returns the next action, or `nil` if more bytes are needed.
    public mutating func next() -> Action? {
        if !hasGreeted {
            hasGreeted = true
            return reply(220, "\(host) ESMTP petrel")
        }
        while true {
            switch state {
            case .command:
                guard let (line, end) = takeLine(atMost: limits.lineLength) else { return skipped() }
                if let action = handle(line, end) { return action }
            case .data:
                guard let action = takeContent() else { return nil }
                return action
            case .checking, .submitting, .ended: return nil
            }
        }
    }

    /// Answers `checkRecipient`. `refusal`: a reply code and text, or `nil` if the recipient is accepted.
    public mutating func answerRecipient(_ refusal: (code: Int, text: String)?) -> Action {
        guard case .checking(let recipient) = state else { preconditionFailure("no recipient is being checked") }
        state = .command
        if let refusal { return fail(refusal.code, refusal.text) }
        recipients.append(recipient)
        return reply(250, "2.1.5 OK")
    }

    /// Answers `submit`. `refusal`: a reply code and text, or `nil` if the message was queued as `name`.
    public mutating func answerSubmission(_ name: String, _ refusal: (code: Int, text: String)?) -> Action {
        precondition(state == .submitting, "no message is being submitted")
        state = .command
        reset()
        if let refusal { return fail(refusal.code, refusal.text) }
        return reply(250, "2.0.0 OK: queued as \(name)")
    }

    // MARK: - Lines

    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D
    private static let dot: UInt8 = 0x2E

    /// Returns the next line without its end.
    private mutating func takeLine(atMost limit: Int) -> (line: ArraySlice<UInt8>, end: LineEnd)? {
        guard let index = input[start...].firstIndex(of: Self.lineFeed) else { return nil }
        let line = input[start..<index]
        start = index + 1
        if isSkipping {
            isSkipping = false
            return takeLine(atMost: limit)
        }
        if line.last == Self.carriageReturn { return (line.dropLast(), .crlf) }
        return (line, .lf)
    }

    /// Rejects a command line that is too long before its end is here, so that it takes no memory.
    private mutating func skipped() -> Action? {
        guard input.count - start > limits.lineLength else { return nil }
        let isFirst = !isSkipping
        isSkipping = true
        start = input.count
        return isFirst ? fail(500, "5.5.2 Line too long") : nil
    }

    // MARK: - Replies

    private func reply(_ code: Int, _ lines: String...) -> Action {
        var octets: [UInt8] = []
        for (index, line) in lines.enumerated() {
            let text = line.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x3F : $0 }
            octets += "\(code)\(index == lines.count - 1 ? " " : "-")".utf8
            octets += text
            octets += [Self.carriageReturn, Self.lineFeed]
        }
        return .write(octets)
    }

    /// Rejects a command. After too many, the session ends.
    private mutating func fail(_ code: Int, _ text: String) -> Action {
        errorCount += 1
        guard errorCount < limits.errors else {
            state = .ended
            return reply(421, "4.7.0 Too many errors")
        }
        return reply(code, text)
    }

    private mutating func reset() {
        sender = nil
        recipients = []
        message = []
        isTooLarge = false
    }

    // MARK: - Commands

    private mutating func handle(_ line: ArraySlice<UInt8>, _ end: LineEnd) -> Action? {
        guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            return fail(500, "5.5.2 The command has a control character")
        }
        guard line.count <= limits.lineLength else { return fail(500, "5.5.2 Line too long") }
        let verb = String(decoding: line.prefix { $0 != 0x20 }.map { $0 &- 0x61 < 26 ? $0 & 0xDF : $0 }, as: UTF8.self)
        let rest = line.dropFirst(verb.utf8.count).drop { $0 == 0x20 }
        switch verb {
        case "EHLO", "HELO": return hello(verb, rest)
        case "MAIL": return mail(rest)
        case "RCPT": return recipient(rest)
        case "DATA": return data(rest, end)
        case "RSET":
            reset()
            return reply(250, "2.0.0 OK")
        case "NOOP": return reply(250, "2.0.0 OK")
        case "VRFY": return reply(252, "2.1.5 Cannot verify the user; send mail to find out")
        case "EXPN": return fail(502, "5.5.1 Lists are not expanded")
        case "HELP": return reply(214, "2.0.0 EHLO HELO MAIL RCPT DATA RSET NOOP VRFY HELP QUIT")
        case "QUIT":
            state = .ended
            return reply(221, "2.0.0 \(host) closes the session")
        default: return fail(500, "5.5.2 Unknown command")
        }
    }

    private mutating func hello(_ verb: String, _ name: ArraySlice<UInt8>) -> Action {
        guard !name.isEmpty else { return fail(501, "5.5.4 \(verb) needs a host name") }
        reset()
        isIntroduced = true
        if verb == "HELO" { return reply(250, host) }
        return reply(
            250, host, "PIPELINING", "SIZE \(limits.messageSize)", "8BITMIME", "ENHANCEDSTATUSCODES", "HELP")
    }

    private mutating func mail(_ rest: ArraySlice<UInt8>) -> Action {
        guard isIntroduced else { return fail(503, "5.5.1 Say EHLO first") }
        guard sender == nil else { return fail(503, "5.5.1 A sender was given already") }
        guard let (path, parameters) = Self.path(rest, after: "FROM:") else {
            return fail(501, "5.5.4 Syntax: MAIL FROM:<address>")
        }
        for parameter in parameters {
            let word = AliasFile.lowercased(parameter)
            if word == "body=8bitmime" || word == "body=7bit" || word.utf8.starts(with: "auth=".utf8)
                || word.utf8.starts(with: "ret=".utf8) || word.utf8.starts(with: "envid=".utf8)
            {
                continue
            }
            guard word.utf8.starts(with: "size=".utf8) else {
                return fail(555, "5.5.4 Unknown parameter of MAIL")
            }
            guard let size = Int(word.dropFirst(5)), size >= 0 else { return fail(501, "5.5.4 SIZE needs a number") }
            if size > limits.messageSize { return fail(552, "5.3.4 The message is too large") }
        }
        sender = path
        return reply(250, "2.1.0 OK")
    }

    private mutating func recipient(_ rest: ArraySlice<UInt8>) -> Action {
        guard sender != nil else { return fail(503, "5.5.1 Say MAIL first") }
        guard let (path, parameters) = Self.path(rest, after: "TO:"), !path.isEmpty else {
            return fail(501, "5.5.4 Syntax: RCPT TO:<address>")
        }
        for parameter in parameters {
            let word = AliasFile.lowercased(parameter)
            guard word.utf8.starts(with: "notify=".utf8) || word.utf8.starts(with: "orcpt=".utf8) else {
                return fail(555, "5.5.4 Unknown parameter of RCPT")
            }
        }
        guard recipients.count < limits.recipients else { return fail(452, "4.5.3 Too many recipients") }
        state = .checking(path)
        return .checkRecipient(path)
    }

    private mutating func data(_ rest: ArraySlice<UInt8>, _ end: LineEnd) -> Action {
        guard rest.isEmpty else { return fail(501, "5.5.4 DATA takes no argument") }
        guard sender != nil else { return fail(503, "5.5.1 Say MAIL first") }
        guard !recipients.isEmpty else { return fail(554, "5.5.1 There are no valid recipients") }
        state = .data
        lineEnd = end
        message = []
        isTooLarge = false
        atLineStart = true
        return reply(354, "End the message with a line that has only a dot")
    }

    /// Returns the address in angle brackets after a keyword, and the parameters. Brackets may be missing, as programs
    /// have it. A route before the address is dropped [RFC 5321 §4.1.1.3].
    private static func path(
        _ rest: ArraySlice<UInt8>, after keyword: StaticString
    ) -> (path: [UInt8], parameters: [ArraySlice<UInt8>])? {
        let word = "\(keyword)"
        guard AliasFile.lowercased(rest.prefix(word.utf8.count)) == AliasFile.lowercased(word.utf8) else { return nil }
        var text = rest.dropFirst(word.utf8.count).drop { $0 == 0x20 }
        var path: ArraySlice<UInt8>
        if text.first == 0x3C {
            text = text.dropFirst()
            guard let end = closing(text) else { return nil }
            path = text[..<end]
            text = text[(end + 1)...]
            guard text.isEmpty || text.first == 0x20 else { return nil }
            if path.first == 0x40 {
                guard let colon = path.firstIndex(of: 0x3A) else { return nil }
                path = path[(colon + 1)...]
            }
        } else {
            path = text.prefix { $0 != 0x20 }
            text = text.dropFirst(path.count)
            guard !path.isEmpty else { return nil }
        }
        return (Array(path), text.split(separator: 0x20))
    }

    /// Returns the index of the closing bracket, which is not inside a quoted string.
    private static func closing(_ text: ArraySlice<UInt8>) -> Int? {
        var isQuoted = false
        var isEscaped = false
        for index in text.indices {
            let octet = text[index]
            if isEscaped {
                isEscaped = false
            } else if octet == 0x5C {
                isEscaped = true
            } else if octet == 0x22 {
                isQuoted.toggle()
            } else if octet == 0x3E, !isQuoted {
                return index
            }
        }
        return nil
    }

    // MARK: - The message

    /// Takes lines of the message. Returns `nil` if its end is not here yet.
    private mutating func takeContent() -> Action? {
        while let index = input[start...].firstIndex(of: Self.lineFeed) {
            let line = input[start...index]
            start = index + 1
            let isEnded = line.dropLast().last == Self.carriageReturn
            let isWhole = lineEnd == .lf || isEnded
            let text = isEnded ? line.dropLast(2) : line.dropLast()
            let isAtStart = atLineStart
            if isAtStart, isWhole, text.count == 1, text.first == Self.dot { return finish() }
            append(isAtStart && line.first == Self.dot ? line.dropFirst() : line)
            atLineStart = isWhole
        }
        // A line of any length takes no more memory than the largest message.
        if input.count - start > Self.longestRest {
            let isAtStart = atLineStart
            let kept = input.last == Self.carriageReturn ? 1 : 0
            let rest = input[start..<(input.count - kept)]
            append(isAtStart && rest.first == Self.dot ? rest.dropFirst() : rest)
            start = input.count - kept
            atLineStart = false
        }
        return nil
    }

    /// Whether the next byte of the message begins a line.
    private var atLineStart = true
    private static let longestRest = 1 << 16

    private mutating func append(_ octets: ArraySlice<UInt8>) {
        if isTooLarge { return }
        if message.count + octets.count > limits.messageSize {
            isTooLarge = true
            message = []
            return
        }
        message += octets
    }

    private mutating func finish() -> Action {
        if isTooLarge {
            state = .command
            reset()
            return fail(552, "5.3.4 The message is too large")
        }
        state = .submitting
        let submission = Submission(sender: sender ?? [], recipients: recipients, message: message)
        message = []
        return .submit(submission)
    }
}
