import Glibc

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
