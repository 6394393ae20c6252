import Disk
import Glibc
import MailIndex
import MailIndexing
import MailSearch
import MailTypes
import MaildirStore

// Runs single index operations of an account for scripts/bench/mail-index.

func usage() -> Never {
    print("usage: IndexBench index|merge|list|start MAIL INDEX | IndexBench search|queries MAIL INDEX QUERY...")
    exit(64)
}

func processorTime() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

let arguments = CommandLine.arguments
guard arguments.count >= 4 else { usage() }
let mail = try Directory.open(Path(arguments[2]), on: POSIXFileSystem.shared)
let location = IndexLocation(
    try Directory.open(Path(arguments[3]), on: POSIXFileSystem.shared), account: Array("bench".utf8))
switch arguments[1] {
case "index":
    let outcome = try IndexRefresh(MailTree(mail), location).run(now: Instant(seconds: Int64(time(nil))))
    print(outcome.added, outcome.renamed, outcome.removed, outcome.unchanged)
case "merge":
    // Prints the number of steps, and the milliseconds of the longest.
    let clock = ContinuousClock()
    var steps = 0
    var longest = Duration.zero
    var goesOn = true
    while goesOn {
        longest = max(longest, try clock.measure { goesOn = try location.mergeSegments() })
        steps += 1
    }
    print(steps, longest / .microseconds(1) / 1000)
case "list", "start":
    if arguments[1] == "start" {
        _ = try IndexRefresh(MailTree(mail), location).run(now: Instant(seconds: Int64(time(nil))))
    }
    guard let index = try MailIndex.open(location) else { exit(1) }
    let mailboxes = try index.mailboxes()
    for mailbox in mailboxes { print(mailbox.name, mailbox.total, mailbox.unread) }
    for message in try index.messages(limit: 20) { print(message.id, message.content.subject) }
case "search":
    guard let index = try MailIndex.open(location) else { exit(1) }
    let query = try SearchQuery(
        parsing: arguments[4...].joined(separator: " "), now: Instant(seconds: Int64(time(nil)))
    ) { _ in 0 }
    let found = try index.messages(matching: query, limit: 100_000)
    for message in found { print(message.thread, message.content.date.seconds, message.content.subject) }
case "queries":
    // Prints the milliseconds of the first page of each query, those on a processor, the matches and the query.
    guard let index = try MailIndex.open(location) else { exit(1) }
    _ = try index.messages(limit: 1)
    let clock = ContinuousClock()
    for text in arguments[4...] {
        let query = try SearchQuery(parsing: text, now: Instant(seconds: Int64(time(nil)))) { _ in 0 }
        let before = processorTime()
        let elapsed = try clock.measure { _ = try index.messages(matching: query, limit: 101) }
        let used = processorTime() - before
        print(elapsed / .microseconds(1) / 1000, used / .microseconds(1) / 1000, try index.count(matching: query), text)
    }
default: usage()
}
