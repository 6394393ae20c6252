import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport

@Suite("Keys at the prompt that stand for a line", .onOwnThreads)
struct ShortcutKeyTests {
    private static let (backspace, delete, send) = ("\u{7F}", "\u{1B}[3~", "\u{18}\u{19}")

    private func driver(_ home: SampleHome, _ environment: [String: String] = [:]) throws -> PromptDriver {
        try home.addAccount("local", ["name": "Kim Park", "address": "kim@example.net"])
        try home.write(Data(#"{"suggest": false}"#.utf8), to: "config.json")
        return try PromptDriver(home, rows: 5000, environment)
    }

    @Test("Delete deletes the message that was shown, and pressed again, nothing")
    func deleting() throws {
        let home = try SampleHome()
        let driver = try driver(home)
        driver.enter("list --limit 9")
        driver.enter("2")
        let deleted = String(decoding: driver.type(Self.delete), as: UTF8.self)
        #expect(deleted.contains("Moved 1 message to Trash."), "\(deleted)")
        let again = String(decoding: driver.enter(Self.delete), as: UTF8.self)
        #expect(!again.contains("Trash"), "\(again)")
        driver.enter("undo")
        #expect(String(decoding: driver.answer, as: UTF8.self).contains("Undone"))
    }

    @Test("Delete after a list, a draft or text on the line deletes no message")
    func notDeleting() throws {
        let home = try SampleHome()
        let driver = try driver(home)
        driver.enter("2")
        for line in ["list --limit 9", "show d1"] {
            driver.enter(line)
            let answer = String(decoding: driver.enter(Self.delete), as: UTF8.self)
            #expect(!answer.contains("Trash."), "\(answer)")
        }
        driver.enter("2")
        let answer = String(decoding: driver.enter("a" + Self.backspace + Self.delete), as: UTF8.self)
        #expect(!answer.contains("Trash."), "\(answer)")
    }

    @Test("In accessible mode, Delete and Backspace alone do nothing")
    func accessible() throws {
        let home = try SampleHome()
        let driver = try driver(home, ["ACCESSIBLE": "1"])
        driver.enter("list --limit 9")
        driver.enter("2")
        let answer = String(decoding: driver.enter(Self.delete + Self.backspace), as: UTF8.self)
        #expect(!answer.contains("Trash.") && !answer.contains("From"), "\(answer)")
    }

    @Test("Ctrl-X Ctrl-Y sends the text with the line that is typed, and undo stops it")
    func sending() throws {
        let home = try SampleHome(isEmpty: true)
        let driver = try driver(home)
        driver.enter("m ben@example.org -s Plan")
        driver.enter("Hello Ben")
        let sent = String(decoding: driver.type("See you" + Self.send), as: UTF8.self)
        #expect(sent.contains("Type undo to"), "\(sent)")
        driver.enter("undo")
        let lines = String(decoding: driver.enter("lines"), as: UTF8.self)
        #expect(lines.contains("Hello Ben") && lines.contains("See you"), "\(lines)")
        let again = String(decoding: driver.type(Self.send), as: UTF8.self)
        #expect(again.contains("Type undo to"), "\(again)")
    }

    @Test("Ctrl-X Ctrl-Y after a command that fails or closes the draft sends nothing")
    func notSending() throws {
        let home = try SampleHome(isEmpty: true)
        let driver = try driver(home)
        driver.enter("m ben@example.org -s Plan")
        driver.enter("The plan is attached")
        let failed = String(decoding: driver.type("~attach missing.pdf" + Self.send), as: UTF8.self)
        #expect(failed.contains("No file missing.pdf") && !failed.contains("Type undo to"), "\(failed)")
        let closed = String(decoding: driver.type("~q" + Self.send), as: UTF8.self)
        #expect(closed.contains("Draft saved") && !closed.contains("Type undo to"), "\(closed)")
        let outbox = String(decoding: driver.enter("outbox"), as: UTF8.self)
        #expect(outbox.contains("The outbox is empty."), "\(outbox)")
    }
}
