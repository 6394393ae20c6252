/// The address of a link, shown after its text.
struct HTMLLinkAddress {
    let shown: [UInt8]
    /// The whole address, with its scheme.
    private let address: [UInt8]
    private let scheme: Scheme

    private enum Scheme {
        case web, mail, telephone, other
    }

    /// Returns `nil` for a link that leads nowhere outside the document or is not readable: anchors, scripts, data,
    /// parts of the message itself.
    init?(attribute value: [UInt8]) {
        let address = Self.clean(value)
        self.address = address
        guard let first = address.first, first != ASCII.number else { return nil }
        let head = address.prefix(32).prefix { $0 != ASCII.colon }
        switch head {
        case _ where head.count == address.count: scheme = .other
        case _ where head.equalsIgnoringCase("http") || head.equalsIgnoringCase("https"): scheme = .web
        case _ where head.equalsIgnoringCase("mailto"): scheme = .mail
        case _ where head.equalsIgnoringCase("tel"): scheme = .telephone
        case _ where Self.isUnreadable(head): return nil
        default: scheme = .other
        }
        let isBareMail = scheme == .mail && !address.contains(ASCII.question)
        shown = isBareMail ? Array(address.dropFirst(7)) : address
        if shown.isEmpty { return nil }
    }

    /// The address if a browser or a draft can open it.
    var openable: [UInt8]? {
        switch scheme {
        case .web, .mail: address
        case .telephone, .other: nil
        }
    }

    private static func isUnreadable(_ scheme: ArraySlice<UInt8>) -> Bool {
        scheme.equalsIgnoringCase("javascript") || scheme.equalsIgnoringCase("data")
            || scheme.equalsIgnoringCase("vbscript") || scheme.equalsIgnoringCase("cid")
            || scheme.equalsIgnoringCase("about") || scheme.equalsIgnoringCase("x-apple-data-detectors")
    }

    /// Removes blanks at the ends, line ends and controls [WHATWG URL §4.4], and escapes characters that would end the
    /// address early inside angle brackets.
    private static func clean(_ value: [UInt8]) -> [UInt8] {
        var address: [UInt8] = []
        address.reserveCapacity(value.count)
        var blanks = 0
        var index = 0
        while index < value.count {
            let (scalar, length) = value.span.scalar(at: index, end: value.count)
            let kind = HTMLTextCharacterKind(scalar)
            if kind == .fixedSpace || scalar == UInt32(ASCII.space) {
                if !address.isEmpty { blanks &+= 1 }
            } else if kind == .visible {
                while blanks > 0 {
                    address.append(contentsOf: "%20".utf8)
                    blanks &-= 1
                }
                switch value[index] {
                case ASCII.less: address.append(contentsOf: "%3C".utf8)
                case ASCII.greater: address.append(contentsOf: "%3E".utf8)
                default: address.append(contentsOf: value[index..<(index &+ length)])
                }
            }
            index &+= length
        }
        return address
    }

    /// Returns whether `text` already shows the address.
    func isKnown(from text: ArraySlice<UInt8>) -> Bool {
        switch scheme {
        case .web:
            return Self.bareWeb(text[...]).elementsEqual(Self.bareWeb(shown[...]))
        case .mail:
            let address = shown.prefix { $0 != ASCII.question }
            let bare = address.count < shown.count ? address.dropFirst(7) : address
            return text.elementsEqual(bare) { $0.lowercased == $1.lowercased } || text.elementsEqual(shown)
        case .telephone:
            // "(555) 123" shows "tel:+1555123".
            guard text.count <= 64, text.allSatisfy({ !$0.isLetter }) else { return false }
            let digits = text.filter(\.isDigit)
            return digits.count > 2 && shown.filter(\.isDigit).suffix(digits.count).elementsEqual(digits)
        case .other:
            return text.elementsEqual(shown)
        }
    }

    private static func bareWeb(_ address: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bare = address
        if bare.prefix(8).equalsIgnoringCase("https://") {
            bare = bare.dropFirst(8)
        } else if bare.prefix(7).equalsIgnoringCase("http://") {
            bare = bare.dropFirst(7)
        }
        return bare.last == ASCII.slash ? bare.dropLast() : bare
    }
}
