internal import Accounts
internal import Disk
internal import Platform
internal import Processes

/// The unit with which systemd runs `petrel watch` for a user [systemd.service(5), systemd.exec(5)].
struct ServiceUnit {
    static let name = "petrel.service"

    private let environment: Environment
    private let system: any FileSystem
    /// The directory of --home, if it was given.
    private let home: [UInt8]?

    init(environment: Environment, system: any FileSystem, home: [UInt8]?) {
        self.environment = environment
        self.system = system
        self.home = home.map { Path($0).absolute(in: environment).bytes }
    }

    init(_ console: Console) {
        self.init(environment: console.environment, system: console.system, home: console.homeDirectory)
    }

    /// The directory of the user's own units.
    private func path() throws(CommandFailure) -> Path {
        if let path = environment.absolutePath(of: "XDG_CONFIG_HOME") { return path / "systemd" / "user" }
        guard let user = environment.absolutePath(of: "HOME") else { throw CommandFailure(ConfigurationError.noHome) }
        return user / ".config" / "systemd" / "user"
    }

    /// Writes the unit, and returns its path.
    func install() throws(CommandFailure) -> Path {
        guard let program = DetachedProcess.ownProgram else {
            throw CommandFailure(.software, "noProgram", "The program file of petrel is gone. Install petrel again.")
        }
        let path = try path()
        do throws(FileError) {
            let directory = try Directory.making(path, on: system)
            try directory.write(
                Array(text(program).utf8), as: Array(Self.name.utf8), .replacing, through: directory,
                named: [0x2E] + UniqueName.next())
        } catch {
            throw CommandFailure(error)
        }
        return path / Array(Self.name.utf8)
    }

    /// Removes the unit. Returns whether there was one.
    func remove() throws(CommandFailure) -> Bool {
        guard try isInstalled() else { return false }
        let path = try path()
        do throws(FileError) {
            let directory = try Directory.open(path, on: system)
            _ = try directory.remove(Array(Self.name.utf8))
            try directory.synchronize()
        } catch {
            throw CommandFailure(error)
        }
        return true
    }

    func isInstalled() throws(CommandFailure) -> Bool {
        guard let directory = try? Directory.open(try path(), on: system) else { return false }
        return (try? directory.status(of: Array(Self.name.utf8))) != nil
    }

    /// Runs `systemctl --user` with these words. Returns whether it succeeded.
    func manage(_ words: String...) -> Bool {
        let words = (["systemctl", "--user"] + words).map { Array($0.utf8) }
        return (try? ProgramOutput.of(program: words, environment, within: .seconds(20), atMost: 65_536)) != nil
    }

    // MARK: - The unit

    /// The home directory stays writable: it has the mail, and programs for passwords and new mail write there, too.
    private func text(_ program: [UInt8]) -> String {
        var words = [program]
        if let home { words += [Array("--home".utf8), home] }
        words.append(Array("watch".utf8))
        return """
            [Unit]
            Description=petrel: keep mail in sync
            Documentation=man:petrel(1)
            StartLimitIntervalSec=0

            [Service]
            Type=notify
            ExecStart=\(words.map(Self.quoted).joined(separator: " "))
            Restart=on-failure
            RestartSec=30
            TimeoutStopSec=10
            WatchdogSec=600
            NoNewPrivileges=yes
            PrivateTmp=yes
            ProtectSystem=strict
            ReadWritePaths=-%h \(home.map { Self.quoted(Array("-".utf8) + $0) } ?? "")
            ProtectKernelTunables=yes
            ProtectControlGroups=yes
            RestrictSUIDSGID=yes
            LockPersonality=yes
            SystemCallArchitectures=native
            SystemCallFilter=@system-service
            SystemCallErrorNumber=EPERM

            [Install]
            WantedBy=default.target

            """
    }

    /// Quotes a word for systemd, which expands specifiers and variables [systemd.syntax(7)].
    static func quoted(_ word: [UInt8]) -> String {
        let text = String(decoding: word, as: UTF8.self)
            .replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
            .replacing("$", with: "$$")
        return "\"\(text)\""
    }
}
