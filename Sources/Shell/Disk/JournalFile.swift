/// A file that grows line by line, each on the disk before `append` returns.
public final class JournalFile: Sendable {
    private let directory: Directory
    private let name: [UInt8]
    private let file: Descriptor

    /// Opens the file, which is made where it is missing and then lasts.
    public init(_ name: [UInt8], in directory: Directory) throws(FileError) {
        let former = try directory.status(of: name)
        // A line that a crash cut short ends here, so that the next one is not taken for its rest.
        let lastOctet = former == nil ? nil : try directory.contents(of: name).last
        file = try directory.attempt(.open, name) { () throws(SystemError) in
            try directory.system.open(name, in: directory.descriptor, .appending)
        }
        self.directory = directory
        self.name = name
        if former == nil { try directory.synchronize() }
        if let lastOctet, lastOctet != 0x0A { try append([]) }
    }

    deinit {
        directory.system.close(file)
    }

    /// The line must not hold a line feed; one is written behind it. What a crash cuts short is a last line without
    /// one, which readers leave out.
    public func append(_ line: [UInt8]) throws(FileError) {
        let octets = line + [0x0A]
        try directory.attempt(.write, name) { () throws(SystemError) in
            var written = 0
            while written < octets.count {
                written += try directory.system.write(octets.span.extracting(written...), to: file)
            }
            try directory.system.synchronize(file)
        }
    }
}
