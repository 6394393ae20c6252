public import Disk
public import Platform

/// The directories of one user: either a single directory, or the standard ones of the desktop
/// [XDG Base Directory Specification 0.8].
///
/// Computing a path creates nothing. Commands that store something call `makingDirectory`.
public struct Home: Sendable {
    public let configuration: Path
    public let data: Path
    public let state: Path
    public let cache: Path
    public let runtime: Path
    public let system: any FileSystem
    /// The user's home directory, the expansion of `~` in the configuration.
    public let userDirectory: Path?
    /// Where other programs have their configuration and their state; `nil` without a home directory.
    public let userConfiguration: Path?
    public let userState: Path?

    /// The kinds of stored data, each with its directory.
    public enum Place: Hashable, Sendable {
        /// config.json.
        case configuration
        /// One file per account.
        case accounts
        /// settings.json, counters, and the directories of mail and state.
        case data
        /// The Maildir of an account, shared with other programs.
        case mail(AccountName)
        /// petrel's private state, with one directory per account.
        case states
        /// petrel's private state of an account.
        case state(AccountName)
        /// Downloaded attachments of an account. A cache that may be deleted at any time.
        case attachments(AccountName)
        /// One database per account. A cache that may be deleted at any time.
        case index
        /// The command history and the log.
        case records
        /// Sockets, and temporary files of editors.
        case runtime
    }

    /// Creates a home with everything in one directory.
    public init(
        in directory: Path, userDirectory: Path? = nil, userConfiguration: Path? = nil, userState: Path? = nil,
        on system: any FileSystem
    ) {
        configuration = directory
        data = directory
        state = directory
        cache = directory
        runtime = directory / "run"
        self.userDirectory = userDirectory
        self.userConfiguration = userConfiguration ?? userDirectory.map { $0 / ".config" }
        self.userState = userState ?? userDirectory.map { $0 / ".local" / "state" }
        self.system = system
    }

    /// Creates the home that the user selected: with `--home` (`named`), else with PETREL_HOME, else the XDG
    /// directories.
    public init(
        named: [UInt8]?, _ environment: Environment, on system: any FileSystem
    ) throws(ConfigurationError) {
        if let directory = named ?? environment["PETREL_HOME"] {
            let path = Path(directory).absolute(in: environment)
            self.init(
                in: path, userDirectory: environment.absolutePath(of: "HOME"),
                userConfiguration: environment.absolutePath(of: "XDG_CONFIG_HOME"),
                userState: environment.absolutePath(of: "XDG_STATE_HOME"), on: system)
        } else {
            try self.init(desktop: environment, on: system)
        }
    }

    /// Ignores XDG variables that are not absolute paths, as the specification requires.
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
        userConfiguration = environment.absolutePath(of: "XDG_CONFIG_HOME") ?? user.map { $0 / ".config" }
        userState = environment.absolutePath(of: "XDG_STATE_HOME") ?? user.map { $0 / ".local" / "state" }
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

    /// Returns the directory, or `nil` if it does not exist.
    public func directory(_ place: Place) throws(FileError) -> Directory? {
        guard case .state(let name) = place else { return try Directory.openIfPresent(path(of: place), on: system) }
        // Only petrel uses the state directories, so a link below `data` is never intended: refuse it.
        guard let data = try Directory.openIfPresent(data, on: system) else { return nil }
        do throws(FileError) {
            return try data.directory(Self.stateName).directory(name.octets)
        } catch  where error.isMissing {
            return nil
        }
    }

    private static let stateName = Array("state".utf8)

    /// Returns the directory. If necessary, creates it and its parents durably, with mode 0700.
    public func makingDirectory(_ place: Place) throws(FileError) -> Directory {
        guard case .state(let name) = place else { return try Directory.making(path(of: place), on: system) }
        return try Directory.making(data, on: system).makingDirectory(Self.stateName).makingDirectory(name.octets)
    }
}

extension Environment {
    /// Returns the value of a variable as a path; `nil` if it is not absolute.
    package func absolutePath(of variable: String) -> Path? {
        guard let value = self[variable], value.first == 0x2F else { return nil }
        return Path(value)
    }
}
