import Disk
import Foundation
import LineEditing
import MailClients
import MailTestSupport
import Platform
import Terminal

@testable import REPL

extension SampleHome {
    /// Runs a command at noon of 13 October 2026. With `typing`, input is interactive and these are the answers.
    func petrel(
        _ words: String..., zone: LocalTimeZone = .utc, columns: Int? = nil, typing: [String]? = nil,
        reaching connections: NetworkAccess = .none, variables: [String: String] = [:]
    ) -> CommandRun {
        petrel(
            words.map { Array($0.utf8) }, zone: zone, columns: columns, typing: typing, reaching: connections,
            variables: variables)
    }

    /// Lines that begin with "@" are not typed. While petrel waits for one, `meanwhile` is called with the rest. At
    /// "@…" time passes until something is reported. `stopping` returns whether Ctrl-C is pressed while petrel waits
    /// for something else. With `watchingMail`, mail arrives by itself.
    func petrel(
        _ words: [[UInt8]], zone: LocalTimeZone = .utc, columns: Int? = nil, typing: [String]? = nil,
        script: [String] = [], reaching connections: NetworkAccess = .none, variables: [String: String] = [:],
        watchingMail: Bool = false, clock: any Clock = FixedClock(at: 1_791_892_800),
        meanwhile: @escaping (String) -> Void = { _ in }, stopping: @escaping () -> Bool = { false }
    ) -> CommandRun {
        let keyboard = ScriptedLines(typing ?? script)
        var told: [String] = []
        var input = LineInput { request in
            var line = keyboard.next(after: request.prompt)
            while let aside = line, aside.hasPrefix("@") {
                if aside == "@…" {
                    told += Self.waitForLines(request)
                } else {
                    meanwhile(String(aside.dropFirst()))
                }
                line = keyboard.next(after: "")
            }
            return line.map { .line($0) } ?? .endOfInput
        }
        input.isStopped = stopping
        input.watchesMail = watchingMail
        var console = Console(
            output: Output(), errors: Output(), environment: Environment(variables, workingDirectory: directory.path),
            clock: clock, zone: zone, columns: columns, system: POSIXFileSystem.shared,
            connections: connections, isTerminal: typing != nil, input: input)
        let home = [Array("--home".utf8), Array(directory.path.utf8)]
        let exitCode = Program.run(home + words, .program, on: &console)
        return CommandRun(
            exitCode: exitCode, output: console.output.contents, errors: console.errors.contents,
            prompts: keyboard.prompts, told: told)
    }

    /// Returns what is reported while nothing is typed, within five minutes.
    private static func waitForLines(_ request: LineRequest) -> [String] {
        for _ in 0..<30_000 {
            let lines = request.idle?(true).lines ?? []
            if !lines.isEmpty { return lines }
            usleep(10_000)
        }
        return []
    }

    /// Returns everything on the screen after these lines were typed at the prompt: prompts, lines and output.
    func transcript(of lines: [String]) throws -> String {
        let file = directory.appending(path: "screen")
        try Data().write(to: file)
        let screen = try FileHandle(forWritingTo: file)
        let keyboard = ScriptedLines(lines)
        let input = LineInput { request in
            guard let line = keyboard.next(after: request.prompt) else { return .hangup }
            try? screen.write(contentsOf: Data((request.prompt + line + "\n").utf8))
            return .line(line)
        }
        let output = Output(descriptor: screen.fileDescriptor)
        var console = Console(
            output: output, errors: output, environment: Environment(workingDirectory: directory.path),
            clock: FixedClock(at: 1_791_892_800), zone: .utc, columns: 80, system: POSIXFileSystem.shared,
            isTerminal: true, input: input)
        _ = Program.run([Array("--home".utf8), Array(directory.path.utf8)], .program, on: &console)
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// Types these lines at the prompt, until they end.
    func typing(_ lines: String...) -> CommandRun {
        petrel([], typing: lines)
    }

    /// Gives these lines to the prompt as a script.
    func script(_ lines: String...) -> CommandRun {
        petrel([], script: lines)
    }
}
