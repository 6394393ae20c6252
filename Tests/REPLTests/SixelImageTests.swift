import Foundation
import InternetMessage
import MailTestSupport
import Platform
import Testing

@testable import REPL

@Suite("Images as sixels")
struct SixelImageTests {
    private static let outputs: [(text: String, isValid: Bool)] = [
        ("\u{1B}Pq\"1;1;1;1#0;2;0;97;0-#0@\u{1B}\\", true), ("\u{1B}P0;1;0q#0@$\n-\u{1B}\\", true),
        ("", false), ("\u{1B}P", false), ("\u{1B}P\u{1B}\\", false), ("img2sixel: error", false),
        ("\u{1B}Pq#0@\u{1B}\\\u{1B}]52;c;eA==\u{7}", false), ("\u{1B}]0;x\u{7}\u{1B}Pq#0@\u{1B}\\", false),
        ("\u{1B}Pq\u{1B}\\\u{1B}]52;c;eA==\u{1B}\\", false), ("\u{1B}P$qm\u{1B}\\", false),
        ("\u{1B}Pq\u{9C}x\u{1B}\\", false),
    ]

    @Test("Output of the program that is anything else than one image is not printed", arguments: outputs)
    func validating(_ row: (text: String, isValid: Bool)) {
        #expect((SixelImage.validated(Array(row.text.utf8)) != nil) == row.isValid)
    }

    /// Returns a whole PNG file. The small one of the sample is broken.
    private static func picture() throws -> [UInt8] {
        let files = try FileManager.default.contentsOfDirectory(
            at: ProjectFiles.sampleMaildir.appending(path: "INBOX/cur"), includingPropertiesForKeys: nil)
        for file in files {
            let message = Message(Array(try Data(contentsOf: file)))
            for part in message.root.attachments where part.contentSize > 5000 {
                if ImageProperties(part.decodedContent)?.format == .png { return part.decodedContent }
            }
        }
        throw CocoaError(.fileNoSuchFile)
    }

    @Test(
        "img2sixel converts an image, at its own width or at the screen's; what it cannot read is not drawn",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/img2sixel"),
            "SKIPPED: img2sixel is not installed; scripts/deps --test installs it"))
    func converting() throws {
        let environment = Environment(["PATH": "/usr/bin:/bin"])
        let picture = try Self.picture()
        let size = try #require(ImageProperties(picture)?.size)
        let drawn = String(decoding: try #require(SixelImage.sequence(picture, width: nil, environment)), as: UTF8.self)
        #expect(
            drawn.contains("\"1;1;\(size.width);\(size.height)#") && drawn.hasSuffix("\u{1B}\\\n"),
            "\(drawn.prefix(60))")
        let wide = String(decoding: try #require(SixelImage.sequence(picture, width: 72, environment)), as: UTF8.self)
        #expect(wide.contains("\"1;1;72;"), "\(wide.prefix(60))")
        #expect(SixelImage.sequence(Array(picture.prefix(40)), width: nil, environment) == nil)
        #expect(SixelImage.sequence(Array("no image".utf8), width: nil, environment) == nil)
    }
}
