import MailTypes
import Testing

@testable import REPL

@Suite("sendmail options")
struct SendmailOptionsTests {
    struct Row: CustomTestStringConvertible {
        let name: String
        let line: String
        let meaning: String
        var testDescription: String { name }

        init(_ name: String, _ line: String, _ meaning: String) {
            self.name = name
            self.line = line
            self.meaning = meaning
        }
    }

    /// "t v f=SENDER F=NAME | RECIPIENTS", or the exit code and the error code.
    private func understood(_ line: String) -> String {
        let words = line.split(separator: " ").map { Array($0.replacing("_", with: " ").utf8) }
        do throws(CommandFailure) {
            let options = try SendmailOptions(words)
            let letters = (options.readsHeader ? ["t"] : []) + (options.isVerbose ? ["v"] : [])
            let sender = options.sender.map { ["f=\($0)"] } ?? []
            let name = options.name.map { ["F=\($0)"] } ?? []
            let wait = options.wait.map { ["wait=\($0)"] } ?? []
            let mode = options.mode == .message ? [] : ["\(options.mode)"]
            let reports = options.reports.map { ["N=\($0.joined(separator: "+"))"] } ?? []
            let returns = options.reportsReturnMessage ? ["R"] : []
            let omission =
                (options.omission.contains(.signature) ? ["no-sign"] : [])
                + (options.omission.contains(.encryption) ? ["no-encrypt"] : [])
            let recipients = options.recipients.map { recipient in
                switch recipient {
                case .address(let address): address.text
                case .local(let name): "(\(name))"
                }
            }
            return (mode + letters + sender + name + wait + reports + returns + omission + ["|"] + recipients).joined(
                separator: " ")
        } catch {
            return "\(error.exitCode.rawValue) \(error.code)"
        }
    }

    static let rows = [
        Row("nothing", "", "|"),
        Row("git send-email", "-i ben@example.org", "| ben@example.org"),
        Row(
            "git send-email with an envelope sender", "-f me@example.net -i ben@example.org",
            "f=me@example.net | ben@example.org"),
        Row("s-nail", "-i -- ben@example.org", "| ben@example.org"),
        Row("mutt", "-oem -oi -- to@example.org bcc@example.org", "| to@example.org bcc@example.org"),
        Row(
            "mutt that asks for reports", "-N failure,delay -R hdrs -oi a@example.org",
            "N=FAILURE+DELAY | a@example.org"),
        Row("reports with the whole message", "-N success -R full a@example.org", "N=SUCCESS R | a@example.org"),
        Row("no reports", "-Nnever a@example.org", "N= | a@example.org"),
        Row("reports of another kind", "-N sometimes a@example.org", "64 usage"),
        Row("mutt with 8 bits", "-B 8BITMIME -f me@example.net -- a@example.org", "f=me@example.net | a@example.org"),
        Row("mblaze by its msend", "-t", "t |"),
        Row("what is left out", "-t --no-sign --no-encrypt", "t no-sign no-encrypt |"),
        Row("what is left out, after --", "-- --no-sign", "67 noSuchRecipient"),
        Row("letters that stand together", "-tiv", "t v |"),
        Row("letters that end with a value", "-tfme@example.net", "t f=me@example.net |"),
        Row("the older form of -f", "-rme@example.net", "f=me@example.net |"),
        Row("a sender in brackets", "-f <me@example.net>", "f=me@example.net |"),
        Row("a name", "-F Kim_Park -t", "t F=Kim Park |"),
        Row("a mode of delivery", "-odb -odi -odq -oee -om a@example.org", "| a@example.org"),
        Row("an unknown option of the -o kind", "-o7 -oXyz a@example.org", "| a@example.org"),
        Row("a mode", "-bm a@example.org", "| a@example.org"),
        Row("a mode that stands apart", "-b m a@example.org", "| a@example.org"),
        Row("an interval of the queue beside a message", "-q30m a@example.org", "| a@example.org"),
        Row("the queue", "-q", "flush |"),
        Row("the queue at an interval", "-q30m", "flush |"),
        Row("cron", "-i -FCronDaemon -B8BITMIME -oem root", "F=CronDaemon | (root)"),
        Row("waiting", "--wait a@example.org", "wait=60 | a@example.org"),
        Row("waiting for some seconds", "--wait=5 -t", "t wait=5 |"),
        Row("waiting for some seconds, separately", "--wait 5 -t", "t wait=5 |"),
        Row("waiting for something else", "--wait=+5", "64 usage"),
        Row("addresses to verify", "-bv root a@example.org", "verify | (root) a@example.org"),
        Row("aliases", "-bi", "aliases |"),
        Row("the older form of aliases", "-I", "aliases |"),
        Row("marks for logs and queues", "-L tag -O DeliveryMode=b -X log a@example.org", "| a@example.org"),
        Row("what stands in ports", "-G -U -n -Am -d0 -p ESMTP:host -V id -h 3 a@example.org", "| a@example.org"),
        Row("recipients before options", "a@example.org -t b@example.org", "t | a@example.org b@example.org"),
        Row(
            "lists of recipients", "a@example.org,b@example.org Ben_<c@example.org>",
            "| a@example.org b@example.org c@example.org"),
        Row("an address that looks like an option", "-- -t@example.org", "| -t@example.org"),
        Row("a dash alone", "-", "67 noSuchRecipient"),
        Row("a name without a domain", "root", "| (root)"),
        Row("a list with one that is none", "a@example.org,<a@b@c>", "67 noSuchRecipient"),
        Row("an address with a line end in it", "a@example.org\n>,<b", "65 controlCharacter"),
        Row("a sender with a line end in it", "-f a@example.org\r\nRCPT t@example.org", "65 controlCharacter"),
        Row("an attached sender with a line end in it", "-fa@example.org\r\n t@example.org", "65 controlCharacter"),
        Row("a name with a line end in it", "-F Kim\nBcc:evil@example.org -t", "65 controlCharacter"),
        Row("an ignored option with a line end in it", "-V a\nb a@example.org", "65 controlCharacter"),
        Row("a NUL after the end of options", "-- a@example.org\0", "65 controlCharacter"),
        Row("a sender that is none", "-f <a@b@c> a@example.org", "65 invalidSender"),
        Row("a user of this machine as the sender", "-f www-data a@example.org", "| a@example.org"),
        Row("an empty sender, as in delivery reports", "-f <> a@example.org", "f= | a@example.org"),
        Row("two senders", "-f a@example.org,b@example.org a@example.org", "65 invalidSender"),
        Row("a sender that is missing", "-t -f", "64 usage"),
        Row("a session", "-bs", "session |"),
        Row("the list of the queue", "-bp", "list |"),
        Row("a daemon", "-bd -q15m", "64 usage"),
        Row("an unknown letter", "-tZ", "64 usage"),
        Row("an unknown long option", "--read-recipients", "64 usage"),
    ]

    @Test("Parses options as mail programs pass them", arguments: rows)
    func line(_ row: Row) {
        #expect(understood(row.line) == row.meaning)
    }
}
