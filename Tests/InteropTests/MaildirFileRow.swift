import Foundation

/// A file that may be in a Maildir, and how petrel treats it.
struct MaildirFileRow: Sendable {
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

    static let messages: [MaildirFileRow] = [
        MaildirFileRow("no info", "1000000001.a"),
        MaildirFileRow("no flags", "1000000002.a:2,"),
        MaildirFileRow("only an info", ":2,S", seen),
        MaildirFileRow("letters out of order", "1000000003.a:2,SF", seen, flagged),
        MaildirFileRow("a letter twice", "1000000004.a:2,SS", seen),
        MaildirFileRow("letters in lower case", "1000000005.a:2,abc"),
        MaildirFileRow("lower before upper case", "1000000006.a:2,aS", seen),
        MaildirFileRow("letters that nobody knows", "1000000007.a:2,BSXZ", seen),
        MaildirFileRow("fields behind the flags", "1000000008.a:2,S,x=1", seen),
        MaildirFileRow("digits behind the flags", "1000000009.a:2,S1", seen),
        MaildirFileRow("the experimental info", "1000000010.a:1,XYZ"),
        MaildirFileRow("an info of the future", "1000000011.a:3,S"),
        MaildirFileRow("an info without comma", "1000000012.a:2S"),
        MaildirFileRow("an info twice", "1000000013.a:2,S:2,F", flagged),
        MaildirFileRow("a semicolon as on other systems", "1000000014.a;2,S"),
        MaildirFileRow("an exclamation mark as on other systems", "1000000015.a!2,S"),
        MaildirFileRow("a UID of mbsync", "1000000016.a,U=12:2,S", seen),
        MaildirFileRow("the same UID again", "1000000017.a,U=12:2,S", seen),
        MaildirFileRow("sizes of Dovecot that are wrong", "1000000018.M1P1.a,S=99999999,W=1:2,S", seen),
        MaildirFileRow("sizes of Courier", "1000000019.V801I2f.a,S=1:2,"),
        MaildirFileRow("a size that is no number", "1000000020.a,S=-1,W=x:2,"),
        MaildirFileRow("upper case", "UPPER.CASE:2,S", seen),
        MaildirFileRow("the same in lower case", "upper.case:2,"),
        MaildirFileRow("composed", "caf\u{E9}:2,"),
        MaildirFileRow("decomposed", "cafe\u{301}:2,"),
        MaildirFileRow("no UTF-8", octets: [0xFF, 0xFE, 0x2E, 0x61] + Array(":2,S".utf8), seen),
        MaildirFileRow("Latin 1", octets: [0x67, 0x72, 0xFC, 0xDF, 0x65]),
        MaildirFileRow("overlong UTF-8", octets: [0xC0, 0xAE, 0xC0, 0xAF, 0x61] + Array(":2,".utf8)),
        MaildirFileRow("255 octets without info", octets: long + Array("0123456".utf8)),
        MaildirFileRow("255 octets with a flag", octets: long + Array("abc:2,S".utf8), seen),
        MaildirFileRow("255 octets without room for a flag", octets: long + Array("abcd:2,".utf8)),
        MaildirFileRow("a line feed", "1000000021\na:2,S", seen),
        MaildirFileRow("a carriage return", "1000000022\ra:2,S", seen),
        MaildirFileRow("controls", "1000000023\u{1B}[2J\u{7}\u{9B}a:2,S", seen),
        MaildirFileRow("another direction", "1000000024\u{202E}a:2,S", seen),
        MaildirFileRow("blanks", " 1000000025 a :2,S", seen),
        MaildirFileRow("a command", "1000000026$(id)`id`;id|id&:2,"),
        MaildirFileRow("quotes", "1000000027'\"\\:2,"),
        MaildirFileRow("wildcards", "*?[a-z]{a,b}~:2,"),
        MaildirFileRow("an option", "--help"),
        MaildirFileRow("standard input", "-"),
        MaildirFileRow("percent signs", "%2e%2e%2fpasswd%s%n:2,"),
        MaildirFileRow("the name of a place", "cur"),
        MaildirFileRow("another name of a place", "tmp"),
        MaildirFileRow("a time past all times", "99999999999999999999.a:2,"),
        MaildirFileRow("a time before all times", "-1.a:2,"),
        MaildirFileRow("zero", "0:2,"),
        MaildirFileRow("one letter", "a"),
        MaildirFileRow("a colon", ":"),
        MaildirFileRow("colons", ":::2,:2,S", seen),
        MaildirFileRow("flags in new", "1000000028.a:2,FS", in: "new", seen, flagged),
        MaildirFileRow("an info in new", "1000000029.a:2,", in: "new"),
        MaildirFileRow("nothing but digits", "1000000030", in: "new"),
        MaildirFileRow("a name in cur", "1000000031.a:2,S", seen),
        MaildirFileRow("the same name in new", "1000000031.a", in: "new"),
        MaildirFileRow("a name with a flag", "1000000032.a:2,F", flagged),
        MaildirFileRow("the same name with another flag", "1000000032.a:2,S", seen),
        MaildirFileRow("no header", Array("1000000033.a:2,".utf8), .file("just words\n"), .message([])),
        MaildirFileRow("nothing at all", Array("1000000034.a:2,".utf8), .file(""), .message([])),
        MaildirFileRow(
            "NUL and controls", Array("1000000035.a:2,".utf8), .file("Subject: \0\u{1B}[2J\n\n\0"), .message([])),
    ]

    /// `outside` is the directory in which nothing may be read or changed.
    static func others(_ outside: String) -> [MaildirFileRow] {
        let devices: [MaildirFileRow] = [
            MaildirFileRow("a device without end", Array("zero:2,".utf8), .device(0o020000, 0x105), .notMessage),
            MaildirFileRow("a disk", Array("disk:2,".utf8), .device(0o060000, 0x700), .notMessage),
        ]
        return (getuid() == 0 ? devices : []) + [
            MaildirFileRow("a directory", Array("directory:2,S".utf8), .directory, .notMessage),
            MaildirFileRow("a directory in new", Array("directory.new".utf8), in: "new", .directory, .notMessage),
            MaildirFileRow("a pipe", Array("pipe:2,S".utf8), .pipe, .notMessage),
            MaildirFileRow("a pipe in new", Array("pipe.new".utf8), in: "new", .pipe, .notMessage),
            MaildirFileRow("a socket", Array("socket:2,".utf8), .socket, .notMessage),
            MaildirFileRow(
                "a link to a message", Array("link:2,".utf8), .link("\(outside)/INBOX/cur/1:2,S"), .notMessage),
            MaildirFileRow("a link upwards", Array("up:2,".utf8), .link("../../../../../outside/secret"), .notMessage),
            MaildirFileRow("a link to a directory", Array("linked:2,".utf8), .link(outside), .notMessage),
            MaildirFileRow("a link to nothing", Array("dangling:2,".utf8), .link("\(outside)/nothing"), .notMessage),
            MaildirFileRow("a link to itself", Array("loop:2,".utf8), .link("loop:2,"), .notMessage),
            MaildirFileRow("a link to a device", Array("endless:2,".utf8), .link("/dev/zero"), .notMessage),
            MaildirFileRow("a link to a message here", Array("inner:2,".utf8), .link("1000000001.a"), .notMessage),
            MaildirFileRow("more than a message can be", Array("huge:2,".utf8), .hole(1 << 31), .unreadable),
            MaildirFileRow("hidden", Array(".hidden:2,S".utf8), .file(SharedHome.message("hidden")), .ignored),
            MaildirFileRow("two dots", Array("..:2,S".utf8), .file(SharedHome.message("two dots")), .ignored),
            MaildirFileRow("a hidden link", Array(".link".utf8), .link("\(outside)/secret"), .ignored),
            MaildirFileRow(
                "unfinished", Array("1000000036.a".utf8), in: "tmp", .file("Subject: unfinished\n\n"), .ignored),
            MaildirFileRow("a pipe in tmp", Array("pipe".utf8), in: "tmp", .pipe, .ignored),
            MaildirFileRow("a link in tmp", Array("link".utf8), in: "tmp", .link("\(outside)/secret"), .ignored),
        ]
    }
}
