import Glibc

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

private let chosen: FuzzTarget? = {
    let name = unsafe getenv("PETREL_FUZZ_TARGET").map { unsafe String(cString: $0) }
    return targets.first { $0.name == name }
}()

/// Without a target, lists the targets and their maximum lengths, one per line.
@_cdecl("LLVMFuzzerInitialize")
public func initialise(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
    if chosen == nil {
        for target in targets { print(target.name, target.maximumLength) }
        exit(0)
    }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    chosen?.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// Aborts with a message if an invariant is broken, so that libFuzzer keeps the input.
func expect(_ holds: Bool, _ invariant: @autoclosure () -> String, line: Int = #line) {
    if !holds { invariantBroken(invariant(), line) }
}

private func invariantBroken(_ invariant: String, _ line: Int) -> Never {
    print("broken invariant: \(invariant) (line \(line))")
    fflush(nil)
    abort()
}

func expectUTF8(_ octets: [UInt8], _ what: @autoclosure () -> String, line: Int = #line) {
    expect(String(validating: octets, as: UTF8.self) != nil, "\(what()) is not UTF-8", line: line)
}
