import Testing

@testable import Mailcap

@Suite("Mailcap files")
struct MailcapTests {
    private static let file = Mailcap(
        Array(
            """
            # a comment
            text/html; w3m -dump -T %t '%s'; copiousoutput; description=A \\; B
            image/*; feh %s; test=test -n "$DISPLAY"
            Application/PDF; zathura "%s" ; \\
              needsterminal
            text; less
            broken
            video/mp4;
            """.utf8))

    private func commands(_ type: String) -> [String] {
        Self.file.entries(for: type).map { String(decoding: $0.command.template, as: UTF8.self) }
    }

    @Test("Entries are found by type, subtype and wildcard, in order")
    func types() {
        #expect(commands("text/html") == ["w3m -dump -T %t '%s'", "less"])
        #expect(commands("TEXT/plain") == ["less"])
        #expect(commands("image/png") == ["feh %s"])
        #expect(commands("application/pdf") == ["zathura \"%s\""])
        #expect(commands("video/mp4").isEmpty && commands("imagex/png").isEmpty)
        #expect(Self.file.entries(for: "text/html").map(\.hasCopiousOutput) == [true, false])
        #expect(Self.file.entries(for: "image/png")[0].test?.template == Array("test -n \"$DISPLAY\"".utf8))
    }

    private static let fillings: [(template: String, file: String, command: String?)] = [
        ("a '%s'", "/run/x/b.pdf", "a '/run/x/b.pdf'"), ("a %s %t", "/b", "a /b text/x"), ("a", "/b", "a"),
        ("a %%", "/b", "a %"), ("a \\%s", "/b", "a %s"), ("a \\\\%s", "/b", "a \\\\/b"),
        ("a %{charset}", "/b", "a utf-8"),
        ("a %s", "/a b", nil), ("a %s", "/a;id", nil), ("a %s", "/$(id)", nil), ("a %s", "/a'b", nil),
        ("a %s", "-x", nil),
        ("a %s", "", nil), ("a %{name}", "/b", nil), ("a %{other}", "/b", nil), ("a %{charset", "/b", nil),
        ("a %n", "/b", nil),
        ("a %F", "/b", nil), ("a %", "/b", nil), ("a %s", "/ä", nil), ("a %s", "/a\n", nil),
    ]

    @Test("Only words without a meaning in a shell are filled in", arguments: fillings)
    func filling(_ row: (template: String, file: String, command: String?)) {
        let filled = MailcapCommand(template: Array(row.template.utf8)).filled(
            file: Array(row.file.utf8), type: "text/x",
            parameters: [(name: "charset", value: "utf-8"), (name: "name", value: "`id`")])
        #expect(filled.map { String(decoding: $0.command, as: UTF8.self) } == row.command)
        if let filled { #expect(filled.namesFile == (row.command?.contains("/") ?? false && row.template != "a")) }
    }

    @Test("File names become plain")
    func names() {
        let plain = { (name: String) in String(decoding: MailcapCommand.plainName(Array(name.utf8)), as: UTF8.self) }
        #expect(plain("plan.pdf") == "plan.pdf" && plain("-x $(id);/.pdf") == "_-x___id___.pdf" && plain("") == "_")
    }

    @Test("Any file is read")
    func any() {
        for text in ["", "\\", ";", ";;;", "a/b;\\", "#", "a/b;c;test", "\\\n\\\n"] {
            for entry in Mailcap(Array(text.utf8)).entries { _ = entry.command.filled(file: [0x61], type: "a/b") }
        }
        #expect(Mailcap(Array(String(repeating: "a/b; c\n", count: 9000).utf8)).entries.count == 5000)
    }
}
