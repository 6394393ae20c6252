public import Disk
public import Platform

/// Where everything of one user lives: either one directory that was named, or those of the desktop
/// [XDG Base Directory Specification 0.8].
///
/// Asking for a place makes nothing; `makingDirectory` does, for commands that have something to put there.
public struct Home: Sendable {
    public let configuration: Path
    public let data: Path
    public let state: Path
    public let cache: Path
    public let runtime: Path
    public let system: any FileSystem
    /// The user's own directory, which `~` stands for in configuration.
    public let userDirectory: Path?

    /// What is kept, and under which directory.
    public enum Place: Hashable, Sendable {
        /// config.json.
        case configuration
        /// One file an account.
        case accounts
        /// settings.json, counters, and the directories of mail and state.
        case data
        /// What other programs see of an account.
        case mail(AccountName)
        /// What only petrel reads, a directory an account.
        case states
        /// What only petrel reads of an account.
        case state(AccountName)
        /// Downloaded content of an account, which may go at any time.
        case attachments(AccountName)
        /// One database an account, which may go at any time.
        case index
        /// The history of typed commands, and the log.
        case records
        /// Sockets, and files while an editor has them.
        case runtime
    }

    /// All of it under one directory.
    public init(in directory: Path, userDirectory: Path? = nil, on system: any FileSystem) {
        configuration = directory
        data = directory
        state = directory
        cache = directory
        runtime = directory / "run"
        self.userDirectory = userDirectory
        self.system = system
    }

    /// The home that the user means: the directory `named` on the command line, else PETREL_HOME, else those of XDG.
    public init(
        named: [UInt8]?, _ environment: Environment, on system: any FileSystem
    ) throws(ConfigurationError) {
        if let directory = named ?? environment["PETREL_HOME"] {
            let path = Path(directory).absolute(in: environment)
            self.init(in: path, userDirectory: environment.absolutePath(of: "HOME"), on: system)
        } else {
            try self.init(desktop: environment, on: system)
        }
    }

    /// An XDG variable whose value is no absolute path is ignored, as the specification demands.
    private init(desktop environment: Environment, on system: any FileSystem) throws(ConfigurationError) {
        let user = environment.absolutePath(of: "HOME")
        func base(_ variable: String, _ places: StaticString...) throws(ConfigurationError) -> Path {
            if let path = environment.absolutePath(of: variable) { return path / "petrel" }
            guard let user else { throw .noHome }
            return places.reduce(user) { $0 / $1 } / "petrel"
        }
        configuration = try base("XDG_CONFIG_HOME", ".config")
        data = try base("XDG_DATA_HOME", ".local", "share")
        state = try base("XDG_STATE_HOME", ".local", "state")
        cache = try base("XDG_CACHE_HOME", ".cache")
        runtime = environment.absolutePath(of: "XDG_RUNTIME_DIR").map { $0 / "petrel" } ?? state / "run"
        userDirectory = user
        self.system = system
    }

    public func path(of place: Place) -> Path {
        switch place {
        case .configuration: configuration
        case .accounts: configuration / "accounts"
        case .data: data
        case .mail(let name): data / "mail" / name.octets
        case .states: data / "state"
        case .state(let name): data / "state" / name.octets
        case .attachments(let name): cache / "attachments" / name.octets
        case .index: cache / "index"
        case .records: state
        case .runtime: runtime
        }
    }

    /// The directory, if it is there.
    public func directory(_ place: Place) throws(FileError) -> Directory? {
        guard case .state(let name) = place else { return try Directory.openIfPresent(path(of: place), on: system) }
        // What only petrel reads has no other place: a link in its way is nobody's wish.
        guard let data = try Directory.openIfPresent(data, on: system) else { return nil }
        do throws(FileError) {
            return try data.directory(Self.stateName).directory(name.octets)
        } catch  where error.isMissing {
            return nil
        }
    }

    private static let stateName = Array("state".utf8)

    /// The directory, made where it is missing, with those above it: 0700, and lasting.
    public func makingDirectory(_ place: Place) throws(FileError) -> Directory {
        guard case .state(let name) = place else { return try Directory.making(path(of: place), on: system) }
        return try Directory.making(data, on: system).makingDirectory(Self.stateName).makingDirectory(name.octets)
    }
}

extension Environment {
    func absolutePath(of variable: String) -> Path? {
        guard let value = self[variable], value.first == 0x2F else { return nil }
        return Path(value)
    }
}
