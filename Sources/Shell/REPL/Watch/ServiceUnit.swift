internal import Accounts
internal import Disk
internal import LineEditing
internal import Platform
internal import Processes

/// The unit with which systemd runs `petrel watch` for a user [systemd.service(5), systemd.exec(5)].
struct ServiceUnit {
    static let name = "petrel.service"
    /// Variables that decide where petrel finds mail and passwords. A shell's own ones do not reach systemd.
    private static let variables = [
        "PATH", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "GNUPGHOME",
        "PASSWORD_STORE_DIR",
    ]

    private let environment: Environment
    private let system: any FileSystem
    /// The home, if it was selected with --home or PETREL_HOME.
    private let home: Path?
    /// The directories outside of the user's directory in which petrel writes, without symbolic links.
    private let directories: [Path]

    /// `named` is the value of --home. `maildirs` are the directories of the accounts' mail.
    init(environment: Environment, system: any FileSystem, named: [UInt8]? = nil, maildirs: [Path] = []) {
        self.environment = environment
        self.system = system
        home = (named ?? environment["PETREL_HOME"]).map { Path($0).absolute(in: environment) }
        let places = (try? Home(named: named, environment, on: system)).map {
            [$0.configuration, $0.data, $0.state, $0.cache]
        }
        let user = environment.absolutePath(of: "HOME").map { $0.resolved.bytes + [0x2F] }
        var found: [Path] = []
        for place in (places ?? []) + maildirs {
            let path = place.resolved
            let isInside = user.map { (path.bytes + [0x2F]).starts(with: $0) } ?? false
            if !isInside, !found.contains(path) { found.append(path) }
        }
        directories = found
    }

    init(_ console: Console) {
        let files = (try? console.home()).map(AccountConfigurationFiles.init)
        let accounts = files.flatMap { try? $0.listing().accounts } ?? []
        self.init(
            environment: console.environment, system: console.system, named: console.homeDirectory,
            maildirs: accounts.compactMap(\.maildir))
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
            // systemd makes only directories writable that exist when the service starts.
            for place in directories { _ = try Directory.making(place, on: system) }
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

    /// Returns the directories that the installed unit does not let petrel write in. Empty if no unit is installed.
    func unwritableDirectories() throws(CommandFailure) -> [Path] {
        guard try isInstalled(),
            let text = try? FileReading.contents(of: try path() / Array(Self.name.utf8), onlyRegular: true)
        else { return [] }
        let lines = Set(text.split(separator: 0x0A).map(Array.init))
        return directories.filter { !lines.contains(Array(Self.writable($0).utf8)) }
    }

    /// What to do where systemd does not run.
    var advice: String {
        // cron searches for programs in few directories, and takes a percent sign for the end of the line.
        let program = DetachedProcess.ownProgram ?? Array("petrel".utf8)
        let option = home.map { " --home \(Console.quotedForShell(TerminalSafeText.line($0.bytes)))" } ?? ""
        let command = "\(TerminalSafeText.line(program))\(option) sync --quiet".replacing("%", with: "\\%")
        return "systemd did not start it. If systemd does not run here, add this line with crontab -e:  */5 * * * * "
            + command
    }

    // MARK: - The unit

    /// The user's directory stays writable: it has the mail, and programs for passwords and new mail write there, too.
    /// In the runtime directory, petrel and the agents of such programs have their sockets.
    private func text(_ program: [UInt8]) -> String {
        let option = home.map { [Array("--home".utf8), $0.bytes] } ?? []
        let words = ([program] + option + [Array("watch".utf8)]).map { Self.quoted($0).replacing("$", with: "$$") }
        let settings = Self.variables.compactMap { name in
            environment[name].map { "Environment=\(Self.quoted(Array("\(name)=".utf8) + $0))" }
        }
        let writable = ["ReadWritePaths=-%h -%t"] + directories.map(Self.writable)
        let lines = (settings + writable).map { "\n\($0)" }.joined()
        return """
            [Unit]
            Description=petrel: keep mail in sync
            Documentation=man:petrel(1)
            StartLimitIntervalSec=0

            [Service]
            Type=notify
            ExecStart=\(words.joined(separator: " "))\(lines)
            Restart=on-failure
            RestartSec=30
            TimeoutStopSec=10
            WatchdogSec=600
            NoNewPrivileges=yes
            PrivateTmp=yes
            ProtectSystem=strict
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

    private static func writable(_ directory: Path) -> String {
        "ReadWritePaths=\(quoted([0x2D] + directory.bytes))"
    }

    /// Quotes a word for systemd, which expands specifiers in it [systemd.syntax(7)].
    static func quoted(_ word: [UInt8]) -> String {
        let octets = word.flatMap { octet -> [UInt8] in
            switch octet {
            case 0x22, 0x5C: [0x5C, octet]
            case 0x25: [0x25, 0x25]
            case 0x0A: Array("\\n".utf8)
            default: [octet]
            }
        }
        return "\"\(String(decoding: octets, as: UTF8.self))\""
    }
}

extension Console {
    /// Says so if an account's mail is where the installed service may not write.
    mutating func noteUnwritableDirectories() {
        let unit = ServiceUnit(self)
        guard let directory = (try? unit.unwritableDirectories())?.first else { return }
        note("The background service cannot write in \(directory) yet. Type: petrel service install")
    }
}
