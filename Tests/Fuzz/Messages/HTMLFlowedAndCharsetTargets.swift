@testable import InternetMessage

extension FuzzTarget {
    /// HTML rendered as text.
    static let html = FuzzTarget(name: "html", maximumLength: 8192) { bytes in
        let text = HTMLToText.render(bytes)
        // Outside this target, a charset decoder has already produced valid UTF-8.
        if String(validating: bytes, as: UTF8.self) != nil { expectUTF8(text, "rendered HTML") }
        expect(text.count <= bytes.count * 64 + 1024, "text is bounded by the HTML")
    }

    /// format=flowed, with and without delsp.
    static let flowed = FuzzTarget(name: "flowed", maximumLength: 4096) { bytes in
        let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        for parameters in ["format=flowed", "format=flowed; delsp=yes"] {
            let type = Array("text/plain; \(parameters)".utf8)
            guard let format = ContentType(type, 0..<type.count).flatMap({ FlowedText.Format($0) }) else {
                expect(false, "format=flowed is understood")
                return
            }
            let text = FlowedText.join(bytes, format)
            if isUTF8 { expectUTF8(text, "flowed text") }
            expect(text.count <= bytes.count * 2 + 2, "joined text is bounded by its lines")
        }
    }

    /// The first byte selects a charset, and the second the size of the pieces. The output is UTF-8 and does not depend
    /// on the pieces.
    static let charset = FuzzTarget(name: "charset", maximumLength: 512) { bytes in
        guard bytes.count > 2, let charset = Charset(label: CharsetLabels.of(bytes[0]).utf8) else { return }
        let size = Int(bytes[1] % 31) + 1
        let content = Array(bytes.dropFirst(2))
        var whole: [UInt8] = []
        var decoder = CharsetDecoder(charset)
        decoder.decode(content.span, isLast: true, into: &whole)
        expectUTF8(whole, "decoded text")
        expect(whole.count <= content.count * 8 + 16, "decoded text is bounded by its octets")
        var pieces: [UInt8] = []
        var piecewise = CharsetDecoder(charset)
        for start in stride(from: 0, to: content.count, by: size) {
            piecewise.decode(content[start..<min(start + size, content.count)].span, isLast: false, into: &pieces)
        }
        piecewise.decode(Span(), isLast: true, into: &pieces)
        expect(pieces == whole, "text decoded in pieces is the text decoded at once, in \(CharsetLabels.of(bytes[0]))")
    }
}
