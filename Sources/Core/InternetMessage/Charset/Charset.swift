private import Synchronization

/// A character set of incoming text, looked up by its label.
///
/// Stateless single-byte sets are converted with a table of 256 entries; the others with iconv, the only C call of this
/// module. Labels are mapped to what mail really contains: ISO-8859-1 is read as windows-1252, GB2312 and GBK as
/// GB18030, Shift_JIS as CP932, EUC-KR as CP949 [WHATWG Encoding Standard §4.2].
struct Charset: Sendable {
    enum Coding: Sendable {
        case utf8
        case table(SingleByteTable)
        /// The name of the set in iconv.
        case iconv(String)
        /// Decoded without iconv: see `UTF7Decoder`, `HZDecoder`, `ISO2022JPDecoder`.
        case utf7
        case hz
        case iso2022JP
    }

    let coding: Coding

    static let utf8 = Charset(coding: .utf8)
    static let windows1252 = Charset(label: Array("windows-1252".utf8)) ?? Charset(coding: .utf8)

    /// Looks up a label, ignoring case and the quotes and blanks around it. Returns `nil` if neither this module nor
    /// iconv knows the label.
    init?(label: some Collection<UInt8>) {
        guard let name = Self.normalised(label) else { return nil }
        if let coding = Self.cache.withLock({ $0[name] }) {
            self.coding = coding
            return
        }
        guard let (coding, converter) = Self.open(Self.aliases[name] ?? name) else { return nil }
        let isKept = Self.cache.withLock { cache in
            guard cache.count < Self.cacheSize else { return false }
            cache[name] = coding
            return true
        }
        // glibc unloads a converter with its last descriptor, and loading takes 300 times as long as opening: one
        // descriptor per label stays open for the life of the process.
        if isKept { converter?.keepLoaded() }
        self.coding = coding
    }

    private init(coding: Coding) {
        self.coding = coding
    }

    /// Returns the label in lower case without quotes and blanks, or `nil` if it cannot be a label.
    private static func normalised(_ label: some Collection<UInt8>) -> String? {
        var name: [UInt8] = []
        for byte in label where byte != ASCII.quote && byte != ASCII.apostrophe && !byte.isWhitespace {
            // iconv ignores some other characters, which would let a label bypass the checks of this module.
            guard byte.isLetter || byte.isDigit || Self.punctuation.contains(byte), name.count < 40 else { return nil }
            name.append(byte.lowercased)
        }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    private static let punctuation = Array("-_.:+".utf8)

    /// About the number of names that glibc knows.
    private static let cacheSize = 2048
    private static let cache = Mutex<[String: Coding]>(["utf-8": .utf8, "utf8": .utf8])

    /// Also returns the descriptor that must stay open, if there is one.
    private static func open(_ name: String) -> (Coding, Iconv?)? {
        switch name {
        case "utf-8": return (.utf8, nil)
        case "utf-7": return (.utf7, nil)
        case "hz-gb-2312": return Iconv(HZDecoder.target).map { (.hz, $0) }
        case "iso-2022-jp": return Iconv(ISO2022JPDecoder.target).map { (.iso2022JP, $0) }
        // A label must not enable iconv features beyond conversion ("//TRANSLIT") or name the locale's character set.
        case _ where name.utf8.contains(ASCII.slash) || name == "char" || name == "wchar_t": return nil
        default: break
        }
        guard let converter = Iconv(name) else { return nil }
        if let table = SingleByteTable(converter) { return (.table(table), nil) }
        return (.iconv(name), converter)
    }

    /// The meaning of labels that glibc does not know, or under which mail contains more than the label says.
    private static let aliases: [String: String] = [
        "utf8": "utf-8", "unicode-1-1-utf-8": "utf-8", "x-utf-8": "utf-8", "utf-8mb4": "utf-8",
        "iso-8859-1": "cp1252", "iso8859-1": "cp1252", "iso_8859-1": "cp1252", "iso88591": "cp1252",
        "latin1": "cp1252", "latin-1": "cp1252", "l1": "cp1252", "us-ascii": "cp1252", "ascii": "cp1252",
        "ansi_x3.4-1968": "cp1252", "windows-1252": "cp1252", "x-ansi": "cp1252", "ibm819": "cp1252",
        "iso-8859-9": "cp1254", "latin5": "cp1254", "iso-8859-11": "cp874", "tis-620": "cp874",
        "iso-8859-8-i": "iso-8859-8", "iso-8859-8-e": "iso-8859-8", "iso-8859-6-i": "iso-8859-6",
        "iso-8859-6-e": "iso-8859-6", "logical": "iso-8859-8", "visual": "iso-8859-8",
        "gb2312": "gb18030", "gb_2312-80": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "cp936": "gb18030",
        "euc-cn": "gb18030", "chinese": "gb18030", "hz": "hz-gb-2312",
        "shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932", "ms_kanji": "cp932",
        "windows-31j": "cp932", "cswindows31j": "cp932",
        "cp50220": "iso-2022-jp", "cp50221": "iso-2022-jp", "cp50222": "iso-2022-jp", "csiso2022jp": "iso-2022-jp",
        "iso-2022-jp-1": "iso-2022-jp", "iso-2022-jp-ms": "iso-2022-jp", "jis": "iso-2022-jp",
        "euc-jp": "eucjp-ms", "x-euc-jp": "eucjp-ms", "eucjp": "eucjp-ms", "cp51932": "eucjp-ms",
        "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "ks_c_5601": "cp949", "ksc5601": "cp949", "korean": "cp949",
        "ks_c_5601-1989": "cp949", "x-windows-949": "cp949", "windows-949": "cp949",
        "big5": "big5-hkscs", "x-x-big5": "big5-hkscs", "big-5": "big5-hkscs", "cn-big5": "big5-hkscs",
        "unicode-1-1-utf-7": "utf-7", "x-unicode-2-0-utf-7": "utf-7", "utf7": "utf-7",
        "koi8": "koi8-r", "koi": "koi8-r", "koi8_r": "koi8-r", "koi8-ru": "koi8-u",
        "x-mac-roman": "macintosh", "mac": "macintosh", "x-mac-cyrillic": "mac-cyrillic", "x-cp1250": "cp1250",
        "x-cp1251": "cp1251", "win-1251": "cp1251", "windows1251": "cp1251", "ibm866": "cp866", "dos-866": "cp866",
        "dos-862": "cp862", "unicode": "utf-16",
    ]
}
