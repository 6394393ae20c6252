public import Foundation

extension Pipe {
    /// A pipe whose writing end only this process holds. The reader sees the end of the file when this process ends,
    /// even if other programs that it started are still running.
    public static var closedOnExit: Pipe {
        let pipe = Pipe()
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        return pipe
    }
}
