private import Glibc

/// The path of a file, as the octets that the system knows it by: a name need not be text.
public struct Path: Hashable, Sendable {
    public let bytes: [UInt8]

    /// `bytes` without NUL, which ends a path for the system; what stands behind one is left out.
    public init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes.prefix { $0 != 0 })
    }

    public init(_ text: String) {
        self.init(text.utf8)
    }

    public static func / (directory: Path, name: [UInt8]) -> Path {
        let separator: [UInt8] = directory.bytes.last == 0x2F ? [] : [0x2F]
        return Path(directory.bytes + separator + name)
    }

    public static func / (directory: Path, name: StaticString) -> Path {
        let octets = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return unsafe directory / Array(octets)
    }

    /// The same place by the way that leads there without links; as it is where there is nothing of that name.
    public var resolved: Path {
        unsafe withCString { name in
            guard let real = unsafe realpath(name, nil) else { return self }
            defer { unsafe free(real) }
            return unsafe Path(UnsafeRawBufferPointer(start: real, count: strlen(real)))
        }
    }

    /// The part behind the last slash.
    public var lastComponent: [UInt8] {
        Array(bytes.split(separator: 0x2F).last ?? [])
    }

    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe (bytes + [0]).withUnsafeBytes { buffer in
            // A buffer of at least one octet has an address.
            let start = unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress.unsafelyUnwrapped
            return unsafe body(start)
        }
    }
}

extension Path: CustomStringConvertible {
    /// For messages to people: octets that are no UTF-8 are replaced.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}
