/// The reason why a command is malformed.
struct MalformedCommand: Error {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
