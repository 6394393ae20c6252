private import CLinux
private import Glibc

/// The environment of a process: variables as bytes, and the working directory [environ(7)].
public struct Environment: Sendable {
    private var variables: [[UInt8]: [UInt8]]
    /// An absolute path, or empty if the directory was removed.
    public let workingDirectory: [UInt8]
    public let hostName: [UInt8]
    /// The name of the user who runs the process, if no variable has it.
    private let processUser: [UInt8]?

    public init(
        _ variables: [String: String] = [:], workingDirectory: String = "/", hostName: String = "localhost",
        processUser: String? = nil
    ) {
        let pairs = variables.map { (Array($0.key.utf8), Array($0.value.utf8)) }
        self.variables = Dictionary(pairs) { first, _ in first }
        self.workingDirectory = Array(workingDirectory.utf8)
        self.hostName = Array(hostName.utf8)
        self.processUser = processUser.map { Array($0.utf8) }
    }

    private init(
        _ variables: [[UInt8]: [UInt8]], _ workingDirectory: [UInt8], _ hostName: [UInt8], _ processUser: [UInt8]?
    ) {
        self.variables = variables
        self.workingDirectory = workingDirectory
        self.hostName = hostName
        self.processUser = processUser
    }

    /// The user's name on this machine. Jobs of cron and services may have neither variable.
    public var userName: [UInt8]? { self["LOGNAME"] ?? self["USER"] ?? processUser }

    /// The value of a variable, or `nil` if it is unset or empty: no variable that petrel uses distinguishes the two.
    public subscript(name: String) -> [UInt8]? {
        variables[Array(name.utf8)].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The variables as `NAME=VALUE`, sorted by name, for starting another program.
    public var entries: [[UInt8]] {
        variables.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { $0 + [0x3D] + (variables[$0] ?? []) }
    }

    /// Returns the environment with these variables in addition. NUL bytes, which no variable can have, are left out.
    public func adding(_ additions: [(name: String, value: [UInt8])]) -> Environment {
        var variables = variables
        for (name, value) in additions { variables[Array(name.utf8)] = value.filter { $0 != 0 } }
        return Environment(variables, workingDirectory, hostName, processUser)
    }

    /// Whether the variable is set to anything but `0`, `false` or `no`.
    public func isOn(_ name: String) -> Bool {
        guard let value = self[name] else { return false }
        return !["0", "false", "no"].contains { value.elementsEqual($0.utf8) }
    }

    /// The environment with which this process was started.
    public static var ofProcess: Environment {
        var variables: [[UInt8]: [UInt8]] = [:]
        var position = unsafe linux_environment()
        while let place = unsafe position, let entry = unsafe place.pointee {
            let octets = unsafe Array(UnsafeRawBufferPointer(start: entry, count: strlen(entry)))
            if let equals = octets.firstIndex(of: 0x3D) {
                // If a name is duplicated, getenv(3) finds the first one.
                let name = Array(octets[..<equals])
                variables[name] = variables[name] ?? Array(octets[(equals + 1)...])
            }
            unsafe position = place + 1
        }
        let isUserNamed = ["LOGNAME", "USER"].contains { !(variables[Array($0.utf8)] ?? []).isEmpty }
        return Environment(variables, currentDirectory, machineName, isUserNamed ? nil : effectiveUserName)
    }

    /// The name of the effective user in the user database; `nil` if it has none.
    private static var effectiveUserName: [UInt8]? {
        var buffer = [CChar](repeating: 0, count: 4096)
        return unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            guard let start = buffer.baseAddress,
                unsafe getpwuid_r(geteuid(), &entry, start, buffer.count, &found) == 0, unsafe found != nil
            else { return nil }
            return unsafe entry.pw_name.map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        }
    }

    private static var machineName: [UInt8] {
        var name = [UInt8](repeating: 0, count: 256)
        let isKnown = unsafe name.withUnsafeMutableBytes { buffer in
            guard let start = unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress else { return false }
            return unsafe gethostname(start, buffer.count - 1) == 0
        }
        return isKnown ? Array(name.prefix { $0 != 0 }) : Array("localhost".utf8)
    }

    private static var currentDirectory: [UInt8] {
        guard let path = unsafe getcwd(nil, 0) else { return [] }
        defer { unsafe free(path) }
        return unsafe Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }
}
