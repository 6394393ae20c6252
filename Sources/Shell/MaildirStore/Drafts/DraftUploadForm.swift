internal import InternetMessage

/// The form in which a draft is stored on the server.
public enum DraftUploadForm: Sendable {
    case asStored
    /// The draft encrypted to its author, as a whole message.
    case encrypted([UInt8])
    /// It stays on this machine, for the reason given in a sentence.
    case kept(String)
}

extension DraftStore {
    /// Returns the form of a draft that is uploaded. A draft that is marked for encryption stays here if there is no one to
    /// encrypt it.
    public func form(ofUploaded message: [UInt8]) -> DraftUploadForm {
        if let uploadForm { return uploadForm(message) }
        let words = Message(message).header.first(named: "x-petrel-security")?.text.split(separator: " ") ?? []
        return words.contains("encrypt") ? .kept("It is to be encrypted.") : .asStored
    }
}
