/// Gives each real server to one test at a time, because all tests sign in as the same user. Tests of different servers
/// run side by side.
actor ExclusiveServerAccess {
    static let shared = ExclusiveServerAccess()

    /// The servers in use, each with the tests that wait for it.
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    func take(_ server: String) async {
        guard waiting[server] != nil else {
            waiting[server] = []
            return
        }
        await withCheckedContinuation { waiting[server]?.append($0) }
    }

    func giveBack(_ server: String) {
        if waiting[server]?.isEmpty ?? true {
            waiting[server] = nil
        } else {
            waiting[server]?.removeFirst().resume()
        }
    }
}

/// A server that is in use until this is released.
final class ServerLease: Sendable {
    private let server: String

    init(_ server: String) async {
        self.server = server
        await ExclusiveServerAccess.shared.take(server)
    }

    deinit {
        Task { [server] in await ExclusiveServerAccess.shared.giveBack(server) }
    }
}
