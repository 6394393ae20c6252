/// Malicious text for mail and for everything else that petrel shows.
enum HostileTerminalText {
    static let all: [[UInt8]] =
        (single + strings + control + characters).map { Array($0.utf8) } + octets

    /// Sequences of one or several characters after ESC, or after the C1 character that is the same as "ESC [".
    private static var single: [String] {
        let sequences = [
            "2J", "3J", "H", "1;1H", "31m", "8m", "1A", "5B", "10C", "K", "6n", "c", ">c", "=c", "21t", "18t", "8;1;1t",
            "?1049h", "?25l", "?2004l", "?2004h", "?1000h", "?1006h", "?5h", "20h", "4l", "!p", "2;5r", "5i", "4i",
            "1q",
            "200~", "201~", "1m", "J",
        ]
        let short = [
            "c", "7", "8", "D", "E", "M", "Z", "=", ">", "#8", "(0", ")0", "%G", "%@", "n", "o", "N", "O", "\\",
        ]
        return sequences.map { "\u{1B}[\($0)" } + ["31m", "2J", "6n", "?1049h"].map { "\u{9B}\($0)" }
            + short.map { "\u{1B}\($0)" }
    }

    /// Strings that a terminal collects until their end, with each form of the end and without one.
    private static var strings: [String] {
        let commands = [
            "0;x", "2;x", "4;1;?", "8;;http://x", "9;x", "10;?", "11;?", "52;c;eA==", "52;c;?", "133;A",
            "777;notify;x;y", "1337;File=inline=1:eA==", "1337;SetUserVar=a=eA==",
        ]
        let others = ["P$qm", "P+q544e", "Pq#0;2;0;0;0~", "P1$r0m", "Ptmux;x", "_x", "^x", "Xx"]
        return commands.flatMap { command in
            ["\u{7}", "\u{1B}\\", "\u{9C}", ""].map { "\u{1B}]\(command)\($0)" }
        } + others.flatMap { ["\u{1B}\($0)\u{1B}\\", "\u{1B}\($0)"] }
            + ["\u{9D}0;x\u{9C}", "\u{90}$qm\u{9C}", "\u{98}x\u{9C}", "\u{9E}x\u{9C}", "\u{9F}x\u{9C}"]
    }

    private static var control: [String] {
        let alone = [0x00, 0x05, 0x07, 0x0B, 0x0C, 0x0E, 0x0F, 0x11, 0x13, 0x18, 0x1A, 0x7F, 0x84, 0x85, 0x88, 0x8D]
        return alone.compactMap { Unicode.Scalar($0).map { "safe\(Character($0))evil" } }
            + ["safe\u{8}\u{8}\u{8}\u{8}evil", "safe\revil", "safe\tevil", "safe\nevil", "safe\r\nevil"]
    }

    /// Characters that reorder, hide, separate or stack others.
    private static var characters: [String] {
        let scalars = [
            0x061C, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202B, 0x202D, 0x202E, 0x2060, 0x2066, 0x2067,
            0x2068, 0x2069, 0xFEFF, 0xFFF9, 0xFFFB, 0xE0001, 0xE0041,
        ]
        return scalars.compactMap { Unicode.Scalar($0).map { "safe\(Character($0))evil" } }
            + ["e" + String(repeating: "\u{301}", count: 300), String(repeating: "\u{FF21}", count: 90)]
    }

    /// Bytes that are not UTF-8: C1 as a single byte, overlong forms, half of a pair.
    private static let octets: [[UInt8]] = [
        [0x9B, 0x33, 0x31, 0x6D], [0x9D, 0x30, 0x3B, 0x78, 0x9C], [0xC0, 0x9B, 0x32, 0x4A],
        [0xE0, 0x82, 0x9B, 0x32, 0x4A],
        [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC2], [0xFF, 0xFE],
    ]
}
