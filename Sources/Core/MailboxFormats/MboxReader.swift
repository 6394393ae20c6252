/// Splits an mbox into messages. Takes the file in pieces of any size, and keeps no more than a line of it.
///
/// A message begins after a line `From …` with a date at the start of the file or after an empty line. Content-Length
/// is ignored, because it is often wrong. Lines get CRLF ends.
public struct MboxReader: Sendable {
    public enum Event: Hashable, Sendable {
        /// A message begins. `date`: seconds since 1970, from the separator; `nil` if it has none.
        case begin(date: Int64?)
        /// The next bytes of the message.
        case content([UInt8])
        case end(MboxStatus)
    }

    private let quoting: MboxQuotingStyle
    private var input: [UInt8] = []
    private var start = 0
    /// Where the search for the next line end continues.
    private var searched = 0
    private var isAtEnd = false
    private var events: [Event] = []
    private var isInMessage = false
    private var isInHeader = false
    /// Whether the header field that is being read does not belong to the message.
    private var isInStatus = false
    private var status = MboxStatus()
    /// An empty line that may separate this message from the next.
    private var blank: [UInt8]?
    /// Whether the next bytes continue a line whose beginning was returned.
    private var isInLine = false
    private var isAtStart = true

    /// Whether there was text before the first message, so that the file may not be an mbox.
    public private(set) var hasForeignText = false

    private static let longestLine = 1 << 16
    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D
    private static let quote: UInt8 = 0x3E

    public init(_ quoting: MboxQuotingStyle = .mboxrd) {
        self.quoting = quoting
    }

    public mutating func receive(_ octets: some Sequence<UInt8>) {
        if start > 0 {
            input.removeSubrange(..<start)
            searched = max(0, searched - start)
            start = 0
        }
        input += octets
    }

    /// Declares the end of the file.
    public mutating func end() { isAtEnd = true }

    /// Whether the end was declared and all events were returned.
    public var isEnded: Bool { isAtEnd && !isInMessage && start >= input.count && events.isEmpty }

    /// Returns the next event; `nil` if more bytes are needed, or at the end.
    public mutating func next() -> Event? {
        while events.isEmpty {
            let index = input[max(start, searched)...].firstIndex(of: Self.lineFeed)
            searched = input.count
            if let index {
                let line = input[start...index]
                start = index + 1
                searched = start
                take(line)
            } else if input.count - start > Self.longestLine || isAtEnd && start < input.count {
                // The last byte may be the first of a line end.
                let kept = !isAtEnd && input.last == Self.carriageReturn ? 1 : 0
                let rest = input[start..<(input.count - kept)]
                start = input.count - kept
                takePart(rest)
            } else {
                guard isAtEnd, isInMessage else { return nil }
                finish()
            }
        }
        return events.removeFirst()
    }

    private mutating func finish() {
        isInMessage = false
        blank = nil
        events.append(.end(status))
    }

    /// Takes the beginning of a long line, or the last line without an end.
    private mutating func takePart(_ part: ArraySlice<UInt8>) {
        if isInLine {
            emit(Array(part))
        } else {
            take(part)
            isInLine = true
        }
    }

    private mutating func emit(_ octets: [UInt8]) {
        if isInMessage, !isInStatus, !octets.isEmpty { events.append(.content(octets)) }
    }

    private mutating func take(_ line: ArraySlice<UInt8>) {
        if isInLine {
            isInLine = false
            emit(Self.withCRLF(line))
            return
        }
        let isEmpty = line.allSatisfy { $0 == Self.lineFeed || $0 == Self.carriageReturn }
        let mayBegin = blank != nil || isAtStart
        let isFirst = isAtStart
        isAtStart = isAtStart && isEmpty
        if mayBegin, MboxSeparator.isSeparator(line) || isFirst && line.starts(with: MboxSeparator.start) {
            if isInMessage { finish() }
            isInMessage = true
            isInHeader = true
            isInStatus = false
            status = MboxStatus()
            blank = nil
            events.append(.begin(date: MboxSeparator.date(of: line)))
            return
        }
        guard isInMessage else {
            if !isEmpty { hasForeignText = true }
            return
        }
        if let held = blank {
            blank = nil
            isInStatus = false
            emit(held)
        }
        if isEmpty, line.last == Self.lineFeed {
            isInHeader = false
            blank = Self.withCRLF(line)
            return
        }
        emit(line)
    }

    private mutating func emit(_ line: ArraySlice<UInt8>) {
        var line = line
        if isInHeader {
            let isContinued = line.first == 0x20 || line.first == 0x09
            if !isContinued {
                isInStatus = MboxStatus.isStatus(line)
                if isInStatus { status.take(line) }
                if line.elementsEqual(MboxStatus.ending) { return }
                if line.starts(with: MboxStatus.keptPrefix) { line = line.dropFirst(MboxStatus.keptPrefix.count) }
            }
            if isInStatus { return }
        } else {
            isInStatus = false
        }
        if isQuoted(line) { line = line.dropFirst() }
        emit(Self.withCRLF(line))
    }

    private func isQuoted(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.first == Self.quote else { return false }
        let rest = quoting == .mboxrd ? line.drop { $0 == Self.quote } : line.dropFirst()
        return rest.starts(with: MboxSeparator.start)
    }

    private static func withCRLF(_ line: ArraySlice<UInt8>) -> [UInt8] {
        guard line.last == lineFeed, line.dropLast().last != carriageReturn else { return Array(line) }
        return line.dropLast() + [carriageReturn, lineFeed]
    }
}
