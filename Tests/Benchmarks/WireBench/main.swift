// Measures what comes over the wire, and says how long it took as lines of JSON.
//
// usage: WireBench parse    responses of an IMAP server, cut and parsed, and a scan for their line ends alone

import Glibc

let words = Array(CommandLine.arguments.dropFirst())
switch (words.first, words.count) {
case ("parse", 1):
    ResponseBench.metadata.report("metadata")
    ResponseBench.flags.report("flags")
default:
    print("usage: WireBench parse")
    exit(64)
}
