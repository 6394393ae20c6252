/// What a file looks like once it is part of a message.
extension OutgoingFile {
    /// The media type that is written for `type`: in lower case, and application/octet-stream for what is no type or
    /// may not be that of a file [RFC 2045 §6.4].
    public static func writtenType(_ type: String) -> String {
        let type = PartHeader.mediaType(type)
        return type == "message/rfc822" ? type : PartHeader.fileType(type)
    }

    /// The same for a file that is no message.
    static func writtenFileType(_ type: String) -> String { PartHeader.fileType(type) }

    /// Parameters that are written, the charset first: names are tokens in lower case, values have no control characters.
    public static func writtenParameters(
        _ parameters: [(name: String, value: String)]
    ) -> [(name: String, value: String)] {
        var written: [(name: String, value: String)] = []
        for (name, value) in parameters {
            let name = String(decoding: name.utf8.map(\.lowercased), as: UTF8.self)
            let value = String(decoding: value.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
            let isWritten = PartHeader.isName(name) || name == "charset"
            if isWritten, !value.isEmpty, !written.contains(where: { $0.name == name }) {
                written.append((name, value))
            }
        }
        return written.filter { $0.name == "charset" } + written.filter { $0.name != "charset" }
    }

    /// The octets that a message is sent as inside another one: its own where they are 7-bit, line ends aside.
    public static func embedded(_ message: [UInt8]) -> [UInt8] {
        SevenBitMessage.convert(message)
    }

    /// Whether a message can be sent inside another one without a change that a signature would notice.
    public static func isEmbeddedExactly(_ message: [UInt8]) -> Bool {
        SevenBitMessage.isClean(message)
    }
}
