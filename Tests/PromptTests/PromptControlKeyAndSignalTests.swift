import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport

/// A place at the prompt: the lines typed before it, and which of them were accepted.
struct PromptPlace: Sendable, CustomTestStringConvertible {
    let name: String
    let lines: [String]
    /// Keys typed without Enter.
    var keys = ""
    /// The prompt of the next line after Ctrl-C.
    let afterInterrupt: String
    /// Parts of the draft.
    var accepted: [String] = []
    /// Whether the message is being sent and can be taken back.
    var isWindowOpen = false
    /// Whether lines were accepted that are not in the draft's file yet.
    var isAhead = false
    /// Whether Ctrl-D means to wait until the window ends.
    var endMeansWait = false

    var testDescription: String { name }

    private static let text = ["new", "ben@example.org", "Plan", "First line."]
    private static let draft = ["To: ben@example.org", "Subject: Plan", "First line."]

    static let all = [
        PromptPlace(name: "a command", lines: [], afterInterrupt: "all> "),
        PromptPlace(name: "To", lines: ["new"], afterInterrupt: "draft d1> "),
        PromptPlace(
            name: "Subject", lines: ["new", "ben@example.org"], afterInterrupt: "draft d1> ",
            accepted: ["To: ben@example.org"]),
        PromptPlace(name: "text", lines: text, afterInterrupt: "draft d1> ", accepted: draft, isAhead: true),
        PromptPlace(
            name: "half a line of text", lines: text, keys: "half a sentence", afterInterrupt: "d1| ", accepted: draft,
            isAhead: true),
        PromptPlace(
            name: "a command for the draft", lines: text + ["."], afterInterrupt: "draft d1> ", accepted: draft),
        PromptPlace(
            name: "another line of a command", lines: text + [".", "subject Plan \\"], afterInterrupt: "draft d1> ",
            accepted: draft),
        PromptPlace(
            name: "Delete draft?", lines: text + [".", "discard"], afterInterrupt: "draft d1> ", accepted: draft),
        PromptPlace(
            name: "Send without subject?", lines: ["new", "ben@example.org", "", "First line.", ".", "send"],
            afterInterrupt: "draft d1> ", accepted: ["To: ben@example.org", "First line."]),
        PromptPlace(
            name: "the undo window", lines: text + [".", "send"], afterInterrupt: "all (undo 5s)> ", accepted: draft,
            isWindowOpen: true),
        PromptPlace(
            name: "the end in the undo window", lines: text + [".", "send", "quit"], afterInterrupt: "all (undo 5s)> ",
            accepted: draft, isWindowOpen: true, endMeansWait: true),
    ]
}

/// What happens at that place.
enum PromptEvent: String, CaseIterable, Sendable {
    case interrupt = "Ctrl-C"
    case endOfInput = "Ctrl-D"
    case stop = "Ctrl-Z and back"
    case hangUp = "the terminal goes"
    case terminate = "SIGTERM"
    case kill = "kill -9"
}

@Suite(
    "Events at every prompt", .holds("C18", "C19", "U03", "U06", "PD1", "PS2")
)
struct PromptControlKeyAndSignalTests {
    @Test(
        "Accepted input is kept, nothing is sent, and the terminal is restored",
        arguments: PromptPlace.all, PromptEvent.allCases)
    func ending(_ place: PromptPlace, _ event: PromptEvent) throws {
        // Within a line, Ctrl-D deletes the character under the cursor.
        if event == .endOfInput, !place.keys.isEmpty { return }
        let home = try SampleHome(isEmpty: true)
        let sitting = try PromptDriver(home, isJob: event == .stop)
        for line in place.lines { sitting.enter(line) }
        let prompt = sitting.prompt
        if !place.keys.isEmpty { sitting.press(place.keys) }
        perform(event, place, prompt, sitting)
        try check(home, place, event)
    }

    @Test("After kill -9, a command in a shell recovers the last lines before it reads the draft", .holds("PS3"))
    func recoveredInShell() throws {
        let home = try SampleHome(isEmpty: true)
        let sitting = try PromptDriver(home, isJob: false)
        for line in ["new", "ben@example.org", "Plan", "First line.", "Last line."] { sitting.enter(line) }
        sitting.kill(SIGKILL)
        _ = sitting.end()
        let run = home.petrel("drafts", "export", "d1")
        #expect(run.text.contains("Last line.") && run.errorText.contains("Recovered draft d1"), "\(run.errorText)")
        #expect(home.petrel("drafts", "export", "d1").errorText.isEmpty)
    }

    private func perform(_ event: PromptEvent, _ place: PromptPlace, _ prompt: String, _ sitting: PromptDriver) {
        switch event {
        case .interrupt:
            sitting.type("\u{3}")
            #expect(sitting.prompt == "\u{1B}[1m\(place.afterInterrupt)\u{1B}[m")
            #expect(!sitting.isOver)
            sitting.kill(SIGKILL)
        case .endOfInput:
            sitting.type("\u{4}")
            if sitting.isOver { #expect(sitting.isAsItWas && sitting.end() == 0) } else { sitting.kill(SIGKILL) }
        case .stop:
            sitting.terminal.type("\u{1A}")
            #expect(sitting.terminal.wait(for: "stopped with 148"))
            #expect(sitting.isAsItWas)
            sitting.terminal.type("\r")
            #expect(sitting.terminal.wait(for: prompt + place.keys), "the line is not there again")
            // The shell leads the session, so the terminal ends with it.
            sitting.kill(SIGKILL)
        case .hangUp: sitting.terminal.hangUp()
        case .terminate: sitting.kill(SIGTERM)
        case .kill: sitting.kill(SIGKILL)
        }
        let exitCode = sitting.end()
        switch event {
        case .terminate: #expect(exitCode == 143 && sitting.isAsItWas)
        case .hangUp: #expect(exitCode == 129)
        case .interrupt, .endOfInput, .stop, .kill: break
        }
    }

    private func check(_ home: SampleHome, _ place: PromptPlace, _ event: PromptEvent) throws {
        let start = try PromptDriver(home)
        let greeting = String(decoding: start.shown, as: UTF8.self)
        let isCrash = event == .kill || event == .interrupt && place.isWindowOpen
        if place.isWindowOpen, isCrash || event == .hangUp || event == .stop {
            #expect(greeting.contains("d1 was not sent: petrel exited before its undo window ended. Type: resume d1"))
        }
        if place.isAhead, event == .kill {
            #expect(
                greeting.contains("Recovered draft d1 \"Plan\", up to the last line ended with Enter. Type: resume d1"))
        }
        start.kill(SIGKILL)
        _ = start.end()
        let isOnItsWay = place.endMeansWait && event == .endOfInput
        #expect(home.petrel("outbox").lines.count == (isOnItsWay ? 1 : 0))
        if isOnItsWay { return }
        guard !place.accepted.isEmpty else {
            #expect(home.petrel("drafts").lines.isEmpty)
            return
        }
        let draft = home.petrel("drafts", "export", "d1").text
        for piece in place.accepted { #expect(draft.contains(piece), "\(piece) in \(draft)") }
        // An unfinished line is saved as text if there is time to do so.
        if event == .hangUp || event == .terminate {
            #expect(draft.contains(place.keys) || place.keys.isEmpty)
        }
        #expect(home.petrel("drafts").lines.count == 1)
    }
}
