import Disk
import Glibc
import MailEngine
import MailIndex
import MailTypes

// What petrel does with the index of an account, command by command, for scripts/bench/index.

func usage() -> Never {
    print("usage: IndexBench index|list MAIL INDEX | IndexBench search MAIL INDEX WORD...")
    exit(64)
}

let arguments = CommandLine.arguments
guard arguments.count >= 4 else { usage() }
let mail = try Directory.open(Path(arguments[2]), on: POSIXFileSystem.shared)
let location = IndexLocation(
    try Directory.open(Path(arguments[3]), on: POSIXFileSystem.shared), account: Array("bench".utf8))
switch arguments[1] {
case "index":
    let outcome = try IndexRefresh(mail, location).run(now: Instant(seconds: Int64(time(nil))))
    print(outcome.added, outcome.renamed, outcome.removed, outcome.unchanged)
default: usage()
}
