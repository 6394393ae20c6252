/// The one way in which a file is made that must last.
///
/// The content goes to a temporary file, which nobody takes for the real one; it is on the disk before the name is
/// given, and the name is on the disk before `commit` returns. Whatever stops the program or the machine in between
/// leaves the former file or the whole new one. A write that is dropped without `commit` leaves nothing.
public struct DurableWrite: ~Copyable {
    private let temporary: Directory
    private let name: [UInt8]
    private let file: Descriptor
    private var isOpen = true
    private var isPlaced = false

    /// Begins a file in the directory for temporary ones, under a name that is used once.
    public init(in temporary: Directory, as name: [UInt8]) throws(FileError) {
        file = try temporary.attempt(.create, name) { () throws(SystemError) in
            try temporary.system.open(name, in: temporary.descriptor, .creating)
        }
        self.temporary = temporary
        self.name = name
    }

    deinit {
        if isOpen { temporary.system.close(file) }
        if !isPlaced { _ = try? temporary.remove(name) }
    }

    public mutating func append(_ octets: Span<UInt8>) throws(FileError) {
        try temporary.attempt(.write, name) { () throws(SystemError) in
            var written = 0
            while written < octets.count {
                written += try temporary.system.write(octets.extracting(written...), to: file)
            }
        }
    }

    /// What becomes of a file that has the name already.
    public enum Placement: Sendable {
        /// There must be none: EEXIST otherwise.
        case new
        case replacing
    }

    /// Gives the file its name in `directory`. It lasts when this returns; when it throws, a file that had the name
    /// before still stands, or the new one does whole.
    public consuming func commit(
        to directory: Directory, as finalName: [UInt8], _ placement: Placement
    ) throws(FileError) {
        try synchronizeContent()
        try rename(in: directory, as: finalName, placement)
        isPlaced = true
        try directory.synchronize()
    }

    // MARK: - As one of many

    /// The content is on the disk: the first of three steps of a batch.
    func synchronizeContent() throws(FileError) {
        try temporary.attempt(.synchronize, name) { () throws(SystemError) in
            try temporary.system.synchronize(file)
        }
    }

    /// The content of this file and of all others on its disk is.
    func synchronizeAll() throws(FileError) {
        try temporary.attempt(.synchronize, name) { () throws(SystemError) in
            try temporary.system.synchronizeAll(file)
        }
    }

    /// There is nothing more to write, and somebody else will synchronize the disk: frees the descriptor, of which a
    /// process has not many.
    mutating func closeContent() {
        if isOpen { temporary.system.close(file) }
        isOpen = false
    }

    /// The second step: the name. It lasts when the directory was synchronized, which is the third.
    consuming func place(
        in directory: Directory, as finalName: [UInt8], _ placement: Placement
    ) throws(FileError) {
        try rename(in: directory, as: finalName, placement)
        isPlaced = true
    }

    private func rename(
        in directory: Directory, as finalName: [UInt8], _ placement: Placement
    ) throws(FileError) {
        switch placement {
        case .new:
            try temporary.rename(name, to: finalName, in: directory)
        case .replacing:
            try temporary.attempt(.rename, name) { () throws(SystemError) in
                try temporary.system.rename(
                    name, in: temporary.descriptor, to: finalName, in: directory.descriptor)
            }
        }
    }
}

extension Directory {
    /// Writes a whole file so that it lasts: see `DurableWrite`.
    public func write(
        _ content: [UInt8], as name: [UInt8], _ placement: DurableWrite.Placement,
        through temporary: Directory, named temporaryName: [UInt8]
    ) throws(FileError) {
        var file = try DurableWrite(in: temporary, as: temporaryName)
        try file.append(content.span)
        try file.commit(to: self, as: name, placement)
    }
}
