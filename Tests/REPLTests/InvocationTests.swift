import MailTestSupport
import Platform
import Terminal
import Testing

@testable import REPL

/// Commands that only serve to be parsed.
private let table: CommandTable = {
    func command(
        _ name: String, _ aliases: [String] = [], _ options: [Command.Option] = [],
        operands: [Command.Operand] = [.zeroOrMore("WHAT")], takesFilters: Bool = false
    ) -> Command {
        Command(
            name: name, aliases: aliases, summary: "", operands: operands, options: options,
            takesFilters: takesFilters, details: ""
        ) { _, _ throws(CommandFailure) in .done }
    }
    let commands = CommandGroup(
        "All",
        [
            command(
                "new", ["m"],
                [
                    .init("to", "t", value: "WHO", isRepeatable: true, summary: ""),
                    .init("subject", "s", value: "TEXT", summary: ""), .init("draft", summary: ""),
                    .init("quick", "q", summary: ""), .init("wait", value: "S", standard: "60", summary: ""),
                ]),
            command("reply", ["r"]), command("report"), command("list", ["ls"], takesFilters: true),
            command("account add", [], [.init("address", value: "ADDR", summary: "")], operands: [.one("WHAT")]),
            command("account list", ["accounts"], operands: []), command("drafts", ["drafts list"], operands: []),
            command("drafts import"), command("help"),
        ])
    return CommandTable(groups: [commands], prefix: "petrel ")
}()

/// Describes how a command line was parsed: `new --to=a --draft | operand`.
private func understood(_ words: [String]) -> String {
    var command: Command?
    do throws(CommandFailure) {
        let invocation = try Invocation(words.map { Array($0.utf8) }, in: table, &command)
        var text = [invocation.command.name]
        for option in invocation.command.options + table.globalOptions {
            let values = invocation.values(option.name)
            if values.isEmpty, invocation.has(option.name) { text.append("--\(option.name)") }
            text += values.map { "--\(option.name)=\(String(decoding: $0, as: UTF8.self))" }
        }
        let operands = invocation.operands.map { String(decoding: $0, as: UTF8.self) }
        return (text + (operands.isEmpty ? [] : ["|"]) + operands).joined(separator: " ")
    } catch {
        return "\(error.exitCode.rawValue) \(error.message)"
    }
}

@Suite("Command line parsing")
struct InvocationTests {
    struct Row: CustomTestStringConvertible {
        let name: String
        let line: [String]
        let meaning: String
        var testDescription: String { name }

        init(_ name: String, _ line: String..., means meaning: String) {
            self.name = name
            self.line = line
            self.meaning = meaning
        }
    }

    static let understoodRows = [
        Row("a value behind a long option", "new", "--to", "a", means: "new --to=a"),
        Row("a value in a long option", "new", "--to=a=b", means: "new --to=a=b"),
        Row("an empty value", "new", "--to=", means: "new --to="),
        Row("a value behind a letter", "new", "-t", "a", means: "new --to=a"),
        Row("a value behind a letter at once", "new", "-ta", means: "new --to=a"),
        Row("an option twice", "new", "-t", "a", "--to=b", means: "new --to=a --to=b"),
        Row("a value that looks like an option", "new", "-s", "--json", means: "new --subject=--json"),
        Row("a value that is the end of options", "new", "-s", "--", "-t", "a", means: "new --to=a --subject=--"),
        Row("a value left out before an option", "new", "--wait", "--draft", means: "new --draft --wait=60"),
        Row("a value left out at the end", "new", "--draft", "--wait", means: "new --draft --wait=60"),
        Row("a value that may be left out, and is not", "new", "--wait", "5", "a", means: "new --wait=5 | a"),
        Row("a dash is an operand", "new", "-", means: "new | -"),
        Row("behind two dashes all are operands", "new", "--", "-t", "--", means: "new | -t --"),
        Row("an alias", "m", "--draft", means: "new --draft"),
        Row("global options before", "--home", "d", "--json", "new", "x", means: "new --json --home=d | x"),
        Row("global options after", "new", "x", "--home=d", "--json", means: "new --json --home=d | x"),
        Row("a flag twice", "--json", "new", "--json", means: "new --json"),
        Row("a global letter", "list", "-q", means: "list --quiet"),
        Row("a letter that is the verb's own", "new", "-q", means: "new --quick"),
        Row("a global letter before a verb that has it too", "-q", "new", means: "new --quiet"),
        Row("a filter is an operand", "list", "-from:ben", "to:ana", means: "list | -from:ben to:ana"),
        Row("two words", "account", "add", "work", "--address=a@b", means: "account add --address=a@b | work"),
        Row("global options between", "account", "--home", "d", "list", means: "account list --home=d"),
        Row("one word that is two", "accounts", means: "account list"),
        Row("a word that has others behind it, alone", "drafts", "--json", means: "drafts --json"),
        Row("an alias of two words", "drafts", "list", means: "drafts"),
        Row("two words where one would do", "drafts", "import", "f", means: "drafts import | f"),
        Row("help by option", "new", "--help", means: "help | new"),
        Row("help by letter", "new", "x", "-h", means: "help | new"),
        Row("help in a line that is wrong", "new", "--bogus", "--help", means: "help | new"),
        Row("help before the verb", "--help", "account", "add", means: "help | account add"),
        Row("help alone", "-h", means: "help"),
        Row("help on a group", "account", "--help", means: "help | account"),
        Row("help in JSON", "account", "--json", "add", "--help", means: "help --json | account add"),
        Row("no help behind two dashes", "new", "--", "--help", means: "new | --help"),
    ]

    @Test("The result does not depend on the position of options", arguments: understoodRows)
    func meaning(_ row: Row) {
        #expect(understood(row.line) == row.meaning)
    }

    static let refusedRows = [
        Row("nothing", means: "No command given. Type: petrel help"),
        Row(
            "a verb cut short", "rep",
            means: "Unknown command \"rep\". Did you mean: reply (r), report? Type: petrel help"),
        Row(
            "a verb with letters swapped", "nwe",
            means: "Unknown command \"nwe\". Did you mean: new (m)? Type: petrel help"),
        Row(
            "a group misspelt", "acount",
            means: "Unknown command \"acount\". Did you mean: account, account list (accounts)? Type: petrel help"),
        Row("nothing like it", "x", means: "Unknown command \"x\". Type: petrel help"),
        Row("a group alone", "account", means: "Missing subcommand: account add, list. Type: petrel help account"),
        Row(
            "a wrong word in a group", "account", "ad",
            means: "Unknown command \"account ad\". Did you mean: account add? Type: petrel help account"),
        Row(
            "an unknown option", "new", "--too", "x",
            means: "new: unknown option --too. Did you mean: --to? Type: petrel help new"),
        Row("an unknown letter", "new", "-x", means: "new: unknown option -x. Type: petrel help new"),
        Row("no value", "new", "--to", means: "--to needs a value: --to WHO. Type: petrel help new"),
        Row("no value of a global option", "--home", means: "--home needs a value: --home DIR. Type: petrel help"),
        Row("a value for a flag", "new", "--draft=yes", means: "--draft takes no value. Type: petrel help new"),
        Row("a value for a letter", "list", "-qx", means: "--quiet takes no value. Type: petrel help list"),
        Row(
            "one value only", "new", "-s", "a", "--subject=b",
            means: "--subject may be given only once. Type: petrel help new"),
        Row(
            "too much", "drafts", "x",
            means: "drafts: unexpected argument \"x\". Usage: petrel drafts. Type: petrel help drafts"),
        Row(
            "too little", "account", "add",
            means: "account add: missing argument. Usage: petrel account add WHAT [--address ADDR]. "
                + "Type: petrel help account add"),
        Row(
            "an option of a verb before it", "--draft", "new",
            means: "--draft must come after its command. Type: petrel help"),
        Row(
            "an unknown option before the command", "---json", "new",
            means: "Unknown option ---json. Type: petrel help"),
    ]

    @Test("An invalid command line is an error that says what to type", arguments: refusedRows)
    func refusal(_ row: Row) {
        #expect(understood(row.line) == "64 \(row.meaning)")
    }

    @Test("Parsing random words is deterministic and never crashes")
    func anyWords() {
        var random = SeededGenerator.fresh
        let words = [
            "new", "account", "add", "drafts", "list", "--", "-", "--json", "--home", "-t", "-ta", "--to=", "=", "--=",
            "-=", "", "--help", "-h", "help", "\u{301}", "-\u{301}", "x", "-from:a", "--json=", "--no-input",
        ]
        for _ in 0..<20_000 {
            let line = (0..<Int.random(in: 0...6, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
            }
            let first = understood(line)
            #expect(first == understood(line), "seed \(random.seed): \(line)")
        }
    }

    @Test("Bytes that are not UTF-8 are preserved in operands and values")
    func octets() throws {
        var command: Command?
        let name: [UInt8] = [0xFF, 0x09, 0xC3]
        let words = [Array("new".utf8), name, Array("--to=".utf8) + name]
        let invocation = try Invocation(words, in: table, &command)
        #expect(invocation.operands == [name] && invocation.values("to") == [name])
        #expect(throws: CommandFailure.self) { try invocation.text("to") }
    }
}
