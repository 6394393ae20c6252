import Testing

@testable import REPL

@Suite("Abbreviated commands")
struct CommandAbbreviationTests {
    private func expanded(_ line: String, in table: CommandTable = .prompt) -> String? {
        let full = try? CommandAbbreviation.expanded(Array(line.utf8), in: table)
        return full.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "The beginning of only one command is that command",
        arguments: [
            ("arc 3-5", "archive 3-5"), ("outb c o1", "outbox cancel o1"), ("outbox c o1", "outbox cancel o1"),
            ("acco sh work", "account show work"), ("head", "headers"), ("pre", "previous"),
        ])
    func beginning(_ typed: String, _ line: String) {
        #expect(expanded(typed) == line)
    }

    @Test(
        "A command, an alias, one letter, text, a quoted word and an operand are not abbreviations",
        arguments: [
            "archive 3", "cd work", "x", "e", "hello", "\"arc\"", "folder n", "3", "+Arc", "-cc ana", "",
            "Arc 3",
        ])
    func noBeginning(_ typed: String) {
        #expect(expanded(typed) == nil)
    }

    @Test("The beginning of several commands names them")
    func severalCommands() {
        #expect(throws: CommandFailure.self) { try CommandAbbreviation.expanded(Array("rep 3".utf8), in: .prompt) }
        do {
            _ = try CommandAbbreviation.expanded(Array("rep 3".utf8), in: .prompt)
        } catch {
            #expect(error.message == "\"rep\" can mean reply, reply-all, reply-list. Type more of it.")
        }
    }

    @Test(
        "What sends or deletes permanently is not abbreviated",
        arguments: ["sen", "discar d7", "empty-t", "outbox f", "account rem work", "rese ana"])
    func spelledOut(_ typed: String) {
        for table in [CommandTable.prompt, .compose] {
            do {
                #expect(try CommandAbbreviation.expanded(Array(typed.utf8), in: table) == nil)
                Issue.record("\(typed) was accepted")
            } catch {
                #expect(error.message.hasPrefix("Type the whole command: "), "\(error.message)")
            }
        }
    }
}
