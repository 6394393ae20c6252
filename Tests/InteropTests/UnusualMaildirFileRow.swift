import Foundation

/// A file that may be in a Maildir, and how petrel treats it.
struct UnusualMaildirFileRow: Sendable {
    enum Verdict: Sendable {
        /// A message with these IMAP flags.
        case message([String])
        /// Not a message. `fsck` reports it.
        case notMessage
        /// Not reported.
        case ignored
        /// A message that cannot be read and does not affect others.
        case unreadable
    }

    let title: String
    let name: [UInt8]
    let place: String
    let kind: SpecialFiles.Kind
    let verdict: Verdict

    init(_ title: String, _ name: [UInt8], in place: String = "cur", _ kind: SpecialFiles.Kind, _ verdict: Verdict) {
        self.title = title
        self.name = name
        self.place = place
        self.kind = kind
        self.verdict = verdict
    }

    /// A message whose subject is the title of the row.
    init(_ title: String, _ name: String, in place: String = "cur", _ flags: String...) {
        self.init(title, Array(name.utf8), in: place, .file(SharedHome.message(title)), .message(flags))
    }

    init(_ title: String, octets: [UInt8], _ flags: String...) {
        self.init(title, octets, .file(SharedHome.message(title)), .message(flags))
    }

    private static let long = [UInt8](repeating: 0x6E, count: 248)
    private static let seen = "\\Seen"
    private static let flagged = "\\Flagged"

    static let messages: [UnusualMaildirFileRow] = [
        UnusualMaildirFileRow("no info", "1000000001.a"),
        UnusualMaildirFileRow("no flags", "1000000002.a:2,"),
        UnusualMaildirFileRow("only an info", ":2,S", seen),
        UnusualMaildirFileRow("letters out of order", "1000000003.a:2,SF", seen, flagged),
        UnusualMaildirFileRow("a letter twice", "1000000004.a:2,SS", seen),
        UnusualMaildirFileRow("letters in lower case", "1000000005.a:2,abc"),
        UnusualMaildirFileRow("lower before upper case", "1000000006.a:2,aS", seen),
        UnusualMaildirFileRow("unknown letters", "1000000007.a:2,BSXZ", seen),
        UnusualMaildirFileRow("fields behind the flags", "1000000008.a:2,S,x=1", seen),
        UnusualMaildirFileRow("digits behind the flags", "1000000009.a:2,S1", seen),
        UnusualMaildirFileRow("the experimental info", "1000000010.a:1,XYZ"),
        UnusualMaildirFileRow("an info of the future", "1000000011.a:3,S"),
        UnusualMaildirFileRow("an info without comma", "1000000012.a:2S"),
        UnusualMaildirFileRow("an info twice", "1000000013.a:2,S:2,F", flagged),
        UnusualMaildirFileRow("a semicolon as on other systems", "1000000014.a;2,S"),
        UnusualMaildirFileRow("an exclamation mark as on other systems", "1000000015.a!2,S"),
        UnusualMaildirFileRow("a UID of mbsync", "1000000016.a,U=12:2,S", seen),
        UnusualMaildirFileRow("the same UID again", "1000000017.a,U=12:2,S", seen),
        UnusualMaildirFileRow("sizes of Dovecot that are wrong", "1000000018.M1P1.a,S=99999999,W=1:2,S", seen),
        UnusualMaildirFileRow("sizes of Courier", "1000000019.V801I2f.a,S=1:2,"),
        UnusualMaildirFileRow("a size that is no number", "1000000020.a,S=-1,W=x:2,"),
        UnusualMaildirFileRow("upper case", "UPPER.CASE:2,S", seen),
        UnusualMaildirFileRow("the same in lower case", "upper.case:2,"),
        UnusualMaildirFileRow("composed", "caf\u{E9}:2,"),
        UnusualMaildirFileRow("decomposed", "cafe\u{301}:2,"),
        UnusualMaildirFileRow("no UTF-8", octets: [0xFF, 0xFE, 0x2E, 0x61] + Array(":2,S".utf8), seen),
        UnusualMaildirFileRow("Latin 1", octets: [0x67, 0x72, 0xFC, 0xDF, 0x65]),
        UnusualMaildirFileRow("overlong UTF-8", octets: [0xC0, 0xAE, 0xC0, 0xAF, 0x61] + Array(":2,".utf8)),
        UnusualMaildirFileRow("255 octets without info", octets: long + Array("0123456".utf8)),
        UnusualMaildirFileRow("255 octets with a flag", octets: long + Array("abc:2,S".utf8), seen),
        UnusualMaildirFileRow("255 octets without room for a flag", octets: long + Array("abcd:2,".utf8)),
        UnusualMaildirFileRow("a line feed", "1000000021\na:2,S", seen),
        UnusualMaildirFileRow("a carriage return", "1000000022\ra:2,S", seen),
        UnusualMaildirFileRow("controls", "1000000023\u{1B}[2J\u{7}\u{9B}a:2,S", seen),
        UnusualMaildirFileRow("another direction", "1000000024\u{202E}a:2,S", seen),
        UnusualMaildirFileRow("blanks", " 1000000025 a :2,S", seen),
        UnusualMaildirFileRow("a command", "1000000026$(id)`id`;id|id&:2,"),
        UnusualMaildirFileRow("quotes", "1000000027'\"\\:2,"),
        UnusualMaildirFileRow("wildcards", "*?[a-z]{a,b}~:2,"),
        UnusualMaildirFileRow("an option", "--help"),
        UnusualMaildirFileRow("standard input", "-"),
        UnusualMaildirFileRow("percent signs", "%2e%2e%2fpasswd%s%n:2,"),
        UnusualMaildirFileRow("the name of a place", "cur"),
        UnusualMaildirFileRow("another name of a place", "tmp"),
        UnusualMaildirFileRow("a time past all times", "99999999999999999999.a:2,"),
        UnusualMaildirFileRow("a time before all times", "-1.a:2,"),
        UnusualMaildirFileRow("zero", "0:2,"),
        UnusualMaildirFileRow("one letter", "a"),
        UnusualMaildirFileRow("a colon", ":"),
        UnusualMaildirFileRow("colons", ":::2,:2,S", seen),
        UnusualMaildirFileRow("flags in new", "1000000028.a:2,FS", in: "new", seen, flagged),
        UnusualMaildirFileRow("an info in new", "1000000029.a:2,", in: "new"),
        UnusualMaildirFileRow("nothing but digits", "1000000030", in: "new"),
        UnusualMaildirFileRow("a name in cur", "1000000031.a:2,S", seen),
        UnusualMaildirFileRow("the same name in new", "1000000031.a", in: "new"),
        UnusualMaildirFileRow("a name with a flag", "1000000032.a:2,F", flagged),
        UnusualMaildirFileRow("the same name with another flag", "1000000032.a:2,S", seen),
        UnusualMaildirFileRow("no header", Array("1000000033.a:2,".utf8), .file("just words\n"), .message([])),
        UnusualMaildirFileRow("nothing at all", Array("1000000034.a:2,".utf8), .file(""), .message([])),
        UnusualMaildirFileRow(
            "NUL and controls", Array("1000000035.a:2,".utf8), .file("Subject: \0\u{1B}[2J\n\n\0"), .message([])),
    ]

    /// `outside` is the directory in which nothing may be read or changed.
    static func others(_ outside: String) -> [UnusualMaildirFileRow] {
        let devices: [UnusualMaildirFileRow] = [
            UnusualMaildirFileRow("a device without end", Array("zero:2,".utf8), .device(0o020000, 0x105), .notMessage),
            UnusualMaildirFileRow("a disk", Array("disk:2,".utf8), .device(0o060000, 0x700), .notMessage),
        ]
        return (getuid() == 0 ? devices : []) + [
            UnusualMaildirFileRow("a directory", Array("directory:2,S".utf8), .directory, .notMessage),
            UnusualMaildirFileRow(
                "a directory in new", Array("directory.new".utf8), in: "new", .directory, .notMessage),
            UnusualMaildirFileRow("a pipe", Array("pipe:2,S".utf8), .pipe, .notMessage),
            UnusualMaildirFileRow("a pipe in new", Array("pipe.new".utf8), in: "new", .pipe, .notMessage),
            UnusualMaildirFileRow("a socket", Array("socket:2,".utf8), .socket, .notMessage),
            UnusualMaildirFileRow(
                "a link to a message", Array("link:2,".utf8), .link("\(outside)/INBOX/cur/1:2,S"), .notMessage),
            UnusualMaildirFileRow(
                "a link upwards", Array("up:2,".utf8), .link("../../../../../outside/secret"), .notMessage),
            UnusualMaildirFileRow("a link to a directory", Array("linked:2,".utf8), .link(outside), .notMessage),
            UnusualMaildirFileRow(
                "a link to nothing", Array("dangling:2,".utf8), .link("\(outside)/nothing"), .notMessage),
            UnusualMaildirFileRow("a link to itself", Array("loop:2,".utf8), .link("loop:2,"), .notMessage),
            UnusualMaildirFileRow("a link to a device", Array("endless:2,".utf8), .link("/dev/zero"), .notMessage),
            UnusualMaildirFileRow(
                "a link to a message here", Array("inner:2,".utf8), .link("1000000001.a"), .notMessage),
            UnusualMaildirFileRow("more than a message can be", Array("huge:2,".utf8), .hole(1 << 31), .unreadable),
            UnusualMaildirFileRow("hidden", Array(".hidden:2,S".utf8), .file(SharedHome.message("hidden")), .ignored),
            UnusualMaildirFileRow("two dots", Array("..:2,S".utf8), .file(SharedHome.message("two dots")), .ignored),
            UnusualMaildirFileRow("a hidden link", Array(".link".utf8), .link("\(outside)/secret"), .ignored),
            UnusualMaildirFileRow(
                "unfinished", Array("1000000036.a".utf8), in: "tmp", .file("Subject: unfinished\n\n"), .ignored),
            UnusualMaildirFileRow("a pipe in tmp", Array("pipe".utf8), in: "tmp", .pipe, .ignored),
            UnusualMaildirFileRow("a link in tmp", Array("link".utf8), in: "tmp", .link("\(outside)/secret"), .ignored),
        ]
    }
}
