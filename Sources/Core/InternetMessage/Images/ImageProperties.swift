/// The format and the size of an image, read from the beginning of its file.
public struct ImageProperties: Hashable, Sendable {
    public enum Format: String, Sendable {
        case png, jpeg, gif, webp

        /// The media type: "image/png".
        public var mediaType: String { "image/\(rawValue)" }
    }

    public let format: Format
    /// In pixels; `nil` if the file does not state them where they are expected.
    public let size: Size?

    public struct Size: Hashable, Sendable {
        public let width: Int
        public let height: Int
    }

    /// Recognizes an image by its content, whatever its name and type say. Returns `nil` for other files. Reads at most
    /// the headers of the segments before the size.
    public init?(_ file: [UInt8]) {
        if file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            format = .png
            size = Self.png(file)
        } else if file.starts(with: "GIF87a".utf8) || file.starts(with: "GIF89a".utf8) {
            format = .gif
            size = Self.size(width: Self.little(file, 6, 2), height: Self.little(file, 8, 2))
        } else if file.starts(with: [0xFF, 0xD8, 0xFF]) {
            format = .jpeg
            size = Self.jpeg(file)
        } else if file.starts(with: "RIFF".utf8), file.dropFirst(8).starts(with: "WEBP".utf8) {
            format = .webp
            size = Self.webp(file)
        } else {
            return nil
        }
    }

    // MARK: - Numbers

    /// Returns `nil` unless both are known and positive.
    private static func size(width: Int?, height: Int?) -> Size? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return Size(width: width, height: height)
    }

    private static func big(_ file: [UInt8], _ start: Int, _ count: Int) -> Int? {
        guard start >= 0, start &+ count <= file.count else { return nil }
        return file[start..<(start &+ count)].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func little(_ file: [UInt8], _ start: Int, _ count: Int) -> Int? {
        guard start >= 0, start &+ count <= file.count else { return nil }
        return file[start..<(start &+ count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    // MARK: - Formats

    /// The IHDR chunk is the first one [PNG §11.2.1].
    private static func png(_ file: [UInt8]) -> Size? {
        guard file.dropFirst(12).starts(with: "IHDR".utf8) else { return nil }
        return size(width: big(file, 16, 4), height: big(file, 20, 4))
    }

    /// The number of segments to pass. Cameras write a few dozen at most.
    private static let mostSegments = 1000

    /// Finds the frame header behind the other segments [ITU-T T.81 §B.2.2].
    private static func jpeg(_ file: [UInt8]) -> Size? {
        var index = 2
        for _ in 0..<mostSegments {
            guard index &+ 3 < file.count, file[index] == 0xFF else { return nil }
            let marker = file[index &+ 1]
            switch marker {
            case 0xFF:
                index &+= 1
            case 0x01, 0xD0...0xD8:
                index &+= 2
            case 0xD9, 0xDA:
                return nil
            case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
                return size(width: big(file, index &+ 7, 2), height: big(file, index &+ 5, 2))
            default:
                guard let length = big(file, index &+ 2, 2), length >= 2 else { return nil }
                index &+= 2 &+ length
            }
        }
        return nil
    }

    /// The first chunk has the size: of a lossy, a lossless or an extended file [RFC 9649 §2.5–2.7].
    private static func webp(_ file: [UInt8]) -> Size? {
        let chunk = file.dropFirst(12).prefix(4)
        if chunk.elementsEqual("VP8 ".utf8) {
            return size(width: little(file, 26, 2).map { $0 & 0x3FFF }, height: little(file, 28, 2).map { $0 & 0x3FFF })
        }
        if chunk.elementsEqual("VP8L".utf8), let bits = little(file, 21, 4) {
            return size(width: (bits & 0x3FFF) &+ 1, height: (bits >> 14 & 0x3FFF) &+ 1)
        }
        guard chunk.elementsEqual("VP8X".utf8) else { return nil }
        return size(width: little(file, 24, 3).map { $0 &+ 1 }, height: little(file, 27, 3).map { $0 &+ 1 })
    }
}
