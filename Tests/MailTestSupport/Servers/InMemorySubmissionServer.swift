/// A submission server as a value: bytes of the client in, bytes for the client out. It is strict: only CR LF ends a
/// line, commands must be in order, and violations are recorded in `faults`.
///
/// It counts the messages that it accepted. Tests compare that with what the client reports.
public struct InMemorySubmissionServer: Sendable {
    /// The points at which the server can be given another reply.
    public enum Point: String, CaseIterable, Sendable {
        case greeting, hello, oldHello, startTLS, authentication, reset, sender, recipient, data, end, quit
    }

    public struct Message: Hashable, Sendable {
        public let sender: String
        public let recipients: [String]
        /// Without dot-stuffing.
        public let content: [UInt8]
    }

    private enum Mode {
        case commands, authentication, content
        /// The server has closed the connection.
        case gone
    }

    /// The replies at a point instead of the usual ones, line ends included. Empty: the server never replies.
    public var answers: [Point: String] = [:]
    /// Like `answers`, for single recipients.
    public var recipientAnswers: [String: String] = [:]
    /// The replies during an authentication, in order. The server accepts when none is left.
    public var authenticationReplies: [String] = []
    /// The only initial response that PLAIN accepts, in base64. `nil` accepts every response.
    public var response: String?
    /// The server rejects a message larger than this many bytes and closes the connection.
    public var contentLimit = Int.max
    /// After as many messages, the server closes the connection when the next command arrives. `nil`: it does not.
    public var messagesPerConnection: Int?
    /// What it says before it closes.
    public var farewell = "421 4.7.0 too many messages\r\n"
    public var extensions = ["PIPELINING", "SIZE 1000000", "8BITMIME", "SMTPUTF8", "DSN", "AUTH PLAIN LOGIN"]
    public private(set) var isEncrypted: Bool
    public private(set) var messages: [Message] = []
    public private(set) var faults: [String] = []
    /// Each command line, and each line of an authentication after "> ".
    public private(set) var commands: [String] = []
    /// All bytes received before TLS.
    public private(set) var seenInClear: [UInt8] = []
    public private(set) var seenCount = 0

    private var mode = Mode.commands
    private var input: [UInt8] = []
    private var output: [UInt8] = []
    private var sender: String?
    private var recipients: [String] = []
    private var isIntroduced = false

    public init(isEncrypted: Bool = true) {
        self.isEncrypted = isEncrypted
        if !isEncrypted { extensions.append("STARTTLS") }
    }

    /// Whether the server has closed the connection.
    public var isGone: Bool { if case .gone = mode { true } else { false } }

    /// Sends the greeting.
    public mutating func connect() {
        say(.greeting, "220 mail.example.net ESMTP\r\n")
    }

    /// Returns the pending output.
    public mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// Starts TLS, which discards the state from before.
    public mutating func startTLS() {
        if !input.isEmpty { faults.append("octets between STARTTLS and TLS") }
        isEncrypted = true
        isIntroduced = false
        extensions.removeAll { $0 == "STARTTLS" }
    }

    public mutating func receive(_ octets: [UInt8]) {
        seenCount += octets.count
        if !isEncrypted { seenInClear += octets }
        input += octets
        if case .content = mode, input.count > contentLimit {
            output += Array("552 5.3.4 too large\r\n".utf8)
            mode = .gone
        }
        while !isGone, let end = lineEnd() {
            let line = Array(input[..<end])
            if case .content = mode {
                guard takeContent() else { return }
                continue
            }
            input.removeFirst(end + 2)
            if line.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) { faults.append("a line within a line") }
            let text = String(decoding: line, as: UTF8.self)
            switch mode {
            case .authentication:
                commands.append("> " + text)
                authenticate()
            case .commands:
                commands.append(text)
                obey(text)
            case .content, .gone:
                break
            }
        }
    }

    private func lineEnd() -> Int? {
        input.indices.dropLast().first { input[$0] == 0x0D && input[$0 + 1] == 0x0A }
    }

    // MARK: - Commands

    private mutating func say(_ point: Point, _ usual: String) {
        let reply = answers[point] ?? usual
        output += Array(reply.utf8)
        if reply.utf8.starts(with: "421".utf8) { mode = .gone }
    }

    /// Whether the reply at a point is positive.
    private func consents(_ point: Point, _ usual: String) -> Bool {
        [0x32, 0x33].contains((answers[point] ?? usual).utf8.first)
    }

    private mutating func obey(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 1)
        if messages.count == messagesPerConnection, words.first != "QUIT" {
            output += Array(farewell.utf8)
            mode = .gone
            return
        }
        switch words.first.map({ $0.uppercased() }) {
        case "EHLO":
            isIntroduced = true
            let lines = ["mail.example.net greets"] + extensions
            say(.hello, lines.dropLast().map { "250-\($0)\r\n" }.joined() + "250 \(lines.last ?? "")\r\n")
        case "HELO":
            isIntroduced = true
            say(.oldHello, "250 mail.example.net\r\n")
        case "STARTTLS": say(.startTLS, "220 2.0.0 go ahead\r\n")
        case "AUTH":
            if !isIntroduced { faults.append("AUTH before EHLO") }
            if let response, line != "AUTH PLAIN \(response)" {
                output += Array("535 5.7.8 no\r\n".utf8)
            } else {
                authenticate()
            }
        case "RSET":
            sender = nil
            recipients = []
            say(.reset, "250 2.0.0 flushed\r\n")
        case "MAIL":
            if !isIntroduced || sender != nil { faults.append("MAIL out of order") }
            if consents(.sender, "250") { sender = Self.address(line) }
            say(.sender, "250 2.1.0 ok\r\n")
        case "RCPT": addRecipient(line)
        case "DATA":
            guard sender != nil, !recipients.isEmpty else {
                output += Array("503 5.5.1 no recipients\r\n".utf8)
                return
            }
            say(.data, "354 go ahead\r\n")
            if (answers[.data] ?? "354").utf8.starts(with: "354".utf8) { mode = .content }
        case "QUIT":
            say(.quit, "221 2.0.0 bye\r\n")
            mode = .gone
        default:
            faults.append("no command: \(line)")
            output += Array("500 5.5.2 what?\r\n".utf8)
        }
    }

    private mutating func authenticate() {
        let reply = authenticationReplies.isEmpty ? nil : authenticationReplies.removeFirst()
        let said = reply ?? answers[.authentication] ?? "235 2.7.0 welcome\r\n"
        output += Array(said.utf8)
        mode =
            said.utf8.starts(with: "334".utf8)
            ? .authentication : said.utf8.starts(with: "421".utf8) ? .gone : .commands
    }

    private mutating func addRecipient(_ line: String) {
        guard sender != nil else {
            output += Array("503 5.5.1 no sender\r\n".utf8)
            return
        }
        let address = Self.address(line)
        if let answer = recipientAnswers[address] {
            output += Array(answer.utf8)
            if answer.utf8.first == 0x32 { recipients.append(address) }
            return
        }
        if consents(.recipient, "250") { recipients.append(address) }
        say(.recipient, "250 2.1.5 ok\r\n")
    }

    private static func address(_ line: String) -> String {
        let inside = line.utf8.drop { $0 != 0x3C }.dropFirst()
        return String(decoding: inside.prefix { $0 != 0x3E }, as: UTF8.self)
    }

    // MARK: - Content

    /// Takes a message out of the input. Returns false if its end has not arrived yet.
    private mutating func takeContent() -> Bool {
        var content: [UInt8] = []
        var position = 0
        while let end = input[position...].indices.dropLast().first(where: {
            input[$0] == 0x0D && input[$0 + 1] == 0x0A
        }) {
            let line = input[position..<end]
            if line.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) { faults.append("a line within a line") }
            position = end + 2
            if line.elementsEqual([0x2E]) {
                input.removeFirst(position)
                mode = .commands
                if consents(.end, "250") {
                    messages.append(Message(sender: sender ?? "", recipients: recipients, content: content))
                }
                sender = nil
                recipients = []
                say(.end, "250 2.0.0 queued as 1\r\n")
                return true
            }
            content += (line.first == 0x2E ? line.dropFirst() : line) + [0x0D, 0x0A]
        }
        return false
    }
}
