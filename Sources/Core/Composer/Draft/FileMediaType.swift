/// The media type of a file, from its name's extension or its first bytes.
public enum FileMediaType {
    /// Returns a type such as "application/pdf", or application/octet-stream if the type is unknown.
    public static func of(filename: String, content: [UInt8]) -> String {
        let name = filename.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        if let dot = name.lastIndex(of: 0x2E), dot > 0 {
            let ending = String(decoding: name[(dot + 1)...], as: UTF8.self)
            if let type = byEnding[ending] { return type }
        }
        for (start, type) in byStart where content.starts(with: start) { return type }
        return isText(content) ? "text/plain" : "application/octet-stream"
    }

    /// Returns a short description for display: "PDF", "PNG image", "text", or "file" if there is nothing better.
    public static func word(for type: String) -> String {
        if let word = words[type] { return word }
        let parts = type.utf8.split(separator: 0x2F, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 2 else { return "file" }
        switch parts[0] {
        case "image":
            // Private subtypes are not meaningful to users.
            let isPrivate = parts[1].utf8.starts(with: "x-".utf8) || parts[1].utf8.starts(with: "vnd.".utf8)
            return (isPrivate ? "" : parts[1].uppercased() + " ") + "image"
        case "audio", "video", "text": return parts[0]
        default: return "file"
        }
    }

    /// Returns whether the content is UTF-8 without control characters other than tabs and line endings.
    private static func isText(_ content: [UInt8]) -> Bool {
        let isPlain = content.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return isPlain && String(validating: content, as: UTF8.self) != nil
    }

    private static let byStart: [([UInt8], String)] = [
        (Array("%PDF-".utf8), "application/pdf"), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
        ([0xFF, 0xD8, 0xFF], "image/jpeg"), (Array("GIF8".utf8), "image/gif"),
        ([0x50, 0x4B, 0x03, 0x04], "application/zip"), ([0x1F, 0x8B], "application/gzip"),
        (Array("-----BEGIN PGP PUBLIC KEY".utf8), "application/pgp-keys"),
        (Array("-----BEGIN PGP SIGNATURE".utf8), "application/pgp-signature"),
    ]

    private static let byEnding: [String: String] = [
        "7z": "application/x-7z-compressed", "aac": "audio/aac", "avif": "image/avif",
        "bmp": "image/bmp", "bz2": "application/x-bzip2", "c": "text/x-c", "conf": "text/plain", "css": "text/css",
        "csv": "text/csv", "deb": "application/vnd.debian.binary-package", "diff": "text/x-diff",
        "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "eml": "message/rfc822",
        "epub": "application/epub+zip", "flac": "audio/flac", "gif": "image/gif", "gz": "application/gzip",
        "h": "text/x-c", "heic": "image/heic", "htm": "text/html", "html": "text/html", "ics": "text/calendar",
        "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json",
        "log": "text/plain", "m4a": "audio/mp4", "md": "text/markdown", "mkv": "video/x-matroska",
        "mov": "video/quicktime",
        "mp3": "audio/mpeg", "mp4": "video/mp4", "mpg": "video/mpeg",
        "odp": "application/vnd.oasis.opendocument.presentation",
        "ods": "application/vnd.oasis.opendocument.spreadsheet", "odt": "application/vnd.oasis.opendocument.text",
        "ogg": "audio/ogg", "opus": "audio/ogg", "patch": "text/x-diff", "pdf": "application/pdf", "png": "image/png",
        "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "ps": "application/postscript", "py": "text/x-python", "rtf": "application/rtf", "sh": "text/x-sh",
        "sig": "application/pgp-signature", "svg": "image/svg+xml", "swift": "text/x-swift", "tar": "application/x-tar",
        "tex": "text/x-tex", "tgz": "application/gzip", "tif": "image/tiff", "tiff": "image/tiff", "txt": "text/plain",
        "vcf": "text/vcard", "wav": "audio/wav", "webm": "video/webm", "webp": "image/webp",
        "xls": "application/vnd.ms-excel", "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "xml": "application/xml", "xz": "application/x-xz", "yaml": "application/yaml", "yml": "application/yaml",
        "zip": "application/zip", "zst": "application/zstd",
    ]

    private static let words: [String: String] = [
        "application/gzip": "gzip archive", "application/json": "JSON", "application/msword": "Word document",
        "application/pdf": "PDF", "application/vnd.oasis.opendocument.spreadsheet": "spreadsheet",
        "application/vnd.oasis.opendocument.text": "text document",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel sheet",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word document",
        "application/x-tar": "tar archive", "application/zip": "zip archive", "image/svg+xml": "SVG image",
        "message/rfc822": "message", "text/calendar": "calendar", "text/csv": "table", "text/html": "web page",
        "text/vcard": "contact",
    ]
}
