// Lists the messages of a Maildir with their flags and subjects: ListMaildir DIRECTORY
import Disk
import Glibc
import InternetMessage
import MaildirStore

guard CommandLine.arguments.count == 2 else { fatal("usage: ListMaildir DIRECTORY") }
let directory = try Directory.open(Path(CommandLine.arguments[1]), on: POSIXFileSystem.shared)
guard let maildir = try Maildir(directory) else { fatal("\(CommandLine.arguments[1]) is not a Maildir.") }
for var entry in try maildir.entries() {
    let message = Message(try maildir.header(of: &entry))
    print(entry.place.rawValue, message.header.subject ?? "(no subject)")
}

func fatal(_ message: String) -> Never {
    print(message)
    exit(1)
}
