import Glibc

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
