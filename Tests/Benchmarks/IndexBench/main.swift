import Disk
import Glibc
import MailIndex
import MailIndexing
import MailTypes

// Runs single index operations of an account for scripts/bench/index.

func usage() -> Never {
    print("usage: IndexBench index|list|start MAIL INDEX | IndexBench search MAIL INDEX WORD...")
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
case "list", "start":
    if arguments[1] == "start" { _ = try IndexRefresh(mail, location).run(now: Instant(seconds: Int64(time(nil)))) }
    guard let index = try MailIndex.open(location) else { exit(1) }
    let mailboxes = try index.mailboxes()
    for mailbox in mailboxes { print(mailbox.name, mailbox.total, mailbox.unread) }
    for message in try index.messages(limit: 20) { print(message.id, message.content.subject) }
case "search":
    guard let index = try MailIndex.open(location) else { exit(1) }
    let query = try MessageQuery(
        arguments: Array(arguments[4...]), now: Instant(seconds: Int64(time(nil)))
    ) { _ in 0 }
    let found = try index.messages(matching: query, limit: 100_000)
    for message in found { print(message.thread, message.content.date.seconds, message.content.subject) }
default: usage()
}
