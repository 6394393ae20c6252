/// Many new files that last together, for the price of few waits for the disk: all content first, then all names, then
/// the directories. Whatever stops it leaves some of the files, each of them whole.
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

    /// From this many files on, one wait for the whole disk costs less than one for each. It waits for what other programs
    /// have written too, however much that is.
    private static let fewFiles = 16

    private var files: [File] = []

    public init() {}

    public var count: Int { files.count }

    /// Writes a file that will be `name` in `directory`; unless it replaces another, that must not hold the name yet.
    public func add(
        _ content: [UInt8], as name: [UInt8], in directory: Directory, _ placement: DurableWrite.Placement = .new,
        through temporary: Directory, named temporaryName: [UInt8]
    ) throws(FileError) {
        var write = try DurableWrite(in: temporary, as: temporaryName)
        try write.append(content.span)
        add(write, as: name, in: directory, placement)
    }

    /// The same for a file that is written already.
    public func add(
        _ written: consuming DurableWrite, as name: [UInt8], in directory: Directory,
        _ placement: DurableWrite.Placement = .new
    ) {
        var write = written
        // The first stays open: it leads to the disk that is waited for, and hears of its errors from here on.
        if files.count >= Self.fewFiles { write.closeContent() }
        files.append(File(write, directory, name, placement))
    }

    /// Makes all files that were added last, and begins anew.
    public func commit() throws(FileError) {
        let files = files
        self.files = []
        if files.count < Self.fewFiles {
            for file in files { try file.write?.synchronizeContent() }
        } else {
            // One file for each disk that is written to would do; all files of a batch stand on one.
            try files[0].write?.synchronizeAll()
        }
        var directories: [Directory] = []
        for file in files {
            try file.write.take()?.place(in: file.directory, as: file.name, file.placement)
            if !directories.contains(where: { $0 === file.directory }) { directories.append(file.directory) }
        }
        for directory in directories { try directory.synchronize() }
    }
}
