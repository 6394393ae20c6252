/// Writes a file durably. All durable files are created this way.
///
/// The content is written to a temporary file under another name. It is on the disk before the file is renamed, and the
/// new name is on the disk before `commit` returns. If the process or the machine stops in between, either the previous
/// or the complete new file exists. A write that is destroyed without `commit` leaves nothing.
public struct DurableWrite: ~Copyable {
    private let temporary: Directory
    private let name: [UInt8]
    private let file: Descriptor
    private var isOpen = true
    private var isPlaced = false

    /// Creates a temporary file. `name` must be unique.
    public init(in temporary: Directory, as name: [UInt8]) throws(FileError) {
        file = try temporary.withDescriptor(.create, name) { (descriptor) throws(SystemError) in
            try temporary.system.open(name, in: descriptor, .creating)
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

    /// When the file was created, in nanoseconds since 1970; `nil` if the file system does not record it.
    public var creationTime: Int64? {
        get throws(FileError) { try temporary.creationTime(of: name) }
    }

    /// What to do if a file with the name exists.
    public enum Placement: Sendable {
        /// Fail with EEXIST.
        case new
        case replacing
    }

    /// Renames the file to its final name in `directory`. It is durable when this returns. If this throws, the name
    /// refers to either the previous file, if any, or the complete new one.
    public consuming func commit(
        to directory: Directory, as finalName: [UInt8], _ placement: Placement
    ) throws(FileError) {
        try synchronizeContent()
        try rename(in: directory, as: finalName, placement)
        isPlaced = true
        try directory.synchronize()
    }

    // MARK: - Batches

    /// Synchronizes the content with the disk: step 1 of 3 of a batch.
    func synchronizeContent() throws(FileError) {
        try temporary.attempt(.synchronize, name) { () throws(SystemError) in
            try temporary.system.synchronize(file)
        }
    }

    var content: Descriptor { file }

    /// Synchronizes the contents of files of a batch, one of which is this one.
    func synchronize(_ contents: [Descriptor]) throws(FileError) {
        try temporary.attempt(.synchronize, name) { () throws(SystemError) in
            try temporary.system.synchronize(contents)
        }
    }

    /// Synchronizes the contents of all files on the same file system.
    func synchronizeAll() throws(FileError) {
        try temporary.attempt(.synchronize, name) { () throws(SystemError) in
            try temporary.system.synchronizeAll(file)
        }
    }

    /// Closes the file when its content is complete and the whole file system will be synchronized: descriptors are
    /// limited.
    mutating func closeContent() {
        if isOpen { temporary.system.close(file) }
        isOpen = false
    }

    /// Renames the file to its final name: step 2. It is durable after step 3, the synchronization of the directory.
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
            try temporary.withDescriptor(.rename, name) { (descriptor) throws(SystemError) in
                try directory.withDescriptor { (target) throws(SystemError) in
                    try temporary.system.rename(name, in: descriptor, to: finalName, in: target)
                }
            }
        }
    }
}

extension Directory {
    /// Writes a whole file durably: see `DurableWrite`.
    public func write(
        _ content: [UInt8], as name: [UInt8], _ placement: DurableWrite.Placement,
        through temporary: Directory, named temporaryName: [UInt8]
    ) throws(FileError) {
        var file = try DurableWrite(in: temporary, as: temporaryName)
        try file.append(content.span)
        try file.commit(to: self, as: name, placement)
    }

    /// Writes a whole file durably whose content depends on the time at which the file is created: see
    /// `DurableWrite.creationTime`.
    public func write(
        as name: [UInt8], _ placement: DurableWrite.Placement, through temporary: Directory,
        named temporaryName: [UInt8], content: (_ created: Int64?) -> [UInt8]
    ) throws(FileError) {
        var file = try DurableWrite(in: temporary, as: temporaryName)
        try file.append(content(try file.creationTime).span)
        try file.commit(to: self, as: name, placement)
    }

    /// Replaces a file atomically without waiting for the disk. For data that is derived from other files: a power cut may
    /// leave the former file, an incomplete one or none, which the reader must detect.
    public func writeWithoutWaiting(
        _ content: [UInt8], as name: [UInt8], through temporary: Directory, named temporaryName: [UInt8]
    ) throws(FileError) {
        var file = try DurableWrite(in: temporary, as: temporaryName)
        try file.append(content.span)
        try file.place(in: self, as: name, .replacing)
    }
}
