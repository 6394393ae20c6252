private import Glibc
public import Surroundings

/// Another run of this program that goes on when this one has ended, and has no terminal.
public enum DetachedProcess {
    /// Whether it was started. `arguments` are those behind the name of the program.
    ///
    /// A shell starts it and ends at once, so that nobody has to wait for it: whoever takes in orphans does.
    public static func start(_ arguments: [[UInt8]], _ environment: Environment) -> Bool {
        guard let program = ownProgram else { return false }
        let command = Array("\"$@\" </dev/null >/dev/null 2>&1 &".utf8)
        let words = [Array("/bin/sh".utf8), Array("-c".utf8), command, Array("sh".utf8), program] + arguments
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

    /// The file that this process runs [proc(5)]; `nil` where it has been removed.
    private static var ownProgram: [UInt8]? {
        var octets = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &octets, octets.count)
        guard count > 0, count < octets.count else { return nil }
        let path = octets.prefix(count).map { UInt8(bitPattern: $0) }
        return unsafe access(&octets, X_OK) == 0 ? path : nil
    }
}
