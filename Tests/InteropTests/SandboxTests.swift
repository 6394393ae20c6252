import Foundation
import Glibc
import MailTestSupport
import Testing

@Suite("The sandbox of commands that read mail of strangers", .holds("PX4", "PX5"), .timeLimit(.minutes(1)))
struct SandboxTests {
    private static let refused: [String: Int32] = [
        "create outside": EACCES, "write outside": EACCES, "write outside through a link": EACCES,
        "write outside through ..": EACCES, "remove outside": EACCES, "remove a directory outside": EACCES,
        "make a directory outside": EACCES, "rename from inside to outside": EACCES,
        "rename from outside to inside": EACCES, "link a file from outside": EXDEV, "make a symbolic link": EACCES,
        "make a pipe": EACCES, "start a program": EPERM, "change the mount table": EPERM,
        "write outside, on another thread": EACCES,
    ]

    /// Whether the kernel has a Landlock that petrel uses. Prints why tests are skipped.
    private static let isSupported: Bool = {
        let modules = (try? String(contentsOfFile: "/sys/kernel/security/lsm", encoding: .utf8)) ?? "landlock"
        var name = utsname()
        uname(&name)
        let release = withUnsafeBytes(of: name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        let isRecent = numbers.count == 2 && (numbers[0], numbers[1]) >= (5, 19)
        let isSupported = isRecent && modules.contains("landlock")
        if !isSupported {
            FileHandle.standardError.write(Data("\n*** SKIPPED: Linux \(release) has no Landlock ***\n\n".utf8))
        }
        return isSupported
    }()

    @Test("Only what is allowed can be changed, programs of the user run outside of it")
    func probe() throws {
        guard Self.isSupported else { return }
        let shared = try SharedHome(withSample: false)
        let (inside, outside) = (shared.ground.appending(path: "inside"), shared.ground.appending(path: "outside"))
        for directory in [inside.appending(path: "other"), outside.appending(path: "empty")] {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        }
        for name in ["old", "gone"] { try Data("x".utf8).write(to: outside.appending(path: name)) }
        try FileManager.default.createSymbolicLink(
            at: inside.appending(path: "link"), withDestinationURL: outside.appending(path: "old"))
        let run = try SharedHome.run(
            URL(filePath: TerminalProgram.program("SandboxProbe")), [inside.path, outside.path])
        #expect(run.exitCode == 0, "\(run.text)")
        var attempts: [String: Int32] = [:]
        var others: [String] = []
        for line in run.text.split(separator: "\n") {
            guard let space = line.lastIndex(of: " "), let number = Int32(line[line.index(after: space)...]) else {
                others.append(String(line))
                continue
            }
            attempts[String(line[..<space])] = number
        }
        #expect(attempts.filter { $0.value != 0 } == Self.refused, "\(run.text)")
        #expect(attempts.count == Self.refused.count + 10)
        #expect(others == ["command exited(7)", "allows true false false"])
        let left = try FileManager.default.contentsOfDirectory(atPath: outside.path).sorted()
        #expect(left == ["empty", "gone", "old", "touched"])
    }

    @Test("parse runs in the sandbox, unless the user turns it off", arguments: [true, false])
    func parse(_ isOn: Bool) throws {
        guard Self.isSupported else { return }
        let program = Process()
        program.executableURL = ProjectFiles.petrel
        program.arguments = ["parse", "-"]
        if !isOn { program.environment = ["PETREL_SANDBOX": "off"] }
        let (input, output) = (Pipe(), Pipe())
        program.standardInput = input
        program.standardOutput = output
        try program.run()
        // It reads its input in the sandbox.
        var status = ""
        for _ in 0..<1000 where !status.contains("NoNewPrivs:\t1\n") {
            usleep(isOn ? 10_000 : 500)
            status = (try? String(contentsOfFile: "/proc/\(program.processIdentifier)/status", encoding: .utf8)) ?? ""
        }
        #expect(status.contains("NoNewPrivs:\t\(isOn ? 1 : 0)\n") && status.contains("Seccomp:\t\(isOn ? 2 : 0)\n"))
        try input.fileHandleForWriting.write(contentsOf: Data("Subject: Hello\n\nHi.\n".utf8))
        try input.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        program.waitUntilExit()
        #expect(program.terminationStatus == 0 && String(decoding: text, as: UTF8.self).contains("Hello"))
    }

    @Test("A new account gets its directory, although the mail of all accounts is a link to another place")
    func linkedMail() throws {
        let shared = try SharedHome(withSample: false)
        let elsewhere = shared.ground.appending(path: "elsewhere")
        let mail = shared.home.appending(path: "mail")
        try FileManager.default.removeItem(at: mail)
        try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: mail, withDestinationURL: elsewhere)
        let password = shared.ground.appending(path: "password")
        try Data("secret\n".utf8).write(to: password)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: password.path)
        let home = ["--home", shared.home.path]
        let added = try SharedHome.run(
            ProjectFiles.petrel,
            home + [
                "account", "add", "work", "--address", "ana@example.org", "--user", "ana", "--password-file",
                password.path, "--imap", "imaps://127.0.0.1:9", "--smtp", "smtps://127.0.0.1:9",
            ])
        #expect(added.exitCode == 0, "\(added.text)\(added.errorText)")
        // No server answers; the directory is made before.
        let run = try SharedHome.run(ProjectFiles.petrel, home + ["sync"])
        #expect(run.exitCode != 0 && !run.errorText.contains("Permission denied"), "\(run.errorText)")
        #expect(FileManager.default.fileExists(atPath: elsewhere.appending(path: "work").path))
    }
}
