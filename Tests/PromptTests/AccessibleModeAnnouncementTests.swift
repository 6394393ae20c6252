import MailTestSupport
import MailTypes
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Accessible mode says what happens by itself", .onOwnThreads, .holds("N03"))
struct AccessibleModeAnnouncementTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reply: String
        let said: String
    }

    @Test(
        "At once, once, and in sentences without characters that are spelled out",
        arguments: [
            Row(testDescription: "sent", reply: "250 2.0.0 Ok\r\n", said: "Message sent: Plan, to ben@example.org."),
            Row(
                testDescription: "refused", reply: "550 5.7.1 Spam\r\n",
                said: "Couldn't send message. o1, Plan: "),
        ])
    func said(_ row: Row) throws {
        let server = RecordingSMTPServer { $0.answers[.end] = row.reply }
        let home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        let run = home.petrel(
            [],
            typing: [
                "set accessible on", "new ben@example.org -s Plan -m Hi", "send --undo 0", "@…", "events", "quit",
            ],
            reaching: server.connections)
        #expect(run.exitCode == .done)
        #expect(run.told.count == 1 && run.told[0].hasPrefix(row.said), "\(run.told)")
        for line in run.told + run.lines {
            #expect(!line.contains("…") && !line.hasPrefix("*") && !line.hasPrefix("!"), "\(line)")
        }
        for line in run.told { #expect(line.hasSuffix(".") && !line.contains("\"") && !line.contains("  "), "\(line)") }
        // It is said once; events lists it again.
        #expect(run.lines.count { $0.hasPrefix(row.said) } == 1)
    }

    @Test("Warnings, usage, persons and keys are in words")
    func words() {
        #expect(ScreenReaderText.warning("! Too large.") == "Warning: Too large.")
        #expect(ScreenReaderText.usage("open link [N] [of ID]") == "open link, optionally N, optionally of ID")
        #expect(
            ScreenReaderText.usage("send dN|oN|FILE [at TIME|in DELAY…] [OPTION…]")
                == "send dN or oN or FILE, optionally at TIME or in DELAY and more, optionally options")
        #expect(
            ScreenReaderText.error("keys list: missing argument. Usage: keys list WHO [--smime]. Type: help keys list")
                == "keys list: missing argument. Usage: keys list WHO, optionally --smime. Type: help keys list")
        #expect(ScreenReaderText.keys("~t") == "tilde t" && ScreenReaderText.keys("/") == "slash")
        #expect(ScreenReaderText.keys("3, 3-5 or a1") == "3, 3-5 or a1")
        let ana = Address(name: "Ana Ruiz", email: EmailAddress("ana@example.org"))
        #expect(ScreenReaderText.person(ana) == "Ana Ruiz, ana@example.org")
        let other = Address(name: "bank@example.org, Ana", email: EmailAddress("ana@example.org"))
        #expect(ScreenReaderText.person(other) == "\"bank@example.org, Ana\", ana@example.org")
    }

    @Test(
        "A line for the eye becomes a sentence for the ear",
        arguments: [
            ("* work: Ana: Lunch?  Type: show 12", "work: Ana: Lunch? Type show 12."),
            ("* New mail in kim: Zed: Arrived one  Type: show 2", "New mail in kim: Zed: Arrived one. Type show 2."),
            ("! Mail waits in the outbox. No password.", "Mail waits in the outbox. No password."),
            (
                "* o1 \"Plan\" waits in the outbox. No sending account yet.",
                "o1 Plan waits in the outbox. No sending account yet."
            ),
            ("Sending…", "Sending."), ("", ""), ("* ", ""),
        ])
    func sentence(_ line: String, _ spoken: String) {
        #expect(ScreenReaderText.of(line) == spoken)
    }
}
