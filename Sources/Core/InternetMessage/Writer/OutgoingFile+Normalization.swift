/// The media type and parameters that are written for an attachment.
extension OutgoingFile {
    /// Returns the media type that is written for `type`: in lower case, or application/octet-stream if it is not a
    /// type or is not allowed for an attachment [RFC 2045 §6.4].
    public static func normalizedMediaType(_ type: String) -> String {
        let type = PartHeaderWriter.mediaType(type)
        return type == "message/rfc822" ? type : PartHeaderWriter.fileType(type)
    }

    /// Does the same for an attachment that is not a message.
    static func normalizedFileType(_ type: String) -> String { PartHeaderWriter.fileType(type) }

    /// Returns the parameters that are written, the charset first. Names are tokens in lower case; values have no
    /// control characters.
    public static func normalizedParameters(
        _ parameters: [(name: String, value: String)]
    ) -> [(name: String, value: String)] {
        var written: [(name: String, value: String)] = []
        for (name, value) in parameters {
            let name = String(decoding: name.utf8.map(\.lowercased), as: UTF8.self)
            let value = String(decoding: value.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
            let isWritten = PartHeaderWriter.isName(name) || name == "charset"
            if isWritten, !value.isEmpty, !written.contains(where: { $0.name == name }) {
                written.append((name, value))
            }
        }
        return written.filter { $0.name == "charset" } + written.filter { $0.name != "charset" }
    }
}
