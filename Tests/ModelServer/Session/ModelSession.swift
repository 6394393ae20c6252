import MailTypes

/// One connection to the model server as a state machine: bytes of the client in, bytes for the client out [RFC 3501
/// §3].
struct ModelSession {
    enum State {
        case notAuthenticated
        case authenticated
        /// The server has sent BYE.
        case over
    }

    /// What the next bytes are.
    private enum Mode {
        case commands
        /// This many bytes of a literal.
        case literal(Int)
        /// The rest of a literal that was refused.
        case skipping(Int)
        /// A response in AUTHENTICATE.
        case authentication(tag: String, _ mechanism: String?)
        case idle(tag: String)
    }

    /// The selected mailbox, and what was reported to the client about it.
    struct Selection {
        let name: EncodedMailboxName
        let isReadOnly: Bool
        /// The mailbox at the last report.
        var mailbox: ModelMailbox?
        /// In order of sequence numbers.
        var seen: [(uid: UID, modSequence: UInt64)] = []
        /// The value of the mailbox's `changes` at the last report.
        var changes = -1
    }

    let connection: Int
    private(set) var output: [UInt8] = []
    var state = State.notAuthenticated
    var selection: Selection?
    /// `CONDSTORE`, `QRESYNC`.
    var enabled: Set<String> = []
    var isEncrypted: Bool
    /// TLS starts with the next byte.
    var isHandshakeDue = false
    /// Whether a sign-in was refused. Commands pipelined after it are answered and are not violations.
    var hasRefused = false
    /// Whether the last SELECT was refused. Commands pipelined after it are answered and are not violations.
    var hasRefusedSelect = false
    /// The number of commands received on this connection.
    private(set) var commandCount = 0
    var faults: ModelFaults
    private var mode = Mode.commands
    /// `nil` if the connection is not compressed.
    private var compression: ModelCompression?
    /// Pending output from before the compression.
    private var clear: [UInt8] = []
    /// Whether the output is compressed after the next answer.
    private var isCompressionDue = false
    private var buffer: [UInt8] = []
    /// Answers held back until the pipelined commands after them are answered.
    private var held: [(data: [UInt8], completion: [UInt8])] = []
    /// The start of the last line in `output`.
    private var lastLine = 0
    private var start = 0
    private var request = UnparsedCommand()

    /// The longest line permitted, in bytes.
    private static let maximumLine = 65_536

    init(connection: Int, isEncrypted: Bool, faults: ModelFaults, _ account: ModelAccount) {
        self.connection = connection
        self.isEncrypted = isEncrypted
        self.faults = faults
        say("* OK [CAPABILITY \(capabilities(account))] model")
    }

    // MARK: - Output

    mutating func say(_ line: String) {
        say(Array(line.utf8))
    }

    mutating func say(_ line: [UInt8]) {
        lastLine = output.count
        output += line + [13, 10]
    }

    mutating func takeOutput() -> [UInt8] {
        defer {
            output = []
            clear = []
        }
        return clear + (compression?.compress(output) ?? output)
    }

    /// Answers COMPRESS.
    mutating func compress() throws(MalformedCommand) -> String {
        if compression != nil { return "NO [COMPRESSIONACTIVE] that is done" }
        guard start == buffer.count else { throw MalformedCommand("something behind COMPRESS in its flight") }
        isCompressionDue = true
        return "OK from here on"
    }

    private mutating func beginCompression() {
        isCompressionDue = false
        compression = ModelCompression()
        clear = output
        output = []
    }

    /// Discards the output from `count` on.
    mutating func forgetOutput(from count: Int) {
        output.removeSubrange(count...)
    }

    private mutating func hold(from count: Int) {
        guard output.count > count else { return }
        held.append((Array(output[count..<lastLine]), Array(output[lastLine...])))
        forgetOutput(from: count)
    }

    private mutating func sayHeld() {
        switch faults.order {
        case .asAsked, .doneLast:
            for answer in held { output += answer.data }
            for answer in held { output += answer.completion }
        case .lastFirst:
            for answer in held.reversed() { output += answer.data + answer.completion }
        }
        held = []
    }

    var isIdle: Bool {
        if case .idle = mode { return true }
        return false
    }

    // MARK: - Input

    mutating func receive(_ octets: [UInt8], _ account: inout ModelAccount) {
        guard let octets = compression.map({ $0.decompress(octets) }) ?? octets else {
            return breakOff("octets that are not compressed", &account)
        }
        buffer += octets
        while state != .over, step(&account) {}
        sayHeld()
        buffer.removeFirst(start)
        start = 0
    }

    /// Takes the next line or literal. Returns `false` if it is not complete yet.
    private mutating func step(_ account: inout ModelAccount) -> Bool {
        switch mode {
        case .literal(let count):
            guard buffer.count - start >= count else { return false }
            request.fragments.append(.literal(Array(buffer[start..<start + count])))
            start += count
            mode = .commands
            return true
        case .skipping(let count):
            let taken = min(count, buffer.count - start)
            start += taken
            mode = .skipping(count - taken)
            if taken == count { mode = .commands }
            return taken > 0
        case .commands, .authentication, .idle:
            guard let line = takeLine(&account) else { return false }
            take(line, &account)
            return true
        }
    }

    private mutating func takeLine(_ account: inout ModelAccount) -> [UInt8]? {
        guard let end = buffer[start...].firstIndex(of: 0x0A) else {
            if buffer.count - start > Self.maximumLine { breakOff("a line without an end", &account) }
            return nil
        }
        let line = buffer[start..<end]
        start = end + 1
        guard line.last == 0x0D, !line.dropLast().contains(where: { $0 == 0x0D || $0 == 0 }) else {
            breakOff("a line that does not end in CR LF: \(String(decoding: line, as: UTF8.self))", &account)
            return nil
        }
        return Array(line.dropLast())
    }

    private mutating func take(_ line: [UInt8], _ account: inout ModelAccount) {
        switch mode {
        case .idle(let tag):
            mode = .commands
            if line == Array("DONE".utf8) {
                update(account)
                say("\(tag) OK idle is over")
            } else {
                breakOff("in IDLE: \(String(decoding: line, as: UTF8.self))", &account)
            }
        case .authentication(let tag, let mechanism):
            mode = .commands
            authenticate(tag, mechanism, line, &account)
        case .commands, .literal, .skipping:
            guard let literal = Literal(line) else {
                request.fragments.append(.text(line))
                let complete = request
                request = UnparsedCommand()
                execute(complete, &account)
                return
            }
            request.fragments.append(.text(Array(line.dropLast(literal.length))))
            announce(literal, &account)
        }
    }

    private mutating func announce(_ literal: Literal, _ account: inout ModelAccount) {
        let isAllowed =
            !literal.isUnasked || says("LITERAL+", account) || says("LITERAL-", account) && literal.count <= 4096
        guard isAllowed else { return breakOff("a literal of \(literal.count) octets unasked", &account) }
        if literal.count > account.profile.appendLimit ?? .max {
            refuseLiteral(literal, "NO [TOOBIG] larger than this server takes")
        } else if !literal.isUnasked, let refusal = faults.refusals[commandCount] {
            commandCount += 1
            refuseLiteral(literal, refusal)
        } else {
            if !literal.isUnasked { say("+ go on") }
            mode = .literal(literal.count)
        }
    }

    private mutating func refuseLiteral(_ literal: Literal, _ answer: String) {
        let tag = request.description.prefix { $0 != " " }
        say("\(tag) \(answer)")
        request = UnparsedCommand()
        mode = literal.isUnasked ? .skipping(literal.count + 2) : .commands
    }

    // MARK: - Commands

    private mutating func execute(_ request: UnparsedCommand, _ account: inout ModelAccount) {
        let number = commandCount
        commandCount += 1
        var scanner = RequestScanner(request)
        let tag = String(decoding: scanner.run { RequestScanner.isAtom($0) && $0 != 0x2B }, as: UTF8.self)
        guard !tag.isEmpty, scanner.skip(" ") else {
            return breakOff("a line without a tag: \(request.description)", &account)
        }
        let rest = String(request.description.dropFirst(tag.count + 1))
        var command = CommandRecord(connection: connection, verb: Self.verb(rest), line: Self.discreet(rest))
        let isHeld = faults.order != .asAsked && ["UID FETCH", "UID SEARCH"].contains(command.verb)
        if !isHeld { sayHeld() }
        let said = output.count
        defer { if isHeld { hold(from: said) } }
        if let refusal = faults.refusals[number] ?? account.refusal(of: command.verb) {
            if state == .notAuthenticated { hasRefused = true }
            command.answer = refusal.hasPrefix("BAD") ? .bad : .no
            account.log.append(command)
            // After a refused SELECT, no mailbox is selected [RFC 9051 §6.3.2].
            if command.answer == .no, ["SELECT", "EXAMINE"].contains(command.verb) {
                selection = nil
                hasRefusedSelect = true
            }
            return say("\(tag) \(refusal)")
        }
        do throws(MalformedCommand) {
            let answer = try dispatch(&scanner, tag, &command, &account)
            command.answer = answer.flatMap { CommandRecord.Answer(rawValue: String($0.prefix { $0 != " " })) }
            account.log.append(command)
            if let answer { say("\(tag) \(answer)") }
        } catch {
            command.answer = .bad
            account.log.append(command)
            account.violations.append("\(error.reason): \(command.line)")
            say("\(tag) BAD \(error.reason)")
        }
        if faults.lostAnswers.contains(number) {
            forgetOutput(from: said)
            state = .over
        }
        if isCompressionDue { beginCompression() }
    }

    private static func verb(_ line: String) -> String {
        let words = line.split(separator: " ").prefix(2).map { $0.uppercased() }
        return words.first == "UID" ? words.joined(separator: " ") : words.first ?? ""
    }

    private static func discreet(_ line: String) -> String {
        ["LOGIN", "AUTHENTICATE"].contains(verb(line)) ? verb(line) : line
    }

    /// Ends the connection after a violation.
    mutating func breakOff(_ reason: String, _ account: inout ModelAccount) {
        account.violations.append(reason)
        say("* BYE \(reason.prefix { $0.isASCII && !$0.isNewline })")
        state = .over
    }

    /// Expects the client's response to a challenge.
    mutating func awaitAuthentication(_ tag: String, _ mechanism: String?) {
        mode = .authentication(tag: tag, mechanism)
    }

    mutating func beginIdle(_ tag: String) { mode = .idle(tag: tag) }

    func says(_ capability: String, _ account: ModelAccount) -> Bool {
        state == .notAuthenticated
            ? account.profile.openCapabilities.contains(capability) : account.profile.has(capability)
    }
}

/// `{12}` or `{12+}` at the end of a line [RFC 3501 §4.3, RFC 7888].
struct Literal {
    let count: Int
    let isUnasked: Bool
    /// The length of the announcement in bytes.
    let length: Int

    /// Returns `nil` if the line announces no literal.
    init?(_ line: [UInt8]) {
        guard line.last == 0x7D, let open = line.lastIndex(of: 0x7B) else { return nil }
        var digits = line[(open + 1)..<(line.count - 1)]
        isUnasked = digits.last == 0x2B
        if isUnasked { digits = digits.dropLast() }
        guard digits.count < 12, let count = Int(String(decoding: digits, as: UTF8.self)), count >= 0 else {
            return nil
        }
        self.count = count
        length = line.count - open
    }
}
