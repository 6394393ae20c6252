import Foundation
import MailTestSupport
import Terminal
import Testing

@testable import REPL

@Suite("JSON")
struct JSONWriterTests {
    private func written(_ write: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter(Output())
        write(&json)
        return String(decoding: json.output.contents, as: UTF8.self)
    }

    @Test("Values are separated, and names are followed by values")
    func structure() {
        let text = written { json in
            json.object { json in
                json.key("a")
                json.array { json in
                    json.number(1)
                    json.null()
                    json.bool(true)
                    json.object { _ in }
                }
                json.key("b")
                json.string("x")
            }
        }
        #expect(text == #"{"a":[1,null,true,{}],"b":"x"}"#)
    }

    @Test("Escapes quotes, backslashes and control characters", .holds("PX3"))
    func escapes() {
        let text = written { $0.string("\"\\\n\r\t\u{0}\u{1B}\u{7F}\u{85}\u{9F}\u{A0}ß👍") }
        #expect(text == #""\"\\\n\r\t\u0000\u001b\u007f\u0085\u009f"# + "\u{A0}ß👍\"")
    }

    @Test("Escapes characters that reorder or hide text, and no others", .holds("PX3"))
    func hidden() {
        let controls: [UInt32] = [
            0x61C, 0x200B, 0x200E, 0x200F, 0x2028, 0x202A, 0x202E, 0x2060, 0x2066, 0x206F, 0xFEFF,
        ]
        for code in controls {
            let text = Unicode.Scalar(code).map { String(Character($0)) } ?? ""
            let digits = String(code, radix: 16)
            let escaped = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            #expect(written { $0.string("a\(text)b") } == "\"a\(escaped)b\"")
        }
        let others = "\u{200C}\u{200D}“…€\u{2070}ؐﻼ｡日本"
        #expect(written { $0.string(others) } == "\"\(others)\"")
    }

    @Test("A string written in pieces equals the whole, wherever it is split")
    func pieces() throws {
        let string = Array("a\u{85}\"ß\u{A0}\\👍\u{202E}“\u{61C}ؐ\u{2066}ﻼ\u{FEFF}…\u{9B}".utf8)
        let whole = written { json in json.string { $0.piece(string.span) } }
        for cut in 0...string.count {
            let text = written { json in
                json.string {
                    $0.piece(string.span.extracting(..<cut))
                    $0.piece(string.span.extracting(cut...))
                }
            }
            #expect(text == whole)
        }
        #expect(
            try JSONSerialization.jsonObject(with: Data(whole.utf8), options: .fragmentsAllowed) as? String
                == String(decoding: string, as: UTF8.self))
    }
}
