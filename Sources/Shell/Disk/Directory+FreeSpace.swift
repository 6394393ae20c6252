private import Glibc

extension Directory {
    /// The number of bytes that the user can still store on the file system of the directory; `nil` if it is not known
    /// [statvfs(3)].
    public var availableBytes: Int? {
        var status = statvfs()
        let isKnown = unsafe path.withCString { unsafe statvfs($0, &status) } == 0
        return isKnown ? Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize)) : nil
    }
}
