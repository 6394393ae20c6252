internal import Accounts
internal import Disk
internal import Platform
internal import Processes
internal import Terminal

/// Files that the user's capture command creates: a camera's picture, a screenshot, the choice of a file picker. The
/// command gets a directory as `$1`, and each file in it is attached [FR-COMP-01].
struct CapturedAttachmentFiles {
    /// Sorted by name.
    let paths: [[UInt8]]
    private let parent: Directory
    private let name: [UInt8]

    init(on console: inout Console) throws(CommandFailure) {
        let home = try console.home()
        guard let command = Settings(of: home)[.capture] else {
            throw CommandFailure(
                .configuration, "noCaptureCommand",
                "No capture command is set. Type, for example: set capture-cmd 'grim \"$1/screen.png\"'"
            )
        }
        name = Array("capture-".utf8) + UniqueName.next()
        do throws(FileError) {
            parent = try home.makingDirectory(.runtime)
            let directory = try parent.makingDirectory(name)
            console.output.flush()
            console.errors.flush()
            let end = ChildProcess.run(shell: Array(command.utf8), [directory.path.bytes], console.environment)
            let names = end.isSuccess ? try directory.names() : []
            paths = names.map { (directory.path / $0).bytes }
        } catch {
            throw CommandFailure(error)
        }
        if paths.isEmpty {
            remove()
            throw CommandFailure(
                .unavailable, "nothingCaptured", "The command created no file: \(command). Nothing was attached.")
        }
    }

    /// Removes the files, of which the draft has copies by then. A failure does no harm.
    func remove() {
        try? parent.removeTree(name)
    }
}
