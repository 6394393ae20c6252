import Foundation

extension SampleHome {
    func make(_ folder: String) throws {
        try FileManager.default.createDirectory(
            at: directory.appending(path: folder), withIntermediateDirectories: true)
    }

    func write(_ content: Data, to path: String) throws {
        let file = directory.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
    }

    func addAccount(_ name: String, _ members: [String: String]) throws {
        try write(try JSONSerialization.data(withJSONObject: members), to: "accounts/\(name).json")
    }
}
