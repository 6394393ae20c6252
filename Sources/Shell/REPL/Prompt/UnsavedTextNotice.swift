/// The message if a draft cannot be saved.
enum UnsavedTextNotice {
    static let beginning = "! Couldn't save draft:"

    static func notice(_ failure: CommandFailure) -> String {
        "\(beginning) \(failure.message) Your text is kept while petrel runs, and petrel tries again."
    }
}
