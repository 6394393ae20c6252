public import Foundation

extension Pipe {
    /// A pipe whose writing end is in this process alone: whoever reads from it finds its end when this process ends,
    /// whatever other programs were started meanwhile and live on.
    public static var lifeline: Pipe {
        let pipe = Pipe()
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        return pipe
    }
}
