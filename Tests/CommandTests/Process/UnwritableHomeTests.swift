import Disk
import Foundation
import LineEditing
import MailClients
import MailTestSupport
import MailTypes
import Platform
import Terminal
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("A home in which nothing can be saved", .holds("K03"), .timeLimit(.minutes(1)))
struct UnwritableHomeTests {
    struct Disk: CustomTestStringConvertible {
        let testDescription: String
        let code: Int32
        let words: String
    }

    static let disks: [Disk] = [
        Disk(testDescription: "a read-only disk", code: EROFS, words: "Read-only file system"),
        Disk(testDescription: "another user's files", code: EACCES, words: "Permission denied"),
    ]

    private static let notice = "You can read your mail, but nothing can be saved, and the newest mail may be missing."

    /// Runs a command, or with `typing` the prompt, on a disk that rejects all changes.
    private func run(
        _ words: [String], in home: SampleHome, on disk: Disk, _ stop: Stop = Stop(before: 1), typing: [String]? = nil
    ) -> CommandRun {
        let system = StoppingFileSystem(POSIXFileSystem.shared, stop, code: disk.code, rejectsLocks: true)
        let keyboard = ScriptedLines(typing ?? [])
        let input = LineInput { keyboard.next(after: $0.prompt).map { .line($0) } ?? .endOfInput }
        var console = Console(
            output: Output(), errors: Output(), environment: Environment(workingDirectory: home.directory.path),
            clock: FixedClock(at: 1_791_892_800), zone: .utc, columns: nil, system: system, connections: .none,
            isTerminal: typing != nil, input: input)
        let all = (["--home", home.directory.path] + words).map { Array($0.utf8) }
        let exitCode = Program.run(all, .program, on: &console)
        return CommandRun(
            exitCode: exitCode, output: console.output.contents, errors: console.errors.contents,
            prompts: keyboard.prompts, told: [])
    }

    /// A home with an index, a draft and a queued message.
    private func home() throws -> SampleHome {
        let home = try SampleHome()
        _ = home.petrel("list")
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "Hi", "--draft")
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Waiting", "-m", "Hi", "--send")
        return home
    }

    @Test("Mail, drafts and the outbox can be read, and a sentence says that nothing can be saved", arguments: disks)
    func reading(_ disk: Disk) throws {
        let home = try home()
        let photo = "b3747714b95922b3"
        for words in [
            ["list"], ["search", "locomotives"], ["show", photo], ["thread", photo], ["folders"], ["inbox"], ["drafts"],
            ["outbox"], ["status"],
        ] {
            let (usual, run) = (home.petrel(words.map { Array($0.utf8) }), run(words, in: home, on: disk))
            #expect(run.exitCode == .done && run.text == usual.text && !run.text.isEmpty, "\(words): \(run.errorText)")
            #expect(run.errorText.contains(disk.words) && run.errorText.contains(Self.notice), "\(words)")
            #expect(run.errorText.components(separatedBy: Self.notice).count == 2, "\(words): \(run.errorText)")
        }
    }

    @Test("An undo whose index cannot be brought up to date changes nothing, fails, and can be repeated")
    func undo() throws {
        let home = try home()
        let photo = "b3747714b95922b3"
        #expect(home.petrel("archive", photo).exitCode == .done)
        let full = Disk(
            testDescription: "a full disk", code: ENOSPC, words: "No space left on device. Free some space there")
        let failed = run(["undo"], in: home, on: full, Stop(before: 1, isTemporary: true))
        #expect(failed.exitCode != .done && failed.errorText.contains(full.words), "\(failed.text)")
        #expect(!failed.text.contains("Undone"))
        #expect(home.petrel("undo").text.contains("Undone: moved 1 message to Archive"))
    }

    @Test("The prompt starts, says it once, and a command that must save fails", arguments: disks)
    func prompt(_ disk: Disk) throws {
        let home = try home()
        let run = run(
            [], in: home, on: disk, typing: ["list", "show 1", "drafts", "new ben@example.org -m Hi", "quit"])
        #expect(run.text.contains("Photo of the tower") && run.text.contains("Plan"), "\(run.errorText)")
        #expect(run.errorText.components(separatedBy: Self.notice).count == 2, "\(run.errorText)")
        #expect(run.errorText.components(separatedBy: disk.words).count > 2, "\(run.errorText)")
        #expect(home.petrel("drafts").text.contains("Plan"))
    }
}
