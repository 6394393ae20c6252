/// Charset labels for each kind of decoder, for targets that let the input select one.
enum CharsetLabels {
    private static let all = [
        "utf-8", "iso-8859-1", "us-ascii", "windows-1251", "koi8-r", "iso-8859-8-i", "utf-7", "utf-16", "utf-16le",
        "utf-32", "ucs-4", "ucs-4le", "iso-2022-jp", "shift_jis", "euc-jp", "euc-kr", "ks_c_5601-1987", "iso-2022-kr",
        "gb2312", "gb18030",
        "big5", "hz-gb-2312", "iso-2022-cn", "cp50221", "tis-620", "x-unknown",
    ]

    static func of(_ byte: UInt8) -> String { all[Int(byte) % all.count] }
}
