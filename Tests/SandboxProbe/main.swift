import Disk
import Glibc
import Platform
import Processes

// Enters the sandbox of petrel sync and tries what is inside it and outside of it, for tests. Prints a line for each attempt: its
// name, and 0 or the number of the error.
// usage: SandboxProbe INSIDE OUTSIDE
// Both are directories. OUTSIDE contains the files "old" and "gone" and the directory "empty"; INSIDE contains the
// directory "other" and the link "link" to OUTSIDE/old.

let inside = CommandLine.arguments[1]
let outside = CommandLine.arguments[2]

func attempt(_ name: String, _ call: () -> Int32) {
    errno = 0
    print(name, call() < 0 ? errno : 0)
}

func opened(_ path: String, _ flags: Int32) -> Int32 {
    let descriptor = open(path, flags | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    return descriptor
}

func listening(at path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    return withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

func run(_ program: String, _ arguments: String...) -> Int32 {
    var child: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    errno = posix_spawn(&child, program, nil, nil, &words, nil)
    return errno == 0 ? 0 : -1
}

func changes() {
    attempt("create inside") { opened("\(inside)/new", O_WRONLY | O_CREAT | O_EXCL) }
    attempt("truncate inside") { truncate("\(inside)/new", 0) }
    attempt("make a directory inside") { mkdir("\(inside)/directory", 0o700) }
    attempt("rename to another directory inside") { rename("\(inside)/new", "\(inside)/other/new") }
    attempt("link inside") { link("\(inside)/other/new", "\(inside)/linked") }
    attempt("make a socket inside") { listening(at: "\(inside)/socket") }
    attempt("remove inside") { unlink("\(inside)/linked") }
    attempt("write to /dev/null") { opened("/dev/null", O_WRONLY) }
    attempt("read outside") { opened("\(outside)/old", O_RDONLY) }
    attempt("list outside") { opened(outside, O_RDONLY | O_DIRECTORY) }

    attempt("create outside") { opened("\(outside)/new", O_WRONLY | O_CREAT) }
    attempt("write outside") { opened("\(outside)/old", O_WRONLY) }
    attempt("write outside through a link") { opened("\(inside)/link", O_WRONLY) }
    attempt("write outside through ..") { opened("\(inside)/../outside/old", O_WRONLY) }
    attempt("remove outside") { unlink("\(outside)/gone") }
    attempt("remove a directory outside") { rmdir("\(outside)/empty") }
    attempt("make a directory outside") { mkdir("\(outside)/directory", 0o700) }
    attempt("rename from inside to outside") { rename("\(inside)/other/new", "\(outside)/new") }
    attempt("rename from outside to inside") { rename("\(outside)/gone", "\(inside)/gone") }
    attempt("link a file from outside") { link("\(outside)/gone", "\(inside)/gone") }
    attempt("make a symbolic link") { symlink("/etc/passwd", "\(inside)/symbolic") }
    attempt("make a pipe") { mkfifo("\(inside)/pipe", 0o600) }
    attempt("start a program") { run("/bin/true") }
    attempt("change the mount table") { umount2("/nowhere", 0) }
}

Sandbox.enter(allowing: [inside, "/dev/null", "\(inside)/missing"].map { Path($0) }, temporaryDirectory: Path(inside))
changes()
// Threads that start later are in the sandbox, too.
let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
    attempt("write outside, on another thread") { opened("\(outside)/old", O_WRONLY) }
    return nil
}
var thread = pthread_t()
pthread_create(&thread, nil, body, nil)
pthread_join(thread, nil)
// What the user has configured is not.
let touch = Array("touch \"$1\" && exec sh -c 'exit 7'".utf8)
print("command", ChildProcess.run(shell: touch, [Array("\(outside)/touched".utf8)], .ofProcess))
print(
    "allows", Sandbox.allows(Path("\(inside)/a/b")), Sandbox.allows(Path(outside)), Sandbox.allows(Path("\(inside)r")))
