import Disk
import Glibc
import InternetMessage
import MailTypes

// The counterpart of scripts/bench/native/gmime-parse.c for InternetMessage: decodes every header of every part, reads
// addresses, dates, parameters and file names, and converts all text to UTF-8. The files are read into memory before
// the measurement starts.

struct Tally {
    var parts = 0
    var headers = 0
    var textBytes = 0
    /// Sums up the decoded data so that the compiler cannot drop a decoding as unused.
    var octets = 0

    mutating func count(_ part: Part) {
        parts += 1
        let header = part.header
        for field in header.allFields {
            headers += 1
            octets += field.text.utf8.count
        }
        for name in [FieldName.from, .to, .cc, .bcc, .replyTo, .sender] {
            for address in header.addresses(name) { octets += address.email?.text.utf8.count ?? 0 }
        }
        octets += header.date?.offsetMinutes ?? 0
        let type = part.contentType
        octets += type.parameters.entries.reduce(0) { $0 + $1.value.utf8.count }
        octets += part.filename?.utf8.count ?? 0
        switch part.kind {
        case .multipart: for child in part.children { count(child) }
        case .message: if let message = part.embeddedMessage { count(message) }
        case .leaf: if type.isText { textBytes += part.textOctets.count }
        }
    }
}

let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
    print("usage: MessageBench DIR [ROUNDS]")
    exit(64)
}
let directory = Path(arguments[1])
let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 3 : 3
var messages: [[UInt8]] = []
for name in try FileReading.names(in: directory) {
    messages.append(try FileReading.contents(of: directory / name))
}
var best = Duration.seconds(3600)
var tally = Tally()
for _ in 0..<rounds {
    tally = Tally()
    let time = ContinuousClock().measure {
        for bytes in messages { tally.count(Message(bytes).root) }
    }
    best = min(best, time)
}
let bytes = messages.reduce(0) { $0 + $1.count }
let seconds = Double(best.components.seconds) + Double(best.components.attoseconds) / 1e18
print(
    "{\"program\":\"petrel\",\"messages\":\(messages.count),\"bytes\":\(bytes),\"parts\":\(tally.parts),"
        + "\"headers\":\(tally.headers),\"textBytes\":\(tally.textBytes),\"seconds\":\(seconds)}")
