import Testing

@testable import InternetMessage

@Suite("Sizes of images")
struct ImagePropertiesTests {
    private static let files: [(String, [UInt8], String?)] = [
        (
            "PNG",
            [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 2, 128, 0, 0, 1, 224],
            "png 640x480"
        ),
        ("a cut PNG", [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0], "png"),
        ("GIF", Array("GIF89a".utf8) + [0x80, 2, 0xE0, 1], "gif 640x480"),
        ("JPEG", [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 11, 8, 1, 0xE0, 2, 0x80], "jpeg 640x480"),
        ("a JPEG with a segment of no length", [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0xFF, 0xC0], "jpeg"),
        ("WebP", Array("RIFF____WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 0x7F, 2, 0, 0xDF, 1, 0], "webp 640x480"),
        ("SVG", Array("<svg width='640'/>".utf8), nil), ("nothing", [], nil),
    ]

    @Test("The format and size are read from the beginning of the file", arguments: files)
    func reading(_ name: String, _ file: [UInt8], _ expected: String?) {
        let image = ImageProperties(file)
        let text = image.map { image in
            image.format.rawValue + (image.size.map { " \($0.width)x\($0.height)" } ?? "")
        }
        #expect(text == expected)
        for count in 0...file.count { _ = ImageProperties(Array(file[..<count])) }
    }
}
