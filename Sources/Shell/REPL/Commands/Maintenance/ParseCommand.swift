internal import Disk
internal import InternetMessage
internal import MaildirStore
internal import Terminal

extension Command {
    static let parse = Command(
        name: "parse", summary: "show how petrel parses messages", operands: [.zeroOrMore("FILE", .file)],
        options: [
            Option("structure", summary: "leave out the text"),
            Option("data", summary: "with --json: add the decoded content of each part as base64"),
        ],
        configuration: .none,
        details: """
            Prints the headers, structure and text of message files. "-" is standard input. If FILE is a Maildir, prints one
            line for each of its messages.
            """,
        examples: [
            "petrel parse letter.eml", "petrel parse --json --data letter.eml", "petrel parse ~/Maildir",
        ]
    ) { invocation, console throws(CommandFailure) in
        guard !invocation.operands.isEmpty else {
            throw .usage("parse needs a file, a Maildir or \"-\". Type: petrel help parse")
        }
        if invocation.has("data"), invocation.has("structure") || !invocation.has("json") {
            throw .usage("--data needs --json, and cannot be combined with --structure. Type: petrel help parse")
        }
        console.enterSandbox()
        var run = ParseRun(invocation, console)
        for operand in invocation.operands { run.take(operand) }
        return run.finish(&console)
    }
}

/// A run of `parse` over all its files. Unreadable files are reported and skipped.
private struct ParseRun {
    private let detail: MessageJSON.Detail
    private var json: JSONWriter?
    private var output: Output
    private var console: Console
    private var exitCode = ExitCode.done
    private var isFirst = true

    init(_ invocation: Invocation, _ console: Console) {
        detail = invocation.has("structure") ? .structure : invocation.has("data") ? .data : .text
        json = invocation.has("json") ? JSONWriter(console.output) : nil
        output = console.output
        self.console = console
    }

    mutating func take(_ operand: [UInt8]) {
        guard !isBroken else { return }
        let path = Path(operand)
        do throws(FileError) {
            if operand == [0x2D] {
                message(try FileReading.standardInput(), named: "-")
            } else if try FileReading.kind(of: path) == .directory {
                try maildir(path)
            } else {
                message(try FileReading.contents(of: path), named: path.description)
            }
        } catch {
            fail(.noInput, code: "cannotRead", error.description, named: path.description)
        }
    }

    private var isBroken: Bool { json?.output.isBroken ?? output.isBroken }

    private mutating func maildir(_ path: Path) throws(FileError) {
        guard let maildir = try Maildir(Directory.open(path, on: POSIXFileSystem.shared)) else {
            let sentence = "\(path) is a directory but not a Maildir: it has neither cur nor new. Name a file in it."
            fail(.dataError, code: "notAMaildir", sentence, named: path.description)
            return
        }
        for entry in try maildir.entries() where !isBroken {
            var entry = entry
            let file = maildir.path(of: entry)
            do throws(FileError) {
                let bytes = try maildir.contents(of: &entry)
                if json == nil {
                    output.write(MessageFormatter(Message(bytes)).line + "\n")
                } else {
                    message(bytes, named: file.description)
                }
            } catch {
                fail(.noInput, code: "cannotRead", error.description, named: file.description)
            }
        }
    }

    private mutating func message(_ bytes: consuming [UInt8], named name: String) {
        let message = Message(bytes)
        if json != nil {
            object(named: name, ok: true) { [detail] json in
                json.key("error")
                json.null()
                MessageJSON(detail: detail).members(of: message.root, to: &json)
            }
        } else {
            if !isFirst { output.write("\n") }
            MessageFormatter(message).write(withText: detail != .structure, to: &output)
        }
        isFirst = false
    }

    private mutating func object(named name: String, ok: Bool, _ members: (inout JSONWriter) -> Void) {
        json?.object { json in
            json.begin(command: "parse", ok: ok)
            json.key("file")
            json.string(name)
            members(&json)
        }
        json?.endLine()
    }

    private mutating func fail(_ exitCode: ExitCode, code: String, _ sentence: String, named name: String) {
        if self.exitCode == .done { self.exitCode = exitCode }
        object(named: name, ok: false) { $0.error(code: code, message: sentence) }
        json?.output.flush()
        output.flush()
        console.printError(sentence)
    }

    /// Returns the console.
    mutating func finish(_ console: inout Console) -> ExitCode {
        self.console.output = json?.output ?? output
        console = self.console
        return exitCode
    }
}
