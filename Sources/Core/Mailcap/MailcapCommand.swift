/// A shell command of a mailcap file, with places for the file and its type [RFC 1524].
///
/// What is filled in comes from mail, and the command may have it inside or outside quotes. So only words are filled in
/// that have no meaning in a shell, wherever they are; any other is refused.
public struct MailcapCommand: Hashable, Sendable {
    let template: [UInt8]

    /// A command with its places filled in.
    public struct Filled: Hashable, Sendable {
        /// For the shell.
        public let command: [UInt8]
        /// Whether the command names the file; otherwise it reads the content from standard input.
        public let namesFile: Bool
    }

    /// Returns the command for a file. Returns `nil` if that is not safe: a word to be filled in has characters other
    /// than letters, digits and "/._-+", or the command uses another place.
    public func filled(file: [UInt8], type: String, parameters: [(name: String, value: String)] = []) -> Filled? {
        var command: [UInt8] = []
        var namesFile = false
        var rest = template[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let next = rest.first {
                rest.removeFirst()
                command += next == UInt8(ascii: "%") ? [next] : [byte, next]
                continue
            }
            guard byte == UInt8(ascii: "%") else {
                command.append(byte)
                continue
            }
            let word: [UInt8]
            switch rest.popFirst() {
            case UInt8(ascii: "%"):
                command.append(byte)
                continue
            case UInt8(ascii: "s"):
                word = file
                namesFile = true
            case UInt8(ascii: "t"): word = Array(type.utf8)
            case UInt8(ascii: "{"):
                guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { return nil }
                let name = String(decoding: rest[..<end], as: UTF8.self).lowercased()
                guard let value = parameters.first(where: { $0.name.lowercased() == name })?.value else { return nil }
                word = Array(value.utf8)
                rest = rest[(end + 1)...]
            default: return nil
            }
            guard Self.isPlain(word) else { return nil }
            command += word
        }
        return command.contains(0) ? nil : Filled(command: command, namesFile: namesFile)
    }

    /// Whether a word is the same inside and outside quotes, and is not an option.
    public static func isPlain(_ word: [UInt8]) -> Bool {
        !word.isEmpty && word.first != UInt8(ascii: "-") && word.count <= 4096
            && word.allSatisfy { byte in
                byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39
                    || "/._-+".utf8.contains(byte)
            }
    }

    /// Returns a file name in which every character with a meaning in a shell is replaced by an underscore.
    public static func plainName(_ name: [UInt8]) -> [UInt8] {
        let plain = name.map { isPlain([UInt8(ascii: "a"), $0]) && $0 != UInt8(ascii: "/") ? $0 : UInt8(ascii: "_") }
        return isPlain(plain) ? plain : [UInt8(ascii: "_")] + plain
    }
}
