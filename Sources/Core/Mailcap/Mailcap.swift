/// A mailcap file: which command shows files of which media type [RFC 1524].
public struct Mailcap: Sendable {
    public struct Entry: Sendable {
        /// In lower case: "text/html" or "image/*".
        let type: String
        public let command: MailcapCommand
        /// The command that decides whether the entry can be used; `nil` if it always can.
        public let test: MailcapCommand?
        /// Whether the command prints the content as text, instead of showing it in a window.
        public let hasCopiousOutput: Bool
    }

    public let entries: [Entry]

    private static let mostEntries = 5000
    private static let longestLine = 8192

    /// Reads a file. Lines that are not entries are skipped.
    public init(_ file: [UInt8]) {
        var entries: [Entry] = []
        for line in Self.lines(file) {
            guard entries.count < Self.mostEntries else { break }
            if let entry = Entry(line) { entries.append(entry) }
        }
        self.entries = entries
    }

    /// Returns the entries for a media type, in the order of the file.
    public func entries(for type: String) -> [Entry] {
        let type = type.lowercased()
        return entries.filter { $0.matches(type) }
    }

    /// Returns the lines without comments. A backslash at the end continues a line.
    private static func lines(_ file: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var current: [UInt8] = []
        for line in file.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if current.isEmpty, line.first == UInt8(ascii: "#") { continue }
            let isContinued = line.last == UInt8(ascii: "\\")
            current += (isContinued ? line.dropLast() : line).prefix(longestLine)
            if isContinued, current.count < longestLine { continue }
            if !current.isEmpty { lines.append(current) }
            current = []
        }
        return current.isEmpty ? lines : lines + [current]
    }
}

extension Mailcap.Entry {
    /// Returns `nil` if the line has no type or no command.
    fileprivate init?(_ line: [UInt8]) {
        let fields = Self.fields(line)
        guard fields.count >= 2, let type = Self.type(fields[0]), !fields[1].isEmpty else { return nil }
        self.type = type
        command = MailcapCommand(template: fields[1])
        var test: MailcapCommand?
        var hasCopiousOutput = false
        for field in fields.dropFirst(2) {
            let name = String(decoding: field.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self).lowercased()
            switch Self.trimmed(Array(name.utf8)[...]) {
            case Array("copiousoutput".utf8): hasCopiousOutput = true
            case Array("test".utf8):
                let value = field.drop { $0 != UInt8(ascii: "=") }.dropFirst()
                test = MailcapCommand(template: Self.trimmed(value))
            default: break
            }
        }
        self.test = test
        self.hasCopiousOutput = hasCopiousOutput
    }

    /// Splits at semicolons that no backslash escapes. Other escapes are kept for the command.
    private static func fields(_ line: [UInt8]) -> [[UInt8]] {
        var fields: [[UInt8]] = [[]]
        var index = 0
        while index < line.count {
            let byte = line[index]
            if byte == UInt8(ascii: "\\"), index + 1 < line.count {
                let next = line[index + 1]
                fields[fields.count - 1] += next == UInt8(ascii: ";") ? [next] : [byte, next]
                index += 2
                continue
            }
            if byte == UInt8(ascii: ";") { fields.append([]) } else { fields[fields.count - 1].append(byte) }
            index += 1
        }
        return fields.map { trimmed($0[...]) }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var rest = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        while let last = rest.last, last == 0x20 || last == 0x09 || last == 0x0D { rest.removeLast() }
        return Array(rest)
    }

    /// Returns "text/*" for "text".
    private static func type(_ field: [UInt8]) -> String? {
        let name = String(decoding: field, as: UTF8.self).lowercased()
        guard !name.isEmpty, !name.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) else { return nil }
        return name.utf8.contains(UInt8(ascii: "/")) ? name : name + "/*"
    }

    fileprivate func matches(_ other: String) -> Bool {
        if type.utf8.elementsEqual(other.utf8) { return true }
        return type.utf8.suffix(2).elementsEqual("/*".utf8) && other.utf8.starts(with: type.utf8.dropLast())
    }
}
