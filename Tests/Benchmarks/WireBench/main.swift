// Measures what comes over the wire, and says how long it took as lines of JSON.
//
// usage: WireBench parse                              responses of an IMAP server, cut and parsed, and a scan for their
//                                                     line ends alone
//        WireBench download PORT AUTHORITIES PATH     octets and seconds
//        WireBench connect PORT AUTHORITIES COUNT     median milliseconds of a full handshake, and of a session resumed
//
// The server is at localhost, and sends a file by HTTP where one is downloaded.

import Glibc

let words = Array(CommandLine.arguments.dropFirst())
switch (words.first, words.count) {
case ("parse", 1):
    ResponseBench.metadata.report("metadata")
    ResponseBench.flags.report("flags")
case ("download", 4): try await TransferBench(words[1], words[2]).download(words[3])
case ("connect", 4): try await TransferBench(words[1], words[2]).connect(times: Int(words[3]) ?? 1)
default:
    report("usage: WireBench parse | download PORT AUTHORITIES PATH | connect PORT AUTHORITIES COUNT")
    exit(64)
}
