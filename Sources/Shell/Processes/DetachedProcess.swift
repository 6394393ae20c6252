private import Glibc
public import Platform

/// Starts a program that outlives this one and has no terminal.
public enum DetachedProcess {
    /// Starts petrel again. Returns whether it was started. `arguments` does not include the program's name.
    public static func start(_ arguments: [[UInt8]], _ environment: Environment) -> Bool {
        guard let program = ownProgram else { return false }
        return start(words: [program] + arguments, environment)
    }

    /// Starts a user's command with the shell. Returns whether it was started. `arguments` become `$1`, `$2`, …, which
    /// no shell expands.
    public static func start(shell command: [UInt8], _ arguments: [[UInt8]], _ environment: Environment) -> Bool {
        start(words: [ChildProcess.shell, Array("-c".utf8), command, Array("sh".utf8)] + arguments, environment)
    }

    /// Starts the program through a shell that exits at once, so that init adopts the program and petrel need not wait
    /// for it.
    private static func start(words: [[UInt8]], _ environment: Environment) -> Bool {
        let command = Array("\"$@\" </dev/null >/dev/null 2>&1 &".utf8)
        let words = [ChildProcess.shell, Array("-c".utf8), command, Array("sh".utf8)] + words
        let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nowhere >= 0 else { return false }
        defer { close(nowhere) }
        do throws(SpawnFailure) {
            let shell = try ChildProcess.start(words, environment, .init(input: nil, output: nowhere))
            return ChildProcess.status(of: shell, waiting: true)?.isSuccess ?? false
        } catch {
            return false
        }
    }

    /// The path of this program's executable [proc(5)], or `nil` if it was removed.
    public static var ownProgram: [UInt8]? {
        var octets = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &octets, octets.count)
        guard count > 0, count < octets.count else { return nil }
        let path = octets.prefix(count).map { UInt8(bitPattern: $0) }
        return unsafe access(&octets, X_OK) == 0 ? path : nil
    }
}
