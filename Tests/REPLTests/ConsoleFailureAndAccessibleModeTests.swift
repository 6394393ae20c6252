import Testing

@testable import REPL

@Suite("Console")
struct ConsoleFailureAndAccessibleModeTests {
    @Test("A failure is one line on standard error, and also an object with --json")
    func failure() {
        let command = Command(name: "fail", summary: "", details: "") { _, _ throws(CommandFailure) in
            throw CommandFailure(.temporaryFailure, "notYet", "Not\nyet.")
        }
        let table = CommandTable(groups: [CommandGroup("All", [command])], prefix: "petrel ")
        var console = Console.inMemory()
        #expect(Program.run([Array("fail".utf8)], table, on: &console) == .temporaryFailure)
        #expect(console.text.isEmpty && console.errorText == "petrel: Not yet.\n")

        var json = Console.inMemory()
        #expect(Program.run([Array("fail".utf8), Array("--json".utf8)], table, on: &json) == .temporaryFailure)
        #expect(json.errorText == "petrel: Not yet.\n")
        let expected = #"{"v":1,"cmd":"fail","ok":false,"error":{"code":"notYet","message":"Not\nyet."}}"#
        #expect(json.text == expected + "\n")
    }

    static let switches: [(value: String, isOn: Bool)] = [
        ("", false), ("0", false), ("false", false), ("no", false), ("1", true), ("yes", true),
    ]

    @Test("ACCESSIBLE enables the mode unless its value is negative", arguments: switches)
    func accessible(_ row: (value: String, isOn: Bool)) {
        #expect(Console.inMemory(typing: nil, ["ACCESSIBLE": row.value]).isAccessible == row.isOn)
    }
}
