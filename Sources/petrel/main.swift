import Glibc
import MailClients
import Network
import Platform
import REPL
import Threads

// If a peer or reader disconnects, writing must fail with an error instead of ending the process.
_ = signal(SIGPIPE, SIG_IGN)
CoreDumps.forbid()
MallocHeaps.limit()
DescriptorLimit.raise()
DescriptorTableGrowth.makeRoom()
TaskThreads.install()
let arguments = (0..<Int(CommandLine.argc)).compactMap { index in
    unsafe CommandLine.unsafeArgv[index].map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
}
exit(Program.run(arguments, reachingServersBy: .network()))
