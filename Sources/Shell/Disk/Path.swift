private import Glibc

/// A file path as bytes, because filenames are not necessarily text.
public struct Path: Hashable, Sendable {
    public let bytes: [UInt8]

    /// Creates a path from bytes up to the first NUL, if any.
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

    /// The path without symbolic links, or the path itself if it does not exist.
    public var resolved: Path {
        unsafe withCString { name in
            guard let real = unsafe realpath(name, nil) else { return self }
            defer { unsafe free(real) }
            return unsafe Path(UnsafeRawBufferPointer(start: real, count: strlen(real)))
        }
    }

    /// The part after the last slash, ignoring trailing slashes.
    public var lastComponent: [UInt8] {
        Array(bytes.split(separator: 0x2F).last ?? [])
    }

    package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe (bytes + [0]).withUnsafeBytes { buffer in
            // The buffer is not empty, so it has a base address.
            let start = unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress.unsafelyUnwrapped
            return unsafe body(start)
        }
    }
}

extension Path: CustomStringConvertible {
    /// For display: invalid UTF-8 is replaced.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}
