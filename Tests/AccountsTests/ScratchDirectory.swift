import Foundation

/// A temporary directory, removed with the value.
final class ScratchDirectory {
    let url: URL
    var path: String { url.path }

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "petrel-accounts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func names(_ place: String = "") -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: url.appending(path: place).path).sorted()) ?? []
    }
}
