// Measures network input and reports the times as lines of JSON.
//
// usage: WireBench parse                              frames and parses the responses of an IMAP server, and
//                                                     scans for their line ends alone
//        WireBench download PORT AUTHORITIES PATH     bytes and seconds
//        WireBench connect PORT AUTHORITIES COUNT     median milliseconds of a full handshake and of a resumed session
//        WireBench mailbox PORT AUTHORITIES USER PASSWORD MAILBOX
//                                                     bytes and seconds of all messages of a mailbox
//        WireBench compressed PORT AUTHORITIES USER PASSWORD MAILBOX
//                                                     the same, compressed by the server
//        WireBench session PORT AUTHORITIES USER PASSWORD
//                                                     a line when the first command after the sign-in is answered
//        WireBench start                              a line as soon as it runs
//
// The server runs at localhost, speaks TLS, and serves a file over HTTP or mail over IMAP.

import Glibc

let words = Array(CommandLine.arguments.dropFirst())
switch (words.first, words.count) {
case ("parse", 1):
    ResponseBench.metadata.report("metadata")
    ResponseBench.flags.report("flags")
case ("download", 4): try await TLSBench(words[1], words[2]).download(words[3])
case ("connect", 4): try await TLSBench(words[1], words[2]).connect(times: Int(words[3]) ?? 1)
case ("mailbox", 6): try await IMAPClientBench(words[1], words[2], words[3], words[4]).download(words[5])
case ("compressed", 6):
    try await IMAPClientBench(words[1], words[2], words[3], words[4]).download(words[5], isCompressed: true)
case ("session", 5): try await IMAPClientBench(words[1], words[2], words[3], words[4]).session()
case ("start", 1): IMAPClientBench.start()
default:
    report("usage: WireBench parse | download PORT AUTHORITIES PATH | connect PORT AUTHORITIES COUNT")
    report("       WireBench mailbox | compressed PORT AUTHORITIES USER PASSWORD MAILBOX")
    report("       WireBench session PORT AUTHORITIES USER PASSWORD | start")
    exit(64)
}
