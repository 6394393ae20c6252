import Testing

@testable import Accounts
@testable import REPL

@Suite("Manual pages")
struct ManPageTests {
    @Test("Every command has a page, and every file name is unique")
    func pages() {
        let names = ManPage.all.map(\.fileName)
        #expect(Set(names).count == names.count)
        for command in CommandGroup.all.flatMap(\.commands) {
            let page = ManPage.named(command.name)
            #expect(page?.section == 1 && page?.text.contains(Roff.arguments(command.name)) == true, "\(command.name)")
        }
        #expect(ManPage.named("")?.fileName == "petrel.1" && ManPage.named("config")?.fileName == "petrel-config.5")
        #expect(ManPage.named("account-edit")?.fileName == "petrel-account-edit.1")
        #expect(ManPage.named("nothing") == nil)
    }

    @Test("petrel-config(5) describes every setting and every key of an account")
    func configuration() {
        let text = ManPage.configuration.text
        for key in ConfigurationKey.settings + ConfigurationKey.account {
            #expect(text.contains(".It Ic \(Roff.arguments(key.name))\n"), "\(key.name)")
        }
    }

    static let rows: [(name: String, text: String, roff: String)] = [
        ("a control character", ".x", "\\&.x\n"), ("an apostrophe", "'x", "\\&'x\n"), ("a dash", "--x", "\\-\\-x\n"),
        ("a backslash", "a\\b", "a\\eb\n"), ("quotes", "\"a\"", "\\(dqa\\(dq\n"),
        ("two sentences", "One. Two.", "One.\nTwo.\n"), ("nothing", "", ""),
    ]

    @Test("Text is escaped, and each sentence begins a line", arguments: rows)
    func escaping(_ row: (name: String, text: String, roff: String)) {
        #expect(Roff.paragraph(row.text) == row.roff)
    }

    @Test("A short word or a bracket behind a macro is text")
    func arguments() {
        #expect(Roff.arguments("list [N] In Nm") == "list \\&[N]\\& \\&In \\&Nm")
    }
}
