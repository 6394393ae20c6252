import Disk
import Foundation
import MailTestSupport
import Platform
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Running as a service", .onOwnThreads, .timeLimit(.minutes(2)), .holds("Y10"))
struct ServiceTests {
    @Test("Reports its state to the service manager, and asks for no watchdog unless there is one")
    func notifications() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "petrel-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let socket = directory.appending(path: "s").path
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            """
            import socket, sys
            manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            manager.bind(sys.argv[1])
            print([manager.recv(1000).decode() for _ in range(3)])
            """, socket,
        ]
        process.standardOutput = output
        try process.run()
        defer { process.terminate() }
        try #require(WatchDriver.wait { FileManager.default.fileExists(atPath: socket) } != nil)
        let manager = SystemdNotifier(Environment(["NOTIFY_SOCKET": socket, "WATCHDOG_USEC": "600000000"]))
        manager.ready("Watching work.")
        manager.alive()
        manager.stopping()
        let text = try #require(try output.fileHandleForReading.readToEnd())
        #expect(
            String(decoding: text, as: UTF8.self)
                == "['READY=1\\nSTATUS=Watching work.', 'WATCHDOG=1', 'STOPPING=1']\n")
        #expect(manager.watchdogInterval == .seconds(300))
        #expect(SystemdNotifier(Environment()).watchdogInterval == nil)
    }

    @Test("The unit is written where systemd looks for it, and removed again")
    func unit() throws {
        let home = try SampleHome(isEmpty: true)
        let configuration = home.directory.appending(path: "configuration")
        let variables = ["XDG_CONFIG_HOME": configuration.path, "HOME": home.directory.path, "PATH": "/nowhere"]
        let unit = ServiceUnit(environment: Environment(variables), system: POSIXFileSystem.shared)
        #expect(try !unit.isInstalled())
        let path = try unit.install()
        #expect(path.description == configuration.appending(path: "systemd/user/petrel.service").path)
        #expect(try unit.isInstalled())
        #expect(!unit.manage("is-active", ServiceUnit.name))
        let text = try String(contentsOfFile: path.description, encoding: .utf8)
        #expect(text.contains("Type=notify") && text.contains(" \"watch\"\n"), "\(text)")
        #expect(try unit.remove() && !unit.isInstalled())
        #expect(try !unit.remove())
    }

    @Test("The unit reads the same mail as the shell that installed it, and may write where accounts have their mail")
    func directories() throws {
        let home = try SampleHome(isEmpty: true)
        let user = home.directory.appending(path: "user").path
        let elsewhere = home.directory.appending(path: "mail $1").path
        let variables = [
            "HOME": user, "PATH": "/nowhere:/opt/a b", "PETREL_HOME": "\(user)/other", "GNUPGHOME": "\(user)/keys",
        ]
        func unit(_ maildirs: [String]) -> ServiceUnit {
            ServiceUnit(
                environment: Environment(variables), system: POSIXFileSystem.shared, maildirs: maildirs.map { Path($0) }
            )
        }
        let path = try unit(["\(user)/Mail"]).install()
        var lines = try String(contentsOfFile: path.description, encoding: .utf8).split(separator: "\n")
        #expect(lines.contains { $0.hasSuffix(" \"--home\" \"\(user)/other\" \"watch\"") }, "\(lines)")
        #expect(
            lines.contains("Environment=\"PATH=/nowhere:/opt/a b\"") && lines.contains { $0.contains("GNUPGHOME=") })
        #expect(lines.filter { $0.hasPrefix("ReadWritePaths=") } == ["ReadWritePaths=-%h -%t"])
        #expect(try unit(["\(user)/Mail"]).unwritableDirectories().isEmpty)
        #expect(try unit([elsewhere]).unwritableDirectories().map(\.description) == [elsewhere])

        // A link within the user's directory leads outside.
        try FileManager.default.createSymbolicLink(atPath: "\(user)/Linked", withDestinationPath: "\(elsewhere)/linked")
        try FileManager.default.createDirectory(atPath: "\(elsewhere)/linked", withIntermediateDirectories: true)
        _ = try unit([elsewhere, "\(user)/Linked"]).install()
        lines = try String(contentsOfFile: path.description, encoding: .utf8).split(separator: "\n")
        #expect(
            lines.filter { $0.hasPrefix("ReadWritePaths=\"") }
                == ["ReadWritePaths=\"-\(elsewhere)\"", "ReadWritePaths=\"-\(elsewhere)/linked\""])
        #expect(try unit([elsewhere, "\(user)/Linked"]).unwritableDirectories().isEmpty)
    }

    @Test("The advice for cron names the home and hides what cron would expand")
    func advice() {
        let unit = ServiceUnit(
            environment: Environment(["HOME": "/u", "PATH": "/nowhere"]), system: POSIXFileSystem.shared,
            named: Array("/a b/100%".utf8))
        #expect(unit.advice.hasSuffix(" --home '/a b/100\\%' sync --quiet"), "\(unit.advice)")
    }

    @Test(
        "Words are quoted so that systemd expands nothing in them",
        arguments: [
            ("petrel", "\"petrel\""), ("/a b/%h$x", "\"/a b/%%h$x\""),
            ("a\"b\\c", "\"a\\\"b\\\\c\""), ("a\nb", "\"a\\nb\""),
        ])
    func quoting(_ word: String, _ quoted: String) {
        #expect(ServiceUnit.quoted(Array(word.utf8)) == quoted)
    }
}
