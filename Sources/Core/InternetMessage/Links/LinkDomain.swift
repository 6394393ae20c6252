/// The domain that a link leads to, and the one that its text names.
enum LinkDomain {
    /// Returns the host of a Web address, or the domain of the first recipient of `mailto:` [RFC 3986 §3.2, RFC 6068].
    /// A backslash counts as a slash, as in browsers [WHATWG URL §4.4].
    static func of(address: [UInt8]) -> ArraySlice<UInt8>? {
        guard let colon = address.prefix(8).firstIndex(of: ASCII.colon) else { return nil }
        if address[..<colon].equalsIgnoringCase("mailto") {
            let recipient = address[(colon &+ 1)...].prefix { $0 != ASCII.question && $0 != ASCII.comma }
            return recipient.lastIndex(of: ASCII.at).map { recipient[($0 &+ 1)...] }
        }
        let authority = authority(address[(colon &+ 1)...])
        let host = authority.lastIndex(of: ASCII.at).map { authority[($0 &+ 1)...] } ?? authority
        return host.first == ASCII.leftBracket ? host : host.prefix { $0 != ASCII.colon }
    }

    static func authority(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        rest.drop { isSlash($0) }.prefix { !isSlash($0) && $0 != ASCII.question && $0 != ASCII.number }
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == ASCII.slash || byte == UInt8(ascii: "\\") }

    private static func lowercased(_ name: ArraySlice<UInt8>) -> [UInt8] { name.map(\.lowercased) }

    /// The longest text that is taken for an address, in bytes.
    private static let longestText = 300

    /// Returns the domain that a text names if the text consists of an address and nothing else: a Web address, a host
    /// name or a mail address.
    static func named(by text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard text.count <= longestText else { return nil }
        let isFrame: (UInt8) -> Bool = { byte in
            byte <= ASCII.space || "<>()[]\"'.,;:!?".utf8.contains(byte)
        }
        var word = text.drop(while: isFrame)
        while let last = word.last, isFrame(last) { word.removeLast() }
        guard !word.contains(where: { $0 <= ASCII.space }) else { return nil }
        let hasScheme = word.prefix(7).equalsIgnoringCase("http://") || word.prefix(8).equalsIgnoringCase("https://")
        if word.prefix(7).equalsIgnoringCase("mailto:") { word = word.dropFirst(7) }
        if hasScheme { return of(address: Array(word)).flatMap { isDomain($0) ? $0 : nil } }
        let host = authority(word)
        let name = host.lastIndex(of: ASCII.at).map { host[($0 &+ 1)...] } ?? host
        let bare = name.prefix { $0 != ASCII.colon }
        guard isDomain(bare) else { return nil }
        // "report.pdf" is the name of a file.
        return host.count == word.count && name.count == host.count && isFileName(bare) ? nil : bare
    }

    /// Whether the bytes have the form of a domain name of two or more labels [RFC 1123 §2.1], in ASCII or UTF-8.
    static func isDomain(_ name: ArraySlice<UInt8>) -> Bool {
        let labels = name.split(separator: ASCII.dot, omittingEmptySubsequences: false)
        guard labels.count >= 2, name.count <= 253, let last = labels.last, last.count >= 2 else { return false }
        let isTopLevel = last.allSatisfy { $0.isLetter || $0 >= 0x80 } || last.starts(with: "xn--".utf8)
        return isTopLevel
            && labels.allSatisfy { label in
                !label.isEmpty && label.count <= 63
                    && label.allSatisfy { $0.isLetter || $0.isDigit || $0 == ASCII.hyphen || $0 >= 0x80 }
            }
    }

    private static let extensions: Set<[UInt8]> = Set(
        """
        7z avi bmp c conf cpp csv css doc docx eml epub exe gif go gz h heic htm html ics jpeg jpg js json log md mkv \
        mov mp3 mp4 odp ods odt ogg pdf php png ppt pptx ps py rar rb rs rtf sh sql svg swift tar tex tif tiff toml ts \
        txt vcf wav webp xls xlsx xml yaml yml zip
        """.utf8.split { $0 <= ASCII.space }.map { Array($0) })

    private static func isFileName(_ name: ArraySlice<UInt8>) -> Bool {
        let labels = name.split(separator: ASCII.dot)
        guard let last = labels.last, labels.first?.equalsIgnoringCase("www") == false else { return false }
        return extensions.contains(lowercased(last))
    }

    /// Whether both names belong to one site: they end in the same registered domain. Under a country's "co" or "com",
    /// that has three labels.
    static func isSameSite(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
        site(first) == site(second)
    }

    private static func site(_ name: ArraySlice<UInt8>) -> [UInt8] {
        let labels = lowercased(name).split(separator: ASCII.dot)
        let isCountry = labels.count > 2 && labels[labels.count &- 1].count == 2 && labels[labels.count &- 2].count <= 3
        return Array(labels.suffix(isCountry ? 3 : 2).joined(separator: [ASCII.dot]))
    }
}
