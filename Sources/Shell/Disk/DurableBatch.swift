/// Creates many files durably with few waits for the disk: first all contents are written, then all files are renamed,
/// then the directories are synchronized. An interruption leaves some of the files, each of them complete.
public final class DurableBatch {
    private final class File {
        var write: DurableWrite?
        let directory: Directory
        let name: [UInt8]
        let placement: DurableWrite.Placement

        init(
            _ write: consuming DurableWrite, _ directory: Directory, _ name: [UInt8],
            _ placement: DurableWrite.Placement
        ) {
            self.placement = placement
            self.write = consume write
            self.directory = directory
            self.name = name
        }
    }

    /// From this number of files on, one syncfs(2) is cheaper than an fsync(2) for each file, although it also waits
    /// for the data of other programs.
    private static let fewFiles = 16

    private var files: [File] = []

    public init() {}

    public var count: Int { files.count }

    /// Writes a file that `commit` will name `name` in `directory`. Unless it replaces another file, the name must be
    /// free.
    public func add(
        _ content: [UInt8], as name: [UInt8], in directory: Directory, _ placement: DurableWrite.Placement = .new,
        through temporary: Directory, named temporaryName: [UInt8]
    ) throws(FileError) {
        var write = try DurableWrite(in: temporary, as: temporaryName)
        try write.append(content.span)
        add(write, as: name, in: directory, placement)
    }

    /// Writes a file whose content depends on the time at which it is created, as the other `add` does.
    public func add(
        as name: [UInt8], in directory: Directory, _ placement: DurableWrite.Placement = .new,
        through temporary: Directory, named temporaryName: [UInt8], content: (_ created: Int64?) -> [UInt8]
    ) throws(FileError) {
        var write = try DurableWrite(in: temporary, as: temporaryName)
        try write.append(content(try write.creationTime).span)
        add(write, as: name, in: directory, placement)
    }

    /// Adds a file that has been written already.
    public func add(
        _ written: consuming DurableWrite, as name: [UInt8], in directory: Directory,
        _ placement: DurableWrite.Placement = .new
    ) {
        var write = written
        // The first files stay open: `commit` needs a descriptor for syncfs(2), which reports errors since it was
        // opened.
        if files.count >= Self.fewFiles { write.closeContent() }
        files.append(File(write, directory, name, placement))
    }

    /// Makes all added files visible and durable. The batch is empty afterwards.
    public func commit() throws(FileError) {
        let files = files
        self.files = []
        if files.count < Self.fewFiles {
            let contents = files.compactMap { $0.write?.content }
            try files.first?.write?.synchronize(contents)
        } else {
            // All files of a batch are on the same file system, so one call is enough.
            try files[0].write?.synchronizeAll()
        }
        var directories: [Directory] = []
        for file in files {
            try file.write.take()?.place(in: file.directory, as: file.name, file.placement)
            if !directories.contains(where: { $0 === file.directory }) { directories.append(file.directory) }
        }
        try Directory.synchronize(directories)
    }
}
