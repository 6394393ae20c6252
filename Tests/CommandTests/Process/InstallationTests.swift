import Foundation
import MailTestSupport
import Testing

/// What `make install` and `make uninstall` do after the program has been built.
@Suite("Installation", .serialized)
struct InstallationTests {
    private static let scripts = ProjectFiles.root.appending(path: "scripts/packaging")
    private let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "petrel-install-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    private func remove() {
        try? FileManager.default.removeItem(at: directory)
    }

    private func run(_ script: String, _ arguments: String...) throws -> ProgramRun {
        let file = Self.scripts.appending(path: script)
        // Files are installed with the same modes whatever the umask is.
        return try ProgramRun.run(
            URL(filePath: "/bin/sh"), ["-c", "umask 077; exec \"$0\" \"$@\"", file.path] + arguments)
    }

    private var names: Set<String> {
        Set((FileManager.default.enumerator(atPath: directory.path)?.allObjects as? [String]) ?? [])
    }

    private func mode(_ name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.appending(path: name).path)
        return attributes[.posixPermissions] as? Int
    }

    @Test("Everything that is installed passes the checks of the tools that read it")
    func checks() throws {
        defer { remove() }
        let installed = try run("install", ProjectFiles.petrel.path, "/usr/local", directory.path)
        #expect(installed.exitCode == 0, "\(installed.errorText)")
        let base = directory.appending(path: "usr/local")
        let check = try run("check-installed", base.path)
        for line in check.text.split(separator: "\n") where line.contains("SKIPPED") {
            FileHandle.standardError.write(Data("\n*** \(line); scripts/deps --test installs it ***\n\n".utf8))
        }
        #expect(check.exitCode == 0, "\(check.text)\(check.errorText)")
        #expect(try mode("usr/local/bin/petrel") == 0o755 && mode("usr/local/share/man/man5") == 0o755)
        #expect(try mode("usr/local/share/man/man1/petrel-account-edit.1") == 0o644)
        let unit = try String(contentsOf: base.appending(path: "lib/systemd/user/petrel-sync.service"), encoding: .utf8)
        #expect(unit.contains("ExecStart=/usr/local/bin/petrel sync"))
    }

    @Test("check-installed finds what is broken")
    func brokenFiles() throws {
        defer { remove() }
        _ = try run("install", "--vendor", ProjectFiles.petrel.path, "/usr", directory.path)
        let broken = [
            ("share/man/man1/petrel-send.1", ".Dd x\n.Dt SEND\n.Sh NAME\n.Bogus\n", "mandoc"),
            ("share/bash-completion/completions/petrel", "if then", "bash"),
            ("share/petrel/schema/account.schema.json", "{", ""),
            ("share/applications/petrel.desktop", "[Desktop Entry]\nType=Nothing\n", "desktop-file-validate"),
            ("lib/systemd/user/petrel-sync.timer", "[Timer]\nOnStartup=never\n", "systemd-analyze"),
        ]
        for (name, content, _) in broken {
            try Data(content.utf8).write(to: directory.appending(path: "usr/\(name)"))
        }
        let check = try run("check-installed", directory.path + "/usr")
        #expect(check.exitCode == 1)
        for (name, _, tool) in broken where !check.text.contains("SKIPPED: \(tool) ") {
            #expect(check.text.contains(name), "\(name) was accepted: \(check.text)")
        }
    }

    @Test("Uninstalling removes exactly what was installed")
    func uninstall() throws {
        defer { remove() }
        let shared = directory.appending(path: "usr/share/man/man1")
        try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
        try Data("other".utf8).write(to: shared.appending(path: "other.1"))
        let before = names
        // Installing twice is an update: what is no longer part of petrel is removed.
        #expect(try run("install", ProjectFiles.petrel.path, "/usr", directory.path).exitCode == 0)
        let list = directory.appending(path: "usr/share/petrel/installed")
        let old = directory.appending(path: "usr/share/petrel/old")
        try Data().write(to: old)
        try Data((try String(contentsOf: list, encoding: .utf8) + "share/petrel/old\n").utf8).write(to: list)
        #expect(try run("install", ProjectFiles.petrel.path, "/usr", directory.path).exitCode == 0)
        #expect(!FileManager.default.fileExists(atPath: old.path))
        #expect(names.contains("usr/bin/petrel") && names.contains("usr/share/man/man5/petrel-store.5"))
        let removed = try run("install", "--uninstall", "/usr", directory.path)
        #expect(removed.exitCode == 0 && names == before, "\(names.subtracting(before))")
        let again = try run("install", "--uninstall", "/usr", directory.path)
        #expect(again.exitCode == 1 && again.errorText.contains("nothing is known to be installed"))
    }
}
