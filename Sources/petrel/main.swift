import Glibc
import MailClients
import Network
import REPL

// A peer or a reader that goes away must come back as an error of the write, not end the program.
_ = signal(SIGPIPE, SIG_IGN)
let arguments = (0..<Int(CommandLine.argc)).compactMap { index in
    unsafe CommandLine.unsafeArgv[index].map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
}
exit(Program.run(arguments, reachingServersBy: .network()))
