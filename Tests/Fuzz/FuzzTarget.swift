// One program for all targets. libFuzzer calls it with bytes, and PETREL_FUZZ_TARGET names the target that reads them.
// `scripts/fuzz` builds and runs it. Each target has an entry in `targets`.

/// Reads untrusted bytes, and must do so without a trap and keep its invariants.
struct FuzzTarget: Sendable {
    let name: String
    /// Longer inputs find nothing new and take longer.
    let maximumLength: Int
    let run: @Sendable ([UInt8]) -> Void
}

let targets: [FuzzTarget] = [
    .message, .header, .addresses, .date, .encodedWord, .parameters, .html, .flowed, .charset, .transfer, .base64,
    .writer, .embedding, .markup, .keys, .typing, .smartReply, .mailto, .draft, .edit, .reply, .submission, .challenge,
    .wire, .account, .imap, .inflate, .modifiedUTF7, .nameServer, .autoconfiguration, .mbox, .localMail, .configuration,
    .addressBook, .sanitizedHTML, .image, .calendar, .mailcap, .query, .security,
]
